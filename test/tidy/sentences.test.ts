// Sentences are short enough to be read once: of comments and messages, tests included, and of all documents.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import ts from 'typescript';
import { commentsOf, messagesOf, type Prose, paragraphsOf, sentencesOf, wordCount } from './prose.js';
import { expectNone, LAYERS, sources } from './source.js';

const WORDS_MAX = 25;

function documentPaths(): readonly string[] {
  const inFolders = ['docs', 'deploy', ...Object.keys(LAYERS)].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...readdirSync('.'), ...inFolders].filter((path) => path.endsWith('.md'));
}

function longSentences(path: string, texts: readonly Prose[]): readonly string[] {
  return texts.flatMap(({ line, text }) =>
    sentencesOf(text)
      .filter((sentence) => wordCount(sentence) > WORDS_MAX)
      .map((sentence) => `${path}:${line} ${wordCount(sentence)} words: ${sentence}`),
  );
}

describe('tidy: sentences', () => {
  const rule = `At most ${WORDS_MAX} words, and a sentence ends at . ! ? : or ;`;

  it('of comments are short', () => {
    expectNone(
      sources().flatMap((source) => longSentences(source.path, commentsOf(source))),
      rule,
    );
  });

  it('of messages are short', () => {
    expectNone(
      sources().flatMap((source) => longSentences(source.path, messagesOf(source))),
      rule,
    );
  });

  it('of documents are short', () => {
    const paths = documentPaths();
    expect(paths.length).to.be.greaterThan(300);
    expectNone(
      paths.flatMap((path) => longSentences(path, paragraphsOf(readFileSync(path, 'utf8')))),
      rule,
    );
  });

  it('would find a long one in a document, a comment and a message, and counts code and a list of words as one', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    const inDocument = (text: string) => longSentences('page', paragraphsOf(text)).length;
    expect(inDocument(words(26))).to.equal(1);
    expect(
      inDocument(`${words(25)}\n\n${words(20)}: ${words(20)}; ${words(20)}. **${words(20)}.** ${words(20)}`),
    ).to.equal(0);
    expect(inDocument(`- ${words(20)}\n- ${words(20)}\n\n| ${words(20)} | ${words(26)} |`)).to.equal(1);
    expect(inDocument(`${words(20)}\n${words(20)}. ${words(20)}`)).to.equal(1);
    expect(wordCount(`It has \`${words(9)}\`, [a link](page) - and red, green, blue or black paint.`)).to.equal(8);

    const half = words(13);
    const text = `// ${half}\n// ${half}\nf('${half} ' + '${half}', '${half}');\n/** ${half}: ${half} */\nf(\`${half} \${x} ${half}\`);`;
    const tree = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true);
    const source = { path: 'x.ts', text, lines: 5, tree, imports: [] };
    const linesOf = (found: readonly Prose[]) => longSentences('x.ts', found).map((line) => line.split(' ')[0]);
    expect(linesOf(commentsOf(source))).to.deep.equal(['x.ts:1']);
    expect(linesOf(messagesOf(source))).to.deep.equal(['x.ts:3', 'x.ts:5']);
  });
});
