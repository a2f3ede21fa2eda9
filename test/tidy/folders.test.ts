// Folders that one can walk: not too many files in one, a README with a picture where there are many, and no circle of
// imports among files or among folders, so that each file is read without those that it does not name. Types count as
// well: a reader of a circle of types reads all of it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { circlesIn } from './circles.js';
import { expectNone, LAYERS, production } from './source.js';

const FILES_MAX = 20;
const FILES_WITHOUT_README_MAX = 10;
/** Where that was reached. A folder that is sorted joins, with all below it; none leaves. */
const SORTED: readonly string[] = ['storage', 'node', 'cli', 'actors/workflow'];
/**
 * The same, but for names of types that others have too: the words of workflows are those of the parts that judge them.
 */
const LAYERED: readonly string[] = [
  ...['base', 'blueprint', 'cells', 'crypto', 'transaction'].map((name) => `core/${name}`),
  ...['access', 'auth', 'client', 'dispatch', 'errors', 'examples', 'explanations', 'files', 'hubs', 'requests'].map(
    (name) => `api/${name}`,
  ),
  ...['schemas', 'server', 'site', 'submission', 'views', 'workflow'].map((name) => `api/${name}`),
  ...SORTED,
];

/**
 * As above, but for folders that still import each other: the parts of a register and of a ledger are about one
 * another. Each becomes SORTED in time.
 */
const MAPPED: readonly string[] = [
  ...['docket', 'files', 'ledger', 'mesh', 'misbehaviour', 'node', 'peer-link'].map((name) => `actors/${name}`),
  ...['register-replica', 'rehearsal', 'repair', 'validator-pool'].map((name) => `actors/${name}`),
  ...['consensus', 'flow', 'linked', 'mesh', 'pool', 'register', 'scenario', 'tenant', 'values', 'wallet'].map(
    (name) => `core/${name}`,
  ),
  'api',
  ...LAYERED,
];

/** Where no files import each other in a circle, whatever the folders do: in all that is shipped. */
const ACYCLIC = Object.keys(LAYERS).filter((folder) => folder !== 'test');

const isIn = (folders: readonly string[], path: string) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const files = (folders = MAPPED) => production().filter(({ path }) => isIn(folders, path));

function sizes(): readonly (readonly [string, number])[] {
  const found = new Map<string, number>();
  for (const { path } of files()) found.set(dirname(path), (found.get(dirname(path)) ?? 0) + 1);
  return [...found];
}

/** The imports, by file or by what `name` makes of it. */
function graphOf(name: (path: string) => string, folders = MAPPED): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files(folders)) {
    const to = graph.get(name(path)) ?? new Set();
    graph.set(name(path), to);
    for (const { target, isNamed } of imports) if (target !== undefined && !isNamed) to.add(name(target));
  }
  return graph;
}

describe('tidy: folders', () => {
  it(`hold at most ${FILES_MAX} files`, () => {
    const crowded = sizes().filter(([, count]) => count > FILES_MAX);
    expectNone(
      crowded.map(([folder, count]) => `${folder}/ ${count}`),
      'Give it parts that import one way.',
    );
  });

  it(`with more than ${FILES_WITHOUT_README_MAX} files have a README with a picture of their flow`, () => {
    const isMap = (path: string) => existsSync(path) && /^ {4}.*(->|<-)/m.test(readFileSync(path, 'utf8'));
    const large = sizes().filter(([, count]) => count > FILES_WITHOUT_README_MAX);
    expectNone(
      large.map(([folder]) => `${folder}/README.md`).filter((path) => !isMap(path)),
      'A map: what is in it, and an indented picture with arrows.',
    );
  });

  it('hold files that import each other in no circle', () => {
    expectNone(
      circlesIn(graphOf((path) => path, ACYCLIC)).map((circle) => circle.join(' ')),
      'Move the types that both need to a file of their own.',
    );
  });

  it('import each other in no circle', () => {
    expectNone(
      circlesIn(graphOf(dirname, LAYERED)).map((circle) => circle.join(' ')),
      'A folder knows those below it, and these do not know it.',
    );
  });

  it('name the types that they export as no other file does', () => {
    const places = new Map<string, string[]>();
    for (const { path, text } of production())
      for (const [, name] of text.matchAll(/^export (?:abstract )?(?:interface|type|class) (\w+)/gm))
        places.set(name as string, [...(places.get(name as string) ?? []), path]);
    const twice = [...places].filter(([, paths]) => paths.length > 1);
    expect(places.size).to.be.greaterThan(500);
    expectNone(
      twice.map(([name, paths]) => `${name}: ${paths.join(' ')}`),
      'One name, one meaning: say what it is a type of, or do not export it.',
    );
  });

  it('would show a circle of any length', () => {
    const circles = (edges: Readonly<Record<string, readonly string[]>>) =>
      circlesIn(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])));
    expect(circles({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] })).to.deep.equal([['a', 'b', 'c']]);
    expect(circles({ a: ['b', 'c'], b: ['c'], c: ['c', 'elsewhere'] })).to.deep.equal([]);
    expect(graphOf((path) => path).size).to.be.greaterThan(300);
  });
});
