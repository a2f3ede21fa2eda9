// The tests that a change can reach: test files that import a changed file, through however many others. Types are
// gone when a test runs, so that an import of types alone leads nowhere. A table or a document is reached by the files
// that name it, or its folder, in a text.
import ts from 'typescript';
import type { Source } from '../../tidy/source.js';

type File = Pick<Source, 'path' | 'text' | 'tree' | 'imports'>;

/** Paths of test files, sorted; a changed test file among them. */
export function reachedTests(files: readonly File[], changed: ReadonlySet<string>): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const target of loadedBy(file)) importers.set(target, [...(importers.get(target) ?? []), file.path]);
  const reached = new Set<string>();
  const queue = [...changed, ...[...changed].flatMap((path) => namers(path, files))];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...(importers.get(path) ?? []));
  }
  const known = new Set(files.map(({ path }) => path));
  return [...reached].filter((path) => path.endsWith('.test.ts') && known.has(path)).sort();
}

/** Of a file that is no module. */
function namers(path: string, files: readonly File[]): readonly string[] {
  if (path.endsWith('.ts')) return [];
  const folder = path.slice(0, path.lastIndexOf('/'));
  const names = folder.includes('/') ? [path, folder] : [path];
  const isNamed = (text: string) => names.some((name) => text.includes(`'${name}'`));
  return files.filter(({ text }) => isNamed(text)).map((file) => file.path);
}

function loadedBy({ tree, imports }: File): ReadonlySet<string> {
  const typeOnly = specifiersOf(tree, true);
  const loaded = specifiersOf(tree, false);
  const isLoaded = (specifier: string) => loaded.has(specifier) || !typeOnly.has(specifier);
  return new Set(
    imports.flatMap(({ specifier, target }) => (target !== undefined && isLoaded(specifier) ? [target] : [])),
  );
}

/** Of the statements that are there for types alone, or of the others. */
function specifiersOf(tree: ts.SourceFile, isOfTypes: boolean): ReadonlySet<string> {
  const found = new Set<string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const isTypeOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.isTypeOnly === true
      : statement.isTypeOnly;
    const { moduleSpecifier } = statement;
    if (isTypeOnly === isOfTypes && moduleSpecifier && ts.isStringLiteral(moduleSpecifier))
      found.add(moduleSpecifier.text);
  }
  return found;
}
