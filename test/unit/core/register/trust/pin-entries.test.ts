// Entries of a pin of what a person has: in their order, each once, and none of a key that cannot sign credentials.
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { isEntries } from '../../../../../core/register/trust/pin.js';
import { anchorEntries, keyEntries } from '../../../../../core/register/trust/pin-entries.js';

const keyOf = (namedCurve: string) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve });
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }) } as Record<string, string>,
    hash: sha256Hex(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))),
  };
};
const issuer = 'https://acme.example/credentials/acme';

describe('core/register/trust/pin-entries', () => {
  it('names anchors by their hashes, sorted, each once', () => {
    const [a, b] = [Uint8Array.of(1), Uint8Array.of(2)];
    const entries = anchorEntries([b, a, b]);
    expect(entries).to.deep.equal([sha256Hex(a), sha256Hex(b)].sort());
    expect(isEntries(entries, { kind: 'x509' })).to.equal(true);
  });

  it('names each key of a set, or the one key, under its issuer', () => {
    const [one, two] = [keyOf('P-256'), keyOf('P-256')];
    expect(keyEntries(issuer, one.jwk)).to.deep.equal([{ issuer, key: one.hash }]);
    const entries = keyEntries(issuer, { keys: [two.jwk, one.jwk, two.jwk] });
    expect(entries?.map(({ key }) => key)).to.deep.equal([one.hash, two.hash].sort());
    expect(isEntries(entries, { kind: 'keys' })).to.equal(true);
  });

  it('has none where one key is of another curve', () => {
    expect(keyEntries(issuer, { keys: [keyOf('P-256').jwk, keyOf('P-384').jwk] })).to.equal(undefined);
    expect(keyEntries(issuer, { kty: 'RSA' })).to.equal(undefined);
  });
});
