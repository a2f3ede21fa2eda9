// Things that comments and documents cite are here: each document that they name exists, and so does each of its
// sections that they name. Each section of the specification has its row in docs/specification.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectNone } from './source.js';

const FOLDERS = ['core', 'proto', 'storage', 'actors', 'api', 'node', 'cli', 'test', 'docs', 'deploy'];
const DOCUMENT = /(?<![\w./:-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?: (C?\d+))?/g;
const CITED = /\b(specification|reference-facts)(?: section)? (\d+(?:\.\d+)*)((?:(?:,| and| to) \d+(?:\.\d+)+)*)/gi;
const SPECIFICATION = 'docs/specification.md';

interface Text {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Sources and documents; what is generated cites nothing of ours. */
function texts(): readonly Text[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...readdirSync('.'), ...inFolders]
    .filter((path) => /\.(md|ts|mjs)$/.test(path) && !path.startsWith('proto/gen/'))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }));
}

/** Every match in comments, titles of tests and documents, with its place. */
function* matches(
  pattern: RegExp,
): Generator<{ readonly at: string; readonly path: string; readonly found: RegExpExecArray }> {
  for (const { path, lines } of texts())
    for (const [i, line] of lines.entries())
      for (const found of line.matchAll(pattern)) yield { at: `${path}:${i + 1}`, path, found };
}

const headings = new Map<string, ReadonlySet<string>>();

/** Numbers of the sections of a document, and the choices of docs/specification.md. */
function sectionsOf(path: string): ReadonlySet<string> {
  const known = headings.get(path);
  if (known) return known;
  const text = readFileSync(path, 'utf8');
  const numbers = [...text.matchAll(/^(?:## (\d+)\.|\| (C\d+) \|)/gm)].map(([, a, b]) => (a ?? b) as string);
  headings.set(path, new Set(numbers));
  return headings.get(path) as ReadonlySet<string>;
}

/** A document is named from the root, or from the folder of the one that names it. */
function resolved(name: string, path: string): string | undefined {
  return [name, join(dirname(path), name)].find((one) => existsSync(one));
}

describe('tidy: citations', () => {
  it('name documents that exist, and sections of them', () => {
    const findings: string[] = [];
    for (const { at, path, found } of matches(DOCUMENT)) {
      const [text, name = '', section] = found;
      const document = resolved(name, path);
      if (document === undefined) findings.push(`${at} ${name}`);
      else if (section !== undefined && !sectionsOf(document).has(section)) findings.push(`${at} ${text}`);
    }
    expectNone(findings, 'A cited document exists in the repository, and so does its section.');
  });

  it('of the specification have a row', () => {
    const [asked = '', facts = ''] = readFileSync(SPECIFICATION, 'utf8').split(/^## Reference facts$/m);
    const rows = (text: string) => new Set([...text.matchAll(/^\| (\d+(?:\.\d+)*) \|/gm)].map(([, number]) => number));
    const known = { specification: rows(asked), 'reference-facts': rows(facts) };
    const findings: string[] = [];
    for (const { at, path, found } of matches(CITED)) {
      if (path === SPECIFICATION || path.endsWith('citations.test.ts')) continue;
      const which = (found[1] as string).toLowerCase() as keyof typeof known;
      const numbers = [found[2], ...(found[3] ?? '').matchAll(/\d+(?:\.\d+)+/g)].map(String);
      for (const number of numbers) if (!known[which].has(number)) findings.push(`${at} ${which} ${number}`);
    }
    expectNone(findings, `Say in ${SPECIFICATION} what the section asks for.`);
  });
});
