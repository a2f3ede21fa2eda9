// The wallet record: who owns it, which key it speaks for and what its status lets it do. Pure; a record never holds a
// seed or a private key.
import { type Issue, issue } from '../base/issue.js';
import { fail, type Result } from '../base/result.js';
import { turnKey } from '../tenant/turn-key.js';

export type WalletAlgorithm = 'ED25519' | 'NISTP256' | 'RSA-4096' | 'ML-DSA-65';
export type WalletStatus = 'Active' | 'Archived' | 'Deleted' | 'Locked';

/**
 * Whose wallet it is. `id` is a platform user id (or the client id of a service), an organisation id, or 'node' for the
 * system wallet. An organisation's wallet has no personal owner: its Administrators manage it and sign only through
 * grants.
 */
export interface WalletOwner {
  readonly kind: 'person' | 'organisation' | 'system';
  readonly id: string;
}

export interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly name: string;
  readonly description: string;
  readonly algorithm: WalletAlgorithm;
  /** Base64 of the public key at the default path. */
  readonly publicKey: string;
  /** Address of the hybrid (classical and ML-DSA-65) key; only on wallets that were created with it. */
  readonly hybridAddress?: string;
  /** Address of the ML-DSA-65 half alone; beside `hybridAddress`. */
  readonly pqcAddress?: string;
  readonly owner: WalletOwner;
  /** Organisation under which the wallet was created: the owning organisation of the delegated-signing rule. */
  readonly tenant?: string;
  readonly status: WalletStatus;
  /** The organisation derived it for its member and decides its status; its owner uses it and no more. */
  readonly derivedKeyId?: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Whose turn it takes where all wallets of a node share a worker: that of its organisation, which may have any number
 * of users.
 */
export function turnOf({ tenant, owner }: Pick<Wallet, 'owner'> & { readonly tenant?: string | undefined }): string {
  return tenant === undefined ? `${owner.kind} ${owner.id}` : turnKey({ organisationId: tenant, subject: owner.id });
}

/** The use of the key of a wallet. */
export type WalletUse = 'sign' | 'encrypt' | 'decrypt';

const ALGORITHM_OF: Readonly<Record<string, WalletAlgorithm>> = {
  ED25519: 'ED25519',
  NISTP256: 'NISTP256',
  'NIST-P256': 'NISTP256',
  RSA: 'RSA-4096',
  RSA4096: 'RSA-4096',
  'RSA-4096': 'RSA-4096',
  'ML-DSA-65': 'ML-DSA-65',
};

/**
 * Every spelling that requests may use: the specification's key types and the algorithm names of the v1 form
 * (reference-facts 1.6).
 */
export const ALGORITHM_SPELLINGS: readonly string[] = Object.keys(ALGORITHM_OF);

/** The algorithm that a spelling means. Returns ALGORITHM_UNSUPPORTED at `path` for any other text. */
export function walletAlgorithm(spelling: string, path: string): Result<WalletAlgorithm> {
  const value = Object.hasOwn(ALGORITHM_OF, spelling) ? ALGORITHM_OF[spelling] : undefined;
  return value ?? fail(issue('ALGORITHM_UNSUPPORTED', path, `Use one of ${ALGORITHM_SPELLINGS.join(', ')}.`));
}

/** The key type as the specification spells it (section 2.4): RSA for RSA-4096, the algorithm's own name otherwise. */
export function keyTypeOf(algorithm: WalletAlgorithm): string {
  return algorithm === 'RSA-4096' ? 'RSA' : algorithm;
}

const USES: Readonly<Record<WalletStatus, readonly WalletUse[]>> = {
  Active: ['sign', 'encrypt', 'decrypt'],
  // Data that was encrypted to an archived wallet stays readable, but the wallet makes nothing new.
  Archived: ['decrypt'],
  Locked: [],
  Deleted: [],
};

/**
 * Undefined if the status of the wallet allows the use; else WALLET_LOCKED, or WALLET_NOT_FOUND for a deleted wallet.
 */
export function useProblem(wallet: Wallet, use: WalletUse): Issue | undefined {
  if (wallet.status === 'Deleted') return walletNotFound();
  if (USES[wallet.status].includes(use)) return undefined;
  return issue('WALLET_LOCKED', '', `The wallet is ${wallet.status.toLowerCase()} and cannot ${use}.`);
}

/** An answer for a wallet that does not exist, was deleted, or belongs to someone else: it must not tell them apart. */
export function walletNotFound(): Issue {
  return issue('WALLET_NOT_FOUND', '', 'No such wallet, or it is not yours to see.');
}

/** Members of a wallet that its owner may change. `status` never becomes Deleted here: deletion is its own act. */
export interface WalletChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly status?: 'Active' | 'Archived' | 'Locked' | undefined;
}

/** WALLET_ACCESS_DENIED for a change of what is its organisation's to decide. */
export function managedProblem(
  { derivedKeyId }: Pick<Wallet, 'derivedKeyId'>,
  { status }: Pick<WalletChange, 'status'> | { readonly status: 'Deleted' },
): Issue | undefined {
  if (derivedKeyId === undefined || status === undefined) return undefined;
  const message = 'The organisation derived the key of this wallet: its administrators rotate or revoke it.';
  return issue('WALLET_ACCESS_DENIED', '', message);
}

/** The record with the status that its organisation gives it. */
export function withManagedStatus(wallet: Wallet, status: WalletStatus, now: number): Wallet {
  return { ...wallet, status, updatedAt: now };
}

/** The record after a change at `now` (milliseconds). */
export function changeWallet(wallet: Wallet, change: WalletChange, now: number): Wallet {
  return {
    ...wallet,
    name: change.name ?? wallet.name,
    description: change.description ?? wallet.description,
    tags: change.tags ?? wallet.tags,
    status: change.status ?? wallet.status,
    updatedAt: now,
  };
}

/**
 * The record after its soft deletion at `now` (milliseconds). The sealed seed stays, so that an operator can undo a
 * mistake.
 */
export function deleteWallet(wallet: Wallet, now: number): Wallet {
  return { ...wallet, status: 'Deleted', updatedAt: now };
}
