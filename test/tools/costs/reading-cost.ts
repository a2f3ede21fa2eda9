// `npm run tool -- reading-cost`: the price that a reader pays for a run whose text somebody else encrypted, honest or
// not, of 3 MB: processor time of one first read and of the next one, and the ratio to the dearest honest text. Of
// twelve first reads at once: the longest turn of the event loop, in processor time; and how long /alive took for a
// process that asks it over HTTP every 20 ms. Of several rounds it tells the best, since other programs may have the
// machine. Exit code 1 where a hostile text costs more than twice the dearest honest one, is opened again, or makes
// /alive take 100 ms.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { EXAMPLE } from '../../../api/examples/values.js';
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { fromBase64, toBase64Url } from '../../../core/base/bytes.js';
import { agreements, closeGroup, OWN_BYTES, walletEntries } from '../../../core/envelope/sealed-group.js';
import { ask, buyer } from '../../contract/ledger/fixtures.js';
import { outsideRun } from '../../contract/people/deliveries/outside-run.js';
import { type DraftRegister, draftRegister, said } from '../../contract/people/draft-register.js';
import { seedExampleWallet } from '../../contract/wallets/wallets.js';
import { aWorld, type World } from '../../contract/world/world.js';
import { good } from '../../support/base/good.js';
import { asks, definitionOf, shows, to } from '../../support/definitions/short-definitions.js';
import { figuresOf, startProbe } from '../overload/alive-probe.js';
import type { ProbeFigures } from '../overload/probe.js';
import { READING_TEXTS, type ReadingText } from './reading-texts.js';

const READS = 12;
const ROUNDS = 3;
const RATIO_MAX = 2;
const ALIVE_MS_MAX = 100;
/** Of a read that opens nothing: it reads the transaction of 4 MB and its hash. */
const AGAIN_MS_MAX = 50;
const HOST = '127.0.0.1';
const OFFICE = EXAMPLE.walletAddress;
const DEFINITION = definitionOf([{ ...asks({ a: {} }), ...shows({ y: ['a'] }), ...to() }], {
  participants: [
    { id: 'x', walletAddress: buyer.address },
    { id: 'y', walletAddress: OFFICE },
  ],
});

interface Row extends Round {
  readonly name: string;
  readonly isHonest: boolean;
}

interface Round {
  readonly firstMs: number;
  readonly againMs: number;
  readonly turnMs: number;
  readonly alive: ProbeFigures;
}

interface Place {
  readonly world: World;
  readonly at: DraftRegister;
  readonly publicKey: Uint8Array;
}

/** An opening action with that text, or with that data. */
async function sealed({ world, at, publicKey }: Place, instanceId: string, text: ReadingText): Promise<void> {
  const keys = [
    { walletAddress: buyer.address, publicKey: buyer.publicKey },
    { walletAddress: OFFICE, publicKey },
  ];
  const of = {
    definition: DEFINITION,
    instanceId,
    by: buyer,
    next: [],
    holders: { x: buyer.address, y: OFFICE },
    keys,
  };
  const run =
    'data' in text
      ? outsideRun(world, at, { ...of, data: { a: text.data } })
      : outsideRun(world, at, {
          ...of,
          data: { a: 1 },
          alter: () => JSON.stringify(falseEnvelope({ registerId: at.registerId, instanceId, keys, text: text.text })),
        });
  const answer = said(await at.submit(run));
  if (answer !== '200 sealed') throw new Error(`${text.name}: ${answer}`);
}

interface False {
  readonly registerId: string;
  readonly instanceId: string;
  readonly keys: readonly { readonly walletAddress: string; readonly publicKey: Uint8Array }[];
  readonly text: string;
}

/** An envelope of the right form, with any text at all. */
function falseEnvelope({ registerId, instanceId, keys, text }: False) {
  const recipients = keys.map((key) => ({ ...key, algorithm: 'ED25519' as const }));
  const { agreed, end } = agreements([{ recipients }], new Uint8Array(32).fill(3));
  const own = new Uint8Array(OWN_BYTES).fill(9);
  const context = { registerId, instanceId, actionId: '1' };
  const group = closeGroup({ recipients, agreed, context, own, text });
  end();
  return { groups: [group], root: toBase64Url(new Uint8Array(32)), v: 2, wallets: walletEntries(agreed) };
}

async function measured(text: ReadingText): Promise<Row> {
  const world = await aWorld({ isHeldToDocument: false });
  let probe: ChildProcess | undefined;
  try {
    await seedExampleWallet(world.deps);
    const publicKey = good(fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') ?? []);
    const place = { world, at: await draftRegister(world, DEFINITION), publicKey: publicKey as Uint8Array };
    const isHonest = 'data' in text;
    const token = await world.token('administrator');
    const query = { registerId: place.at.registerId, wallet: OFFICE };
    const read = async (instanceId: string): Promise<void> => {
      const { status, text: body } = await ask(world, 'getInstanceState', { params: { instanceId }, query }, { token });
      if (status !== 200 || body.includes('"isDelivered":false') === isHonest)
        throw new Error(`${status}: ${body.slice(0, 300)}`);
    };
    await world.app.listen({ host: HOST, port: 0 });
    probe = await startProbe({ host: HOST, port: (world.app.server.address() as AddressInfo).port });
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push(await round({ place, text, read, probe }, n));
    const least = (of: (one: Round) => number) => Math.min(...rounds.map(of));
    const [first] = [...rounds].sort((a, b) => a.alive.maxMs - b.alive.maxMs) as [Round];
    return {
      ...{ name: text.name, isHonest, alive: first.alive },
      firstMs: least(({ firstMs }) => firstMs),
      againMs: least(({ againMs }) => againMs),
      turnMs: least(({ turnMs }) => turnMs),
    };
  } finally {
    if (probe?.connected) probe.disconnect();
    await world.close();
  }
}

interface Measuring {
  readonly place: Place;
  readonly text: ReadingText;
  readonly read: (instanceId: string) => Promise<void>;
  readonly probe: ChildProcess;
}

/** Of runs of its own, which nobody has read. */
async function round({ place, text, read, probe }: Measuring, n: number): Promise<Round> {
  const ids = Array.from({ length: 2 * READS }, (_, i) => `run-${n}-${i}`);
  for (const id of ids) await sealed(place, id, text);
  const [alone, atOnce] = [ids.slice(0, READS), ids.slice(READS)];
  const firstMs = await spentEach(alone, read);
  const againMs = await spentEach(alone, read);
  await figuresOf(probe);
  const turnMs = await longestTurn(() => Promise.all(atOnce.map(read)));
  return { firstMs, againMs, turnMs, alive: await figuresOf(probe) };
}

/** Processor time of one, all threads. */
async function spentEach(ids: readonly string[], read: (id: string) => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (const id of ids) await read(id);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ids.length;
}

/** Processor time of the thread of the event loop (Linux). */
function loopMs(): number {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/**
 * The longest time that one turn of the event loop takes while the work is done: of processors, so that other programs
 * do not count. A request that comes meanwhile, for /alive, waits for one such turn.
 */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver] = [0, false];
  const turns = (async () => {
    for (let before = loopMs(); !isOver; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const spent = loopMs();
      longest = Math.max(longest, spent - before);
      before = spent;
    }
  })();
  await work();
  isOver = true;
  await turns;
  return longest;
}

const rows: Row[] = [];
for (const text of READING_TEXTS) rows.push(await measured(text()));
const dearest = Math.max(...rows.filter(({ isHonest }) => isHonest).map(({ firstMs }) => firstMs));
const columns = new Map<string, (row: Row) => string>([
  ['TEXT', ({ name }) => name],
  ['FIRST READ, MS CPU', ({ firstMs }) => firstMs.toFixed(1)],
  ['OF HONEST', ({ firstMs }) => (firstMs / dearest).toFixed(2)],
  ['NEXT READ', ({ againMs }) => againMs.toFixed(1)],
  ['LONGEST TURN OF 12', ({ turnMs }) => turnMs.toFixed(0)],
  ['/ALIVE P50', ({ alive }) => alive.p50Ms.toFixed(0)],
  ['P99', ({ alive }) => alive.p99Ms.toFixed(0)],
  ['MAX', ({ alive }) => alive.maxMs.toFixed(0)],
]);
const out = outputOf(processTerminal(), { json: false, quiet: false });
out.note(`Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);
out.show({ rows }, () =>
  table(
    [...columns.keys()],
    rows.map((row) => [...columns.values()].map((of) => of(row))),
  ),
);
const isDear = ({ isHonest, firstMs, againMs, alive }: Row) =>
  !isHonest && (firstMs > RATIO_MAX * dearest || againMs > AGAIN_MS_MAX || alive.maxMs > ALIVE_MS_MAX);
process.exit(rows.some(isDear) ? 1 : 0);
