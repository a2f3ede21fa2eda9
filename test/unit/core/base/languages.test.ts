// Which language a person gets: headers and locales are read with bounds, and a language serves its kinds.
import { expect } from 'chai';
import { languagesOf, languagesOfLocale, pickLanguage } from '../../../../core/base/languages.js';

describe('core/base/languages', () => {
  it('takes the wanted language first, and what it is a kind of', () => {
    expect(languagesOf('fr;q=0.2, de-CH, *;q=0.1, en;q=0, it;q=5, xx yy')).to.deep.equal(['de-ch', 'fr']);
    expect([languagesOf(undefined), languagesOf('x'.repeat(100_000))]).to.deep.equal([[], []]);
    expect(languagesOf(Array(5000).fill('de').join()).length).to.be.at.most(20);
    expect(['de_CH.UTF-8', 'C', 'POSIX', 'C.UTF-8', '', undefined].map(languagesOfLocale)).to.deep.equal([
      ['de-ch'],
      ...Array(5).fill([]),
    ]);
    expect(pickLanguage(['fr', 'de-ch-1996'], ['pt-BR', 'de'])).to.equal('de');
    expect([
      pickLanguage(['PT-br'], ['pt-BR']),
      pickLanguage(['pt'], ['pt-BR']),
      pickLanguage([], ['de']),
    ]).to.deep.equal(['pt-BR', undefined, undefined]);
  });
});
