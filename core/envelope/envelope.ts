// The encrypted payload of an action: its form, and what binds a group to its place. Validators judge the form without
// any key; it never opens anything.
import { utf8 } from '../base/bytes.js';
import { issue } from '../base/issue.js';
import { isObject, type Json } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Transaction, TransactionHeader } from '../model/transaction.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import { filesProblem, walletSizes } from './envelope-form.js';

/** The place of an envelope: a group that was sealed for one place does not open at another. */
export interface EnvelopeContext {
  readonly registerId: string;
  readonly instanceId: string;
  /** The decimal spelling, as in the header. */
  readonly actionId: string;
}

/** A wallet that something is sealed to, and what it agrees on a secret with: one for all groups. */
export type EnvelopeWallet = CarryingWallet | ReferringWallet;

interface WrappedFor {
  readonly walletAddress: string;
  /** A number of core/crypto/encryption/key-wrap.ts that fits the address's algorithm. */
  readonly wrap: number;
}

export interface CarryingWallet extends WrappedFor {
  /** Base64url; empty where the way to wrap needs none. */
  readonly carrier: string;
}

/**
 * The carrier stands in an envelope that the register sealed before: a post-quantum one is larger than what most
 * actions disclose.
 */
export interface ReferringWallet extends WrappedFor {
  /**
   * TxId of that envelope's transaction. Validators judge its form, as they can only judge that of a carrier;
   * `carrierFor` finds what it names.
   */
  readonly carrierIn: string;
}

/** A group's content key for one wallet. */
export interface WrappedKey {
  /** Place of the wallet in the list of the envelope. */
  readonly wallet: number;
  /** Base64url. */
  readonly wrappedKey: string;
}

/** The part of the data that one set of recipients sees. All texts but the id are base64url. */
export interface Group {
  /** 16 bytes as lower-case hex. */
  readonly groupId: string;
  readonly alg: 'A256GCM';
  /** 12 bytes. */
  readonly nonce: string;
  /** AES-256-GCM of the sealed text, whose length is a multiple of DISCLOSURE_PADDING_BYTES, and the tag. */
  readonly ciphertext: string;
  /** 1 to RECIPIENTS_MAX, in the order of the wallets, each once. */
  readonly keys: readonly WrappedKey[];
}

/**
 * The public part of a file: SHA-256 of each encrypted chunk, in hex. Name, type, size and key are in the groups that
 * see the file.
 */
export interface FileReference {
  /** 16 bytes as lower-case hex. */
  readonly fileId: string;
  readonly chunks: readonly string[];
}

/** Associated data of a group: ids hold no control characters, so that no two places share a text. */
export function groupData({ registerId, instanceId, actionId }: EnvelopeContext, groupId: string): Uint8Array {
  return utf8([registerId, instanceId, actionId, groupId].join('\u001f'));
}

/**
 * The place of an encrypted transaction; VAL_SCHEMA_006 where it names no instance, since the id that follows from a
 * TxId is not known before sealing.
 */
export function contextOf({ registerId, instanceId, actionId }: TransactionHeader): Result<EnvelopeContext> {
  return instanceId === undefined
    ? fail(issue('VAL_SCHEMA_006', '/header/instanceId', 'An encrypted action names its instance.'))
    : { registerId, instanceId, actionId };
}

/**
 * The wallets that have a key in a group, in the order of their addresses: it tells nothing about who plays which part.
 */
interface Sealed {
  readonly wallets: readonly EnvelopeWallet[];
}

/** The wallets that an envelope is for, sorted, each once: the recipients of its transaction. */
export function walletsOf({ wallets }: Sealed): readonly string[] {
  return wallets.map(({ walletAddress }) => walletAddress);
}

/** True where later envelopes may refer to this transaction, whose envelope this node made, for a carrier. */
export function hasCarriers({ header, payload }: Pick<Transaction, 'header' | 'payload'>): boolean {
  if (!isEncrypted(header)) return false;
  return (payload as unknown as Sealed).wallets.some((wallet) => 'carrier' in wallet && wallet.carrier !== '');
}

/**
 * The carrier that a transaction has for a wallet and a way to wrap, base64url; undefined where it has none of its own.
 */
export function carrierFor(
  { header, payload }: Pick<Transaction, 'header' | 'payload'>,
  { walletAddress, wrap }: WrappedFor,
): string | undefined {
  const wallets = isEncrypted(header) ? soundWallets(payload) : undefined;
  const wallet = wallets?.find((item) => item.walletAddress === walletAddress);
  return wallet && wallet.wrap === wrap && 'carrier' in wallet ? wallet.carrier : undefined;
}

/** The groups of an envelope whose list of wallets is sound. */
function soundWallets(payload: Json): readonly EnvelopeWallet[] | undefined {
  const isSound = isObject(payload) && !isFailure(walletSizes(payload.wallets));
  return isSound ? (payload as unknown as Sealed).wallets : undefined;
}

/**
 * The files that a transaction names, without a look at its groups; none for one that is not encrypted, or whose list
 * of files is not sound.
 */
export function filesOf({ header, payload }: Pick<Transaction, 'header' | 'payload'>): readonly FileReference[] {
  if (!isEncrypted(header) || !isObject(payload) || payload.files === undefined || filesProblem(payload.files))
    return [];
  return payload.files as unknown as readonly FileReference[];
}
