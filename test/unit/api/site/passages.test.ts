// Passages of documents by words: where they are, which come first, and how many.
import { expect } from 'chai';
import { Passages } from '../../../../api/site/passages.js';

const TEXTS: Readonly<Record<string, string>> = {
  'docs/language.md':
    '# The language\n\nRules say things.\n\n## Types\n\nMoney is a decimal.\n\n```\n# no heading\nmoney\n```\n\n## Types\n\nAgain.\n',
  'docs/scenarios.md': `# Scenarios\n\nA scenario walks. ${'long '.repeat(500)}\n`,
};
const passages = () => new Passages((source) => TEXTS[source]);
const found = (words: string) =>
  passages()
    .find(words)
    .map(({ address }) => address);

describe('api/site/passages', () => {
  it('finds a heading, or what stands below it, at its address', () => {
    expect(found('money')).to.deep.equal(['language.html#types']);
    expect(found('scenario')).to.deep.equal(['scenarios.html']);
    expect(found('again')).to.deep.equal(['language.html#types-1']);
    expect(passages().find('money')[0]).to.include({ excerpt: 'Money is a decimal.\n\n```\n# no heading\nmoney\n```' });
  });

  it('has those with most of the words first, a heading before a text', () => {
    expect(found('what types does the language have')).to.deep.equal([
      'language.html#types',
      'language.html#types-1',
      'language.html',
    ]);
  });

  it('finds nothing for words that stand nowhere, or say nothing', () => {
    expect(found('xyzzy')).to.deep.equal([]);
    expect(found('a b ?')).to.deep.equal([]);
  });

  it('tells the beginning of a long passage, and reads each document once', () => {
    let reads = 0;
    const many = new Passages((source) => {
      reads++;
      return TEXTS[source];
    });
    const [first] = many.find('scenario');
    const once = reads;
    many.find('money');
    expect([first?.excerpt.length, reads]).to.deep.equal([600, once]);
  });
});
