// Compact JWS: which texts are one, and whose signature counts. Headers are tested with the judge of presentations.
import { expect } from 'chai';
import { toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { draftJws, headerOf, isSignedBy, readJws, statedIssuer } from '../../../../../core/credentials/jose/jws.js';
import { HOLDER, ISSUER, signedBy } from '../../../../support/credentials/shown.js';

const GOOD = signedBy(ISSUER, draftJws(headerOf('a', { chain: [Uint8Array.of(1)], keyId: 'k' }), { iss: 'i', n: 0.5 }));
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = GOOD.split('.');
const encoded = (text: string) => toBase64Url(utf8(text));
const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const messageOf = (read: () => unknown) => {
  const fault = faultOr(read);
  return fault instanceof FormatFault ? fault.message : undefined;
};

describe('JWS', () => {
  it('is read with what it says of its issuer', () => {
    const jws = readJws(GOOD, ['b', 'a']);
    expect(jws.payload).to.deep.equal({ iss: 'i', n: 0.5 });
    expect(statedIssuer(jws)).to.deep.equal({ chain: [Uint8Array.of(1)], issuer: 'i', keyId: 'k' });
    expect([isSignedBy(jws, ISSUER.publicKey), isSignedBy(jws, HOLDER.publicKey)]).to.deep.equal([true, false]);
    expect(isSignedBy(jws, ISSUER.publicKey.subarray(1))).to.equal(false);
  });

  it('says nothing of its issuer where its header and payload do not', () => {
    const jws = readJws(signedBy(ISSUER, draftJws(headerOf('a', { chain: [] }), {})), ['a']);
    expect([jws.header, statedIssuer(jws)]).to.deep.equal([{ alg: 'ES256', typ: 'a' }, { chain: [] }]);
  });

  for (const [what, text] of [
    ['two parts', `${HEADER}.${PAYLOAD}`],
    ['four parts', `${GOOD}.`],
    ['no signature', `${HEADER}.${PAYLOAD}.`],
    ['padding', `${HEADER}.${PAYLOAD}.${SIGNATURE}==`],
    ['stray bits', `${HEADER}.${PAYLOAD}.${SIGNATURE.slice(0, -1)}${SIGNATURE.endsWith('B') ? 'C' : 'B'}`],
    ['a space', `${HEADER}.${PAYLOAD} .${SIGNATURE}`],
    ['letters of standard base64', `${HEADER}.${encoded('{"a":"???>>>"}').replaceAll('_', '/')}.${SIGNATURE}`],
    ['a header that is no object', `${encoded('["a"]')}.${PAYLOAD}.${SIGNATURE}`],
    ['a payload that is no object', `${HEADER}.${encoded('null')}.${SIGNATURE}`],
    ['bytes that are no UTF-8', `${HEADER}.${toBase64Url(Uint8Array.of(0x22, 0xff, 0x22))}.${SIGNATURE}`],
    ['a member named twice', `${HEADER}.${encoded('{"iss":"a","iss":"b"}')}.${SIGNATURE}`],
    ['one named twice with an escape', `${HEADER}.${encoded('{"iss":"a","\\u0069ss":"b"}')}.${SIGNATURE}`],
    ['a lone surrogate', `${HEADER}.${encoded('{"a":"\\ud800"}')}.${SIGNATURE}`],
    ['a number that another reader rounds', `${HEADER}.${encoded('{"exp":9007199254740993}')}.${SIGNATURE}`],
    ['a payload too deep', `${HEADER}.${encoded(nested(18))}.${SIGNATURE}`],
    ['no typ', `${encoded('{"alg":"ES256"}')}.${PAYLOAD}.${SIGNATURE}`],
  ] as const)
    it(`is not a text with ${what}`, () => expect(messageOf(() => readJws(text, ['a']))).to.be.a('string'));

  for (const [text, message] of [
    ['{"a":1,"a":2}', 'The payload names a member twice.'],
    ['{"a":9007199254740993}', 'The payload has a number that other readers round.'],
    [nested(18), 'The payload nests deeper than 16 levels.'],
    ['{"secret"', 'The payload is not JSON.'],
  ] as const)
    it(`says of ${text.slice(0, 24)}: ${message}`, () =>
      expect(messageOf(() => readJws(`${HEADER}.${encoded(text)}.${SIGNATURE}`, ['a']))).to.equal(message));

  it('may nest as deep as a credential', () => {
    expect(messageOf(() => readJws(`${HEADER}.${encoded(nested(17))}.${SIGNATURE}`, ['a']))).to.equal(undefined);
  });

  it('keeps a member named __proto__ as a member', () => {
    const { payload } = readJws(`${HEADER}.${encoded('{"__proto__":{"vct":"x"}}')}.${SIGNATURE}`, ['a']);
    expect(payload.vct).to.equal(undefined);
    expect(Object.keys(payload)).to.deep.equal(['__proto__']);
  });

  for (const [what, header, payload] of [
    ['a kid that is no text', { kid: 1 }, {}],
    ['an iss that is no text', {}, { iss: ['i'] }],
  ] as const)
    it(`says nothing of its issuer by ${what}`, () => {
      const text = signedBy(ISSUER, draftJws({ typ: 'a', ...header }, payload));
      expect(messageOf(() => statedIssuer(readJws(text, ['a'])))).to.be.a('string');
    });

  it('writes its algorithm by itself', () => {
    expect(readJws(signedBy(ISSUER, draftJws({ typ: 'a', alg: 'none' }, {})), ['a']).header.alg).to.equal('ES256');
  });
});
