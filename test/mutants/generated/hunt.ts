// Whether the tests of an area notice a broken version of a source: the unit tests nearest to it of those that import
// it, through however many others, and then the area's tests over HTTP. They run up to the first that fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Source, sources } from '../../tidy/source.js';
import { reachedTests } from '../../tools/touched/reached.js';
import { failuresOf } from '../failures.js';
import type { MutantTree } from '../tree.js';
import type { Area } from './areas.js';
import { isExcused } from './excuses.js';
import { compiledWith, type Mutation } from './mutations.js';

/**
 * Late: the tests came to no end, with many of them or because of the broken version. Untested: no test imports the
 * source, or the one that fails does so without the broken version too.
 */
export type Verdict = 'killed' | 'survived' | 'late' | 'excused' | 'untested';

export interface Judgement {
  readonly verdict: Verdict;
  /** The test file that failed. */
  readonly by?: string | undefined;
}

export class Hunt {
  private readonly tree: MutantTree;
  private readonly contract: readonly string[];
  private readonly nearest: number;
  private readonly tests = new Map<string, readonly string[]>();
  /** By the test file. */
  private readonly passing = new Map<string, boolean>();

  /** `nearest`: how many unit tests that import a source are asked. */
  constructor(tree: MutantTree, { contract }: Area, nearest: number) {
    this.tree = tree;
    this.nearest = nearest;
    this.contract = contract.flatMap((area) => testsIn(`test/contract/${area}`));
  }

  judge(path: string, mutation: Mutation): Judgement {
    if (isExcused(path, mutation)) return { verdict: 'excused' };
    const tests = this.testsOf(path);
    if (tests.length === 0) return { verdict: 'untested' };
    const file = path.replace(/\.ts$/, '');
    this.tree.replace(file, compiledWith(readFileSync(path, 'utf8'), mutation));
    const { failed, broken, isLate, file: by } = failuresOf(this.tree.root, tests, ['--bail']);
    this.tree.restore(file);
    if (isLate) return { verdict: 'late' };
    if (failed.length === 0 && broken === undefined) return { verdict: 'survived' };
    return { verdict: by === undefined || this.isPassing(by) ? 'killed' : 'untested', by };
  }

  /** Compiled test files. */
  private testsOf(path: string): readonly string[] {
    const tests = this.tests.get(path) ?? [...this.unitTestsOf(path), ...this.contract].map(compiled);
    this.tests.set(path, tests);
    return tests;
  }

  /**
   * Those that import the source themselves, then those of its folder and the folders above; of these the quick ones
   * first.
   */
  private unitTestsOf(path: string): readonly string[] {
    const importers = new Set(sources().flatMap((file) => (isImporter(file, path) ? [file.path] : [])));
    const nearnessOf = (test: string) => nearness(test, path) + (importers.has(test) ? path.length : 0);
    return reachedTests(sources(), new Set([path]))
      .filter((test) => test.startsWith('test/unit/'))
      .sort((a, b) => nearnessOf(b) - nearnessOf(a))
      .slice(0, this.nearest)
      .sort((a, b) => Number(isQuick(b)) - Number(isQuick(a)));
  }

  /** Without a broken version. */
  private isPassing(test: string): boolean {
    const isPassing = this.passing.get(test) ?? failuresOf(this.tree.root, [test]).failed.length === 0;
    this.passing.set(test, isPassing);
    return isPassing;
  }
}

function isImporter({ imports }: Source, path: string): boolean {
  return imports.some(({ target }) => target === path);
}

function testsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && isQuick(name))
    .map((name) => join(folder, name))
    .sort();
}

function isQuick(test: string): boolean {
  return !test.endsWith('.slow.test.ts');
}

function compiled(test: string): string {
  return test.replace(/\.ts$/, '.js');
}

/** How many folders of the source the test lies in. */
function nearness(test: string, path: string): number {
  const [above, below] = [path.split('/'), test.split('/').slice(2)];
  const parted = above.findIndex((name, i) => name !== below[i]);
  return parted < 0 ? above.length : parted;
}
