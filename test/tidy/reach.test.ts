// Nothing is left lying about: every product file is reached from a program, every test file from a test, every limit
// and setting is used.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SETTINGS } from '../../node/config/settings.js';
import { expectNone, production, type Source, sources } from './source.js';

/** The console and its check as one file; what Vite and the compiler read to build them. */
const BUILT = ['console/main.tsx', 'console/verify/file.tsx', 'console/vite.config.ts', 'console/words/po.d.ts'];

/** The programs: the command line, what package.json runs, and the scripts of pages, which run in browsers. */
function programs(): readonly string[] {
  const scripts = sources().filter(({ path }) => /^api\/pages\/web\/[^/]+\.ts$/.test(path));
  return [...started(), ...scripts.map(({ path }) => path), ...BUILT];
}

function started(): readonly string[] {
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
    readonly bin: Readonly<Record<string, string>>;
  };
  const named = [...Object.values(scripts), ...Object.values(bin)].join(' ');
  // The bundle of cli/main.ts, as build.mjs writes it.
  const modules = named.replaceAll('dist/run/quorate.js', 'dist/cli/main.js');
  return [...modules.matchAll(/dist\/(\S+?)\.js/g)].map((match) => `${match[1]}.ts`);
}

function reached(from: readonly string[]): ReadonlySet<string> {
  const byPath = new Map(sources().map((source) => [source.path, source]));
  const seen = new Set<string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = byPath.get(path);
    if (source === undefined || seen.has(path)) continue;
    seen.add(path);
    for (const { target } of source.imports) if (target !== undefined) queue.push(target);
  }
  return seen;
}

/**
 * A store that loses what was not synced: it lies beside the engine that it stands for, under the same contract suite.
 */
const FOR_TESTS: ReadonlySet<string> = new Set(['storage/engine/memory.ts']);

/** Started as processes of their own, by their paths, or by mocha. */
const STARTED: readonly string[] = [
  'test/mocha/whole-tree.ts',
  'test/support/node/torture-child.ts',
  'test/support/base/skewed-clock.ts',
  'test/tools/costs/waiting-node.ts',
  'test/chaos/evil/main.ts',
  'test/e2e/proxies/hub-listener.ts',
  'test/e2e/phone.ts',
];

/** Types of packages that bring none, which the compiler reads. */
const DECLARED: readonly string[] = ['test/support/cells/rdf-packages.d.ts'];

const isTest = ({ path }: Source) => path.endsWith('.test.ts');

describe('tidy: reach', () => {
  it('every program that package.json names exists', () => {
    const paths = new Set(sources().map(({ path }) => path));
    expectNone(
      programs().filter((path) => !paths.has(path)),
      'A script or bin entry leads to no source file.',
    );
  });

  it('every file is part of a program or of a test', () => {
    const live = reached([
      ...programs(),
      ...STARTED,
      ...DECLARED,
      ...sources()
        .filter(isTest)
        .map(({ path }) => path),
    ]);
    expectNone(
      sources()
        .map(({ path }) => path)
        .filter((path) => !live.has(path)),
      'Dead files are deleted.',
    );
  });

  it('every product file is part of a program', () => {
    const live = reached(programs());
    expectNone(
      production()
        .map(({ path }) => path)
        .filter((path) => !live.has(path) && !FOR_TESTS.has(path)),
      'A file that only tests use is not a feature.',
    );
  });

  it('every limit is used', () => {
    const isOfLimits = (path: string) => path.startsWith('core/base/limits/');
    const limits = production().filter(({ path }) => isOfLimits(path));
    const names = limits.flatMap(({ text }) => [...text.matchAll(/^export const (\w+)/gm)].map((match) => match[1]));
    const others = production().filter(({ path }) => !isOfLimits(path));
    const used = new Set(others.flatMap(({ text }) => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []));
    for (const { text } of limits) for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]+\b(?! =)/g)) used.add(name);
    expect(names.length).to.be.greaterThan(300);
    expectNone(
      names.filter((name) => !used.has(name as string)).map(String),
      'A bound that nothing enforces is not a bound.',
    );
  });

  it('every setting is used outside the configuration', () => {
    const others = production().filter(({ path }) => !path.startsWith('node/config/') && !path.startsWith('cli/'));
    const unused = SETTINGS.filter(({ key }) => !key.endsWith('File') || key === 'masterKeyFile').filter(
      ({ key }) => !others.some(({ text }) => new RegExp(`\\b${key}\\b`).test(text)),
    );
    expectNone(
      unused.map(({ path }) => path),
      'A setting that changes nothing misleads.',
    );
  });
});
