// The bench: how many signed transactions a second this machine seals, as a table for people and rows for programs.
import type { AssistantRow } from '../../bench/assistants.js';
import type { CredentialRow } from '../../bench/credentials.js';
import type { BenchOptions, BenchRow } from '../../bench/run.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import type { CommandInput } from '../../command/input.js';
import { table } from '../../command/output.js';

const bench: Command = {
  name: 'bench',
  summary: 'measure how many transactions a second this machine seals',
  examples: [
    'quorate bench',
    'quorate bench --nodes 4 --mode bft',
    'quorate bench --concurrency 64 --batch 50',
    'quorate bench --scenario workflow --concurrency 64',
    'quorate bench --scenario credentials --seconds 2',
    'quorate bench --scenario assistants --seconds 5',
    'quorate bench --json',
  ],
  options: [
    { flags: '--nodes <count>', description: 'nodes that seal together', integer: { min: 1, max: 8 }, default: 1 },
    {
      flags: '--scenario <name>',
      description:
        'plain: signed transactions; workflow: also actions, each sealed for three wallets; credentials: made, shown and verified, without a node; assistants: tools beside the requests that they make',
      default: 'plain',
    },
    { flags: '--mode <mode>', description: 'quorum: majority, or bft from four nodes on', default: 'majority' },
    {
      flags: '--concurrency <list>',
      description: 'requests under way at once, one row for each',
      default: '1,16,64,256',
    },
    { flags: '--batch <list>', description: 'transactions a request, rows for each', default: '1,50' },
    {
      flags: '--transactions <count>',
      description: 'transactions of one row, at the most',
      integer: { min: 100, max: 1_000_000 },
      default: 20_000,
    },
    {
      flags: '--seconds <count>',
      description: 'longest time of one row',
      integer: { min: 1, max: 600 },
      default: 30,
    },
  ],
  async run(context) {
    const { input, out } = context;
    const scenario = input.requiredText('scenario');
    if (scenario === 'credentials') return runCredentials(context);
    if (scenario === 'assistants') return runAssistants(context);
    const options = optionsOf(input);
    const { runBench } = await import('../../bench/run.js');
    const { floor, rows } = await runBench(options, (sentence) => out.note(sentence));
    out.show(rows, () =>
      [
        `Floor of this machine: ${floor.verifyPerSecondCore} Ed25519 verifications a second of one core,`,
        `${floor.syncedBatchesPerSecond} synced LevelDB batches a second.`,
        '',
        table(
          [...COLUMNS.keys()],
          rows.map((row) => [...COLUMNS.values()].map((cell) => cell(row))),
        ),
      ].join('\n'),
    );
  },
};

/** Each row is steady after three seconds. */
async function runCredentials({ input, out }: Context): Promise<void> {
  const { benchCredentials } = await import('../../bench/credentials.js');
  const rows = benchCredentials(Math.min(input.integer('seconds') ?? 3, 3), (sentence) => out.note(sentence));
  out.show(rows, () =>
    table(
      [...CREDENTIAL_COLUMNS.keys()],
      rows.map((row) => [...CREDENTIAL_COLUMNS.values()].map((cell) => cell(row))),
    ),
  );
}

async function runAssistants({ input, out }: Context): Promise<void> {
  const { benchAssistants } = await import('../../bench/assistants.js');
  const rows = await benchAssistants(Math.min(input.integer('seconds') ?? 10, 10), (sentence) => out.note(sentence));
  out.show(rows, () =>
    table(
      [...ASSISTANT_COLUMNS.keys()],
      rows.map((row) => [...ASSISTANT_COLUMNS.values()].map((cell) => cell(row))),
    ),
  );
}

const ASSISTANT_COLUMNS = new Map<string, (row: AssistantRow) => string | number>([
  ['TOOL', (row) => row.tool],
  ['REQUEST US', (row) => (row.requestMicros === undefined ? '' : Math.round(row.requestMicros))],
  ['TOOL US', (row) => Math.round(row.toolMicros)],
  ['RATIO', (row) => row.ratio?.toFixed(2) ?? ''],
]);

const CREDENTIAL_COLUMNS = new Map<string, (row: CredentialRow) => string | number>([
  ['OPERATION', (row) => row.operation],
  ['A SECOND', (row) => row.perSecond],
  ['US', (row) => row.micros],
  ['RATIO', (row) => row.ratio.toFixed(3)],
  ['TO P-256', (row) => row.to],
]);

const COLUMNS = new Map<string, (row: BenchRow) => string | number>([
  ['SCENARIO', (row) => row.scenario],
  ['BATCH', (row) => row.batch],
  ['CONCURRENT', (row) => row.concurrency],
  ['SEALED/S', (row) => row.sealedPerSecond],
  ['RATIO', (row) => row.ratio.toFixed(3)],
  ['P50 MS', (row) => row.p50Ms],
  ['P99 MS', (row) => row.p99Ms],
  ['REFUSED', (row) => row.refused],
  ['CPU US/TX', (row) => row.cpuMicrosPerTx],
  ['FSYNCS/S', (row) => row.fsyncsPerSecond],
  ['BYTES/TX', (row) => row.bytesPerTx],
  ['TO PLAIN', (row) => row.toPlain?.toFixed(3) ?? ''],
]);

function optionsOf(input: CommandInput): BenchOptions {
  const nodes = input.integer('nodes') ?? 1;
  const mode = input.requiredText('mode');
  if (mode !== 'majority' && mode !== 'bft') throw new CommandError('--mode is majority or bft', { exit: EXIT.usage });
  if (mode === 'bft' && nodes < 4)
    throw new CommandError('bft takes at least four validators', {
      exit: EXIT.usage,
      hint: 'Add --nodes 4, or leave --mode out.',
    });
  const scenario = input.requiredText('scenario');
  if (scenario !== 'plain' && scenario !== 'workflow')
    throw new CommandError('--scenario is plain, workflow, credentials or assistants', { exit: EXIT.usage });
  return {
    scenario,
    nodes,
    mode,
    concurrency: numbers('concurrency', input.requiredText('concurrency'), 1024),
    batches: numbers('batch', input.requiredText('batch'), 500),
    transactions: input.integer('transactions') ?? 20_000,
    secondsMax: input.integer('seconds') ?? 30,
  };
}

export const benchCommands: readonly Command[] = [bench];

function numbers(option: string, text: string, max: number): number[] {
  const list = text.split(',').map(Number);
  if (list.length === 0 || list.some((n) => !Number.isInteger(n) || n < 1 || n > max))
    throw new CommandError(`--${option} takes whole numbers from 1 to ${max}, separated by commas`, {
      exit: EXIT.usage,
    });
  return list;
}
