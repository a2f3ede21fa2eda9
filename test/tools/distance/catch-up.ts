// `npm run tool -- catch-up`: how fast a new node has all of a register, by the distance of its givers. It counts the
// bytes on the links beside those of the dockets. A proxy stands in each link.
import { setTimeout as pause } from 'node:timers/promises';
import { runLoad, SEALED } from '../../../cli/bench/load.js';
import { requestsOf, type Stage } from '../../../cli/bench/stage.js';
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { type ClusterMember, MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import { follow, foundShared, publishBench } from '../../../cli/harness/shared-register.js';
import { FaultProxy } from '../fault-proxy.js';
import { programOptions } from '../program-options.js';

interface Caught {
  readonly delayMs: number;
  readonly bytesPerSecond: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** That the links carried, for a byte of the transactions. */
  readonly ratio: number;
}

const SENDERS = 256;
const FILL_SECONDS = 300;
const LOOK_MS = 50;

const { values } = programOptions(
  'npm run tool -- catch-up',
  'A third node follows a register of two seats: near, and over each delay (one way, in milliseconds).',
  {
    options: {
      transactions: { type: 'string', default: '6000' },
      delays: { type: 'string', default: '20,125' },
      rate: { type: 'string', default: '12500000' },
      seconds: { type: 'string', default: '300' },
      json: { type: 'boolean', default: false },
    },
  },
);
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const cluster = await MeshCluster.create<FaultProxy>({ nodes: 3, openProxy: (target) => FaultProxy.open(target) });
try {
  const [first, second, follower] = cluster.members as [ClusterMember, ClusterMember, ClusterMember];
  const seats = [first, second];
  const { registerId } = await foundShared(cluster, { name: 'Far', mode: 'majority', seats, isPublic: true });
  const workload = await publishBench(seats, registerId, SENDERS);
  const stage: Stage = {
    ...{ nodes: [first.node, second.node], token: first.token, members: seats, workload, sequence: 0 },
    ...{ stop: () => cluster.stop(), remove: () => cluster.remove() },
  };
  const transactions = Number(values.transactions);
  const requests = requestsOf(stage, { scenario: 'plain', batch: 100, transactions });
  const { host, port } = first.node;
  const load = { host, port, concurrency: 8, requests, perRequest: 100, sealed: SEALED, secondsMax: FILL_SECONDS };
  await runLoad(load);
  const whole = await sizeOf(first, registerId);
  out.note(`${transactions} transactions in ${whole.height} dockets of ${whole.bytes} bytes together.`);
  const rows: Caught[] = [];
  for (const delayMs of [0, 0, ...values.delays.split(',').map(Number)]) {
    // The first one compiles the code that is measured.
    const row = await catchUp(follower, { registerId, ...whole, transactions, delayMs });
    out.note(JSON.stringify(row));
    rows.push(row);
  }
  out.show(rows.slice(1), () =>
    table(
      ['DELAY MS', 'BYTES/S', 'SECONDS', 'TX/S', 'BYTES FOR ONE'],
      rows.slice(1).map((row) => [row.delayMs, row.bytesPerSecond, row.seconds, row.perSecond, row.ratio]),
    ),
  );
} finally {
  await cluster.remove();
}

/** Height and bytes of all dockets of the register. */
async function sizeOf({ node, token }: ClusterMember, registerId: string) {
  const client = node.client(token);
  let [height, bytes] = [0, 0];
  for (let page = 1; ; page++) {
    const rows = await client.listDockets({ params: { registerId }, query: { page, pageSize: 100, order: 'asc' } });
    for (const { header } of rows) {
      height = Math.max(height, Number(header.height));
      bytes += Number(header.bytes);
    }
    if (rows.length < 100) return { height, bytes };
  }
}

async function catchUp(
  member: ClusterMember,
  given: { registerId: string; height: number; bytes: number; transactions: number; delayMs: number },
): Promise<Caught> {
  const { registerId, height, bytes, transactions, delayMs } = given;
  const bytesPerSecond = delayMs === 0 ? 0 : Number(values.rate);
  for (const proxy of cluster.proxies.values()) proxy.set({ delayMs, ...(bytesPerSecond > 0 && { bytesPerSecond }) });
  await pause(1000);
  const carried = () => [...cluster.proxies.values()].reduce((sum, proxy) => sum + proxy.carriedBytes, 0);
  const before = carried();
  const started = performance.now();
  await follow(member, registerId);
  const client = member.node.client(member.token);
  const heightThere = () =>
    client.getRegister({ params: { registerId } }).then(
      (register) => Number(register.height),
      () => 0,
    );
  const until = started + Number(values.seconds) * 1000;
  while ((await heightThere()) <= height && performance.now() < until) await pause(LOOK_MS);
  const seconds = (performance.now() - started) / 1000;
  const share = Math.min(1, (await heightThere()) / (height + 1));
  const ratio = (carried() - before) / (bytes * share);
  for (const proxy of cluster.proxies.values()) proxy.set({});
  await client.unsubscribeRegister({ params: { registerId }, query: { purge: true } });
  while ((await heightThere()) > 0) await pause(LOOK_MS);
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  const perSecond = Math.round((transactions * share) / seconds);
  return { delayMs, bytesPerSecond, seconds: round(seconds, 1), perSecond, ratio: round(ratio, 3) };
}
