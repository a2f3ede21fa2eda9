// Folders that one can walk: not too many files in one, a README with a picture where there are many, and an order. The
// files and folders of each folder import each other one way, so that each is read without those that it does not name.
// Types count as well: a reader of a circle of types reads all of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { circlesIn } from './circles.js';
import { expectNone, production, sources } from './source.js';

const FILES_MAX = 20;
const FILES_WITHOUT_README_MAX = 10;
/** Layers whose rooms ARCHITECTURE.md draws, by its headings. */
const DRAWN = { core: 'Core, from below', api: 'Surface, from below' } as const;

/** Folders of tests that are walked by area: each area stands in the README of its folder. */
const AREAS = ['test/contract', 'test/support'];

function sizes(of = production()): readonly (readonly [string, number])[] {
  const found = new Map<string, number>();
  for (const { path } of of) found.set(dirname(path), (found.get(dirname(path)) ?? 0) + 1);
  return [...found];
}

/** The imports, by file or by what `name` makes of it; a file without a name is left out. */
function graphOf(name: (path: string) => string | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of production()) {
    const from = name(path);
    if (from === undefined) continue;
    const to = graph.get(from) ?? new Set();
    graph.set(from, to);
    for (const { target, isNamed } of imports) {
      const other = target === undefined || isNamed ? undefined : name(target);
      if (other !== undefined) to.add(other);
    }
  }
  return graph;
}

/** Each folder with a file in it or below it. */
function foldersIn(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) found.add(folder);
  return found;
}

/** The file or folder of `folder` that a path is, or is in. */
const entryIn = (folder: string) => (path: string) =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split('/', 1)[0] : undefined;

/** The rooms of a layer as ARCHITECTURE.md draws them, from below: those of one line do not know each other. */
function drawnRooms(heading: string): readonly (readonly string[])[] {
  const drawing = new RegExp(`^## ${heading}\\n(?:.*\\n)*?\\n((?: {4}\\S.*\\n)+)`, 'm');
  const [, drawn] = drawing.exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? [];
  const lines = (drawn ?? '').trimEnd().split('\n');
  return lines.map((line) => line.trim().split(/ {2,}/, 1)[0]?.split(', ') ?? []);
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

  for (const folder of AREAS) {
    const files = sources().filter(({ path }) => path.startsWith(`${folder}/`));

    it(`of ${folder} hold at most ${FILES_MAX} files, and its map names each of them`, () => {
      const crowded = sizes(files).filter(([, count]) => count > FILES_MAX);
      expectNone(
        crowded.map(([path, count]) => `${path}/ ${count}`),
        'Give it areas.',
      );
      const map = readFileSync(join(folder, 'README.md'), 'utf8');
      const named = [...map.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, name]) => name as string);
      const areas = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(named.sort()).to.deep.equal(areas.map(({ name }) => name).sort());
      expect(files.filter(({ path }) => dirname(path) === folder)).to.deep.equal([]);
    });
  }

  it('hold files that import each other in no circle', () => {
    expectNone(
      circlesIn(graphOf((path) => path)).map((circle) => circle.join(' ')),
      'Move the types that both need to a file of their own.',
    );
  });

  it('have an order: their files and folders import each other in no circle, at any depth', () => {
    const circles = [...foldersIn(production().map(({ path }) => path))].flatMap((folder) =>
      circlesIn(graphOf(entryIn(folder))).map((circle) => `${folder}/: ${circle.join(' ')}`),
    );
    expectNone(circles, 'What both need goes below both: into a file or folder of its own.');
  });

  for (const [layer, heading] of Object.entries(DRAWN))
    it(`of ${layer} stand in the order that ARCHITECTURE.md draws`, () => {
      const rooms = drawnRooms(heading);
      const height = new Map(rooms.flatMap((line, at) => line.map((room) => [room, at] as const)));
      const roomOf = (path: string) => entryIn(layer)(path)?.replace(/\.ts$/, '');
      const graph = graphOf(roomOf);
      expect([...height.keys()].sort()).to.deep.equal([...graph.keys()].sort());
      const upward = [...graph].flatMap(([from, all]) =>
        [...all]
          .filter((to) => to !== from && (height.get(to) ?? 0) >= (height.get(from) ?? 0))
          .map((to) => `${layer}/${from} imports ${layer}/${to}`),
      );
      expectNone(upward, 'A room knows the lines below it alone.');
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
    expect(entryIn('core')('core/base/hash.ts')).to.equal('base');
    expect(entryIn('core/base')('core/baseline.ts')).to.equal(undefined);
  });
});
