// Names that people read: which characters none of them has, and how printers show these.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  hasHidden,
  NAME_PATTERN,
  nameProblem,
  quoteText,
  showHidden,
  shownJson,
} from '../../../../core/base/hidden.js';

const ZERO_WIDTH_SPACE = '\u200b';
const RIGHT_TO_LEFT = '\u202e';

describe('core/base/hidden', () => {
  const names = [
    'Acme',
    'A',
    'Müller & Söhne (Zürich) 2',
    'Банк',
    '株式会社',
    'a\u0301',
    'two  spaces',
    '😀',
    "O'Brien; <b>",
  ];
  for (const name of names)
    it(`takes ${name}`, () => {
      expect(nameProblem(name)).to.equal(undefined);
      expect(new RegExp(NAME_PATTERN, 'u').test(name)).to.equal(true);
    });

  const others: readonly (readonly [string, string, RegExp])[] = [
    ['nothing', '', /is empty/],
    ['a space before', ' Acme', /space/],
    ['a space behind', 'Acme ', /space/],
    ['spaces alone', '  ', /space/],
    ['a line break', 'Ac\nme', /U\+000A at character 3/],
    ['an escape', '\u001b[31mAcme', /U\+001B/],
    ['a control of eight bits', 'Acme\u009b', /U\+009B/],
    ['a soft hyphen', 'Ac\u00adme', /U\+00AD/],
    ['a space without a width', `Acme${ZERO_WIDTH_SPACE}`, /U\+200B at character 5/],
    ['a joiner', 'Ac\u200dme', /U\+200D/],
    ['an override of direction', `pay${RIGHT_TO_LEFT}drocer`, /U\+202E at character 4/],
    ['an isolate of direction', 'pay\u2066drocer', /U\+2066/],
    ['a line separator', 'line\u2028two', /U\+2028/],
    ['a byte order mark', '\ufeffAcme', /U\+FEFF/],
    ['a filler', 'Acme\u3164', /U\+3164/],
    ['a Braille pattern without a dot', 'Acme\u2800', /U\+2800/],
    ['a filler of Khitan', 'Acme\u{16fe4}', /U\+16FE4/],
    ['a variation selector', 'Acme\ufe0f', /U\+FE0F/],
    ['private use', 'Acme\ue000', /U\+E000/],
    ['private use of the last plane', 'Acme\u{10fffd}', /U\+10FFFD/],
    ['a tag', 'Acme\u{e0041}', /U\+E0041/],
    ['half of a pair', 'Acme\ud83d', /U\+D83D/],
    ['a space that does not break', 'Acme\u00a0Bank', /U\+00A0/],
    ['an ideographic space', 'Acme\u3000Bank', /U\+3000/],
    ['an address of the web', 'see http://x', /":\/\/"/],
  ];
  for (const [title, name, problem] of others)
    it(`refuses ${title}`, () => expect(nameProblem(name)).to.match(problem));

  it('has a pattern that says the same of each character of the first plane', () => {
    const form = new RegExp(NAME_PATTERN, 'u');
    for (let point = 0; point < 0xd800; point++) same(String.fromCharCode(point));
    for (let point = 0xe000; point < 0x10000; point++) same(String.fromCharCode(point));
    function same(character: string): void {
      for (const name of [character, `${character}a`, `a${character}`, `a${character}a`])
        if (form.test(name) !== (nameProblem(name) === undefined)) expect.fail(JSON.stringify(name));
    }
  });

  it('hides every character that the platform knows as one to leave out', () => {
    const ignorable = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Zl}|\p{Zp}|\p{Co}|\p{Bidi_Control}/u;
    const missed = [];
    for (let point = 0; point < 0x110000; point++)
      if (ignorable.test(String.fromCodePoint(point)) && !hasHidden(String.fromCodePoint(point))) missed.push(point);
    expect(missed).to.deep.equal([]);
  });

  it('has the code points that docs/hashes.md lists, and no others', () => {
    const [, listed = ''] = /```code-points\n(.*)\n```/.exec(readFileSync('docs/hashes.md', 'utf8')) ?? [];
    const ranges = listed.split(', ').map((range) => range.split('-').map((point) => Number.parseInt(point, 16)));
    const wrong = [];
    for (let point = 0; point < 0x110000; point++) {
      const isListed = ranges.some(([first = 0, last = first]) => first <= point && point <= last);
      if ((nameProblem(`a${String.fromCodePoint(point)}a`) !== undefined) !== isListed) wrong.push(point.toString(16));
    }
    expect(wrong).to.deep.equal([]);
  }).timeout(60_000);

  it('shows each hidden character by its number, and leaves all others', () => {
    expect(showHidden(`pay${RIGHT_TO_LEFT}drocer\u001b[2J\u{e0041}`)).to.equal(
      'pay\\u{202e}drocer\\u{1b}[2J\\u{e0041}',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hasHidden(showHidden(text))).to.equal(false);
        if (!hasHidden(text)) expect(showHidden(text)).to.equal(text);
      }),
    );
  });

  it('quotes a text so that it cannot end its quotes', () => {
    expect(quoteText(`a" is ${RIGHT_TO_LEFT}b\n`)).to.equal(String.raw`"a\" is \u{202e}b\n"`);
  });

  it('shows a value as JSON, with its lines and nothing hidden', () => {
    const value = { [`see${RIGHT_TO_LEFT}`]: [`pay${ZERO_WIDTH_SPACE}\n`] };
    expect(shownJson(value)).to.equal(String.raw`{"see\u{202e}":["pay\u{200b}\n"]}`);
    expect(shownJson(value, 1).split('\n')).to.deep.equal([
      ...['{', String.raw` "see\u{202e}": [`, String.raw`  "pay\u{200b}\n"`, ' ]', '}'],
    ]);
  });
});
