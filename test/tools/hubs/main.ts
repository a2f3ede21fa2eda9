// `npm run tool -- hubs`: what idle connections cost a node, and what it costs to tell many of a full docket. The node
// and its clients are processes of their own. Exit code 1 where a figure is beyond its bound.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HUB_CONNECTIONS_SUBJECT_MAX } from '../../../core/base/limits/node/hubs.js';
import { programOptions } from '../program-options.js';
import { Clients } from './clients.js';
import type { NodeFigures, NodeReady, ToNode } from './node.js';

const { values } = programOptions('npm run tool -- hubs', 'What connections to the hubs cost a node.', {
  options: {
    sockets: { type: 'string', default: '10000' },
    subscribers: { type: 'string', default: '1000' },
    transactions: { type: 'string', default: '1000' },
    dockets: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
  },
});
const [sockets, subscribers, transactions, dockets, seconds] = [
  values.sockets,
  values.subscribers,
  values.transactions,
  values.dockets,
  values.seconds,
].map(Number) as [number, number, number, number, number];

const MIB = 1024 * 1024;
const RSS_MAX = 400 * MIB;
const CPU_MAX_MS = 1000;
const AT_ONCE = 50;

const eachUser = HUB_CONNECTIONS_SUBJECT_MAX;
const users = [Math.ceil(sockets / eachUser), Math.ceil(subscribers / eachUser)].map(String);
const node = fork(join(import.meta.dirname, 'node.js'), users, { execArgv: ['--max-semi-space-size=64'] });
const [ready] = (await once(node, 'message')) as [NodeReady];

async function ask(order: ToNode): Promise<NodeFigures> {
  node.send(order);
  return ((await once(node, 'message')) as [NodeFigures])[0];
}

/** So many connections with the tokens in turn; gives how many were opened. */
async function open(clients: Clients, count: number, each: (i: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => each(from + i).catch(refused)));
  console.log(`${clients.count} connections`);
}

let refusals = 0;
function refused(error: Error): void {
  if (refusals++ === 0) console.log(`refused: ${error.message}`);
}

const { port } = new URL(ready.url);
const megabytes = (bytes: number): string => (bytes / MIB).toFixed(0);
let isBeyond = false;

async function idle(): Promise<void> {
  const before = await ask({ do: 'figures' });
  const clients = new Clients(Number(port));
  await open(clients, sockets, (i) => clients.open('/hubs/register', ready.tokens[Math.floor(i / eachUser)] as string));
  await pause(10_000);
  const from = await ask({ do: 'figures' });
  await pause(seconds * 1000);
  const to = await ask({ do: 'figures' });
  const rss = Math.max(from.rss, to.rss);
  const kib = (to.rss - before.rss) / 1024 / clients.count;
  const share = (to.cpu - from.cpu) / 10_000 / seconds;
  console.log(`idle: ${clients.count} connections, ${clients.lost - refusals} lost, ${refusals} refused`);
  console.log(`RSS ${megabytes(before.rss)} MiB before, ${megabytes(rss)} at most since: ${kib.toFixed(1)} KiB each`);
  console.log(`${share.toFixed(1)} % of a core to look after them`);
  isBeyond ||= rss > RSS_MAX;
  clients.close();
  await pause(3000);
}

async function docket(): Promise<void> {
  const clients = new Clients(Number(port));
  const call = { type: 1, invocationId: '1', target: 'SubscribeToRegister', arguments: [ready.registerId] };
  const first = `${JSON.stringify(call)}\x1e`;
  await open(clients, subscribers, (i) =>
    clients.open('/hubs/register', ready.watchers[Math.floor(i / eachUser)] as string, first),
  );
  await pause(2000);
  for (let i = 0; i < dockets; i++) {
    const from = await ask({ do: 'figures' });
    clients.heard = 0;
    const begun = performance.now();
    await ask({ do: 'docket', transactions });
    const wanted = clients.count * (transactions + 2);
    while (clients.heard < wanted && performance.now() - begun < 60_000) await pause(5);
    const ms = performance.now() - begun;
    const cpu = ((await ask({ do: 'figures' })).cpu - from.cpu) / 1000;
    console.log(
      `docket of ${transactions} to ${clients.count}: ${clients.heard} of ${wanted} records, ${cpu.toFixed(0)} ms of processor time, ${ms.toFixed(0)} ms until all had it`,
    );
    if (i > 0) isBeyond ||= cpu > CPU_MAX_MS || clients.heard < wanted;
  }
  clients.close();
}

if (sockets > 0) await idle();
if (subscribers > 0) await docket();
node.disconnect();
process.exit(isBeyond ? 1 : 0);
