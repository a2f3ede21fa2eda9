// The address of the document of a did:web, by the examples of the method, and the keys by which the DID asserts.
import { expect } from 'chai';
import { toHex } from '../../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { keyOfDid } from '../../../../../core/crypto/keys/did-keys.js';
import { didWebUrl, keyInDidDocument } from '../../../../../core/crypto/keys/did-web.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';
import { HOLDER, ISSUER } from '../../../../support/credentials/shown.js';

const did = 'did:web:works.example';
const jwk = p256Jwk(ISSUER.publicKey);
/** The example of P-256 in the text of did:key. */
const MULTIBASE = 'zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169';
const method = (name: string, key: object) => ({ id: `${did}#${name}`, type: 'JsonWebKey', controller: did, ...key });
const document = (change: object = {}): JsonObject => ({
  '@context': 'https://www.w3.org/ns/did/v1',
  id: did,
  verificationMethod: [
    method('k1', { publicKeyJwk: { ...jwk, kid: 'k1' } }),
    method('k2', { publicKeyMultibase: MULTIBASE }),
  ],
  assertionMethod: [`${did}#k1`, '#k2'],
  ...change,
});
const keyOf = (json: JsonObject, keyId?: string) => {
  const spki = keyInDidDocument(json, { did, keyId });
  return spki && toHex(spki.subarray(26));
};
const [own, other] = [toHex(ISSUER.publicKey), toHex(keyOfDid(`did:key:${MULTIBASE}`)!.subarray(26))];

describe('core/crypto/keys/did-web', () => {
  it('has the addresses that the method gives as examples', () => {
    for (const [name, url] of [
      ['did:web:w3c-ccg.github.io', 'https://w3c-ccg.github.io/.well-known/did.json'],
      ['did:web:w3c-ccg.github.io:user:alice', 'https://w3c-ccg.github.io/user/alice/did.json'],
      ['did:web:example.com%3A3000', 'https://example.com:3000/.well-known/did.json'],
      ['did:web:example.com%3A3000:user:alice', 'https://example.com:3000/user/alice/did.json'],
    ] as const)
      expect(didWebUrl(name)).to.equal(url);
  });

  for (const name of [
    ...['did:web:', 'did:web:localhost', 'did:web:127.0.0.1', 'did:web:10.0.0.1%3A80', 'did:web:[::1]', 'did:key:z6Mk'],
    ...['did:web:0x7f.1', 'did:web:0x08.0x08.0x08.0x08', 'did:web:a.0x8', 'did:web:a.example.'],
    ...[
      'did:web:A.example',
      'did:web:a.example:',
      'did:web:a.example:..',
      'did:web:a.example:b%2Fc',
      'did:web:a.example/b',
    ],
    ...[
      'did:web:a.example?b',
      'did:web:a.example#k1',
      'did:web:user@a.example',
      'did:web:a.example%3A99999',
      'did:web:a.example%3a80',
    ],
    ...[`did:web:a.example:${'b'.repeat(512)}`],
  ])
    it(`has none for ${name.slice(0, 40)}`, () => expect(didWebUrl(name)).to.equal(undefined));

  it('gives the key that is named, in either form and with or without its DID', () => {
    for (const keyId of [`${did}#k1`, '#k1', 'k1']) expect(keyOf(document(), keyId), keyId).to.equal(own);
    expect(keyOf(document(), '#k2')).to.equal(other);
    const within = { verificationMethod: [], assertionMethod: [{ ...method('k9', { publicKeyJwk: jwk }), id: '#k9' }] };
    expect(keyOf(document(within), `${did}#k9`), 'in its place').to.equal(own);
    expect(keyOf(document({ assertionMethod: ['#k1'] })), 'the only one').to.equal(own);
  });

  for (const [what, json, keyId] of [
    ['a document of another DID', document({ id: 'did:web:else.example' }), '#k1'],
    ['a key that asserts nothing', document({ assertionMethod: ['#k2'] }), '#k1'],
    ['no assertion method', document({ assertionMethod: undefined }), '#k1'],
    ['a method that is not there', document({ verificationMethod: [] }), '#k1'],
    ['a key of another DID', document(), 'did:web:else.example#k1'],
    ['two keys and no id', document(), undefined],
    [
      'a key with its private part',
      document({ verificationMethod: [method('k1', { publicKeyJwk: { ...jwk, d: 'AQ' } })] }),
      '#k1',
    ],
    [
      'a key in two forms',
      document({ verificationMethod: [method('k1', { publicKeyJwk: jwk, publicKeyMultibase: MULTIBASE })] }),
      '#k1',
    ],
    [
      'a key of another curve',
      document({
        verificationMethod: [method('k1', { publicKeyJwk: { ...p256Jwk(HOLDER.publicKey), crv: 'P-384' } })],
      }),
      '#k1',
    ],
    ['no key', document({ verificationMethod: [method('k1', {})] }), '#k1'],
    ['65 methods', document({ assertionMethod: Array(65).fill('#k1') }), '#k1'],
  ] as const)
    it(`gives none of ${what}`, () => expect(keyOf(json, keyId)).to.equal(undefined));
});
