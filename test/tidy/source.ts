// The source files as the tidy tests see them: read and parsed once, with places for messages. Reads the tree under the
// current directory, so it works the same from sources and from dist/.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

export interface Source {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

export interface Import {
  /** As written: `./kv.js`, `fastify`, `node:fs`. */
  readonly specifier: string;
  /** Path of the imported source file when it is one of ours. */
  readonly target: string | undefined;
  readonly line: number;
  /**
   * Named in `new URL(...)`: a thread that is started or a file that is read, not a module that is loaded with this
   * one.
   */
  readonly isNamed: boolean;
}

export const LAYERS: Readonly<Record<string, number>> = {
  core: 0,
  proto: 1,
  storage: 1,
  actors: 2,
  api: 3,
  node: 4,
  // In a browser: the rules and the client of the node, and nothing else of it.
  console: 4,
  cli: 5,
  test: 6,
};

const GENERATED = 'proto/gen/';

let all: readonly Source[] | undefined;

/**
 * Every TypeScript file of ours, tests included, generated code left out: its shape is its generator's, and a test
 * makes it anew.
 */
export function sources(): readonly Source[] {
  all ??= Object.keys(LAYERS)
    .filter((folder) => existsSync(folder))
    .flatMap(filesUnder)
    .filter((path) => !path.startsWith(GENERATED))
    .map(read);
  return all;
}

/** The code that ts-proto wrote. */
export function generated(): readonly Source[] {
  return filesUnder('proto')
    .filter((path) => path.startsWith(GENERATED))
    .map(read);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('/.'))
    .sort();
}

export function production(): readonly Source[] {
  return sources().filter(({ path }) => folderOf(path) !== 'test');
}

export function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

/** Package name of a bare specifier: `@noble/hashes` for `@noble/hashes/sha2.js`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** `path:line`, as editors open it. */
export function place(source: Source, node: ts.Node): string {
  return `${source.path}:${source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1}`;
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Fails with one line for each finding. */
export function expectNone(findings: readonly string[], rule: string): void {
  if (findings.length > 0) expect.fail(`${rule}\n  ${findings.join('\n  ')}\n`);
}

/** Comments are read as text. */
const AS_WRITTEN = { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };

/** Most rules read the text alone: it is parsed where a rule asks for the tree. */
function read(path: string): Source {
  const text = readFileSync(path, 'utf8');
  let tree: ts.SourceFile | undefined;
  let imports: readonly Import[] | undefined;
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    get tree() {
      tree ??= ts.createSourceFile(path, text, AS_WRITTEN, true);
      return tree;
    },
    get imports() {
      imports ??= importsOf(this);
      return imports;
    },
  };
}

function importsOf(source: Pick<Source, 'path' | 'text' | 'tree'>): readonly Import[] {
  const { path, text } = source;
  const found = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName, pos }) => ({ specifier: fileName, pos, isNamed: false }));
  // A worker or a data file is named by a literal in new URL(...). This is not an import, but leads to the file all the
  // same.
  const named = (node: ts.Node): void => {
    if (!ts.isNewExpression(node) || node.expression.getText(source.tree) !== 'URL') return;
    const [first, base] = node.arguments ?? [];
    if (first === undefined || base?.getText(source.tree) !== 'import.meta.url') return;
    // The name may depend on a condition: each literal in it counts.
    visit(first, (part) => {
      if (ts.isStringLiteral(part) && part.text.startsWith('.'))
        found.push({ specifier: part.text, pos: part.pos, isNamed: true });
    });
  };
  if (text.includes('import.meta.url')) visit(source.tree, named);
  return found.map(({ specifier, pos, isNamed }) => ({
    specifier,
    isNamed,
    target: targetOf(path, specifier),
    line: text.slice(0, pos).split('\n').length,
  }));
}

function targetOf(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const file = normalize(join(dirname(path), specifier.replace(/\?.*$/, '')));
  return [file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx')].find((each) => existsSync(each));
}
