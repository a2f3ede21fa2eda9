// `npm run bench`: with `--against REF` this program beside that of another commit, by turns; with `--delay` or
// `--rate` over far and thin links; without them `quorate bench`.
import { spawnSync } from 'node:child_process';
import { EXIT } from '../../../cli/command/command.js';
import { PROGRAM } from '../../../cli/harness/node-process.js';
import { programOptions } from '../program-options.js';
import { compare } from './compare.js';
import { COMPARISON_OPTIONS } from './options.js';

const words = process.argv.slice(2);
const scenario = words.flatMap((word, i) =>
  words[i - 1] === '--scenario' ? [word] : word.split('--scenario=').slice(1),
)[0];
const has = (name: string): boolean => words.some((word) => word === name || word.startsWith(`${name}=`));
const isOurs = words.some((word) => /^(--against(=|$)|--help$|-h$)/.test(word));

process.exitCode =
  scenario === 'contention'
    ? await contend()
    : scenario === 'console'
      ? await lookAt()
      : isOurs
        ? await against()
        : has('--delay') || has('--rate')
          ? await reachFar()
          : plainBench();

async function contend(): Promise<number> {
  const { contention } = await import('../contention/contention.js');
  return contention();
}

async function lookAt(): Promise<number> {
  const { consoleBench } = await import('../console/bench.js');
  return consoleBench();
}

async function reachFar(): Promise<number> {
  const { distanceBench } = await import('../distance/bench.js');
  return distanceBench();
}

function plainBench(): number {
  const { status } = spawnSync(process.execPath, [PROGRAM, 'bench', ...words], { stdio: 'inherit' });
  return status ?? EXIT.failed;
}

async function against(): Promise<number> {
  const { values } = programOptions(
    'npm run bench --',
    'With --against COMMIT: processor time a transaction and throughput of this program beside that of the commit, by\n' +
      'turns. Without it: quorate bench, of which "quorate bench --help" shows the options.',
    { options: { against: { type: 'string' }, ...COMPARISON_OPTIONS } },
  );
  const { against: ref = '', json, ...texts } = values;
  return compare({ ref, texts, json });
}
