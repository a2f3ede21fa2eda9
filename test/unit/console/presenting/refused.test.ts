// Refusals of requests have words of what to do, for each code that the operations name; and what leads to a request.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { presentationRoutes } from '../../../../api/groups/credentials/presentations/routes.js';
import { isOffer, refusedGround, requestIn } from '../../../../console/presenting/refused.js';

/** Forms that the console never sends wrong. */
const OF_PROGRAMS = ['PATH_INVALID', 'ALGORITHM_UNSUPPORTED', 'CERTIFICATE_MISSING'];

describe('refusals of requests in the console', () => {
  it('have a sentence for each code of the operations that the pages call', () => {
    const { acceptPresentation, denyPresentation, getWaitingPresentation, previewPresentation, resolvePresentation } =
      presentationRoutes;
    const called = [
      acceptPresentation,
      denyPresentation,
      getWaitingPresentation,
      previewPresentation,
      resolvePresentation,
    ];
    const codes = [...new Set(called.flatMap(({ errors }): readonly string[] => errors))];
    const without = codes.filter((code) => refusedGround(code) === 'other');
    expect(without.filter((code) => !OF_PROGRAMS.includes(code))).to.deep.equal([]);
    for (const language of ['en', 'de']) {
      const po = readFileSync(`console/words/${language}.po`, 'utf8');
      const [, words = ''] = /msgid "present\.refused"\nmsgstr "(.*)"/.exec(po) ?? [];
      for (const code of codes) expect(words, `${language} ${code}`).to.contain(`${refusedGround(code)} {`);
    }
  });

  it('tell an offer from a request', () => {
    expect(isOffer('  openid-credential-offer://?credential_offer_uri=x')).to.equal(true);
    expect(isOffer('openid4vp://?client_id=x')).to.equal(false);
  });

  it('take the request of a verifier that led the browser here, and no other query', () => {
    const query = 'client_id=x509_san_dns%3Ashop.example&request_uri=https%3A%2F%2Fshop.example%2F1';
    expect(requestIn(`?${query}`)).to.equal(`openid4vp://?${query}`);
    for (const other of ['', '?', '?kind=action', '?request_uri=x'])
      expect(requestIn(other), other).to.equal(undefined);
  });
});
