// Exports: a value that no other file uses is not exported, and one that nothing uses is removed.
import ts from 'typescript';
import { expectNone, place, production, type Source, sources } from './source.js';

/** A schema of the interface is exported beside the type of its name, as the two halves of one statement. */
const isSchema = (path: string, name: string): boolean => path.startsWith('api/') && /^[A-Z][a-z]/.test(name);

/**
 * Names that a file gives to others: of functions, classes and constants, as values. Types cost nothing at run time.
 */
function exportsOf({ tree }: Source): readonly ts.Identifier[] {
  return tree.statements.flatMap((node): ts.Identifier[] => {
    const isExported =
      ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name ? [node.name] : [];
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name] : []));
  });
}

const CLAUSE = /^(?:import|export) (?:type )?(?:\*(?: as \w+)?|\{([^}]*)\}) from '([^']+)'/gm;
const CALLED = /\bimport\(\s*'([^']+)'/g;

/** By file, the names that others take from it; `*` where they take the whole module. As the formatter writes them. */
function taken(from: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { text, imports } of from) {
    const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
    const take = (specifier: string, names: readonly string[]): void => {
      const target = targets.get(specifier);
      if (target === undefined) return;
      const known = found.get(target) ?? new Set();
      for (const name of names) known.add(name);
      found.set(target, known);
    };
    for (const [, names, specifier] of text.matchAll(CLAUSE)) take(specifier as string, namesOf(names));
    for (const [, specifier] of text.matchAll(CALLED)) take(specifier as string, ['*']);
  }
  return found;
}

/** Those of a clause in braces, as their file calls them. */
function namesOf(clause: string | undefined): readonly string[] {
  if (clause === undefined) return ['*'];
  return clause.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(' as ', 1)[0] as string,
  );
}

describe('tidy: exports', () => {
  it('of a value have a reader in another file', () => {
    const uses = taken(sources());
    const unused = production().flatMap((source) => {
      const names = uses.get(source.path);
      if (names?.has('*')) return [];
      return exportsOf(source)
        .filter(({ text }) => names?.has(text) !== true && !isSchema(source.path, text))
        .map((name) => `${place(source, name)} ${name.text}`);
    });
    expectNone(unused, 'A value that no other file imports is not exported; what nothing reads is removed.');
  });
});
