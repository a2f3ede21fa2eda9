// `node dist/test/tools/costs/waiting-cost.js [registers] [unlinked|silent|few] [seconds]`: what registers of four
// seats cost a node, of which every one has one transaction and none a quorum. The other members are not linked; or
// linked and silent; or one of them is honest and the others are not linked. CPU time of the process, not the clock of
// a shared machine. Exit code 1 above five percent of a core.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isIssue } from '../../../core/base/issue.js';
import { genesisAttestationDigest } from '../../../core/consensus/digest.js';
import type { Validator } from '../../../core/model/register.js';
import { validatorIdOf } from '../../../core/register/roster.js';
import { openLevel } from '../../../storage/engine/level.js';
import { loadIdentity } from '../../../storage/pki/identity.js';
import { good } from '../../support/base/good.js';
import { anAuthority, enrolled, ORG_A } from '../../support/mesh/pki.js';
import { genesisTransaction, keysOf, ledgerWorld, signerOf } from '../../support/node/ledger-world.js';
import { idOf, type NodeOrder, type Order, type Used, wallClock } from './waiting-node.js';

type Others = 'unlinked' | 'silent' | 'few';

const [registers = 10_000, seconds = 15] = [process.argv[2], process.argv[4]].map((text) =>
  text === undefined ? undefined : Number(text),
);
const others = (process.argv[3] ?? 'silent') as Others;
const PERCENT_MAX = 5;
const NAMES = ['n0', 'n1', 'n2', 'n3'] as const;
const AT_ONCE = 64;
const HOUR_MS = 3_600_000;
/** When the back-off is at its end: before, every round is shorter than the next. */
const STEADY_AFTER_MS = 45_000;
const root = mkdtempSync(join(tmpdir(), 'quorate-waiting-'));
const children: ChildProcess[] = [];

async function seats(): Promise<readonly Validator[]> {
  const nowMs = Date.now() - HOUR_MS;
  const authority = await anAuthority(join(root, 'ca'), { orgId: ORG_A, nowMs });
  const made: Validator[] = [];
  for (const name of NAMES) {
    const dir = join(root, name);
    await enrolled(dir, authority, { nowMs, days: 30 });
    const { peerId, orgId } = good(loadIdentity(dir, Date.now()));
    const { publicKey } = signerOf(name);
    made.push({ validatorId: validatorIdOf(publicKey), orgId, consensusKey: publicKey, peerId });
  }
  return made;
}

/** A quarter of the registers is founded by each of the four, so that each has its turn to propose in as many. */
async function found(validators: readonly Validator[], dir: string): Promise<void> {
  const each = Math.ceil(registers / NAMES.length);
  for (const [i, founder] of NAMES.entries())
    await foundBy(founder, { validators, dir, from: i * each, to: Math.min(registers, (i + 1) * each) });
}

interface Quarter {
  readonly validators: readonly Validator[];
  readonly dir: string;
  readonly from: number;
  readonly to: number;
}

async function foundBy(founder: string, { validators, dir, from, to }: Quarter): Promise<void> {
  const kv = await openLevel(dir);
  const world = await ledgerWorld({ kv, clock: wallClock(), keys: keysOf(founder) });
  const one = async (n: number) => {
    const policy = { consensus: { mode: 'bft' } } as const;
    const transaction = genesisTransaction(Date.now(), idOf(n), { validators, policy });
    const founding = { transaction, advertise: false };
    const docket = good(await world.ledger.genesis.prepare(founding));
    const digest = genesisAttestationDigest(idOf(n), docket.hash);
    const signatures = NAMES.map((name, voterIndex) => ({ voterIndex, signature: signerOf(name).sign(digest) }));
    good(await world.ledger.genesis.found(founding, { docket, signatures }));
  };
  for (let n = from; n < to; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, to - n) }, (_, i) => one(n + i)));
  await world.ledger.stop();
  await world.store.close();
}

async function start(order: NodeOrder): Promise<{ child: ChildProcess; address: string; used: Used }> {
  const child = fork(join(import.meta.dirname, 'waiting-node.js'), [JSON.stringify(order)], {
    execArgv: ['--max-semi-space-size=64', ...(order.name === 'n0' ? process.execArgv : [])],
  });
  children.push(child);
  const [told] = (await once(child, 'message')) as [{ readonly address: string; readonly used: Used }];
  return { child, ...told };
}

async function ask<T>(child: ChildProcess, order: Order): Promise<T> {
  const answer = once(child, 'message');
  child.send(order);
  const [told] = (await answer) as [T];
  if (isIssue<unknown>(told)) throw new Error(told.message);
  return told;
}

function row(what: string, from: Used, to: Used): number {
  const s = (to.atMs - from.atMs) / 1000;
  const percent = (to.cpuMs - from.cpuMs) / s / 10;
  const rate = (of: (used: Used) => number) => Math.round((of(to) - of(from)) / s);
  const kinds = Object.entries(to.byKind)
    .map(([kind, count]) => [kind, Math.round((count - (from.byKind[kind] ?? 0)) / s)] as const)
    .filter(([, perSecond]) => perSecond > 0);
  console.log(
    JSON.stringify({
      ...{ what, seconds: Math.round(s), cpuPercent: Number(percent.toFixed(2)) },
      framesOut: rate(({ frames }) => frames.out),
      bytesOut: rate(({ bytes }) => bytes.out),
      framesIn: rate(({ frames }) => frames.in),
      bytesIn: rate(({ bytes }) => bytes.in),
      ...{ dropped: to.dropped - from.dropped, mib: to.residentMib, kinds: Object.fromEntries(kinds) },
    }),
  );
  return percent;
}

async function spent(child: ChildProcess, what: string, ms: number): Promise<number> {
  const before = await ask<Used>(child, 'use');
  await pause(ms);
  return row(what, before, await ask<Used>(child, 'use'));
}

/** The cost of the first proposals and offers of a seat belongs to the submissions, and not to waiting. */
async function proposed(child: ChildProcess): Promise<void> {
  const before = await ask<Used>(child, 'use');
  for (let last = before, i = 0; i < 60; i++) {
    await pause(1000);
    const used = await ask<Used>(child, 'use');
    if (used.byKind['out proposal'] === last.byKind['out proposal']) break;
    last = used;
  }
  row('proposing', before, await ask<Used>(child, 'use'));
}

async function linked(child: ChildProcess, links: number): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if ((await ask<Used>(child, 'use')).links >= links) return;
    await pause(100);
  }
  throw new Error(`there are not ${links} links`);
}

/** The other members, as far as there are any; they dial the first. */
async function company(address: string, storeDir: string): Promise<readonly ChildProcess[]> {
  const silent = (name: string) => ({ name, identityDir: join(root, name), storeDir: undefined, seeds: [address] });
  const orders: readonly NodeOrder[] =
    others === 'silent' ? NAMES.slice(1).map(silent) : others === 'few' ? [{ ...silent('n1'), storeDir }] : [];
  return Promise.all(orders.map(async (order) => (await start(order)).child));
}

try {
  const validators = await seats();
  const storeDir = join(root, 'store');
  await found(validators, storeDir);
  cpSync(storeDir, join(root, 'store-n1'), { recursive: true });
  const order = { name: 'n0', identityDir: join(root, 'n0'), storeDir, seeds: [] };
  console.log(JSON.stringify({ registers, others }));
  for (const what of ['stuck', 'started again'] as const) {
    const { child, address, used } = await start(order);
    console.log(JSON.stringify({ what: `${what}: opened`, cpuMs: Math.round(used.cpuMs), mib: used.residentMib }));
    if (what === 'stuck') {
      const beside = await company(address, join(root, 'store-n1'));
      await linked(child, beside.length);
      await pause(5000);
      await spent(child, 'idle', 5000);
      row('submitting', await ask<Used>(child, 'submit'), await ask<Used>(child, 'use'));
      await proposed(child);
    } else await linked(child, (await company(address, join(root, 'store-n1'))).length);
    const first = await spent(child, `${what}: first ${seconds} s`, seconds * 1000);
    await pause(STEADY_AFTER_MS - seconds * 1000);
    const steady = await spent(child, `${what}: after ${STEADY_AFTER_MS / 1000} s`, seconds * 1000);
    if (Math.max(first, steady) > PERCENT_MAX) process.exitCode = 1;
    console.log(JSON.stringify(await ask(child, 'logs')));
    const ends = children.splice(0).map(async (one) => {
      const over = once(one, 'exit');
      one.kill(one === child ? 'SIGTERM' : 'SIGKILL');
      await over;
    });
    await Promise.all(ends);
  }
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
}
process.exit();
