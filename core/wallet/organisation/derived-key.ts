// Keys that an organisation derives from its master key for its members: at which path each is, and what becomes of it
// (specification 3). Pure; the key of a path is the entropy of a wallet of its own, so that a wallet of one
// member opens nothing of another.
import { readU32, utf8 } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import type { WalletStatus } from '../wallet.js';

/** Each use of a key has paths of its own: the first step, hardened. */
const PURPOSES = { Identity: 8400, Signing: 8401, Encryption: 8402 } as const;
export type KeyUsage = keyof typeof PURPOSES;
export const KEY_USAGES = Object.keys(PURPOSES) as readonly KeyUsage[];

/** Custodial: this node keeps the key. SelfCustody: the words are shown once, and the node has the public key alone. */
export const CUSTODY_MODES = ['Custodial', 'SelfCustody'] as const;
export type CustodyMode = (typeof CUSTODY_MODES)[number];

export type DerivedKeyStatus = 'Active' | 'Rotated' | 'Revoked';

export interface DerivedKey {
  readonly id: string;
  readonly organisationId: string;
  /** The membership of who has it. */
  readonly userId: string;
  readonly departmentId: string;
  readonly usage: KeyUsage;
  readonly custodyMode: CustodyMode;
  readonly walletAddress: string;
  /** Base64. */
  readonly publicKey: string;
  readonly derivationPath: string;
  /** The number of the member's place in the organisation's tree, and how often its key there was rotated. */
  readonly place: number;
  readonly generation: number;
  readonly status: DerivedKeyStatus;
  readonly createdAt: string;
  readonly revokedAt?: string;
}

/** A master key without the key. */
export interface MasterKey {
  readonly walletAddress: string;
  readonly createdAt: string;
  readonly createdBy: string;
  /** Places in its tree that were given; none is given twice. */
  readonly places: number;
}

export type KeyPlace = Pick<DerivedKey, 'organisationId' | 'departmentId' | 'usage' | 'place' | 'generation'>;

/** `m/<purpose>'/org'/dept'/user'/0/n`: n is 0, and one more for each rotation. */
export function derivedPath({ organisationId, departmentId, usage, place, generation }: KeyPlace): string {
  const [org, department] = [indexOf(organisationId), indexOf(departmentId)];
  return `m/${PURPOSES[usage]}'/${org}'/${department}'/${place}'/0/${generation}`;
}

/** Two departments may have the same index; a place is given once in the whole organisation. */
function indexOf(name: string): number {
  return readU32(sha256(utf8(name))) & 0x7fff_ffff;
}

/** Of the wallet of a key: with a rotated one it decrypts and makes nothing new, with a revoked one it is locked. */
export const WALLET_STATUS: Readonly<Record<DerivedKeyStatus, WalletStatus>> = {
  Active: 'Active',
  Rotated: 'Archived',
  Revoked: 'Locked',
};

/**
 * The key after it was rotated or revoked. DERIVED_KEY_INACTIVE for one that was; a repeated revocation changes
 * nothing.
 */
export function endedKey(key: DerivedKey, status: 'Rotated' | 'Revoked', at: string): Result<DerivedKey> {
  if (key.status === 'Revoked' && status === 'Revoked') return key;
  if (key.status !== 'Active')
    return fail(issue('DERIVED_KEY_INACTIVE', '', `The key is ${key.status.toLowerCase()} and stays so.`));
  return status === 'Revoked' ? { ...key, status, revokedAt: at } : { ...key, status };
}

/** The keys of a member who leaves, revoked now: rotated ones too, which would go on decrypting. */
export function keysOfLeaver(keys: readonly DerivedKey[], userId: string, at: string): readonly DerivedKey[] {
  const standing = keys.filter((key) => key.userId === userId && key.status !== 'Revoked');
  return standing.map((key) => ({ ...key, status: 'Revoked', revokedAt: at }));
}

/** The key that does now what was asked for, if there is one. */
export function activeKeyFor(
  keys: readonly DerivedKey[],
  { userId, departmentId, usage }: Pick<DerivedKey, 'userId' | 'departmentId' | 'usage'>,
): DerivedKey | undefined {
  return keys.find(
    (key) =>
      key.status === 'Active' && key.userId === userId && key.departmentId === departmentId && key.usage === usage,
  );
}
