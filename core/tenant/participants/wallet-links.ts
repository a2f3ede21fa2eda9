// Wallets that a participant of an organisation proved to be its own: what its owner signs, which proof is good, and
// how many there may be. Verification of the signature itself is the caller's. Pure.
import { fromBase64, utf8 } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import {
  LINK_CHALLENGE_ATTEMPTS,
  LINK_CHALLENGE_MS,
  LINK_CHALLENGES_MAX,
  WALLET_LINKS_MAX,
} from '../../base/limits/node/accounts.js';
import { fail, type Result } from '../../base/result.js';
import { addressOf } from '../../crypto/keys/address.js';
import { publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { SignatureTask } from '../../crypto/signing/signature-task.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';

export interface LinkedWallet {
  readonly walletAddress: string;
  readonly algorithm: SignatureAlgorithm;
  /** Base64. */
  readonly publicKey: string;
  readonly linkedAt: string;
}

export const LINK_CHALLENGES = {
  max: LINK_CHALLENGES_MAX,
  attempts: LINK_CHALLENGE_ATTEMPTS,
  lifetimeMs: LINK_CHALLENGE_MS,
};

/** A question to the owner of a wallet, bound to the participant that asked for it. */
export interface LinkChallenge {
  readonly id: string;
  readonly organisationId: string;
  readonly membershipId: string;
  readonly platformUserId: string;
  readonly walletAddress: string;
  readonly algorithm: SignatureAlgorithm;
  /** Base64url of unpredictable bytes. */
  readonly nonce: string;
  readonly expiresAt: string;
}

/**
 * The bytes whose SHA-256 the wallet signs. They begin with a tag of their own: no such signature is one of a
 * transaction, a vote or a record, whatever a node asks for.
 */
export function challengeBytes(installation: string, challenge: LinkChallenge): Uint8Array {
  const { id, organisationId, membershipId, platformUserId, walletAddress, algorithm, nonce, expiresAt } = challenge;
  const parts = [installation, organisationId, membershipId, platformUserId, walletAddress, algorithm];
  return utf8(['quorate:wallet-link:v1', ...parts, id, nonce, expiresAt].join('\u001f'));
}

/** The signature to verify, of a key whose address is that of the challenge; else WALLET_PROOF_INVALID. */
export function proofTask(
  installation: string,
  challenge: LinkChallenge,
  proof: { readonly publicKey: string; readonly signature: string },
): Result<SignatureTask> {
  const { algorithm, walletAddress } = challenge;
  const publicKey = fromBase64(proof.publicKey);
  const signature = fromBase64(proof.signature);
  if (!publicKey || publicKeyProblem(algorithm, publicKey)) return fail(badProof('/publicKey', 'The key is not good.'));
  if (addressOf(algorithm, publicKey) !== walletAddress)
    return fail(badProof('/publicKey', 'The key is not that of the wallet.'));
  if (!signature) return fail(badProof('/signature', 'The signature is not canonical base64.'));
  return { algorithm, publicKey, digest: sha256(challengeBytes(installation, challenge)), signature };
}

/** Why a wallet cannot be linked beside these, if so: WALLET_LINKED, WALLET_LINKS_FULL. */
export function linkProblem(links: readonly LinkedWallet[], walletAddress: string): Issue | undefined {
  if (links.some((link) => link.walletAddress === walletAddress))
    return issue('WALLET_LINKED', '/walletAddress', 'The wallet is linked to the participant already.');
  if (links.length < WALLET_LINKS_MAX) return undefined;
  return issue('WALLET_LINKS_FULL', '', `A participant has at most ${WALLET_LINKS_MAX} linked wallets: unlink one.`);
}

function badProof(path: string, message: string): Issue {
  return issue('WALLET_PROOF_INVALID', path, message);
}
