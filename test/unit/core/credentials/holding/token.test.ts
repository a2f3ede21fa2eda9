// What issuers answer: tokens, credentials now or later, and their words when they are asked again.
import { expect } from 'chai';
import { COPIES_MAX, ISSUER_TEXT_MAX, PENDING_INTERVAL_S } from '../../../../../core/base/limits/node/wallets.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import {
  draftDpop,
  draftKeyProof,
  errorName,
  isAway,
  readCredentials,
  readDeferred,
  readToken,
  refreshForm,
  tokenForm,
} from '../../../../../core/credentials/holding/token.js';

const payloadOf = (bytes: Uint8Array, part: number) =>
  JSON.parse(Buffer.from(Buffer.from(bytes).toString().split('.')[part] ?? '', 'base64url').toString());
const isFault = (read: () => unknown) => faultOr(read as () => string) instanceof FormatFault;
/** The example of RFC 9449 section 7, with its hash. */
const RFC_9449_TOKEN = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU';
const jwk = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' } as const;

describe('core/credentials/holding/token', () => {
  it('asks for a token with the code, and with the transaction code where there is one', () => {
    const offer = { issuer: 'https://i.example', configurations: ['a'], code: 'a&b' };
    const grant = 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Apre-authorized_code';
    expect(tokenForm(offer, undefined)).to.equal(`${grant}&pre-authorized_code=a%26b`);
    expect(tokenForm(offer, '493536')).to.equal(`${grant}&pre-authorized_code=a%26b&tx_code=493536`);
    expect(refreshForm('r=1')).to.equal('grant_type=refresh_token&refresh_token=r%3D1');
  });

  it('reads a token of either kind, and the names by which credentials are asked for', () => {
    const details = [
      { credential_configuration_id: 'a', credential_identifiers: ['a1', 'a2'] },
      { credential_configuration_id: 'b', credential_identifiers: [] },
      ...[{ credential_identifiers: ['c1'] }, 'd'],
    ];
    const read = readToken({ access_token: 't', token_type: 'dPoP', authorization_details: details });
    expect(read).to.deep.equal({ token: 't', isBound: true, identifiers: new Map([['a', 'a1']]) });
    const bearer = readToken({ access_token: 't', token_type: 'bearer', refresh_token: 'r' });
    expect(bearer).to.deep.equal({ token: 't', isBound: false, identifiers: new Map(), refreshToken: 'r' });
    const good = { access_token: 't', token_type: 'Bearer' };
    for (const [what, json] of Object.entries({
      'no object': 't',
      'another type': { ...good, token_type: 'mac' },
      'no type': { access_token: 't' },
      'no token': { token_type: 'Bearer' },
      'an empty one': { ...good, access_token: '' },
      'a long one': { ...good, access_token: 'x'.repeat(ISSUER_TEXT_MAX + 1) },
      'details that are no list': { ...good, authorization_details: {} },
      'a refresh token that is no text': { ...good, refresh_token: 1 },
    }))
      expect(
        isFault(() => readToken(json)),
        what,
      ).to.equal(true);
  });

  it('proves a key for one request, with the token and the nonce where there are some', () => {
    const content = { jwk, method: 'POST', url: 'https://i.example/a?b#c', id: 'j', atSeconds: 7 };
    const { toSign } = draftDpop({ ...content, nonce: 'n', token: RFC_9449_TOKEN });
    expect(payloadOf(toSign, 0)).to.deep.equal({ alg: 'ES256', typ: 'dpop+jwt', jwk });
    expect(payloadOf(toSign, 1)).to.deep.equal({
      ...{ jti: 'j', htm: 'POST', htu: 'https://i.example/a', iat: 7, nonce: 'n' },
      ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo',
    });
    expect(payloadOf(draftDpop(content).toSign, 1)).to.have.all.keys(['jti', 'htm', 'htu', 'iat']);
    const proof = draftKeyProof({ jwk, audience: 'https://i.example', atSeconds: 7, nonce: 'n' }).toSign;
    expect(payloadOf(proof, 0)).to.deep.equal({ alg: 'ES256', typ: 'openid4vci-proof+jwt', jwk });
    expect(payloadOf(proof, 1)).to.deep.equal({ aud: 'https://i.example', iat: 7, nonce: 'n' });
  });

  it('reads credentials, or that they come later', () => {
    const one = { credential: 'text' };
    expect(readCredentials({ credentials: [one], notification_id: 'i' })).to.deep.equal({
      ...{ texts: ['text'], notificationId: 'i' },
    });
    const later = (json: object) => readCredentials({ transaction_id: 't', ...json });
    expect(later({ interval: 20 })).to.deep.equal({ transactionId: 't', intervalS: 20 });
    for (const interval of [undefined, 0, -1, '20'])
      expect(later(interval === undefined ? {} : { interval })).to.deep.equal({
        ...{ transactionId: 't', intervalS: PENDING_INTERVAL_S },
      });
    for (const [what, json] of Object.entries({
      'no object': 1,
      nothing: {},
      'none of them': { credentials: [] },
      'too many': { credentials: Array.from({ length: COPIES_MAX + 1 }, () => one) },
      'one that is no text': { credentials: [{ credential: {} }] },
      'one that is no object': { credentials: ['text'] },
      'credentials, and a transaction': { credentials: [one], transaction_id: 't' },
      'a transaction that is no text': { transaction_id: 1 },
    }))
      expect(
        isFault(() => readCredentials(json as never)),
        what,
      ).to.equal(true);
  });

  it('tells a credential from a word for later, from a refusal, and from an issuer that is away', () => {
    const said = (status: number, json?: object) => readDeferred({ status, json: json as never });
    expect(said(200, { credentials: [{ credential: 'text' }] })).to.deep.equal({
      ...{ word: 'given', credentials: { texts: ['text'] } },
    });
    expect(said(202, { transaction_id: 't', interval: 9 })).to.deep.equal({ word: 'later', intervalS: 9 });
    for (const error of ['issuance_pending', 'slow_down'])
      expect(said(400, { error })).to.deep.equal({ word: 'later' });
    expect(said(400, { error: 'invalid_transaction_id' })).to.deep.equal({
      ...{ word: 'refused', error: 'invalid_transaction_id' },
    });
    expect(said(404)).to.deep.equal({ word: 'refused', error: 'status 404' });
    for (const status of [302, 408, 425, 429, 500, 503]) expect(said(status)).to.deep.equal({ word: 'away' });
    expect([200, 302, 400, 401, 404, 408, 429, 500].filter(isAway)).to.deep.equal([302, 408, 429, 500]);
    expect(isFault(() => said(200, {}))).to.equal(true);
  });

  it('passes on the name of an error, and no other text of an issuer', () => {
    expect(errorName({ error: 'access_denied' })).to.equal('access_denied');
    for (const json of [undefined, 'x', {}, { error: 1 }, { error: 'Two words' }, { error: 'x'.repeat(65) }])
      expect(errorName(json as never)).to.equal('');
  });
});
