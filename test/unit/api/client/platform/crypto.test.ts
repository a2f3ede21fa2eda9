// The cryptography of platforms without node:crypto finds what OpenSSL finds, for good input and for bad: a check of
// evidence has one answer wherever it runs.
import * as node from 'node:crypto';
import { ed25519 as curve } from '@noble/curves/ed25519.js';
import { expect } from 'chai';
import * as own from '../../../../../api/client/platform/crypto.js';
import { fromHex } from '../../../../../core/base/bytes.js';
import { vectorLines } from '../../../../vectors/lines.js';

interface Group {
  readonly publicKey: { readonly pk: string; readonly uncompressed: string };
  readonly tests: readonly { readonly tcId: number; readonly [member: string]: unknown }[];
}

const groups = (name: string) => vectorLines<Group>(`wycheproof/${name}.jsonl`);
const jwk = (raw: Uint8Array) => ({
  key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') },
  format: 'jwk' as const,
});

function nodeVerifies(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return node.verify(null, message, node.createPublicKey(jwk(key)), signature);
}

function ownVerifies(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return own.verify(null, message, own.createPublicKey(jwk(key)), signature);
}

describe('api/client/platform/crypto', () => {
  it('hashes as Node does', () => {
    const data = fromHex('00ff10');
    for (const name of ['sha256', 'sha512'] as const) {
      for (const as of ['hex', 'binary', 'base64url'] as const)
        expect(own.hash(name, data, as)).to.equal(node.hash(name, data, as));
      expect([...own.createHash(name).update('ä').update(data).digest()]).to.deep.equal([
        ...node.createHash(name).update('ä').update(data).digest(),
      ]);
      expect([...own.createHmac(name, data).update(data).digest()]).to.deep.equal([
        ...node.createHmac(name, data).update(data).digest(),
      ]);
    }
  });

  it('verifies Ed25519 as OpenSSL does: Wycheproof, and keys and points of small order', () => {
    let count = 0;
    for (const { publicKey, tests } of groups('ed25519')) {
      const key = fromHex(publicKey.pk);
      for (const { tcId, msg, sig, result } of tests) {
        const found = ownVerifies(key, fromHex(String(msg)), fromHex(String(sig)));
        expect(found, `tcId ${tcId}`).to.equal(result === 'valid');
        count++;
      }
    }
    expect(count).to.equal(151);
  });

  it('verifies ECDSA over P-256 as OpenSSL does: Wycheproof', () => {
    for (const { publicKey, tests } of groups('ecdsa-secp256r1-sha256-p1363')) {
      const spki = `3059301306072a8648ce3d020106082a8648ce3d030107034200${publicKey.uncompressed}`;
      const key = own.createPublicKey({ key: Buffer.from(spki, 'hex'), format: 'der' });
      for (const { tcId, msg, sig, result } of tests) {
        // Others are refused before the platform is asked.
        if (String(sig).length !== 128) continue;
        const isGood = own.verify('sha256', fromHex(String(msg)), { key }, fromHex(String(sig)));
        expect(isGood, `tcId ${tcId}`).to.equal(result === 'valid');
      }
    }
  });

  it('agrees with OpenSSL where verifiers differ: keys and points with a part of small order', () => {
    // Points of small order themselves are refused by some versions of OpenSSL, and before one is asked.
    const { Point } = curve;
    const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
    const parts = Array.from({ length: 8 }, (_, i) => (i === 0 ? Point.ZERO : torsion.multiplyUnsafe(BigInt(i))));
    const [secret, nonce] = [1_234_567n, 5n];
    const found = { good: 0, bad: 0 };
    for (const inKey of parts)
      for (const inR of parts)
        for (const message of [0, 1, 2, 3]) {
          const key = Point.BASE.multiply(secret).add(inKey).toBytes();
          const first = Point.BASE.multiply(nonce).add(inR).toBytes();
          const text = Uint8Array.of(message);
          const digest = node.createHash('sha512').update(first).update(key).update(text).digest();
          const k = BigInt(`0x${Buffer.from(digest).reverse().toString('hex')}`);
          const s = (nonce + k * secret) % Point.Fn.ORDER;
          const last = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
          const signature = Buffer.concat([first, last]);
          const expected = nodeVerifies(key, text, signature);
          expect(ownVerifies(key, text, signature), `${inKey.toHex()} ${inR.toHex()} ${message}`).to.equal(expected);
          found[expected ? 'good' : 'bad']++;
        }
    expect(found.good).to.be.greaterThan(20);
    expect(found.bad).to.be.greaterThan(100);
  });

  it('opens AES-256-GCM and gives nothing of what was changed', () => {
    let count = 0;
    for (const { tests } of groups('aes-gcm'))
      for (const { tcId, key, iv, aad, msg, ct, tag, result } of tests) {
        const parts = [key, iv, aad, ct, tag].map((member) => fromHex(String(member)));
        const [k, nonce, beside, sealed, check] = parts as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
        if (k.length !== 32 || nonce.length !== 12) continue;
        const opening = own.createDecipheriv('aes-256-gcm', k, nonce).setAAD(beside).setAuthTag(check);
        const text = opening.update(sealed);
        if (result === 'valid') {
          opening.final();
          expect([...text], `tcId ${tcId}`).to.deep.equal([...fromHex(String(msg))]);
        } else {
          expect(() => opening.final(), `tcId ${tcId}`).to.throw();
          if (msg !== '') expect([...text], `tcId ${tcId}`).to.not.deep.equal([...fromHex(String(msg))]);
        }
        count++;
      }
    expect(count).to.be.greaterThan(50);
  });

  it('gives the key stream of AES-256-CTR', () => {
    const [key, nonce] = [new Uint8Array(32).fill(7), new Uint8Array(16)];
    const expected = node.createCipheriv('aes-256-ctr', key, nonce).update(new Uint8Array(100));
    expect([...own.createCipheriv('aes-256-ctr', key, nonce).update(new Uint8Array(100))]).to.deep.equal([...expected]);
    expect(() => own.createCipheriv('aes-256-gcm', key, nonce)).to.throw();
  });

  it('multiplies points of P-256', () => {
    const [one, other] = [node.createECDH('prime256v1'), own.createECDH()];
    const scalar = fromHex('11'.repeat(32));
    one.setPrivateKey(scalar);
    other.setPrivateKey(scalar);
    expect([...other.getPublicKey()]).to.deep.equal([...one.getPublicKey()]);
    const [{ publicKey }] = groups('ecdsa-secp256r1-sha256-p1363') as unknown as [Group];
    const point = fromHex(publicKey.uncompressed);
    expect([...other.computeSecret(point)]).to.deep.equal([...one.computeSecret(point)]);
    point[40] = point[40]! ^ 1;
    expect(() => other.computeSecret(point)).to.throw();
    const spki = Buffer.concat([Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'), point]);
    expect(() => own.createPublicKey({ key: spki, format: 'der' })).to.throw();
  });
});

describe('api/client/platform/rsa', () => {
  const { publicKey, privateKey } = node.generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ format: 'der', type: 'spki' });

  it('reads the one DER of a key', () => {
    const key = own.createPublicKey({ key: der, format: 'der' });
    expect(key.asymmetricKeyDetails).to.deep.equal({ modulusLength: 2048, publicExponent: 65537n });
    expect(key.export({ format: 'der' })).to.deep.equal(Uint8Array.from(der));
    expect(key.export({ format: 'jwk' })).to.deep.equal({ kty: 'RSA', n: publicKey.export({ format: 'jwk' }).n });
  });

  it('refuses every other spelling, and what is cut off or longer', () => {
    const read = (bytes: Uint8Array) => () => own.createPublicKey({ key: bytes, format: 'der' });
    expect(read(Buffer.concat([der, Buffer.of(0)]))).to.throw();
    for (let length = 0; length < der.length; length += 7)
      expect(read(der.subarray(0, length)), `${length}`).to.throw();
    // Each byte of the structure before the modulus.
    for (let i = 0; i < 32; i++) {
      const other = Buffer.from(der);
      other[i] = other[i]! ^ 0x41;
      expect(read(other), `byte ${i}`).to.throw();
    }
  });

  it('takes the padding off a signature, and nothing else', () => {
    const padding = own.constants.RSA_PKCS1_PADDING;
    const key = own.createPublicKey({ key: der, format: 'der' });
    const signature = node.privateEncrypt({ key: privateKey, padding }, Buffer.from('digest'));
    expect(Buffer.from(own.publicDecrypt({ key }, signature)).toString()).to.equal('digest');
    const raw = (block: string) =>
      node.privateEncrypt({ key: privateKey, padding: node.constants.RSA_NO_PADDING }, Buffer.from(block, 'hex'));
    const bad = [
      `0002${'ff'.repeat(240)}00${'11'.repeat(13)}`,
      `0001${'ff'.repeat(7)}00${'11'.repeat(246)}`,
      `0001${'ff'.repeat(20)}fe${'ff'.repeat(219)}00${'11'.repeat(13)}`,
      `0001${'ff'.repeat(254)}`,
    ];
    for (const block of bad) {
      expect(() => own.publicDecrypt({ key }, raw(block)), block.slice(0, 40)).to.throw();
      expect(() => node.publicDecrypt({ key: publicKey, padding }, raw(block))).to.throw();
    }
    expect(() => own.publicDecrypt({ key }, Buffer.alloc(256, 255))).to.throw();
    expect(() => own.publicDecrypt({ key }, signature.subarray(1))).to.throw();
  });

  it('makes no keys and no signatures', () => {
    const makers = [own.sign, own.createPrivateKey, own.privateEncrypt, own.privateDecrypt, own.publicEncrypt];
    for (const make of [...makers, own.diffieHellman, own.hkdfSync, own.checkPrimeSync])
      expect(make).to.throw('verifies');
  });
});
