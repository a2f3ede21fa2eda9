// The words of docs/glossary.md: words that it replaces are refused in exported names, names of files, comments,
// messages and documents; its table names paths that are there; and a sentence begins with its subject.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import ts from 'typescript';
import { BANNED_WORDS } from './banned-words.js';
import { commentsOf, messagesOf, type Prose, paragraphsOf, wordsOf } from './prose.js';
import { expectNone, LAYERS, production, type Source } from './source.js';

const GLOSSARY = 'docs/glossary.md';
/** A decision keeps the words of its day, and the list of changes those of its version. */
const HISTORY = /^(docs\/decisions\/|CHANGELOG\.md$)/;
/** A question may ask for a what or a who, and a label of a form has no full stop. */
const VAGUE_SUBJECT = /^(What|Whatever|Who|Whoever|Nobody|Those|One)\b(?!-).*[^?]$/;
/** `there is no X` says that X is missing; `X is no Y` is said as `X is not a Y`. */
const NOT_A =
  /(?<!\bthere )\b(is|are|was|were) no(ne)?\b(?! (more|longer|less|fewer|later|earlier|faster|better|easier|other)\b)/i;

/** A row of its tables: words, the files where they stand, and the words that they replace. */
interface Row {
  readonly words: readonly string[];
  readonly stands: readonly string[];
  readonly replaced: readonly string[];
}

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

/** A replaced word with a remark in parentheses means something else in other places, and is left out. */
function glossaryRows(): readonly Row[] {
  const rows = readFileSync(GLOSSARY, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!Word )/.test(line));
  return rows.map((line) => {
    const [, words = '', , stands = '', replaced = ''] = line.split('|').map((cell) => cell.trim());
    return {
      words: words.split(', '),
      stands: [...stands.matchAll(/`([^`]+)`/g)].map(([, path]) => path as string),
      replaced: replaced.split(/, (?![^(]*\))/).filter((word) => word !== '' && !word.includes('(')),
    };
  });
}

/** A word that another row explains is refused where this row stands, any other everywhere. */
function replacedNames(rows: readonly Row[], names: readonly Place[]): readonly string[] {
  const heads = new Set(rows.flatMap(({ words }) => words));
  return rows.flatMap(({ words, stands, replaced }) =>
    replaced.flatMap((word) => {
      const isFound = new RegExp(`\\b${word}(s|d|ed|er|ers|ing|ings)?\\b`, 'i');
      return names
        .filter(
          ({ path, text }) => isFound.test(text) && (!heads.has(word) || stands.some((at) => path.startsWith(at))),
        )
        .map(({ path, line, text }) => `${path}:${line} "${text}" has "${word}": say ${words.join(', ')}`);
    }),
  );
}

/** Documents that users and authors read, and the README of each folder. */
function documentPaths(): readonly string[] {
  const inFolders = ['docs', ...Object.keys(LAYERS)].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const atRoot = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'UPGRADING.md'];
  return [...atRoot, ...inFolders].filter((path) => path.endsWith('.md') && path !== GLOSSARY && !HISTORY.test(path));
}

function documents(): readonly Place[] {
  return documentPaths().flatMap((path) =>
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

function vagueSentences({ path, line, text }: Place): readonly string[] {
  return text
    .split(/(?<=[.!?]) /)
    .filter((sentence) => VAGUE_SUBJECT.test(sentence) || NOT_A.test(sentence))
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

  it('words of its last column are not in exported names', () => {
    const rows = glossaryRows();
    const names = production().flatMap((source) => inFile(source.path, exportedNames(source)));
    expect(rows.length).to.be.greaterThan(60);
    expect(names.length).to.be.greaterThan(5000);
    expectNone(replacedNames(rows, names), `The words of ${GLOSSARY} and no others:`);
  });

  it('would find a replaced word everywhere, and one that has a row of its own where this row stands', () => {
    const rows = [
      { words: ['encrypt'], stands: ['core/crypto/'], replaced: ['seal'] },
      { words: ['seal'], stands: [], replaced: ['finalise'] },
    ];
    const named = (path: string, text: string) => replacedNames(rows, [{ path, line: 1, text }]).length;
    expect([named('core/crypto/a.ts', 'sealed text'), named('core/pool/a.ts', 'sealed text')]).to.deep.equal([1, 0]);
    expect([named('core/pool/a.ts', 'finalised docket'), named('core/pool/a.ts', 'final docket')]).to.deep.equal([
      1, 0,
    ]);
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

  it('sentences have a subject that one can point at, and are not of the form "is no X"', () => {
    const sources = production();
    const comments = sources.flatMap((source) => inFile(source.path, commentsOf(source)));
    // A label, as of a form, has no full stop.
    const messages = sources
      .flatMap((source) => inFile(source.path, messagesOf(source)))
      .filter(({ text }) => /[.:]\s*$/.test(text) || NOT_A.test(text));
    const paragraphs = documentPaths().flatMap((path) => inFile(path, paragraphsOf(readFileSync(path, 'utf8'))));
    expect(comments.length).to.be.greaterThan(5000);
    expect(paragraphs.length).to.be.greaterThan(2000);
    expectNone(
      [...comments, ...messages, ...paragraphs].flatMap(vagueSentences),
      'Begin with the thing itself, and say "is not an X":',
    );
  });

  it('would find a sentence that begins with what, who, those, one or nobody, or says "is no X"', () => {
    const found = (markdown: string) => inFile('page', paragraphsOf(markdown)).flatMap(vagueSentences);
    expect(found('It is signed.\nWho signs it\nis told. Who signs it?')).to.deep.equal([
      'page:1 "Who signs it is told."',
    ]);
    expect(
      found('One that waits.\n\nA One is no two; those are none.\n\nThere is no key. One-time codes are no longer.'),
    ).to.have.lengthOf(2);
    expect(found('| x | Nobody reads it |\n# What is signed\n```\nWhat is\n```')).to.deep.equal([
      'page:1 "Nobody reads it"',
    ]);
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
