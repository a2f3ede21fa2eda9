// RSA keys from a secret: the same secret gives the same key.
import { createPrivateKey } from 'node:crypto';
import { expect } from 'chai';
import { toHex } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { rsaPrivateKeyOf } from '../../../../../core/crypto/keys/rsa.js';

const integer = (text: string | undefined) => BigInt(`0x${Buffer.from(text ?? '', 'base64url').toString('hex')}`);

describe('rsa keys from a secret', () => {
  it('are whole and fit FIPS 186-5 A.1: sizes, distance of the primes, exponents', () => {
    const der = rsaPrivateKeyOf(sha256('rsa test 1'));
    const jwk = createPrivateKey({ key: der as Buffer, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
    const [n, e, d, p, q] = [jwk.n, jwk.e, jwk.d, jwk.p, jwk.q].map(integer) as [
      bigint,
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    expect(n).to.equal(p * q);
    expect(n.toString(2)).to.have.lengthOf(4096);
    expect([p, q].map((prime) => prime.toString(2).length)).to.deep.equal([2048, 2048]);
    expect(p > q && p - q > 1n << 1948n).to.equal(true);
    expect(e).to.equal(65537n);
    expect([(e * d) % (p - 1n), (e * d) % (q - 1n)]).to.deep.equal([1n, 1n]);
    expect(d > 1n << 2048n).to.equal(true);
    expect([integer(jwk.dp), integer(jwk.dq)]).to.deep.equal([d % (p - 1n), d % (q - 1n)]);
    expect((integer(jwk.qi) * q) % p).to.equal(1n);
  }).timeout(60_000);

  it('are the same for the same secret and others for another', () => {
    const first = toHex(rsaPrivateKeyOf(sha256('rsa test 1')));
    expect(toHex(rsaPrivateKeyOf(sha256('rsa test 1')))).to.equal(first);
    expect(toHex(rsaPrivateKeyOf(sha256('rsa test 2')))).to.not.equal(first);
  }).timeout(60_000);

  it('take 32 bytes or more', () => {
    expect(() => rsaPrivateKeyOf(new Uint8Array(31))).to.throw('32 bytes');
  });
});
