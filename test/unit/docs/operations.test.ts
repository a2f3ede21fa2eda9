// The runbook and the page on proxies are true to the program: their log lines, metrics, settings, codes and parts of
// the health are those of the sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ISSUE_CODES } from '../../../core/base/codes/table.js';
import { SETTINGS } from '../../../node/config/settings.js';

const TEXT = ['docs/operations.md', 'docs/proxies.md'].map((path) => readFileSync(path, 'utf8')).join('\n');
const all = (pattern: RegExp) => [...new Set([...TEXT.matchAll(pattern)].map(([, found]) => found as string))];

/** Where the program says what it says. */
const FOLDERS = ['core', 'storage', 'actors', 'api', 'node', 'cli'];

function programText(): string {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return paths
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

describe('docs/operations.md and docs/proxies.md', () => {
  const code = programText();

  it('quotes log lines and reasons that the program says', () => {
    const quoted = [...TEXT.matchAll(/^- (?:Log|Shows): (.*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/"([^"]+)"/g)].map(([, text]) => text as string),
    );
    expect(quoted.length).to.be.greaterThan(30);
    expect(quoted.filter((text) => !code.includes(text))).to.deep.equal([]);
  });

  it('names metrics, parts and settings that exist', () => {
    expect(all(/`(ledger_\w+)`/g).filter((name) => !code.includes(`'${name}'`))).to.deep.equal([]);
    const parts = all(/[Pp]arts? `([a-z]+)`/g);
    expect(parts).to.include.members(['registers', 'clock', 'disk', 'mesh']);
    expect(parts.filter((name) => !code.includes(`name: '${name}'`))).to.deep.equal([]);
    const sections = new Set(SETTINGS.map(({ path }) => path.split('.')[0]));
    const settings = all(/`([a-z]+\.[a-z]+[A-Z]\w*)`/g).filter((path) => sections.has(path.split('.')[0]));
    expect(settings.length).to.be.greaterThan(5);
    expect(settings.filter((path) => !SETTINGS.some((one) => one.path === path))).to.deep.equal([]);
  });

  it('names codes that exist', () => {
    const words = all(/\b([A-Z]+_[A-Z_]+)\b/g);
    const isCode = (word: string) => (ISSUE_CODES as readonly string[]).includes(word);
    expect(words.filter((word) => !isCode(word) && !code.includes(word))).to.deep.equal([]);
    expect(words.filter(isCode).length).to.be.greaterThan(15);
  });
});
