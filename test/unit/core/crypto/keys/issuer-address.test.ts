// Issuers that are addresses: which texts are, and the key in the document of one.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import {
  isIssuerAddress,
  keyInIssuerDocument,
  keysOfSet,
  spkiOfJwk,
} from '../../../../../core/crypto/keys/issuer-address.js';

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }) } as Record<string, string>,
    secret: { ...privateKey.export({ format: 'jwk' }) } as Record<string, string>,
    spki: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })),
  };
};
const [one, two] = [newKey(), newKey()];
const issuer = 'https://acme.example/credentials/acme';
const documentOf = (...keys: readonly object[]) => ({ issuer, jwks: { keys } }) as never;
const found = (document: never, keyId?: string, name = issuer) =>
  keyInIssuerDocument(document, { issuer: name, keyId });

describe('core/crypto/keys/issuer-address', () => {
  it('takes addresses of the web without query, fragment and account', () => {
    for (const text of ['https://a.example', issuer, 'http://localhost:8080/credentials/acme'])
      expect(isIssuerAddress(text), text).to.equal(true);
    for (const text of ['did:web:a.example', 'a.example', 'ftp://a.example', `${issuer}?a`, `${issuer}#a`])
      expect(isIssuerAddress(text), text).to.equal(false);
    for (const text of ['https://u@a.example/', 'https://:p@a.example/', ''])
      expect(isIssuerAddress(text), text).to.equal(false);
  });

  it('gives the key that is named, and the only one without a name', () => {
    const document = documentOf({ ...one.jwk, kid: '1', alg: 'ES256' }, { ...two.jwk, kid: '2' });
    expect(found(document, '2')).to.deep.equal(two.spki);
    expect(found(document), 'several').to.equal(undefined);
    expect(found(document, '3')).to.equal(undefined);
    expect(found(documentOf(one.jwk))).to.deep.equal(one.spki);
    expect(found(documentOf({ ...one.jwk, kid: '1' }, { ...two.jwk, kid: '1' }), '1'), 'twice').to.equal(undefined);
  });

  it('gives none of a document of another issuer, of no set, and none that is not a public key of P-256', () => {
    expect(found(documentOf(one.jwk), undefined, `${issuer}/else`)).to.equal(undefined);
    for (const jwks of [undefined, null, [], { keys: one.jwk }, { keys: ['text'] }])
      expect(found({ issuer, jwks } as never), JSON.stringify(jwks)).to.equal(undefined);
    for (const jwk of [one.secret, { kty: 'OKP', crv: 'Ed25519', x: 'AA' }, { ...one.jwk, x: 'AA' }, 'text'])
      expect(spkiOfJwk(jwk)).to.equal(undefined);
  });

  it('reads a bounded number of keys', () => {
    expect(keysOfSet({ keys: Array.from({ length: 100 }, () => ({ kid: 'k' })) })).to.have.length(64);
  });
});
