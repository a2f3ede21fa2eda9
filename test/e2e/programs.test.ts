// The programs beside `quorate`: each says what it takes, and refuses what it does not know with a sentence.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

const PROGRAMS = [
  'test/chaos/main',
  'test/sim/run',
  'test/mutants/run-tests',
  'test/mutants/simulate',
  'test/mutants/generated/main',
  'test/flow/main',
  'test/tools/comparison/main',
  'test/tools/comparison/gate',
  'test/tools/crash/main',
  'test/tools/local-mesh/main',
  'test/tools/overload/main',
  'test/fairness/main',
  'test/tools/scale/main',
];

function run(program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`dist/${program}.js`, ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

describe('programs beside the command line', function () {
  this.timeout(180_000);

  for (const program of PROGRAMS)
    it(`${program} says what it takes`, () => {
      const { status, stdout, stderr } = run(program, '--help');
      expect([status, stderr]).to.deep.equal([0, '']);
      expect(stdout)
        .to.match(/^Usage: npm run [\w:]+ --/)
        .and.contain('--help');
    });

  it('refuse an option that they do not know, and suggest one', () => {
    const near = run('test/sim/run', '--seedz', '4');
    expect([near.status, near.stdout]).to.deep.equal([2, '']);
    expect(near.stderr).to.equal("Unknown option '--seedz'.\n  Did you mean --seed?\n");
    expect(run('test/chaos/main', '--frobnicate').stderr).to.equal(
      "Unknown option '--frobnicate'.\n  --help shows the options.\n",
    );
    expect(run('test/tools/crash/main', '--rounds').stderr).to.match(
      /^Option '--rounds.*\n {2}--help shows the options\.\n$/,
    );
  });
});
