// `npm run tool -- chaos`: clients against a mesh whose nodes are killed, frozen and cut off, or of which one lies
// (--evil); exit code 1 when anything that an honest node said turns out untrue.

import { outputOf } from '../../cli/command/output.js';
import { processTerminal } from '../../cli/command/terminal.js';
import { programOptions } from '../tools/program-options.js';
import { ownDisk } from './disk.js';
import { EVIL_KINDS, type EvilKind } from './evil/kinds.js';
import { type EvilReport, evilRun } from './evil/run.js';
import { chaosText, evilTable, progressText } from './report.js';
import { chaosRun } from './run.js';
import { UPHEAVALS, type UpheavalName } from './upheaval.js';

const { values } = programOptions(
  'npm run tool -- chaos',
  'Clients against nodes that are killed, frozen and cut off, or of which one lies (--evil); the end says what turned out untrue.',
  {
    options: {
      nodes: { type: 'string' },
      mode: { type: 'string', default: 'bft' },
      minutes: { type: 'string', default: '0' },
      seconds: { type: 'string' },
      clients: { type: 'string', default: '8' },
      followers: { type: 'string' },
      registers: { type: 'string', default: '2' },
      lines: { type: 'string', default: '3' },
      bury: { type: 'boolean', default: false },
      upheavals: { type: 'string', default: UPHEAVALS.join(',') },
      evil: { type: 'string' },
      logs: { type: 'string' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
      json: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  },
);

const PROGRESS_SECONDS = 10;
const { mode, evil } = values;
if (mode !== 'bft' && mode !== 'majority') refuse('--mode is bft or majority');
if (evil !== undefined && evil !== 'all' && !EVIL_KINDS.includes(evil as EvilKind))
  refuse(`--evil is all, ${EVIL_KINDS.join(', ')}`);
const minutes = whole('minutes', { least: 0, most: 1440 });
const fallback = minutes > 0 ? '0' : evil === undefined ? '120' : '20';
const seconds = minutes * 60 + whole('seconds', { least: 0, most: 86_400, fallback });
if (seconds < 1) refuse('it runs for at least a second');
const seed = whole('seed', { least: 0, most: 2 ** 32 - 1 });
const clients = whole('clients', { least: 1, most: 256 });
const out = outputOf(processTerminal(), { json: values.json, quiet: false });
const log = (sentence: string) => {
  if (values.verbose) process.stderr.write(`${new Date().toISOString()} ${sentence}\n`);
};
// Nodes end with this process when it exits by itself, which a signal does not do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const wanted = upheavals();
const unmount = evil === undefined && wanted.includes('full-disk') ? ownDisk() : undefined;
if (unmount) process.once('exit', unmount);
process.exitCode = evil === undefined ? await storm() : await lies(evil);

async function storm(): Promise<number> {
  const nodes = whole('nodes', { least: mode === 'bft' ? 4 : 2, most: 8, fallback: '4' });
  const followers = whole('followers', { least: 0, most: 8 - nodes, fallback: nodes < 8 ? '1' : '0' });
  const progress = out.progress('seconds of chaos');
  const report = await chaosRun({
    ...{ nodes, mode: mode as 'bft', seconds, clients, seed, bury: values.bury, log, followers },
    upheavals: wanted.filter((name) => name !== 'full-disk' || unmount !== undefined),
    registers: whole('registers', { least: 1, most: 16 }),
    lines: whole('lines', { least: 0, most: 64 }),
    ...(values.logs !== undefined && { logs: values.logs }),
    progress: (now) => {
      progress.update(now.second, seconds);
      if (now.second % PROGRESS_SECONDS !== 0) return;
      // So that a long run can be watched by a program, or in its file.
      if (values.json) out.item({ progress: now }, '');
      else if (!process.stderr.isTTY || values.verbose) out.note(progressText(now));
    },
  });
  progress.end();
  out.show(report, () => chaosText(report, out.paint));
  return report.faults.length === 0 ? 0 : 1;
}

async function lies(wanted: string): Promise<number> {
  const reports: EvilReport[] = [];
  for (const kind of wanted === 'all' ? EVIL_KINDS : [wanted as EvilKind]) {
    const modes = wanted === 'all' && kind === 'equivocate' ? (['bft', 'majority'] as const) : [mode as 'bft'];
    for (const each of modes) {
      const report = await evilRun({ kind, mode: each, seconds, clients, seed, log });
      reports.push(report);
      if (!values.json)
        out.note(`${kind} (${each}): ${report.faults.length === 0 ? 'held' : 'FAILED'}, ${report.named}`);
    }
  }
  out.show(reports, () => evilTable(reports, out.paint));
  return reports.every(({ faults }) => faults.length === 0) ? 0 : 1;
}

function whole(
  name: 'nodes' | 'minutes' | 'seconds' | 'clients' | 'followers' | 'registers' | 'lines' | 'seed',
  { least, most, fallback }: { readonly least: number; readonly most: number; readonly fallback?: string },
): number {
  const value = Number(values[name] ?? fallback);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  return refuse(`--${name} is a whole number from ${least} to ${most}`);
}

/** Of `--upheavals`, a list with commas; `none` for faults alone. */
function upheavals(): readonly UpheavalName[] {
  const wanted = values.upheavals.split(',').filter((name) => name !== '' && name !== 'none');
  const unknown = wanted.find((name) => !UPHEAVALS.some((one) => one === name));
  if (unknown !== undefined) refuse(`--upheavals is none, or of ${UPHEAVALS.join(', ')}; ${unknown} is none of them`);
  return wanted as UpheavalName[];
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
