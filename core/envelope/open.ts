// Opens what of an envelope a wallet may see, and checks a disclosure that somebody shows. It gives out nothing that
// does not open under the wallet's key at its place with its commitment.
import { equalBytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../base/bytes.js';
import { readCanonical, type TextBudget } from '../base/canonical-text.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, isObject, type JsonObject } from '../base/json.js';
import { DISCLOSURE_PADDING_BYTES, SEALED_VALUES_MAX } from '../base/limits/ledger/disclosure.js';
import { JSON_DEPTH_MAX } from '../base/limits/ledger/transactions.js';
import { fail, type Result } from '../base/result.js';
import { gcmDecrypt } from '../crypto/encryption/aes-gcm.js';
import { type Agreed, acceptFrom, type OpeningKeys, unwrapUnder, wipeAgreed } from '../crypto/encryption/key-wrap.js';
import type { Transaction } from '../model/transaction.js';
import {
  carrierFor,
  type Envelope,
  type EnvelopeContext,
  type EnvelopeWallet,
  type Group,
  groupData,
  type WrappedKey,
} from './envelope.js';
import { COMMITMENT_BYTES } from './envelope-form.js';
import { type FileManifest, isManifests } from './files.js';
import { commitmentOf, saltOf } from './seal.js';
import { PAD_BYTE } from './sealed-group.js';

/** The content of an envelope of either version. */
export interface Disclosed {
  readonly fields: JsonObject;
  readonly files: readonly FileManifest[];
}

/** A group of version 1. */
export interface OpenedGroup extends Disclosed {
  readonly groupId: string;
  /** Base64url: shown with the fields and the commitment, it proves the disclosure to a third party. */
  readonly salt: string;
  readonly commitment: string;
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
 * The groups that name the wallet, opened, in the order of the envelope; none where no group does. CIPHERTEXT_INVALID
 * at the first of them that does not open: another key, another place, changed bytes, a carrier that is not where the
 * envelope says, or a sender who sealed something else than it committed to. The envelope has passed `readEnvelope`.
 */
export function openGroups(
  envelope: Envelope,
  opener: Opener,
  context: EnvelopeContext,
): Result<readonly OpenedGroup[]> {
  const reader = readerOf(envelope, opener);
  if (reader === undefined) return [];
  const opened: OpenedGroup[] = [];
  for (const [i, group] of envelope.groups.entries()) {
    const key = group.keys.find((one) => one.wallet === reader.place);
    if (key === undefined) continue;
    const content = openGroup(group, { key, agreed: reader.agreed, context });
    if (!content) {
      reader.end();
      return fail(notOpened(i));
    }
    opened.push(content);
  }
  reader.end();
  return opened;
}

/** CIPHERTEXT_INVALID of a group. */
function notOpened(group: number): Issue {
  return issue('CIPHERTEXT_INVALID', `/groups/${group}`, 'The group does not open with this wallet at this place.');
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
export function readerOf({ wallets }: Pick<Envelope, 'wallets'>, opener: Opener): EnvelopeReader | undefined {
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
  const found = carriers.get(carrying) ?? new Map<string, string | undefined>();
  carriers.set(carrying, found);
  const name = `${carrierIn} ${walletAddress} ${wrap}`;
  if (!found.has(name)) {
    const tx = carrying(carrierIn);
    found.set(name, tx && carrierFor(tx, wallet));
  }
  return found.get(name);
}

/**
 * True if the fields are the ones that a group of the ledger with this commitment discloses. Both texts are base64url;
 * garbage is false.
 */
export function verifyCommitment({ salt, fields, commitment }: Omit<OpenedGroup, 'groupId' | 'files'>): boolean {
  const saltBytes = fromBase64Url(salt);
  const expected = fromBase64Url(commitment);
  if (saltBytes?.length !== 32 || expected?.length !== COMMITMENT_BYTES) return false;
  try {
    return equalBytes(commitmentOf(saltBytes, canonical(fields)), expected);
  } catch {
    // The fields come from outside and may be no JSON.
    return false;
  }
}

interface OpeningBy {
  readonly key: WrappedKey;
  readonly agreed: Agreed | undefined;
  readonly context: EnvelopeContext;
}

function openGroup(group: Group, by: OpeningBy): OpenedGroup | undefined {
  const { groupId, commitment } = group;
  const text = openText(group, by);
  const sealed = text && readSealed(text.plaintext);
  if (!sealed || sealed.salt !== text.salt) return undefined;
  const opened = { groupId, commitment, ...sealed };
  return verifyCommitment(opened) ? opened : undefined;
}

function openText(group: Group, by: OpeningBy): { readonly plaintext: Uint8Array; readonly salt: string } | undefined {
  let salt = '';
  const plaintext = openSealed(group, by, (contentKey) => {
    salt = toBase64Url(saltOf(contentKey));
  });
  return plaintext && { plaintext, salt };
}

/** The content of a group, filled up; undefined where it does not open. `look` has the content key for its call. */
export function openSealed(
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
 * The content of a group; undefined where it is not canonical, padded and of the right members: an honest sender never
 * encrypts such.
 */
function readSealed(plaintext: Uint8Array): Pick<OpenedGroup, 'fields' | 'files' | 'salt'> | undefined {
  const sealed = readPadded(plaintext, { values: SEALED_VALUES_MAX, depth: JSON_DEPTH_MAX });
  if (sealed === undefined) return undefined;
  const { fields, files = [], salt, ...others } = sealed;
  if (!isObject(fields) || typeof salt !== 'string' || Object.keys(others).length > 0) return undefined;
  return isManifests(files) ? { fields, files, salt } : undefined;
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
