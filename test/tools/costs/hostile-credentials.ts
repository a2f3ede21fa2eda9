// `npm run tool -- hostile-credentials`: the worst inputs of strangers to the parts that read credentials, each met by
// a process of its own that never saw one: processor time of its first reading, and the memory that this adds. Exit
// code 1 where one takes over 100 ms or 64 MiB.
import { spawnSync } from 'node:child_process';
import { table } from '../../../cli/command/output.js';
import { programOptions } from '../program-options.js';
import { HOSTILE_INPUTS } from './hostile-inputs.js';

const MS_MAX = 100;
const MIB_MAX = 64;

const { values } = programOptions(
  'npm run tool -- hostile-credentials',
  'The worst inputs of strangers to the parts that read credentials: time and memory of each.',
  { options: { only: { type: 'string' } } },
);

interface Cost {
  readonly ms: number;
  readonly mib: number;
  readonly said: string;
}

/** Of the first reading in this process. */
function measure(make: () => () => string): Cost {
  const read = make();
  const collect = (globalThis as { readonly gc?: () => void }).gc;
  collect?.();
  const before = process.resourceUsage().maxRSS;
  const began = process.cpuUsage();
  const told = read();
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, mib: (process.resourceUsage().maxRSS - before) / 1024, said: told };
}

function costOf(name: string): Cost {
  const words = ['--expose-gc', process.argv[1] as string, 'hostile-credentials', '--only', name];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout) as Cost;
}

if (values.only === undefined) {
  const costs = HOSTILE_INPUTS.map(({ name }) => ({ name, ...costOf(name) }));
  const rows = costs.map(({ name, ms, mib, said }) => [name, ms.toFixed(1), mib.toFixed(1), said]);
  process.stdout.write(`${table(['INPUT', 'MS', 'MIB', 'SAID'], rows)}\n`);
  if (costs.some(({ ms, mib }) => ms > MS_MAX || mib > MIB_MAX)) process.exitCode = 1;
} else {
  const row = HOSTILE_INPUTS.find(({ name }) => name === values.only);
  if (row === undefined) throw new Error(`There is no input ${values.only}.`);
  process.stdout.write(JSON.stringify(measure(row.make)));
}
