// The bench of assistants: the processor time that a node takes for a call of a tool, beside that of the request over
// HTTP for the same operation. Both go to one node by turns, so that what else the machine does meets both.
import type { ClusterMember } from '../harness/mesh-cluster.js';
import { BENCH_BLUEPRINT } from '../harness/workload.js';
import { benchOrderBody, prepareActions } from './actions.js';
import { HttpPipe, postBytes } from './http-pipe.js';
import { cpuMicros, type Stage, setStage } from './stage.js';

export interface AssistantRow {
  readonly tool: string;
  /** Of a request; undefined where none does the same. */
  readonly requestMicros?: number;
  readonly toolMicros: number;
  readonly ratio?: number;
}

interface Pair {
  readonly tool: string;
  readonly input: object;
  readonly request: Request;
  /** Calls of a window: some hundred milliseconds of processor time, which Linux counts in hundredths of a second. */
  readonly calls: number;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

const REVISION = '2026-07-28';
/** Requests under way at once. */
const PIPES = 8;
const WINDOWS_MIN = 3;

/** A row for each pair, and the list of tools. `seconds` is about the time of each. */
export async function benchAssistants(
  seconds: number,
  progress: (sentence: string) => void,
): Promise<readonly AssistantRow[]> {
  progress('Starting a node.');
  const stage = await setStage({ nodes: 1, mode: 'majority' });
  try {
    const pairs = await pairsOn(stage);
    const pipes = await Promise.all(
      Array.from({ length: PIPES }, () => HttpPipe.open(stage.nodes[0].host, stage.nodes[0].port)),
    );
    const rows: AssistantRow[] = [];
    for (const pair of pairs) {
      progress(`${pair.tool}.`);
      rows.push(await rowOf({ stage, pipes, seconds }, pair));
    }
    progress('The list of tools.');
    const list = message(stage, 'tools/list', {});
    const [toolMicros] = await least({ stage, pipes, seconds }, [list], 200);
    rows.push({ tool: 'tools/list', toolMicros: toolMicros as number });
    for (const pipe of pipes) pipe.close();
    return rows;
  } finally {
    await stage.remove();
  }
}

interface Place {
  readonly stage: Stage;
  readonly pipes: readonly HttpPipe[];
  readonly seconds: number;
}

async function rowOf(place: Place, { tool, input, request, calls }: Pair): Promise<AssistantRow> {
  const call = message(place.stage, 'tools/call', { name: tool, arguments: input });
  const [requestMicros, toolMicros] = (await least(place, [requestBytes(place.stage, request), call], calls)) as [
    number,
    number,
  ];
  return { tool, requestMicros, toolMicros, ratio: toolMicros / requestMicros };
}

/** Of each, microseconds of the node a call, in the best of its windows. The first one of each warms up. */
async function least(
  { stage, pipes, seconds }: Place,
  requests: readonly Uint8Array[],
  calls: number,
): Promise<readonly number[]> {
  const best = requests.map(() => Number.POSITIVE_INFINITY);
  for (const request of requests) await window(pipes, request, calls);
  const until = performance.now() + seconds * 1000;
  for (let windows = 0; windows < WINDOWS_MIN || performance.now() < until; windows++)
    for (const [i, request] of requests.entries()) {
      const before = cpuMicros(stage);
      await window(pipes, request, calls);
      best[i] = Math.min(best[i] as number, (cpuMicros(stage) - before) / calls);
    }
  return best;
}

/** A closed loop. Each answer has to be a success, or the bench measures refusals. */
async function window(pipes: readonly HttpPipe[], request: Uint8Array, calls: number): Promise<void> {
  let left = calls;
  await Promise.all(
    pipes.map(async (pipe) => {
      while (left-- > 0) {
        const { status, body } = await pipe.send(request);
        if (status !== 200 || body.includes('"isError":true') || body.includes('"error":{'))
          throw new Error(`The node answered ${status}: ${body.toString('utf8').slice(0, 500)}`);
      }
    }),
  );
}

function message({ nodes, token }: Stage, method: string, params: Readonly<Record<string, unknown>>): Buffer {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  const [{ host, port }] = nodes;
  return postBytes({ host: `${host}:${port}`, path: '/mcp', token }, Buffer.from(JSON.stringify(body)), {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
  });
}

function requestBytes({ nodes, token }: Stage, { method, path, body }: Request): Buffer {
  const [{ host, port }] = nodes;
  const target = { host: `${host}:${port}`, path, token };
  if (method === 'POST') return postBytes(target, Buffer.from(JSON.stringify(body ?? {})));
  return Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    'latin1',
  );
}

/** Reads that are small, and acts of the engine. */
async function pairsOn({ members, workload, nodes, token }: Stage): Promise<readonly Pair[]> {
  const client = nodes[0].client(token);
  const { registerId } = workload;
  const orders = await prepareActions(members as readonly [ClusterMember], registerId);
  const body = benchOrderBody(orders, 0) as never;
  const { instanceId } = await client.submitAction({ body }, { waitSeconds: 30 });
  const { blueprintId, actionId, payloadData } = benchOrderBody(orders, 1);
  const draft = await client.createBlueprint({ body: { ...BENCH_BLUEPRINT, id: 'bench-draft' } as never });
  const read = (path: string): Request => ({ method: 'GET', path });
  const act = (path: string, of: object): Request => ({ method: 'POST', path, body: of });
  const checked = { blueprintId: String(blueprintId), registerId, data: payloadData };
  return [
    { tool: 'wallet_info', input: {}, request: read('/api/v1/wallets'), calls: 300 },
    { tool: 'register_query', input: { registerId }, request: read(`/api/registers/${registerId}`), calls: 1000 },
    { tool: 'workflow_status', input: { instanceId }, request: read(`/api/instances/${instanceId}`), calls: 500 },
    {
      tool: 'action_validate',
      input: { ...checked, actionId: 0 },
      request: act('/api/execution/validate', { ...checked, actionId }),
      calls: 300,
    },
    {
      tool: 'blueprint_check',
      input: { blueprintId: draft.id },
      request: act(`/api/blueprints/${draft.id}/validate`, {}),
      calls: 100,
    },
  ];
}
