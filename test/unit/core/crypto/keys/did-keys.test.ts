// A did:key or did:jwk gives the key that it is; everything else gives none.
import { p256 } from '@noble/curves/nist.js';
import { base58 } from '@scure/base';
import { expect } from 'chai';
import { concat, fromHex, toBase64Url, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { didOfJwk, keyOfDid } from '../../../../../core/crypto/keys/did-keys.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';

const point = p256.getPublicKey(fromHex('01'.repeat(32)), false);
const spki = `3059301306072a8648ce3d020106082a8648ce3d030107034200${toHex(point)}`;
const compressed = p256.getPublicKey(fromHex('01'.repeat(32)), true);
const jwk = { kty: 'EC', crv: 'P-256', x: toBase64Url(point.subarray(1, 33)), y: toBase64Url(point.subarray(33)) };
const jwkDid = (value: unknown) => `did:jwk:${toBase64Url(utf8(JSON.stringify(value)))}`;
const keyDid = (...bytes: readonly Uint8Array[]) => `did:key:z${base58.encode(concat(...bytes))}`;
const P256 = fromHex('8024');

describe('core/crypto/keys/did-keys', () => {
  it('gives the key of did:key and did:jwk', () => {
    for (const did of [jwkDid(jwk), jwkDid({ ...jwk, use: 'sig' }), keyDid(P256, compressed)])
      expect(toHex(keyOfDid(did)!), did).to.equal(spki);
    // The example of P-256 in the text of did:key.
    const example = 'did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169';
    expect(keyOfDid(example)?.length).to.equal(91);
  });

  it('are made of a public key', () => {
    expect(toHex(keyOfDid(didOfJwk(p256Jwk(point)))!)).to.equal(spki);
  });

  it('gives none of another', () => {
    const [x, y] = [jwk.x, jwk.y];
    const others = [
      ...[
        '',
        'did:web:a.example',
        'did:jwk:',
        'did:jwk:e30',
        'did:key:z',
        'did:key:z0',
        'did:key:f8024',
        `did:jwk:${'A'.repeat(600)}`,
      ],
      ...[
        keyDid(fromHex('ed01'), compressed),
        keyDid(P256, point),
        keyDid(P256, compressed.subarray(1)),
        keyDid(P256, new Uint8Array(33)),
      ],
      ...[
        { ...jwk, kty: 'OKP' },
        { ...jwk, crv: 'P-384' },
        { ...jwk, d: x },
        { ...jwk, x: y, y: x },
        { ...jwk, x: 1 },
        { ...jwk, y: 'AA' },
        [jwk],
      ].map(jwkDid),
      `${jwkDid(jwk)}=`,
      'did:jwk:gICA',
    ];
    for (const did of others) expect(keyOfDid(did), did).to.equal(undefined);
  });
});
