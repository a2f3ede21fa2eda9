// Opens what of an envelope a wallet may see, and checks a disclosure that somebody shows. It gives out nothing that does not open under the wallet's key
// at its place with its commitment.
import { equalBytes, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, isObject, type JsonObject, parseJsonText } from '../base/json.js';
import { DISCLOSURE_PADDING_BYTES } from '../base/limits.js';
import { gcmOpen } from '../crypto/aes-gcm.js';
import { type Agreed, acceptFrom, type OpeningKeys, unwrapUnder, wipeAgreed } from '../crypto/key-wrap.js';
import type { Transaction } from '../transaction/types.js';
import {
  COMMITMENT_BYTES,
  carrierFor,
  type Envelope,
  type EnvelopeContext,
  type EnvelopeWallet,
  type Group,
  groupData,
  type WrappedKey,
} from './envelope.js';
import { type FileManifest, isManifests } from './files.js';
import { commitmentOf, PAD_BYTE, saltOf } from './seal.js';

export interface OpenedGroup {
  readonly groupId: string;
  readonly fields: JsonObject;
  readonly files: readonly FileManifest[];
  /** Base64url: shown with the fields and the commitment, it proves the disclosure to a third party. */
  readonly salt: string;
  readonly commitment: string;
}

/** A wallet with the keys that open for it. */
export interface Opener {
  readonly walletAddress: string;
  readonly keys: OpeningKeys;
  /**
   * The sealed transaction that an envelope refers to for a carrier; undefined where the register has none of this TxId. A value of its own for each reading: in that
   * it is asked once for what many envelopes refer to.
   */
  readonly carrying: (txId: string) => Pick<Transaction, 'header' | 'payload'> | undefined;
}

/**
 * The groups that name the wallet, opened, in the order of the envelope; none where no group does. CIPHERTEXT_INVALID at the first of them that does not
 * open: another key, another place, changed bytes, a carrier that is not where the envelope says, or a sender who sealed something else than it committed to. The
 * envelope has passed `readEnvelope`.
 */
export function openGroups(
  envelope: Envelope,
  opener: Opener,
  context: EnvelopeContext,
): readonly OpenedGroup[] | Issue {
  const place = envelope.wallets.findIndex(({ walletAddress }) => walletAddress === opener.walletAddress);
  const wallet = envelope.wallets[place];
  if (wallet === undefined) return [];
  const text = carrierOf(wallet, opener);
  const carrier = text === undefined ? undefined : fromBase64Url(text);
  const agreed = carrier && acceptFrom(opener.keys, wallet.wrap, carrier);
  const opened: OpenedGroup[] = [];
  for (const [i, group] of envelope.groups.entries()) {
    const key = group.keys.find((one) => one.wallet === place);
    if (key === undefined) continue;
    const content = agreed && openGroup(group, { key, agreed, context });
    if (!content) {
      if (agreed) wipeAgreed(agreed);
      return issue('CIPHERTEXT_INVALID', `/groups/${i}`, 'The group does not open with this wallet at this place.');
    }
    opened.push(content);
  }
  if (agreed) wipeAgreed(agreed);
  return opened;
}

/** Carriers that one reading has found. To read what has one costs as much as that transaction is large, and small ones may all refer to the largest there is. */
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

/** True if the fields are the ones that a group of the ledger with this commitment discloses. Both texts are base64url; garbage is false. */
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

function openGroup(
  group: Group,
  by: { readonly key: WrappedKey; readonly agreed: Agreed; readonly context: EnvelopeContext },
): OpenedGroup | undefined {
  const { groupId, commitment } = group;
  const wrapped = fromBase64Url(by.key.wrappedKey);
  const contentKey = wrapped && unwrapUnder(by.agreed, wrapped, utf8(groupId));
  const nonce = fromBase64Url(group.nonce);
  const ciphertext = fromBase64Url(group.ciphertext);
  if (!contentKey || !nonce || !ciphertext) return undefined;
  const plaintext = gcmOpen({ key: contentKey, nonce, aad: groupData(by.context, groupId) }, ciphertext);
  const salt = toBase64Url(saltOf(contentKey));
  contentKey.fill(0);
  const sealed = plaintext && readSealed(plaintext);
  if (!sealed || sealed.salt !== salt) return undefined;
  const opened = { groupId, commitment, ...sealed };
  return verifyCommitment(opened) ? opened : undefined;
}

/** What was sealed; undefined where it is not canonical, padded and of the right members: an honest sender never seals such. */
function readSealed(plaintext: Uint8Array): Pick<OpenedGroup, 'fields' | 'files' | 'salt'> | undefined {
  let end = plaintext.length;
  while (plaintext[end - 1] === PAD_BYTE) end--;
  if (plaintext.length - end >= DISCLOSURE_PADDING_BYTES) return undefined;
  let text: string;
  try {
    text = fromUtf8(plaintext.subarray(0, end));
  } catch {
    return undefined;
  }
  const parsed = parseJsonText(text);
  if ('issue' in parsed || !isObject(parsed.value) || canonical(parsed.value) !== text) return undefined;
  const { fields, files = [], salt, ...others } = parsed.value;
  if (!isObject(fields) || typeof salt !== 'string' || Object.keys(others).length > 0) return undefined;
  return isManifests(files) ? { fields, files, salt } : undefined;
}
