// The ports of a group of operations stand in one type beside its routes, so that a reader sees it and the compiler
// holds it. All ports together are for the code that runs any operation.
import ts from 'typescript';
import { expectNone, place, type Source, sources, visit } from './source.js';

const GROUP = /^(api\/groups\/[^/]+)\/deps\.ts$/;
/** The table of groups, and the code that runs any operation of it. */
const WHOLE = ['api/groups/index.ts', 'api/dispatch/', 'api/server/', 'api/hubs/'];

describe('tidy: ports', () => {
  const api = sources().filter(({ path }) => path.startsWith('api/'));

  it('of a group are stated in its deps.ts', () => {
    const folders = new Set(api.flatMap(({ path }) => /^(api\/groups\/[^/]+)\/handlers\.ts$/.exec(path)?.[1] ?? []));
    const stated = new Set(api.flatMap(({ path }) => GROUP.exec(path)?.[1] ?? []));
    expectNone(
      [...folders].filter((folder) => !stated.has(folder)),
      'Say which ports the group takes: a deps.ts with a Pick<ApiDeps, ...>.',
    );
  });

  it('are never taken as a whole by a group, or by what groups call', () => {
    const bounded = api.filter(({ path }) => path !== 'api/deps.ts' && !WHOLE.some((begin) => path.startsWith(begin)));
    expectNone(bounded.flatMap(wholes), 'Take the ports that are needed: Pick<ApiDeps, ...>.');
  });

  it('that a group states are named by it, or by something that it imports', () => {
    const byPath = new Map(api.map((source) => [source.path, source]));
    const idle = api
      .filter(({ path }) => GROUP.test(path))
      .flatMap((source) => {
        const names = namesIn(closureOf(source, byPath));
        return portsOf(source).flatMap((port) => (names.has(port) ? [] : [`${source.path} ${port}`]));
      });
    expectNone(idle, 'Nothing of the group touches this port: leave it out.');
  });
});

/** Places where ApiDeps is no part of Pick<ApiDeps, ...> or ApiDeps['...']. */
function wholes(source: Source): string[] {
  const found: string[] = [];
  visit(source.tree, (node) => {
    if (!ts.isTypeReferenceNode(node) || node.typeName.getText(source.tree) !== 'ApiDeps') return;
    const { parent } = node;
    const isPicked = ts.isTypeReferenceNode(parent) && parent.typeName.getText(source.tree) === 'Pick';
    if (!isPicked && !ts.isIndexedAccessTypeNode(parent)) found.push(place(source, node));
  });
  return found;
}

/** The ports that a deps.ts states: the texts in its types. */
function portsOf({ tree }: Source): string[] {
  const found: string[] = [];
  visit(tree, (node) => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) found.push(node.literal.text);
  });
  return found;
}

/** The files of the group, and those of the surface that they import, whether directly or not. */
function closureOf({ path }: Source, byPath: ReadonlyMap<string, Source>): ReadonlySet<Source> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const open = [...byPath.values()].filter((one) => one.path.startsWith(folder));
  const found = new Set(open);
  for (let source = open.pop(); source !== undefined; source = open.pop())
    for (const { target } of source.imports) {
      const next = target === undefined ? undefined : byPath.get(target);
      if (next === undefined || found.has(next) || next.path === 'api/deps.ts') continue;
      found.add(next);
      open.push(next);
    }
  return found;
}

const names = new WeakMap<Source, ReadonlySet<string>>();

function namesIn(files: ReadonlySet<Source>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const source of files) {
    let own = names.get(source);
    if (own === undefined) {
      const found = new Set<string>();
      visit(source.tree, (node) => {
        if (ts.isIdentifier(node)) found.add(node.text);
      });
      own = found;
      names.set(source, own);
    }
    for (const name of own) all.add(name);
  }
  return all;
}
