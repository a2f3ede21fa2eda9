// The target of a load: throw-away nodes with a register and all that acting on it takes, the requests that are sent,
// and the CPU time that the nodes spend. For the bench and the overload program; it sends no load itself.
import { readFileSync } from 'node:fs';
import type { Client } from '../../api/client/client.js';
import { type ClusterMember, MeshCluster } from '../harness/mesh-cluster.js';
import { NodeProcess, type NodeProgram } from '../harness/node-process.js';
import { foundRegister, newParty } from '../harness/party.js';
import { foundShared, publishBench } from '../harness/shared-register.js';
import { UNREHEARSED } from '../harness/unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys, benchSubmission, type Workload } from '../harness/workload.js';
import { type ActionWorkload, benchOrderBody, wideOrderBody } from './actions.js';
import { postBytes } from './http-pipe.js';

/**
 * `workflow`: actions that the node validates, calculates, routes, seals for three wallets and signs, after the plain
 * transactions of the same load. `language-2`: the same for an order of twenty parts.
 */
export type BenchScenario = 'plain' | 'workflow' | 'language-2';

/** Wallets that sign: enough that no sender's share of the pool limits the load. */
const SENDERS = 256;
/** Of one caller, batches among them: the load has no other. */
const ALL_AT_ONCE = { 'limits.heavyConcurrent': '1000' };
/** Linux counts the CPU time of a process in hundredths of a second. */
export const TICK_MICROS = 10_000;

export interface Stage {
  /** The first one takes the load. */
  readonly nodes: readonly [NodeProcess, ...NodeProcess[]];
  /** Ends after half an hour. */
  token: string;
  /** The same nodes, as those who act there. */
  readonly members: readonly ClusterMember[];
  readonly workload: Workload;
  /** Prepared when it is first needed. */
  actions?: ActionWorkload;
  sequence: number;
  stop(): Promise<unknown>;
  remove(): Promise<void>;
}

export interface StageOptions {
  readonly nodes: number;
  readonly mode: 'majority' | 'bft';
  /** `quorate start` when left out. */
  readonly program?: NodeProgram;
}

/** Nodes that seal together, or one that does so alone. */
export function setStage(options: StageOptions): Promise<Stage> {
  return options.nodes === 1 ? alone(options) : together(options);
}

async function alone({ program }: StageOptions): Promise<Stage> {
  const node = await NodeProcess.create({ settings: ALL_AT_ONCE, ...(program && { program }) });
  try {
    const token = await node.login();
    const workload = await prepareRegister(node.client(token));
    const bounds = { stop: () => node.stop(), remove: () => node.remove() };
    const member = { index: 0, name: 'Bench', orgId: '', peerId: '', node, grpcPort: 0, token };
    return { nodes: [node], token, members: [member], workload, sequence: 0, ...bounds };
  } catch (error) {
    await node.remove();
    throw error;
  }
}

async function together({ nodes, mode, program }: StageOptions): Promise<Stage> {
  const cluster = await MeshCluster.create({ nodes, settings: ALL_AT_ONCE, programOf: () => program });
  try {
    const { registerId } = await foundShared(cluster, { name: 'Bench', mode });
    const workload = await publishBench(cluster.members, registerId, SENDERS);
    const [first, ...others] = cluster.members as [ClusterMember, ...ClusterMember[]];
    return {
      nodes: [first.node, ...others.map(({ node }) => node)],
      token: first.token,
      members: cluster.members,
      workload,
      sequence: 0,
      stop: () => cluster.stop(),
      remove: () => cluster.remove(),
    };
  } catch (error) {
    await cluster.remove();
    throw error;
  }
}

/** Founds a register in which wallets may be senders of a load at once. */
export async function prepareRegister(client: Client): Promise<Workload> {
  const owner = await newParty(client, 'Bench owner', 'ED25519');
  const { registerId } = await foundRegister(client, 'Bench', [owner]);
  const { publicationTxId } = await client.publishBlueprint({
    params: { registerId },
    body: { blueprintId: BENCH_BLUEPRINT.id, blueprintJson: { ...BENCH_BLUEPRINT } as never, override: UNREHEARSED },
  });
  return { registerId, publicationTxId, keys: benchKeys(SENDERS) };
}

interface BenchOrder {
  readonly scenario: BenchScenario;
  /** Transactions a request. */
  readonly batch: number;
  readonly transactions: number;
}

/** Signed and serialised before the clock starts: the load generator must not take the node's cores. */
export function requestsOf(stage: Stage, row: BenchOrder): Buffer[] {
  const { token, workload, actions } = stage;
  const [node] = stage.nodes;
  if (row.scenario !== 'plain' && actions) {
    const target = { host: `${node.host}:${node.port}`, path: '/api/actions', token };
    const bodyOf = BODIES[row.scenario];
    return Array.from({ length: Math.max(1, row.transactions) }, () =>
      postBytes(target, Buffer.from(JSON.stringify(bodyOf(actions, stage.sequence++))), { prefer: 'wait=30' }),
    );
  }
  const path = row.batch === 1 ? '/api/v1/transactions/validate' : '/api/v1/transactions/batch';
  const target = { host: `${node.host}:${node.port}`, path, token };
  // A single node answers with the seal anyway.
  const headers: Readonly<Record<string, string>> = stage.nodes.length > 1 ? { prefer: 'wait=30' } : {};
  return Array.from({ length: Math.max(1, Math.floor(row.transactions / row.batch)) }, () => {
    const submissions = Array.from({ length: row.batch }, () => benchSubmission(workload, stage.sequence++));
    return postBytes(
      target,
      Buffer.from(JSON.stringify(row.batch === 1 ? submissions[0] : { transactions: submissions })),
      headers,
    );
  });
}

const BODIES = {
  workflow: benchOrderBody,
  'language-2': wideOrderBody,
} as const;

/** CPU time of the processes of the nodes. */
export function cpuMicros({ nodes }: { readonly nodes: readonly Pick<NodeProcess, 'pid'>[] }): number {
  return nodes.reduce((sum, { pid }) => sum + cpuMicrosOf(pid), 0);
}

/** User and system time of a process (proc(5), fields 14 and 15 of stat); 0 where there is no /proc. */
function cpuMicrosOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
  } catch {
    return 0;
  }
}
