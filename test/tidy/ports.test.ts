// The ports of the groups of an area stand in one type beside them, so that a reader sees it and the compiler holds it:
// those of the area, and those of others that it names. All ports together are for the code that runs any operation.
import { expect } from 'chai';
import ts from 'typescript';
import { expectNone, place, type Source, sources, visit } from './source.js';

const PORTS = 'api/deps/';
const AREA = /^api\/groups\/([^/]+)\/deps\.ts$/;
/** The table of groups, and the code that runs any operation of it. */
const WHOLE = ['api/groups/index.ts', 'api/dispatch/', 'api/server/', 'api/hubs/'];

describe('tidy: ports', () => {
  const api = sources().filter(({ path }) => path.startsWith('api/'));

  const byPath = new Map(api.map((source) => [source.path, source]));
  const interfaces = new Map(api.filter(({ path }) => path.startsWith(PORTS)).flatMap(interfaceOf));

  it('of an area are stated in its deps.ts', () => {
    const areas = new Set(api.flatMap(({ path }) => /^api\/groups\/([^/]+)\/groups\.ts$/.exec(path)?.[1] ?? []));
    const silent = [...areas].filter((area) => !byPath.has(`api/groups/${area}/deps.ts`) || !interfaces.has(area));
    expect(areas.size).to.equal(8);
    expectNone(silent, 'Say which ports its groups take: its own of api/deps, and those of others that they touch.');
  });

  it('are never taken as a whole by a group, or by what groups call, but by an area its own', () => {
    const bounded = api.filter(({ path }) => !path.startsWith(PORTS) && isBounded(path));
    const names = new Set(['ApiDeps', ...[...interfaces.values()].map(({ name }) => name)]);
    const taken = bounded.flatMap((source) => {
      const own = interfaces.get(AREA.exec(source.path)?.[1] ?? '')?.name;
      return wholes(source, (name) => names.has(name) && !(own !== undefined && [own, 'ApiBase'].includes(name)));
    });
    expectNone(taken, 'Take the ports that are needed: Pick<ApiDeps, ...>.');
  });

  it('that a type states are named by its file or its area, or by something that this imports', () => {
    const idle = api.filter(statesPorts).flatMap((source) => {
      const names = namesIn(closureOf(source, byPath));
      const own = interfaces.get(AREA.exec(source.path)?.[1] ?? '')?.ports ?? [];
      const ports = new Set([...own, ...portsOf(source, byPath)]);
      return [...ports].flatMap((port) => (names.has(port) ? [] : [`${source.path} ${port}`]));
    });
    expectNone(idle, 'Nothing here touches this port: leave it out, or state it in the area that does.');
  });
});

function statesPorts({ path, text }: Source): boolean {
  return AREA.test(path) || (!path.startsWith(PORTS) && text.includes('Pick<ApiDeps') && isBounded(path));
}

/** The ports of an area, by its name. */
function interfaceOf({ path, tree }: Source): [area: string, { readonly name: string; readonly ports: string[] }][] {
  const [, area = ''] = /^api\/deps\/(\w+)\.ts$/.exec(path) ?? [];
  const name = `Api${area.charAt(0).toUpperCase()}${area.slice(1)}`;
  const found = tree.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (found === undefined) return [];
  const { members } = found as ts.InterfaceDeclaration;
  return [[area, { name, ports: members.map((member) => member.name?.getText(tree) ?? '') }]];
}

function isBounded(path: string): boolean {
  return !WHOLE.some((begin) => path.startsWith(begin));
}

/** Places where a type of ports is no part of Pick<ApiDeps, ...> or ApiDeps['...']. */
function wholes(source: Source, isWhole: (name: string) => boolean): string[] {
  const found: string[] = [];
  visit(source.tree, (node) => {
    if (!ts.isTypeReferenceNode(node) || !isWhole(node.typeName.getText(source.tree))) return;
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
      if (alias !== undefined && file !== undefined && !AREA.test(file.path)) look(alias, file);
    });
  };
  look(source.tree, source);
  return found;
}

function pickedPorts({ typeName, typeArguments = ts.factory.createNodeArray() }: ts.TypeReferenceNode, at: Source) {
  const [whole, names] = typeArguments;
  if (
    typeName.getText(at.tree) !== 'Pick' ||
    names === undefined ||
    !/^Api[A-Z]\w*$/.test(whole?.getText(at.tree) ?? '')
  )
    return [];
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

/** The file, or those of the area, and what they import of the surface, whether directly or not, but types of ports. */
function closureOf(stated: Source, byPath: ReadonlyMap<string, Source>): ReadonlySet<Source> {
  const folder = AREA.test(stated.path) ? stated.path.slice(0, -'deps.ts'.length) : undefined;
  const open = folder === undefined ? [stated] : [...byPath.values()].filter(({ path }) => path.startsWith(folder));
  const found = new Set(open);
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (AREA.test(source.path)) continue;
    for (const { target } of source.imports) {
      const next = target === undefined ? undefined : byPath.get(target);
      if (next === undefined || found.has(next) || next.path.startsWith(PORTS)) continue;
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
