// Secrets at rest: they open under their key and context, and under nothing else.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { isFailure } from '../../../../../core/base/result.js';
import { decryptSecret, encryptSecret } from '../../../../../core/crypto/encryption/at-rest.js';

const key = new Uint8Array(32).fill(7);
const nonce = new Uint8Array(12).fill(9);
const opened = (k: Uint8Array, name: string, sealed: Uint8Array) => {
  const result = decryptSecret(k, name, sealed);
  return isFailure(result) ? result.issue.code : toHex(result);
};

describe('at-rest', () => {
  it('gives back what was sealed under the same key and name', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ maxLength: 30 }), (secret, name) => {
        expect(opened(key, name, encryptSecret(key, name, secret, nonce))).to.equal(toHex(secret));
      }),
    );
  });

  it('does not open under another key or name, or with any byte changed or missing', () => {
    const sealed = encryptSecret(key, 'wallet/1', utf8('seed'), nonce);
    expect(opened(new Uint8Array(32), 'wallet/1', sealed)).to.equal('CIPHERTEXT_INVALID');
    expect(opened(key, 'wallet/2', sealed)).to.equal('CIPHERTEXT_INVALID');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Uint8Array.from(sealed);
      changed[i] = changed[i]! ^ 0x80;
      expect(opened(key, 'wallet/1', changed), `byte ${i}`).to.equal('CIPHERTEXT_INVALID');
      expect(opened(key, 'wallet/1', sealed.subarray(0, i)), `length ${i}`).to.equal('CIPHERTEXT_INVALID');
    }
  });

  it('the layout is pinned: version, nonce, ciphertext, tag', () => {
    const sealed = encryptSecret(key, 'wallet/1', utf8('seed'), nonce);
    expect(toHex(sealed)).to.equal('0109090909090909090909090954e0e1f0295a157839ab072c677300a19e4c7f71');
    expect(
      opened(key, 'wallet/1', fromHex('0109090909090909090909090954e0e1f0295a157839ab072c677300a19e4c7f71')),
    ).to.equal(toHex(utf8('seed')));
  });

  it('keys and nonces of another length are programmer errors', () => {
    expect(() => encryptSecret(new Uint8Array(16), 'x', utf8('s'), nonce)).to.throw('32-byte key');
    expect(() => encryptSecret(key, 'x', utf8('s'), new Uint8Array(16))).to.throw('12-byte nonce');
    expect(() => decryptSecret(new Uint8Array(31), 'x', utf8('s'))).to.throw('32-byte key');
  });
});
