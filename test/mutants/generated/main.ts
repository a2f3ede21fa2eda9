// `npm run mutants -- --area NAME`: breaks sources of an area in ways that follow from their form, each in a copy of
// dist. It says which of them no test notices. `--sample N` takes so many, `--seed S` other ones, `--file PART` those
// of such files; `--nearest N` asks so many unit tests that import the source, and `--minutes M` ends it. Exit code 1
// where one survives that excused.tsv does not name.
import { join } from 'node:path';
import { programOptions } from '../../tools/program-options.js';
import { MutantTree } from '../tree.js';
import { AREAS, type Area } from './areas.js';
import { Hunt } from './hunt.js';
import { sampleOf } from './sample.js';

const { values } = programOptions(
  'npm run mutants --',
  'Breaks sources of an area in generated ways, and says which of them no test notices.',
  {
    options: {
      area: { type: 'string' },
      file: { type: 'string', default: '' },
      sample: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      // A source of many is imported by hundreds of tests: those nearest to it say most, and a run stays short.
      nearest: { type: 'string', default: '12' },
      minutes: { type: 'string', default: '20' },
    },
  },
);
const area = AREAS[values.area ?? ''];
if (area) process.exitCode = run(area) === 0 ? 0 : 1;
else {
  process.stderr.write(`--area is one of ${Object.keys(AREAS).join(', ')}.\n`);
  process.exitCode = 2;
}

/** How many nothing noticed. */
function run(of: Area): number {
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const sample = sampleOf(of, { part: values.file, count: Number(values.sample), seed: values.seed });
  const dist = join(process.cwd(), 'dist');
  const tree = new MutantTree(dist, join(dist, 'mutants-generated'));
  const hunt = new Hunt(tree, of, Number(values.nearest));
  const told = { killed: 0, survived: 0, late: 0, excused: 0, untested: 0 };
  for (const [i, { path, mutation }] of sample.entries()) {
    if (performance.now() > endMs) break;
    const { verdict, by = '' } = hunt.judge(path, mutation);
    told[verdict]++;
    const { line, kind, code, broken } = mutation;
    process.stdout.write(`${i + 1}/${sample.length} ${verdict} ${path}:${line} ${kind}: ${code} => ${broken} ${by}\n`);
  }
  tree.remove();
  process.stdout.write(`${JSON.stringify(told)}\n`);
  return told.survived + told.untested;
}
