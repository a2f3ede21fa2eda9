// `npm run tool -- fairness`: a stranger's p50 and p99 alone and while an attacker of another organisation does, within
// its limits, what costs most: in turns, so that what else the machine does meets both alike. Prints a table; exit code
// 1 where a p99 grew by more than FACTOR. A measurement, not a test: what it says depends on the machine.
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { outputOf, table } from '../../cli/command/output.js';
import { processTerminal } from '../../cli/command/terminal.js';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../cli/harness/party.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { BENCH_BLUEPRINT, benchKeys } from '../../cli/harness/workload.js';
import { busyBetween, readingOf } from '../tools/overload/processors.js';
import { programOptions } from '../tools/program-options.js';
import { aTenant, type Tenant } from './cast.js';
import { type Row, rowOf } from './factor.js';
import { ATTACKS, type Attack, type AttackOrder } from './order.js';
import { type Worked, type Working, work } from './work.js';

/** The factor that issue 14 allows. */
const FACTOR = 3;
/** The limits of a node as it comes, but for those by address: all here come from one. */
const SETTINGS = { 'limits.standardPerMinute': '100', 'limits.strictPerMinute': '0' };
const WARM_SECONDS = 5;
/** Between two turns: what was begun is over, and what begins has begun. */
const SETTLE_MS = 1000;

const { values } = programOptions(
  'npm run tool -- fairness',
  'How much longer a stranger waits while an organisation within its limits does what costs most.',
  {
    options: {
      seconds: { type: 'string', default: '10' },
      turns: { type: 'string', default: '4' },
      users: { type: 'string', default: '40' },
      connections: { type: 'string', default: '4' },
      attacks: { type: 'string', default: ATTACKS.join(',') },
      each: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  },
);
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const wanted = values.attacks.split(',') as Attack[];
const [seconds, turns, users, connections] = [values.seconds, values.turns, values.users, values.connections].map(
  Number,
) as [number, number, number, number];
process.exitCode = await run();

async function run(): Promise<number> {
  out.note('Starting a node with two organisations.');
  const node = await NodeProcess.create({ settings: SETTINGS });
  try {
    const admin = await node.login();
    const stranger = await aTenant(node, admin, { name: 'stranger', users });
    const attacker = await aTenant(node, admin, { name: 'attacker', users });
    const place = await aPlace(node, stranger, attacker);
    let sequence = 0;
    const measured = (length: number) => {
      sequence += 1_000_000;
      const clients = stranger.tokens.map((token) => node.client(token));
      const working: Working = { clients, seconds: length, sequence, ...place };
      return work(working);
    };
    await measured(WARM_SECONDS);
    const rounds = values.each ? wanted.map((one) => [one]) : [wanted];
    let isFair = true;
    for (const attacks of rounds) {
      out.note(`Alone and under attack by ${attacks.join(', ')}, ${turns} turns of ${seconds} s each.`);
      const { registerId, publicationTxId } = place.workload;
      const { tokens, emails } = attacker;
      const { draft } = place;
      const order = { url: node.url, tokens, emails, registerId, publicationTxId, draft, attacks, connections };
      const before = readingOf({ nodes: [node] });
      const rows = await compared(order, () => measured(seconds));
      const busy = busyBetween(before, readingOf({ nodes: [node] }));
      out.show({ attacks, rows, busy }, () => tableOf(rows));
      const elsewhere = Math.round((busy.elsewhere + busy.stolen) * 100) / 100;
      out.note(`Processors: node ${busy.first}, attacker and all others ${elsewhere}, idle ${busy.idle}.`);
      isFair &&= rows.every(({ factor }) => factor <= FACTOR);
    }
    await node.stop();
    return isFair ? 0 : 1;
  } finally {
    await node.remove();
  }
}

/** A register of the stranger, to which anybody may submit, and a draft of each organisation. */
async function aPlace(node: NodeProcess, stranger: Tenant, attacker: Tenant) {
  const client = node.client(stranger.tokens[0] as string);
  const owner = await newParty(client, 'owner', 'ED25519');
  const { registerId } = await foundRegister(client, 'Fairness', [owner]);
  const blueprint = {
    blueprintId: BENCH_BLUEPRINT.id,
    blueprintJson: { ...BENCH_BLUEPRINT } as never,
    override: UNREHEARSED,
  };
  const { publicationTxId } = await client.publishBlueprint({ params: { registerId }, body: blueprint });
  for (const token of [stranger.tokens[0], attacker.tokens[0]] as string[])
    await node.client(token).createBlueprint({ body: { ...BENCH_BLUEPRINT } as never });
  return { workload: { registerId, publicationTxId, keys: benchKeys(256) }, draft: BENCH_BLUEPRINT.id };
}

/** The stranger works alone and under attack, in turns; the attacker stands still while it does not attack. */
async function compared(order: AttackOrder, measure: () => Promise<readonly Worked[]>): Promise<Row[]> {
  const child = fork(fileURLToPath(new URL('./attack.js', import.meta.url)));
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  const ended = new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('The attacker ended.'))));
  ended.catch(() => undefined);
  try {
    const ready = new Promise((resolve) => child.once('message', resolve));
    child.send(order);
    await Promise.race([ready, ended]);
    // A real attacker computes on another machine.
    setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
    return await Promise.race([inTurns(child, measure), ended]);
  } finally {
    process.off('exit', orphaned);
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  }
}

async function inTurns(child: ChildProcess, measure: () => Promise<readonly Worked[]>): Promise<Row[]> {
  const alone: Worked[] = [];
  const under: Worked[] = [];
  for (let turn = 0; turn < turns; turn++) {
    for (const [signal, found] of [['SIGSTOP', alone] as const, ['SIGCONT', under] as const]) {
      child.kill(signal);
      await pause(SETTLE_MS);
      found.push(...(await measure()));
    }
  }
  const timesOf = (found: readonly Worked[], name: string) =>
    found.flatMap(({ call, times }) => (call === name ? times : []));
  return [...new Set(alone.map(({ call }) => call))].map((call) => {
    const refused = under.reduce((sum, one) => sum + (one.call === call ? one.refused : 0), 0);
    return rowOf(call, { alone: timesOf(alone, call), under: timesOf(under, call), refused }, Math.random);
  });
}

function tableOf(rows: readonly Row[]): string {
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const cells = rows.map(({ call, alone, under, refused, factor, least, most }) => [
    ...[call, alone.count, tenth(alone.p50Ms), tenth(alone.p99Ms)],
    ...[under.count, refused, tenth(under.p50Ms), tenth(under.p99Ms)],
    ...[`${tenth(factor)}`, `${tenth(least)} to ${tenth(most)}`],
  ]);
  return table(['CALL', 'ALONE', 'P50', 'P99', 'UNDER', 'REFUSED', 'P50', 'P99', 'FACTOR', 'NINE IN TEN'], cells);
}
