// Modules that a program loads before it does anything: a start and a call of the command line wait for every module,
// used or not. Followed are imports that survive compilation; what is loaded late, by import(), is loaded when it is
// needed.
import { expect } from 'chai';
import ts from 'typescript';
import { packageOf, sources } from './source.js';

interface Loaded {
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

/** Every file and package that is loaded with these. */
function loadedWith(...from: readonly string[]): Loaded {
  const byPath = new Map(sources().map((source) => [source.path, source]));
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const source = byPath.get(path);
    if (source === undefined || files.has(path)) continue;
    files.add(path);
    const early = new Set(source.tree.statements.flatMap(specifierOf));
    for (const { specifier, target } of source.imports) {
      if (!early.has(specifier)) continue;
      if (target !== undefined) queue.push(target);
      else if (!specifier.startsWith('.') && !specifier.startsWith('node:')) packages.add(packageOf(specifier));
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

/** Of an import or export that is still there when types are erased. */
function specifierOf(statement: ts.Statement): readonly string[] {
  const isKept =
    (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) ||
    (ts.isExportDeclaration(statement) && !statement.isTypeOnly);
  const named = isKept ? statement.moduleSpecifier : undefined;
  return named !== undefined && ts.isStringLiteral(named) ? [named.text] : [];
}

describe('tidy: loading', () => {
  it('a node without gossip loads no libp2p', () => {
    const { files, packages } = loadedWith('node/main.ts');
    expect(files.length).to.be.greaterThan(300);
    expect(packages.filter((name) => /libp2p|multiformats/.test(name))).to.deep.equal([]);
  });

  it('a call of the command line loads no definitions, no schemas and no cryptography', () => {
    const always = [
      ...['shell/shell', 'command/terminal', 'remote/ids', 'remote/plain-fetch', 'remote/remote'],
      ...['commands/table', 'commands/node/status'],
    ];
    const { files, packages } = loadedWith(
      'cli/main.ts',
      'api/client/client.ts',
      ...always.map((name) => `cli/${name}.ts`),
    );
    expect(packages).to.deep.equal(['cli-table3', 'commander', 'fastest-levenshtein']);
    expect(files.filter((path) => !/^cli\/|^core\/base\/|^api\/client\//.test(path))).to.deep.equal([]);
  });
});
