// The words and looks of the console stand where everybody finds them: each id in the PO files, each colour and size in
// tokens.css.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { STYLE } from '../../api/pages/style.js';
import { messagesIn, WORDS_FOLDER } from '../support/base/console-words.js';
import { expectNone, sources } from './source.js';

/** Ids that are put together from a code: `check.${code}.title`. */
const MADE = /^(?:check|verdict|together|form\.fault|form\.money|shown\.gate\.rest|series|governance\.act)\./;

describe('tidy: the console', () => {
  const english = messagesIn('en.po');

  it('has each word in each language', () => {
    const findings = readdirSync(WORDS_FOLDER)
      .filter((name) => name.endsWith('.po'))
      .flatMap((name) => {
        const its = messagesIn(name);
        const lacking = [...english.keys()].filter((id) => !its.get(id)).map((id) => `${name} lacks ${id}`);
        return [...lacking, ...[...its.keys()].filter((id) => !english.has(id)).map((id) => `${name} has ${id} alone`)];
      });
    expectNone(findings, 'A word is in every PO file.');
  });

  it('uses each word, and no other', () => {
    const text = sources()
      .filter(({ path }) => path.startsWith('console/'))
      .map((source) => source.text)
      .join('\n');
    const used = new Set([...text.matchAll(/'([a-z]+(?:[.-][a-z]+)*)'/g)].map(([, id]) => id as string));
    const asked = [...text.matchAll(/words\('([^']+)'/g)].map(([, id]) => id as string);
    expectNone(
      [
        ...asked.filter((id) => !english.has(id)).map((id) => `${id} is in no PO file`),
        ...[...english.keys()].filter((id) => !used.has(id) && !MADE.test(id)).map((id) => `${id} is not used`),
      ],
      'Words are those of the PO files.',
    );
  });

  it('has the colours and the type of the pages of the node', () => {
    const tokensIn = (text: string) =>
      new Map([...text.matchAll(/(--[a-z\d-]+):\s*([^;}]+)/g)].map(([, name, value]) => [name!, value!.trim()]));
    const its = tokensIn(readFileSync('console/tokens.css', 'utf8'));
    const root = /:root\{([^}]*)\}/.exec(STYLE)?.[1] ?? '';
    const differing = [...tokensIn(root)].filter(([name, value]) => its.get(name) !== value);
    expect(tokensIn(root).size).to.be.greaterThan(10);
    expectNone(
      differing.map(([name, value]) => `api/pages/style.ts ${name}: ${value}`),
      'A page of the node has the tokens of console/tokens.css.',
    );
  });

  it('aligns to start and end, for languages that are read from the right', () => {
    const sided = /\b(?:left|right)\b|(?:margin|padding|inset): \S+ (\S+) \S+ (?!\1;)\S+;/;
    expect(['padding-left: 0;', 'margin: 0 1px 0 auto;', 'margin: 0 1px 2px 1px;'].map((line) => sided.test(line))).eql(
      [...[true, true, false]],
    );
    const findings = styles().filter(({ line }) => sided.test(line));
    expectNone(findings.map(said), 'Say start and end, as in padding-inline-start.');
  });

  it('has colours and sizes in tokens.css alone', () => {
    const own = /#[0-9a-f]{3,8}\b|oklch|rgb|hsl|font-size: \d|(?:padding|margin|gap)[a-z-]*: [^;]*[1-9]\d*px/;
    const findings = styles().filter(({ at, line }) => !at.startsWith('console/tokens.css') && own.test(line));
    expectNone(findings.map(said), 'Name a token instead.');
  });
});

interface StyleLine {
  /** File and number. */
  readonly at: string;
  readonly line: string;
}

/** The lines of all styles of the console. */
function styles(): readonly StyleLine[] {
  return readdirSync('console', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      readFileSync(join('console', name), 'utf8')
        .split('\n')
        .map((line, i) => ({ at: `console/${name}:${i + 1}`, line: line.trim() })),
    );
}

function said({ at, line }: StyleLine): string {
  return `${at} ${line}`;
}
