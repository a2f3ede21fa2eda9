// The proof of a linked wallet: for each algorithm, bound to all that the challenge names, and to nothing else.
import { generateKeyPairSync, sign as nativeSign } from 'node:crypto';
import { expect } from 'chai';
import { toBase64, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { WALLET_LINKS_MAX } from '../../../../../core/base/limits/node/accounts.js';
import { isFailure } from '../../../../../core/base/result.js';
import { addressOf } from '../../../../../core/crypto/keys/address.js';
import { generate, sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../../../core/model/transaction.js';
import {
  challengeBytes,
  type LinkChallenge,
  linkProblem,
  proofTask,
} from '../../../../../core/tenant/participants/wallet-links.js';

const entropy = sha256(utf8('entropy of the wallet links'));

const challengeFor = (algorithm: SignatureAlgorithm, walletAddress: string): LinkChallenge => ({
  ...{ id: 'c', organisationId: 'o', membershipId: 'm', platformUserId: 'u', walletAddress, algorithm },
  ...{ nonce: 'n', expiresAt: '2026-11-21T10:05:00.000Z' },
});

/** `undefined` where there is nothing to verify. */
function isGood(challenge: LinkChallenge, publicKey: Uint8Array, signature: Uint8Array, installation = 'test') {
  const proof = { publicKey: toBase64(publicKey), signature: toBase64(signature) };
  const task = proofTask(installation, challenge, proof);
  if (isFailure(task)) return task.issue.path;
  return verifySync(task.algorithm, task.publicKey, task.digest, task.signature);
}

describe('core/tenant/participants/wallet-links', () => {
  for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65', 'ED25519+ML-DSA-65'] as const)
    it(`takes the proof of a wallet of ${algorithm}`, () => {
      const { publicKey, privateKey } = generate(algorithm, entropy);
      const challenge = challengeFor(algorithm, addressOf(algorithm, publicKey));
      const signature = sign(algorithm, privateKey, sha256(challengeBytes('test', challenge)));
      expect(isGood(challenge, publicKey, signature)).to.equal(true);
      expect(isGood({ ...challenge, nonce: 'other' }, publicKey, signature)).to.equal(false);
    }).timeout(60_000);

  it('takes the proof of a wallet of RSA-4096 that another program made', () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 4096 });
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'der' });
    const challenge = challengeFor('RSA-4096', addressOf('RSA-4096', publicKey));
    const signature = nativeSign('sha256', challengeBytes('test', challenge), pair.privateKey);
    expect(isGood(challenge, publicKey, signature)).to.equal(true);
    expect(isGood({ ...challenge, id: 'other' }, publicKey, signature)).to.equal(false);
  }).timeout(60_000);

  const { publicKey, privateKey } = generate('ED25519', entropy);
  const challenge = challengeFor('ED25519', addressOf('ED25519', publicKey));
  const signed = (of: LinkChallenge, installation = 'test') =>
    sign('ED25519', privateKey, sha256(challengeBytes(installation, of)));

  it('is bound to everything that the challenge names, and to the installation', () => {
    for (const member of ['id', 'organisationId', 'membershipId', 'platformUserId', 'nonce', 'expiresAt'] as const)
      expect(isGood({ ...challenge, [member]: 'x' }, publicKey, signed(challenge)), member).to.equal(false);
    expect(isGood(challenge, publicKey, signed(challenge, 'another'))).to.equal(false);
    expect(isGood(challenge, publicKey, signed(challenge))).to.equal(true);
  });

  it('is refused with a key that is not the wallet, or no key at all', () => {
    const other = generate('ED25519', sha256(utf8('another')));
    const theirs = sign('ED25519', other.privateKey, sha256(challengeBytes('test', challenge)));
    expect(isGood(challenge, other.publicKey, theirs)).to.equal('/publicKey');
    expect(isGood(challenge, publicKey, theirs)).to.equal(false);
    expect(isGood(challenge, new Uint8Array(32), signed(challenge))).to.equal('/publicKey');
    expect(isGood(challenge, publicKey.subarray(1), signed(challenge))).to.equal('/publicKey');
    const text = { publicKey: toBase64(publicKey), signature: '%%' };
    const task = proofTask('test', challenge, text);
    expect(isFailure(task) && task.issue.path).to.equal('/signature');
  });

  it('begins with a tag that no other signature of a wallet has', () =>
    expect(Buffer.from(challengeBytes('test', challenge)).toString()).to.match(
      /^quorate:wallet-link:v1\u001ftest\u001f/,
    ));

  it('links ten wallets at most, and none twice', () => {
    const link = (walletAddress: string) =>
      ({ walletAddress, algorithm: 'ED25519', publicKey: '', linkedAt: '' }) as const;
    const links = Array.from({ length: WALLET_LINKS_MAX }, (_, i) => link(`w${i}`));
    expect(linkProblem(links.slice(1), 'w0')).to.equal(undefined);
    expect(linkProblem(links, 'w0')?.code).to.equal('WALLET_LINKED');
    expect(linkProblem(links, 'new')?.code).to.equal('WALLET_LINKS_FULL');
  });
});
