// Wycheproof: signatures, key encapsulation, authenticated encryption and key derivation, valid and invalid, as the
// rows of the algorithm table use them.
import { hkdfSync } from 'node:crypto';
import { expect } from 'chai';
import { fromHex, toHex } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import { gcmDecrypt, gcmEncrypt } from '../../core/crypto/encryption/aes-gcm.js';
import { decapsulate, encapsulationKeyProblem, encapsulationPair } from '../../core/crypto/encryption/ml-kem.js';
import { publicKeyProblem, verify, verifySync } from '../../core/crypto/signing/algorithms.js';
import { ed25519 } from '../../core/crypto/signing/ed25519.js';
import { mlDsa65 } from '../../core/crypto/signing/ml-dsa.js';
import { nistP256, verifyEs256 } from '../../core/crypto/signing/nist-p256.js';
import { vectorLines } from './lines.js';

interface Case {
  readonly tcId: number;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly [member: string]: unknown;
}
interface Group {
  readonly tests: readonly Case[];
  readonly [member: string]: unknown;
}

function groups(name: string): readonly Group[] {
  return vectorLines<Group>(`wycheproof/${name}.jsonl`);
}

const hex = (test: Case, member: string) => fromHex(String(test[member] ?? ''));

describe('vectors: Wycheproof', () => {
  it('Ed25519: every valid signature verifies, every invalid one does not, both ways', async () => {
    let count = 0;
    for (const group of groups('ed25519')) {
      const key = fromHex((group.publicKey as { pk: string }).pk);
      expect(publicKeyProblem('ED25519', key), toHex(key)).to.equal(undefined);
      for (const test of group.tests) {
        const message = hex(test, 'msg');
        const signature = hex(test, 'sig');
        expect(ed25519.verifySync(key, message, signature), `tcId ${test.tcId}`).to.equal(test.result === 'valid');
        expect(await ed25519.verify(key, message, signature), `tcId ${test.tcId}`).to.equal(test.result === 'valid');
        count++;
      }
    }
    expect(count).to.equal(151);
  });

  it('ECDSA P-256 (P1363): the digest of every message as the prehash', async () => {
    let count = 0;
    for (const group of groups('ecdsa-secp256r1-sha256-p1363')) {
      const key = fromHex((group.publicKey as { uncompressed: string }).uncompressed);
      expect(nistP256.problem(key), toHex(key)).to.equal(undefined);
      for (const test of group.tests) {
        const digest = sha256(hex(test, 'msg'));
        const signature = hex(test, 'sig');
        const expected = test.result === 'valid';
        expect(verifySync('NISTP256', key, digest, signature), `tcId ${test.tcId}`).to.equal(expected);
        expect(await verify('NISTP256', key, digest, signature), `tcId ${test.tcId}`).to.equal(expected);
        expect(verifyEs256(key, hex(test, 'msg'), signature), `tcId ${test.tcId}`).to.equal(expected);
        count++;
      }
    }
    expect(count).to.equal(262);
  });

  it('ML-DSA-65: the cases without a context, as the ledger signs', () => {
    let count = 0;
    for (const group of groups('mldsa-65-verify')) {
      const key = fromHex(group.publicKey as string);
      for (const test of group.tests) {
        if (test.ctx !== undefined && test.ctx !== '') continue;
        const good = mlDsa65.verifySync(key, hex(test, 'msg'), hex(test, 'sig'));
        expect(good, `tcId ${test.tcId}`).to.equal(test.result === 'valid');
        count++;
      }
    }
    expect(count).to.be.greaterThan(190);
  }).timeout(60_000);

  it('ML-DSA-65: a signature under a context is not one of ours', () => {
    const withContext = groups('mldsa-65-verify').flatMap((group) =>
      group.tests
        .filter((test) => test.ctx !== undefined && test.ctx !== '' && test.result === 'valid')
        .map((test) => ({ key: fromHex(group.publicKey as string), test })),
    );
    expect(withContext).to.not.have.lengthOf(0);
    for (const { key, test } of withContext)
      expect(mlDsa65.verifySync(key, hex(test, 'msg'), hex(test, 'sig')), `tcId ${test.tcId}`).to.equal(false);
  });

  it('ML-KEM-768: the key of a seed, and the secret of a ciphertext', () => {
    let valid = 0;
    for (const test of groups('mlkem-768').flatMap((group) => group.tests)) {
      const open = () => {
        const pair = encapsulationPair(hex(test, 'seed'));
        const secret = decapsulate(pair, hex(test, 'c'));
        return { ek: toHex(pair.publicKey), secret: secret && toHex(secret) };
      };
      if (test.result === 'valid') {
        expect(open(), `tcId ${test.tcId}`).to.deep.equal({ ek: test.ek, secret: test.K });
        expect(encapsulationKeyProblem(hex(test, 'ek')), `tcId ${test.tcId}`).to.equal(undefined);
        valid++;
      } else if (hex(test, 'seed').length !== 64) expect(open, `tcId ${test.tcId}`).to.throw('64-byte seed');
      else expect(open().secret, `tcId ${test.tcId}`).to.equal(undefined);
    }
    expect(valid).to.equal(153);
  }).timeout(60_000);

  it('AES-256-GCM: seals to the published bytes, opens what is valid and nothing else', () => {
    const served = groups('aes-gcm').filter(
      (group) => group.keySize === 256 && group.ivSize === 96 && group.tagSize === 128,
    );
    const cases = served.flatMap((group) => group.tests);
    expect(cases).to.not.have.lengthOf(0);
    for (const test of cases) {
      const parameters = { key: hex(test, 'key'), nonce: hex(test, 'iv'), aad: hex(test, 'aad') };
      const sealed = String(test.ct) + String(test.tag);
      const opened = gcmDecrypt(parameters, fromHex(sealed));
      if (test.result === 'valid') {
        expect(toHex(gcmEncrypt(parameters, hex(test, 'msg'))), `tcId ${test.tcId}`).to.equal(sealed);
        expect(opened && toHex(opened), `tcId ${test.tcId}`).to.equal(test.msg);
      } else expect(opened, `tcId ${test.tcId}`).to.equal(undefined);
    }
  });

  it('HKDF-SHA256 of the platform, which every key derivation here rests on', () => {
    for (const group of groups('hkdf-sha256'))
      for (const test of group.tests) {
        const derive = () =>
          toHex(
            new Uint8Array(
              hkdfSync('sha256', hex(test, 'ikm'), hex(test, 'salt'), hex(test, 'info'), test.size as number),
            ),
          );
        if (test.result === 'invalid') expect(derive, `tcId ${test.tcId}`).to.throw();
        else expect(derive(), `tcId ${test.tcId}`).to.equal(test.okm);
      }
  });
});
