// The words of docs/glossary.md: words that it replaces are refused in exported names, names of files, comments, messages and documents; its table
// names paths that are there; and a sentence has a subject that one can point at.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { BANNED_WORDS } from './banned-words.js';
import { commentsOf, messagesOf, type Prose, wordsOf } from './prose.js';
import { expectNone, production, type Source } from './source.js';

const GLOSSARY = 'docs/glossary.md';
/** Folders whose comments have no sentence that begins with one of `VAGUE_SUBJECT`. The list only grows. */
const CLEAR: ReadonlySet<string> = new Set([
  'actors/node',
  'api/errors',
  'api/explanations',
  'api/groups',
  'api/groups/auth',
  'api/groups/dockets',
  'api/groups/execution',
  'api/groups/health',
  'api/groups/metrics',
  'api/groups/operations',
  'api/groups/organizations',
  'api/groups/outgoing',
  'api/groups/peers',
  'api/groups/query',
  'api/groups/replication',
  'api/groups/store',
  'api/groups/users',
  'api/groups/validation',
  'api/schemas/base',
  'cli',
  'core/blueprint/check/people',
  'core/blueprint/typing',
  'core/transaction',
  'core/values',
  'node/config',
  'proto',
]);
const VAGUE_SUBJECT = /^(What|Whatever|Who|Whoever|Nobody)\b.*[^?]$/;

interface Place extends Prose {
  readonly path: string;
}

const inFile = (path: string, found: readonly Prose[]): readonly Place[] => found.map((prose) => ({ path, ...prose }));

function exportedNames({ tree }: Source): readonly Prose[] {
  return tree.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (!isExported) return [];
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    return declared.flatMap((one) => {
      const name = ts.getNameOfDeclaration(one as ts.Declaration)?.getText(tree);
      const line = tree.getLineAndCharacterOfPosition(statement.getStart(tree)).line + 1;
      return name === undefined ? [] : [{ line, text: wordsOf(name) }];
    });
  });
}

/** Documents that users and authors read; decisions keep the words of their day. */
function documents(): readonly Place[] {
  const paths = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs').map((name) => `docs/${name}`),
  ];
  return paths
    .filter((path) => path.endsWith('.md') && path !== GLOSSARY)
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        // A link to a decision carries the name of its file.
        .map((text, i) => ({ path, line: i + 1, text: text.replaceAll(/decisions\/[\w-]+\.md/g, '') })),
    );
}

function everything(): readonly Place[] {
  const inSources = production().flatMap((source) =>
    inFile(source.path, [
      { line: 1, text: wordsOf(source.path.split('/').at(-1) as string) },
      ...exportedNames(source),
      ...commentsOf(source),
      ...messagesOf(source),
    ]),
  );
  return [...inSources, ...documents()];
}

/** A question may ask for a what or a who. */
function vagueSentences({ path, line, text }: Place): readonly string[] {
  return text
    .split(/(?<=[.!?]) /)
    .filter((sentence) => VAGUE_SUBJECT.test(sentence))
    .map((sentence) => `${path}:${line} "${sentence}"`);
}

describe('tidy: glossary', () => {
  it('words that it replaces do not come back', () => {
    const places = everything();
    expectNone(
      BANNED_WORDS.flatMap(({ word, say, left = [] }) =>
        places
          .filter(({ path, text }) => word.test(text) && !left.some((folder) => path.startsWith(folder)))
          .map(({ path, line, text }) => `${path}:${line} "${word.exec(text)?.[0]}": say ${say}`),
      ),
      'The words of docs/glossary.md and no others:',
    );
  });

  it('no folder is listed as not cleaned that is', () => {
    const places = everything();
    expectNone(
      BANNED_WORDS.flatMap(({ word, left = [] }) =>
        left
          .filter((folder) => !places.some(({ path, text }) => path.startsWith(folder) && word.test(text)))
          .map((folder) => `${word}: ${folder}`),
      ),
      'Take the folder off the list:',
    );
  });

  it('sentences have a subject that one can point at', () => {
    const findings = production()
      .filter(({ path }) => CLEAR.has(dirname(path)))
      .flatMap((source) => inFile(source.path, commentsOf(source)).flatMap(vagueSentences));
    expectNone(findings, 'Begin with the thing itself:');
  });

  it('the list of folders with clear sentences names folders that are there', () => {
    const folders = new Set(production().map(({ path }) => dirname(path)));
    expectNone(
      [...CLEAR].filter((folder) => !folders.has(folder)),
      'There are no such folders:',
    );
  });

  it('names paths that are there', () => {
    const paths = [
      ...readFileSync(GLOSSARY, 'utf8').matchAll(/`((?:core|proto|storage|actors|api|node|cli)\/[\w./-]+)`/g),
    ];
    expect(paths.length).to.be.greaterThan(40);
    expectNone(
      paths.map(([, path]) => path as string).filter((path) => !existsSync(path)),
      `${GLOSSARY} names what is not there:`,
    );
  });
});
