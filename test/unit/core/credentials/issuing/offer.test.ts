// Further tokens of an offer: who gets one, and what ends them. One case for each condition.
import { expect } from 'chai';
import { WAITING_WALLET_MS } from '../../../../../core/base/limits/node/wallets.js';
import {
  type AskedRefresh,
  endRefresh,
  isLasting,
  judgeRefresh,
  type LastingOffer,
  readRefreshToken,
  refreshTokenText,
} from '../../../../../core/credentials/issuing/offer.js';

const NOW = 1_800_000_000_000;
const ID = '0mhwzv8lc-q83vEjRWeJq83u8SNFZ4mg';
const OFFER = {
  ...{ id: ID, status: 'Exchanged', expiresAtMs: NOW + WAITING_WALLET_MS },
  token: { hash: 'access', expiresAtMs: NOW, thumbprint: 'key' },
  refresh: { current: 'good', clientId: 'wallet', isAttested: true },
} as unknown as LastingOffer;
const ASKED: AskedRefresh = { hash: 'good', nowMs: NOW, thumbprint: 'key', clientId: 'wallet', isAttested: true };
const judged = (asked: Partial<AskedRefresh>, offer = OFFER) => judgeRefresh(offer, { ...ASKED, ...asked });

describe('core/credentials/issuing/offer', () => {
  it('gives a token to the wallet that has the one before', () => {
    expect(judged({})).to.equal('good');
    expect(judged({ clientId: undefined })).to.equal('good');
    expect(judged({ nowMs: OFFER.expiresAtMs - 1 })).to.equal('good');
    const open = { ...OFFER, refresh: { ...OFFER.refresh, isAttested: false } };
    expect(judged({ isAttested: false }, open)).to.equal('good');
  });

  it('takes a spent one as the end', () => {
    expect(judged({ hash: 'before' })).to.equal('spent');
    const { refresh, token } = endRefresh(OFFER) as Partial<LastingOffer>;
    expect([refresh, token]).to.deep.equal([undefined, { ...OFFER.token, expiresAtMs: 0 }]);
    expect([isLasting(OFFER), isLasting(endRefresh(OFFER)), isLasting(undefined)]).to.deep.equal([true, false, false]);
  });

  for (const [what, asked] of [
    ['another key', { thumbprint: 'other' }],
    ['no key', { thumbprint: undefined }],
    ['another wallet', { clientId: 'other' }],
    ['a wallet for which nobody vouches', { isAttested: false }],
    ['one who comes after the end', { nowMs: OFFER.expiresAtMs }],
    ['one for whom the clock was set back', { nowMs: NOW - 2 }],
  ] as const)
    it(`refuses ${what}, whose spent token ends nothing`, () => {
      expect(judged(asked)).to.equal('refused');
      expect(judged({ ...asked, hash: 'before' })).to.equal('refused');
    });

  it('refuses a key where the token was bound to none', () => {
    const { thumbprint: _, ...token } = OFFER.token;
    expect(judged({}, { ...OFFER, token })).to.equal('refused');
    expect(judged({ thumbprint: undefined }, { ...OFFER, token })).to.equal('good');
  });

  it('is a text of the id of an offer and a secret, and no other', () => {
    const secret = 'x'.repeat(43);
    expect(readRefreshToken(refreshTokenText(ID, secret))).to.deep.equal({ offerId: ID, secret });
    for (const text of [
      '',
      ID,
      `${ID}.`,
      `${ID}.${secret}x`,
      `${ID}x.${secret}`,
      `${ID}.${secret}.`,
      `${ID} ${secret}`,
    ])
      expect(readRefreshToken(text), text).to.equal(undefined);
  });
});
