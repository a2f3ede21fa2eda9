// The ports of a group of operations stand in one type beside its routes, so that a reader sees it and the compiler
// holds it. All ports together are for the code that runs any operation.
import ts from 'typescript';
import { expectNone, place, type Source, sources, visit } from './source.js';

const GROUP = /^(api\/groups\/[^/]+\/[^/]+)\/deps\.ts$/;
/** The table of groups, and the code that runs any operation of it. */
const WHOLE = ['api/groups/index.ts', 'api/dispatch/', 'api/server/', 'api/hubs/'];

describe('tidy: ports', () => {
  const api = sources().filter(({ path }) => path.startsWith('api/'));

  it('of a group are stated in its deps.ts', () => {
    const folders = new Set(
      api.flatMap(({ path }) => /^(api\/groups\/[^/]+\/[^/]+)\/handlers\.ts$/.exec(path)?.[1] ?? []),
    );
    const stated = new Set(api.flatMap(({ path }) => GROUP.exec(path)?.[1] ?? []));
    expectNone(
      [...folders].filter((folder) => !stated.has(folder)),
      'Say which ports the group takes: a deps.ts with a Pick<ApiDeps, ...>.',
    );
  });

  it('are never taken as a whole by a group, or by what groups call', () => {
    const bounded = api.filter(({ path }) => path !== 'api/deps.ts' && isBounded(path));
    expectNone(bounded.flatMap(wholes), 'Take the ports that are needed: Pick<ApiDeps, ...>.');
  });

  it('that a type states are named by its file or its group, or by something that this imports', () => {
    const byPath = new Map(api.map((source) => [source.path, source]));
    const idle = api.filter(statesPorts).flatMap((source) => {
      const names = namesIn(closureOf(source, byPath));
      return [...portsOf(source, byPath)].flatMap((port) => (names.has(port) ? [] : [`${source.path} ${port}`]));
    });
    expectNone(idle, 'Nothing here touches this port: leave it out.');
  });
});

function statesPorts({ path, text }: Source): boolean {
  return GROUP.test(path) || (path !== 'api/deps.ts' && text.includes('Pick<ApiDeps') && isBounded(path));
}

function isBounded(path: string): boolean {
  return !WHOLE.some((begin) => path.startsWith(begin));
}

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

/** The ports of the types of a file: those that it names, and those of the types of others that these are made of. */
function portsOf(source: Source, byPath: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<ts.Node>();
  const look = (root: ts.Node, at: Source) => {
    if (seen.has(root)) return;
    seen.add(root);
    visit(root, (node) => {
      if (!ts.isTypeReferenceNode(node)) return;
      for (const port of pickedPorts(node, at)) found.add(port);
      const [alias, file] = aliasOf(node.typeName.getText(at.tree), at, byPath) ?? [];
      if (alias !== undefined && file !== undefined) look(alias, file);
    });
  };
  look(source.tree, source);
  return found;
}

function pickedPorts({ typeName, typeArguments = ts.factory.createNodeArray() }: ts.TypeReferenceNode, at: Source) {
  const [whole, names] = typeArguments;
  if (typeName.getText(at.tree) !== 'Pick' || names === undefined || whole?.getText(at.tree) !== 'ApiDeps') return [];
  const ports: string[] = [];
  visit(names, (node) => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) ports.push(node.literal.text);
  });
  return ports;
}

/** The type that a name means in a file of the surface, where it is one that such a file states, and that file. */
function aliasOf(
  name: string,
  at: Source,
  byPath: ReadonlyMap<string, Source>,
): readonly [ts.TypeAliasDeclaration, Source] | undefined {
  for (const statement of at.tree.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) return [statement, at];
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    if (!bindings.elements.some((one) => one.name.text === name)) continue;
    const specifier = statement.moduleSpecifier.text;
    const target = at.imports.find((one) => one.specifier === specifier)?.target;
    const source = target === undefined ? undefined : byPath.get(target);
    return source && aliasOf(name, source, byPath);
  }
  return undefined;
}

/**
 * The file, or those of the group, and what they import of the surface, whether directly or not. A deps.ts brings in
 * nothing: it names the types of what others of its group call.
 */
function closureOf(stated: Source, byPath: ReadonlyMap<string, Source>): ReadonlySet<Source> {
  const folder = /^api\/groups\/[^/]+\/[^/]+\//.exec(stated.path)?.[0];
  const open = folder === undefined ? [stated] : [...byPath.values()].filter(({ path }) => path.startsWith(folder));
  const found = new Set(open);
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (GROUP.test(source.path)) continue;
    for (const { target } of source.imports) {
      const next = target === undefined ? undefined : byPath.get(target);
      if (next === undefined || found.has(next) || next.path === 'api/deps.ts') continue;
      found.add(next);
      open.push(next);
    }
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
