// The declarations of the entries of the package and of all that they name, file by file, without checking types: the
// build has checked them. A type that leads out of the package is a mistake here, not of its users.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The part of the compiler that does this: `transpileDeclaration` of typescript. */
export interface DeclarationCompiler {
  transpileDeclaration(
    source: string,
    options: { readonly fileName: string; readonly reportDiagnostics: boolean; readonly compilerOptions: object },
  ): { readonly outputText: string; readonly diagnostics?: readonly { readonly messageText: unknown }[] };
}

const INSIDE = /^(core|api\/client)\//;
/** At the start of a line, because comments show imports too. */
const NAMED = /^(?:import|export)\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"]([^'"]+)['"]/gm;
const OPTIONS = { target: 9, module: 199, strict: true, isolatedDeclarations: true, verbatimModuleSyntax: true };

/**
 * Declarations by source file, `core/base/issue.ts` and so on. `instead` has the text of files that are written in
 * another way.
 */
export function declarationsOf(
  compiler: DeclarationCompiler,
  entries: readonly string[],
  instead: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const byKey = new Map<string, string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (byKey.has(path)) continue;
    if (!INSIDE.test(path)) throw new Error(`The declarations of the client lead to ${path}.`);
    const text = instead[path] ?? declarationOf(compiler, path);
    byKey.set(path, text);
    for (const [, specifier] of text.matchAll(NAMED)) {
      if (!specifier?.startsWith('.')) throw new Error(`${path} declares what is of the package ${specifier}.`);
      queue.push(posix.join(posix.dirname(path), specifier.replace(/\.js$/, '.ts')));
    }
  }
  return byKey;
}

function declarationOf(compiler: DeclarationCompiler, path: string): string {
  const { outputText, diagnostics = [] } = compiler.transpileDeclaration(readFileSync(path, 'utf8'), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: OPTIONS,
  });
  if (diagnostics.length > 0)
    throw new Error(`${path} has a type that only its code says: ${JSON.stringify(diagnostics[0]?.messageText)}`);
  return outputText;
}
