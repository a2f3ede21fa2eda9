// Opens a group of an envelope for a wallet. It gives out nothing that does not open under the wallet's key at its
// place.
import { fromBase64Url, fromUtf8, utf8 } from '../base/bytes.js';
import { readCanonical, type TextBudget } from '../base/canonical-text.js';
import { isObject, type JsonObject } from '../base/json.js';
import { DISCLOSURE_PADDING_BYTES } from '../base/limits/ledger/disclosure.js';
import { gcmDecrypt } from '../crypto/encryption/aes-gcm.js';
import { type Agreed, acceptFrom, type OpeningKeys, unwrapUnder, wipeAgreed } from '../crypto/encryption/key-wrap.js';
import type { Transaction } from '../model/transaction.js';
import {
  carrierFor,
  type EnvelopeContext,
  type EnvelopeWallet,
  type Group,
  groupData,
  type WrappedKey,
} from './envelope.js';
import type { FileManifest } from './files.js';
import { PAD_BYTE } from './sealed-group.js';

/** The part of an envelope that a wallet opens. */
export interface Disclosed {
  readonly fields: JsonObject;
  readonly files: readonly FileManifest[];
}

/** A wallet with the keys that open for it. */
export interface Opener {
  readonly walletAddress: string;
  readonly keys: OpeningKeys;
  /**
   * The sealed transaction that an envelope refers to for a carrier; undefined where the register has none of this
   * TxId. A value of its own for each reading: in that it is asked once for what many envelopes refer to.
   */
  readonly carrying: (txId: string) => Pick<Transaction, 'header' | 'payload'> | undefined;
}

/**
 * A wallet of an envelope with what its sender agreed on with it; none where the carrier is not where the envelope
 * says. `end` wipes it.
 */
export interface EnvelopeReader {
  /** In the list of the envelope. */
  readonly place: number;
  readonly agreed: Agreed | undefined;
  readonly end: () => void;
}

/** Undefined where the envelope does not name the wallet. */
export function readerOf(
  { wallets }: { readonly wallets: readonly EnvelopeWallet[] },
  opener: Opener,
): EnvelopeReader | undefined {
  const place = wallets.findIndex(({ walletAddress }) => walletAddress === opener.walletAddress);
  const wallet = wallets[place];
  if (wallet === undefined) return undefined;
  const text = carrierOf(wallet, opener);
  const carrier = text === undefined ? undefined : fromBase64Url(text);
  const agreed = (carrier && acceptFrom(opener.keys, wallet.wrap, carrier)) || undefined;
  return { place, agreed, end: () => agreed && wipeAgreed(agreed) };
}

/**
 * Carriers that one reading has found. To read what has one costs as much as that transaction is large, and small ones
 * may all refer to the largest there is.
 */
const carriers = new WeakMap<Opener['carrying'], Map<string, string | undefined>>();

function carrierOf(wallet: EnvelopeWallet, { carrying }: Opener): string | undefined {
  if ('carrier' in wallet) return wallet.carrier;
  const { carrierIn, walletAddress, wrap } = wallet;
  const byKey = carriers.get(carrying) ?? new Map<string, string | undefined>();
  carriers.set(carrying, byKey);
  const name = `${carrierIn} ${walletAddress} ${wrap}`;
  if (!byKey.has(name)) {
    const tx = carrying(carrierIn);
    byKey.set(name, tx && carrierFor(tx, wallet));
  }
  return byKey.get(name);
}

interface OpeningBy {
  readonly key: WrappedKey;
  readonly agreed: Agreed | undefined;
  readonly context: EnvelopeContext;
}

/** The content of a group, filled up; undefined where it does not open. `look` has the content key for its call. */
export function openEncrypted(
  { groupId, nonce: nonceText, ciphertext: sealed }: Pick<Group, 'groupId' | 'nonce' | 'ciphertext'>,
  { key, agreed, context }: OpeningBy,
  look: (contentKey: Uint8Array) => void = () => undefined,
): Uint8Array | undefined {
  const wrapped = fromBase64Url(key.wrappedKey);
  const contentKey = agreed && wrapped && unwrapUnder(agreed, wrapped, utf8(groupId));
  const nonce = fromBase64Url(nonceText);
  const ciphertext = fromBase64Url(sealed);
  if (!contentKey || !nonce || !ciphertext) return undefined;
  const plaintext = gcmDecrypt({ key: contentKey, nonce, aad: groupData(context, groupId) }, ciphertext);
  look(contentKey);
  contentKey.fill(0);
  return plaintext;
}

/**
 * A canonical object, filled up with spaces to a multiple of DISCLOSURE_PADDING_BYTES and no further; undefined for
 * anything else. The text is of somebody else: it is parsed only where it is within its budget.
 */
export function readPadded(plaintext: Uint8Array, budget: TextBudget): JsonObject | undefined {
  let end = plaintext.length;
  while (plaintext[end - 1] === PAD_BYTE) end--;
  if (plaintext.length - end >= DISCLOSURE_PADDING_BYTES) return undefined;
  let text: string;
  try {
    text = fromUtf8(plaintext.subarray(0, end));
  } catch {
    return undefined;
  }
  const value = readCanonical(text, budget);
  return isObject(value) ? value : undefined;
}
