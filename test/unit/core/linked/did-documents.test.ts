// DID documents: keys of each algorithm as the platform reads them, who speaks for a register, and what an ended key
// still says.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { concat, toBase64, toHex } from '../../../../core/base/bytes.js';
import { generate, sign, verifySync } from '../../../../core/crypto/signing/algorithms.js';
import {
  metadataTime,
  partOfDocument,
  registerDocument,
  versionOf,
  walletDocument,
  withoutContext,
} from '../../../../core/linked/did-documents.js';
import type { Member, MemberRole } from '../../../../core/model/register.js';
import type { SignatureAlgorithm } from '../../../../core/model/transaction.js';

const registerId = '0d3c6a51-5f0e-4c53-8a3e-7f6a2c9d1b04';
const REGISTER = `did:quorate:register:${registerId}`;
const ED25519 = generate('ED25519', new Uint8Array(32).fill(7));
const P256 = generate('NISTP256', new Uint8Array(32).fill(7));
const ML_DSA = generate('ML-DSA-65', new Uint8Array(32).fill(7));
// Shorter than ours are, because those take seconds.
const RSA = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'der', type: 'spki' });

const documentOf = (
  algorithm: SignatureAlgorithm,
  publicKey: Uint8Array,
  standing: 'Active' | 'Ended' | 'Final' = 'Active',
) => walletDocument({ address: 'qr1x', algorithm, publicKey: toBase64(publicKey), standing });

const member = (role: MemberRole, address: string): Member => ({
  ...{ subject: `did:quorate:w:${address}`, role, publicKey: '', algorithm: 'ED25519', grantedAt: '' },
});

const described = {
  registerId,
  members: [member('Owner', 'qr1a'), member('Admin', 'qr1b'), member('Designer', 'qr1c'), member('Auditor', 'qr1d')],
  roster: {
    validators: [{ validatorId: 'ab', orgId: 'o', peerId: '', consensusKey: toHex(ED25519.publicKey) }],
  },
  publicUrl: 'https://node.example',
};

describe('DID documents', () => {
  it('of wallets have the key as the platform reads it', () => {
    const digest = new Uint8Array(32).fill(1);
    for (const { algorithm, publicKey, privateKey } of [ED25519, P256]) {
      const [method, ...more] = documentOf(algorithm, publicKey).verificationMethod;
      expect(more).to.deep.equal([]);
      expect(method).to.include({
        id: 'did:quorate:w:qr1x#key-1',
        type: 'JsonWebKey2020',
        controller: 'did:quorate:w:qr1x',
      });
      const der = createPublicKey({ key: method!.publicKeyJwk, format: 'jwk' } as never).export({
        format: 'der',
        type: 'spki',
      });
      expect(toHex(der.subarray(-publicKey.length))).to.equal(toHex(publicKey));
      expect(
        verifySync(algorithm, der.subarray(-publicKey.length), digest, sign(algorithm, privateKey, digest)),
      ).to.equal(true);
    }
    const [rsa] = documentOf('RSA-4096', RSA).verificationMethod;
    expect(
      createPublicKey({ key: rsa!.publicKeyJwk, format: 'jwk' } as never).export({ format: 'der', type: 'spki' }),
    ).to.deep.equal(RSA);
    const { publicKeyJwk } = documentOf('ML-DSA-65', ML_DSA.publicKey).verificationMethod[0]!;
    expect(publicKeyJwk).to.deep.equal({
      kty: 'AKP',
      alg: 'ML-DSA-65',
      pub: Buffer.from(ML_DSA.publicKey).toString('base64url'),
    });
  });

  it('of a hybrid wallet have both of its keys', () => {
    const both = documentOf('NISTP256+ML-DSA-65', concat(P256.publicKey, ML_DSA.publicKey));
    const alone = [documentOf('NISTP256', P256.publicKey), documentOf('ML-DSA-65', ML_DSA.publicKey)];
    expect(both.verificationMethod.map(({ publicKeyJwk }) => publicKeyJwk)).to.deep.equal(
      alone.map(({ verificationMethod }) => verificationMethod[0]?.publicKeyJwk),
    );
    expect(both.verificationMethod.map(({ id }) => id)).to.deep.equal(both.authentication);
  });

  it('of a wallet that has ended have the key to verify by, which speaks for nothing any more', () => {
    for (const standing of ['Ended', 'Final'] as const) {
      const document = documentOf('ED25519', ED25519.publicKey, standing);
      expect(document.verificationMethod).to.have.length(1);
      expect(document).not.to.have.any.keys('authentication', 'assertionMethod');
    }
    expect(documentOf('ED25519', ED25519.publicKey).assertionMethod).to.deep.equal(['did:quorate:w:qr1x#key-1']);
  });

  it('of a register have who governs it, the keys of its validators, and where it is read', () => {
    const document = registerDocument(described);
    expect(document.id).to.equal(REGISTER);
    expect(document.controller).to.deep.equal(['did:quorate:w:qr1a', 'did:quorate:w:qr1b']);
    expect(document.assertionMethod).to.deep.equal([`${REGISTER}#validator-ab`]);
    expect(document.authentication).to.equal(undefined);
    const at = `https://node.example/api/registers/${registerId}`;
    expect(document.service?.map(({ serviceEndpoint }) => serviceEndpoint)).to.deep.equal([
      at,
      `${at}/transactions`,
      `${at}/dockets`,
    ]);
    expect(document['@context'].at(-1)).to.equal('https://node.example/contexts/did/v1.jsonld');
    expect(withoutContext(document)).not.to.have.property('@context');
  });

  it('have parts by their fragments, and another version for each change', () => {
    const document = registerDocument(described);
    expect(partOfDocument(document, 'validator-ab')).to.equal(document.verificationMethod[0]);
    expect(partOfDocument(document, 'dockets')).to.include({ type: 'QuorateDockets' });
    for (const fragment of ['', 'validator', 'constructor', '__proto__', 'dockets '])
      expect(partOfDocument(document, fragment)).to.equal(undefined);
    const changed = registerDocument({ ...described, members: described.members.slice(1) });
    expect(versionOf(changed)).not.to.equal(versionOf(document));
    expect(versionOf(registerDocument({ ...described, members: [...described.members] }))).to.equal(
      versionOf(document),
    );
    expect(metadataTime(Date.parse('2026-01-02T03:04:05.678Z'))).to.equal('2026-01-02T03:04:05Z');
  });
});
