// The German words of the pages for people: each text of a page and of its scripts has one, and none is left over.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { GERMAN } from '../../../../../../api/pages/web/parts/german.js';

const PAGES = ['api/pages/account-page.ts', 'api/pages/address-pages.ts', 'api/groups/people/invitations/page.ts'];
const SCRIPTS = 'api/pages/web';
/** A code that the page shows as an example, and no word. */
const EXAMPLES = ['BCDF-GHJK'];

/** What people read of a document: its texts, and those of attributes. */
function textsOf(path: string): readonly string[] {
  const templates = [...readFileSync(path, 'utf8').matchAll(/`([^`]*)`/g)].map(([, html = '']) => html);
  return templates.flatMap((html) => {
    const shown = html.replaceAll(/\$\{[^}]*\}/g, '').replaceAll(/<noscript>.*?<\/noscript>/gs, '');
    const attributes = [...shown.matchAll(/(?:placeholder|aria-label)="([^"]*)"/g)].map(([, text = '']) => text);
    const texts = shown.split(/<[^>]*>/).map((text) => text.trim().replaceAll(/\s+/g, ' '));
    return [...attributes, ...texts].filter((text) => /[A-Za-z]/.test(text) && !EXAMPLES.includes(text));
  });
}

/** The literals that scripts tell people. */
function toldIn(source: string): readonly string[] {
  const calls = source.matchAll(/\b(?:tell|warn|say|Error|endOffer|leave|tellEnd|showDone)\((?:[^()]|\([^()]*\))*\)/g);
  const literals = [...calls].flatMap(([call]) => [...call.matchAll(/'((?:[^'\\]|\\.)*)'/g)]);
  return literals.map(([, text = '']) => text.replaceAll("\\'", "'")).filter((text) => /^[ ,{]?.*[A-Z].* /.test(text));
}

describe('api/pages/web: German', () => {
  const files = readdirSync(SCRIPTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!german)\.ts$/.test(name),
  );
  const sources = files.filter((name) => name !== 'search.ts').map((name) => readFileSync(join(SCRIPTS, name), 'utf8'));

  it('has each text of the pages, and what their scripts say', () => {
    const texts = [...PAGES.flatMap(textsOf), ...sources.flatMap(toldIn)];
    expect(texts.length).to.be.above(150);
    // A mistake of the program has no words for people.
    const lacking = texts.filter((text) => !Object.hasOwn(GERMAN, text) && !text.startsWith('The page has no element'));
    expect([...new Set(lacking)]).to.deep.equal([]);
  });

  it('names the values that a text has, and no text that is gone', () => {
    const all = [...PAGES.map((path) => readFileSync(path, 'utf8')), ...sources].join('\n').replaceAll(/\s+/g, ' ');
    for (const [english, german] of Object.entries(GERMAN)) {
      const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
      expect(places(german), english).to.deep.equal(places(english));
      expect(all.includes(english.replaceAll("'", "\\'")) || all.includes(english), english).to.equal(true);
    }
  });
});
