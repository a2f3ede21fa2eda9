// `npm run tool -- schemas`: how long /alive takes while a caller brings a node 100 hostile schemas a second: in
// blueprints to publish, or in drafts that are checked or tried. Exit code 1 where its p99 is above the bound. A
// measurement, not a test: what it says depends on the machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ClientError } from '../../api/client/client.js';
import { outputOf, table } from '../../cli/command/output.js';
import { processTerminal } from '../../cli/command/terminal.js';
import { NodeProcess } from '../../cli/harness/node-process.js';
import { foundRegister, newParty } from '../../cli/harness/party.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import type { ProbeFigures } from '../tools/overload/probe.js';
import { busyBetween, readingOf } from '../tools/overload/processors.js';
import { programOptions } from '../tools/program-options.js';
import { blueprintWith, DATA, SCHEMAS } from './hostile.js';

/** Of issue 15. */
const ALIVE_MS = 100;
/** Without limits of rate, which would keep all but a few of them away. */
const SETTINGS = { 'limits.standardPerMinute': '1000000', 'limits.strictPerMinute': '0' };

const { values } = programOptions('npm run tool -- schemas', 'How long /alive takes under hostile schemas.', {
  options: {
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
  },
});
const [seconds, turns, rate] = [values.seconds, values.turns, values.rate].map(Number) as [number, number, number];
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await run();

interface Turn extends ProbeFigures {
  readonly sent: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly busy: number;
  readonly others: number;
}

async function run(): Promise<number> {
  const node = await NodeProcess.create({ settings: SETTINGS });
  const probe = fork(join(import.meta.dirname, '../tools/overload/probe.js'), [node.host, String(node.port)]);
  try {
    await once(probe, 'message');
    const client = node.client(await node.login());
    const { registerId } = await foundRegister(client, 'Schemas', [await newParty(client, 'owner', 'ED25519')]);
    const asks = await asksOf(client, registerId);
    const figures = async () => {
      probe.send('figures');
      return ((await once(probe, 'message')) as [ProbeFigures])[0];
    };
    const rows: Turn[] = [];
    for (let turn = 0; turn < turns; turn++) {
      await pause(1000);
      await figures();
      const before = readingOf({ nodes: [node] });
      const sent = await bring(asks);
      const busy = busyBetween(before, readingOf({ nodes: [node] }));
      rows.push({ ...(await figures()), ...sent, busy: busy.first, others: busy.elsewhere + busy.stolen });
    }
    out.show({ rows, boundMs: ALIVE_MS }, () => shown(rows));
    await node.stop();
    return rows.every(({ p99Ms }) => p99Ms < ALIVE_MS) ? 0 : 1;
  } finally {
    if (probe.connected) probe.disconnect();
    await node.remove();
  }
}

type Ask = () => Promise<unknown>;

/** Each schema: as a draft that is checked, as one that is tried, and to be published. */
async function asksOf(client: Client, registerId: string): Promise<readonly Ask[]> {
  const asks: Ask[] = [];
  for (const [i, schema] of SCHEMAS.entries()) {
    const id = `hostile-${i}`;
    const blueprint = blueprintWith(schema, id);
    const body = { blueprintId: id, blueprintJson: blueprint as never, override: UNREHEARSED };
    const isKept = await statusOf(() => client.createBlueprint({ body: blueprint as never }));
    asks.push(() => client.publishBlueprint({ params: { registerId }, body }));
    if (isKept !== '200') continue;
    asks.push(() => client.validateBlueprint({ params: { id } }));
    asks.push(() => client.executeValidate({ body: { blueprintId: id, actionId: '0', data: DATA } as never }));
  }
  return asks;
}

/** At times that do not wait for answers, as an attacker does not. */
async function bring(asks: readonly Ask[]): Promise<Pick<Turn, 'sent' | 'answers'>> {
  const answers: Record<string, number> = {};
  const open: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent < seconds * rate; sent++) {
    const rest = start + (sent * 1000) / rate - performance.now();
    if (rest > 0) await pause(rest);
    const ask = asks[sent % asks.length] as Ask;
    open.push(
      statusOf(ask).then((status) => {
        answers[status] = (answers[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(open);
  return { sent: open.length, answers };
}

async function statusOf(ask: Ask): Promise<string> {
  try {
    await ask();
    return '200';
  } catch (error) {
    return error instanceof ClientError ? String(error.status) : 'none';
  }
}

function shown(rows: readonly Turn[]): string {
  return table(
    ['SENT', 'ANSWERS', '/ALIVE P50 MS', 'P99 MS', 'MAX MS', 'PROBE P99 MS', 'NODE', 'OTHERS'],
    rows.map(({ sent, answers, p50Ms, p99Ms, maxMs, ownP99Ms, busy, others }) => [
      ...[
        sent,
        Object.entries(answers)
          .map((one) => one.join(': '))
          .join(', '),
      ],
      ...[p50Ms, p99Ms, maxMs, ownP99Ms, busy, others].map((one) => Math.round(one * 100) / 100),
    ]),
  );
}
