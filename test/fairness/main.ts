// `npm run fairness`: a stranger's p50 and p99 alone and while an attacker of another organisation does, within its limits, what costs most. Prints a table; exit
// code 1 where a p99 grew by more than FACTOR. A measurement, not a test: what it says depends on the machine and on what else that does.
import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BENCH_BLUEPRINT, benchKeys } from '../../cli/bench/workload.js';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../cli/harness/party.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { outputOf, table } from '../../cli/output.js';
import { processTerminal } from '../../cli/terminal.js';
import { aTenant, type Tenant } from './cast.js';
import { ATTACKS, type Attack, type AttackOrder } from './order.js';
import { type Row, type Working, work } from './work.js';

/** What issue 14 allows. */
const FACTOR = 3;
/** The limits of a node as it comes, but for those by address: all here come from one. */
const SETTINGS = { 'limits.standardPerMinute': '100', 'limits.strictPerMinute': '0' };
const WARM_SECONDS = 5;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    users: { type: 'string', default: '40' },
    connections: { type: 'string', default: '4' },
    attacks: { type: 'string', default: ATTACKS.join(',') },
    each: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const wanted = values.attacks.split(',') as Attack[];
const [seconds, users, connections] = [values.seconds, values.users, values.connections].map(Number) as [
  number,
  number,
  number,
];
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
    out.note(`Alone, ${seconds} s.`);
    const alone = await measured(seconds);
    const rounds = values.each ? wanted.map((one) => [one]) : [wanted];
    let isFair = true;
    for (const attacks of rounds) {
      out.note(`Under attack by ${attacks.join(', ')}, ${seconds} s.`);
      const { registerId, publicationTxId } = place.workload;
      const { tokens, emails } = attacker;
      const order = {
        url: node.url,
        tokens,
        emails,
        registerId,
        publicationTxId,
        draft: place.draft,
        attacks,
        connections,
      };
      const under = await attacked(order, () => measured(seconds));
      out.show({ attacks, alone, under }, () => tableOf(alone, under));
      isFair &&= alone.every((row, i) => (under[i]?.p99Ms ?? Number.POSITIVE_INFINITY) <= FACTOR * row.p99Ms);
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

async function attacked<T>(order: AttackOrder, measure: () => Promise<T>): Promise<T> {
  const child = fork(fileURLToPath(new URL('./attack.js', import.meta.url)));
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  const ended = new Promise<never>((_, fail) => child.once('exit', () => fail(new Error('The attacker ended.'))));
  ended.catch(() => undefined);
  try {
    const ready = new Promise((resolve) => child.once('message', resolve));
    child.send(order);
    await Promise.race([ready, ended]);
    // What the attacker computes is computed elsewhere where it is a real one.
    setPriority(child.pid as number, constants.priority.PRIORITY_LOW);
    return await Promise.race([measure(), ended]);
  } finally {
    process.off('exit', orphaned);
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
  }
}

function tableOf(alone: readonly Row[], under: readonly Row[]): string {
  const rows = alone.map((row, i) => {
    const other = under[i] as Row;
    const factor = Math.round((other.p99Ms / row.p99Ms) * 10) / 10;
    return [
      row.call,
      row.count,
      row.p50Ms,
      row.p99Ms,
      other.count,
      other.refused,
      other.p50Ms,
      other.p99Ms,
      `${factor}`,
    ];
  });
  return table(['CALL', 'ALONE', 'P50', 'P99', 'UNDER', 'REFUSED', 'P50', 'P99', 'FACTOR'], rows);
}
