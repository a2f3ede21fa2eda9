// The means to seal envelopes and deliveries: an agreement with each wallet, and groups under a key of their own.
// No text leaves it unencrypted.
import { assert } from '../base/assert.js';
import { concat, toBase64Url, toHex, utf8 } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject } from '../base/json.js';
import { valuesIn } from '../base/json-budget.js';
import {
  ACTION_FILES_MAX,
  DISCLOSURE_GROUPS_MAX,
  DISCLOSURE_KEYS_MAX,
  DISCLOSURE_PADDING_BYTES,
  ENVELOPE_BYTES_MAX,
} from '../base/limits/ledger/disclosure.js';
import { RECIPIENTS_MAX } from '../base/limits/ledger/transactions.js';
import { isFailure } from '../base/result.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmEncrypt } from '../crypto/encryption/aes-gcm.js';
import {
  agreeWith,
  CONTENT_KEY_BYTES,
  type Offered,
  type Recipient,
  recipientProblem,
  wipeAgreed,
  wrapBytes,
  wrapOf,
  wrapUnder,
} from '../crypto/encryption/key-wrap.js';
import { addressOf } from '../crypto/keys/address.js';
import { expand } from '../crypto/keys/expand.js';
import {
  type EnvelopeContext,
  type EnvelopeWallet,
  type FileReference,
  type Group,
  groupData,
  type WrappedKey,
} from './envelope.js';
import { ID_BYTES } from './envelope-form.js';

/** A space: JSON that ends in spaces is still JSON. */
export const PAD_BYTE = 0x20;

/** A wallet that something is sealed to. The address is that of the key. */
export interface WalletKey extends Recipient {
  readonly walletAddress: string;
  /** Agreed with this key before, by this sender; made for this one envelope when absent. Sealing does not wipe it. */
  readonly agreed?: Offered;
  /**
   * TxId of the sealed transaction, on the same register, that has the carrier of `agreed`: the envelope then refers to
   * it.
   */
  readonly carriedIn?: string;
}

/** A group as far as its wallets go. */
export interface Received {
  /** 1 to RECIPIENTS_MAX, each wallet once. */
  readonly recipients: readonly WalletKey[];
}

const AGREE = 'quorate:disclosure:agree';
/** Of a group alone: its content key, its id and its nonce. */
export const OWN_BYTES = CONTENT_KEY_BYTES + ID_BYTES + GCM_NONCE_BYTES;

/** A wallet with what was agreed on with it. */
interface Party {
  readonly walletAddress: string;
  readonly offered: Offered;
  readonly carriedIn: string | undefined;
}

/** Base64url, made once: an agreement serves many envelopes, and its carrier is most of an envelope. */
const carrierTexts = new WeakMap<Offered, string>();

function carrierText(offered: Offered): string {
  const known = carrierTexts.get(offered);
  if (known !== undefined) return known;
  const text = toBase64Url(offered.carrier);
  carrierTexts.set(offered, text);
  return text;
}

/**
 * An agreement a wallet, however many groups it is in: their ids keep the wraps apart. In the order of the addresses.
 * `end` wipes what was made here.
 */
export function agreements(groups: readonly Received[], root: Uint8Array) {
  const made: Offered[] = [];
  const agreed = recipientsOf(groups).map((recipient): Party => {
    const { walletAddress } = recipient;
    const offered =
      recipient.agreed ?? agreeWith(recipient, expand({ from: root, label: `${AGREE}:${walletAddress}` }, 32));
    assert(!isFailure(offered), 'recipients were checked before');
    if (offered !== recipient.agreed) made.push(offered);
    return { walletAddress, offered, carriedIn: recipient.carriedIn };
  });
  return { agreed, end: () => made.forEach(wipeAgreed) };
}

/** Each wallet once, in the order of the addresses. */
function recipientsOf(groups: readonly Received[]): readonly WalletKey[] {
  const all = groups.flatMap(({ recipients }) => recipients);
  const once = new Map(all.map((recipient) => [recipient.walletAddress, recipient]));
  return [...once.values()].sort((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1));
}

/**
 * The wallets of an envelope. Members in their canonical order, here and in a group: then canonical text is one native
 * call.
 */
export function walletEntries(agreed: readonly Party[]): readonly EnvelopeWallet[] {
  return agreed.map(({ walletAddress, offered, carriedIn }) => {
    if (carriedIn !== undefined) return { carrierIn: carriedIn, walletAddress, wrap: offered.wrap };
    return { carrier: carrierText(offered), walletAddress, wrap: offered.wrap };
  });
}

export interface GroupClosing extends Received {
  readonly text: string;
  readonly context: EnvelopeContext;
  /** OWN_BYTES that no other group has. */
  readonly own: Uint8Array;
  readonly agreed: readonly Party[];
}

/** A group under its own key. */
export function closeGroup(closing: GroupClosing): Group {
  const { recipients, text, context, own, agreed } = closing;
  const key = own.subarray(0, CONTENT_KEY_BYTES);
  const groupId = toHex(own.subarray(CONTENT_KEY_BYTES, CONTENT_KEY_BYTES + ID_BYTES));
  const nonce = own.subarray(CONTENT_KEY_BYTES + ID_BYTES);
  const members = new Set(recipients.map(({ walletAddress }) => walletAddress));
  const keys = agreed.flatMap(({ walletAddress, offered }, wallet): readonly WrappedKey[] => {
    if (!members.has(walletAddress)) return [];
    return [{ wallet, wrappedKey: toBase64Url(wrapUnder(offered, key, utf8(groupId))) }];
  });
  const aad = groupData(context, groupId);
  const ciphertext = toBase64Url(gcmEncrypt({ key, nonce, aad }, padText(text)));
  return { alg: 'A256GCM', ciphertext, groupId, keys, nonce: toBase64Url(nonce) };
}

function padText(text: string): Uint8Array {
  const bytes = utf8(text);
  return concat(bytes, new Uint8Array(paddedLength(bytes.length) - bytes.length).fill(PAD_BYTE));
}

function paddedLength(length: number): number {
  return Math.ceil(length / DISCLOSURE_PADDING_BYTES) * DISCLOSURE_PADDING_BYTES;
}

/** VAL_SCHEMA_006 for too many or no groups or keys, and too many files. */
export function countProblems(groups: readonly Received[], files: readonly FileReference[]): readonly Issue[] {
  const bad = (path: string, message: string) => issue('VAL_SCHEMA_006', path, message);
  const issues: Issue[] = [];
  if (groups.length < 1 || groups.length > DISCLOSURE_GROUPS_MAX)
    issues.push(bad('/groups', `An envelope has 1 to ${DISCLOSURE_GROUPS_MAX} groups.`));
  if (groups.reduce((sum, { recipients }) => sum + recipients.length, 0) > DISCLOSURE_KEYS_MAX)
    issues.push(bad('/groups', `An envelope has at most ${DISCLOSURE_KEYS_MAX} recipients over its groups.`));
  if (files.length > ACTION_FILES_MAX) issues.push(bad('/files', `An action has at most ${ACTION_FILES_MAX} files.`));
  return issues;
}

/**
 * Keys that were checked: a wallet is in several groups, callers give the same value again, and a check costs more than
 * a wrap.
 */
const sound = new WeakSet<WalletKey>();

/** Issues of keys that nothing can be sealed to, and of too many of them, in one group. */
export function recipientProblems({ recipients }: Received, group: number): readonly Issue[] {
  const at = `/groups/${group}/recipients`;
  const wallets = new Set(recipients.map(({ walletAddress }) => walletAddress));
  if (recipients.length < 1 || recipients.length > RECIPIENTS_MAX || wallets.size !== recipients.length)
    return [issue('VAL_SCHEMA_006', at, `A group has 1 to ${RECIPIENTS_MAX} recipients, each wallet once.`)];
  return recipients.flatMap((recipient, i) => {
    const problem = sound.has(recipient) ? undefined : keyProblem(recipient);
    if (!problem) sound.add(recipient);
    return problem ? [{ ...problem, path: `${at}/${i}` }] : [];
  });
}

function keyProblem(recipient: WalletKey): Issue | undefined {
  // Nothing is agreed with a key that has a problem.
  const problem = recipient.agreed ? undefined : recipientProblem(recipient);
  if (problem || addressOf(recipient.algorithm, recipient.publicKey) === recipient.walletAddress) return problem;
  return issue('RECIPIENT_KEY_UNKNOWN', '', 'The address is not that of the public key.');
}

/** An envelope as far as its size goes. */
export interface Sized {
  readonly groups: readonly Received[];
  readonly files: readonly FileReference[];
  /** Upper bounds of the characters of the sealed texts. */
  readonly characters: readonly number[];
  /** Their bytes; asked only where it may matter. */
  readonly bytes: (group: number) => number;
  /** Other members of the envelope, in the lengths that they will have. */
  readonly members: JsonObject;
  /** ENVELOPE_BYTES_MAX unless it gives a run on. */
  readonly bytesMax?: number;
}

/** VAL_SIZE_001 for more than fits a transaction. */
export function sizeProblem(sized: Sized): Issue | undefined {
  const { bytesMax = ENVELOPE_BYTES_MAX } = sized;
  const size = mayBeTooLarge(sized, bytesMax) ? envelopeBytes(sized) : 0;
  return size > bytesMax
    ? issue('VAL_SIZE_001', '', `The encrypted payload has ${size} bytes, and at most ${bytesMax} fit.`)
    : undefined;
}

/** VAL_SIZE_001 for a text with more values than its reader takes. */
export function valuesProblem(text: string, valuesMax: number): Issue | undefined {
  // A value has a character at least.
  if (text.length <= valuesMax || valuesIn(text, valuesMax) <= valuesMax) return undefined;
  return issue('VAL_SIZE_001', '', `The data that is encrypted for one group has more than ${valuesMax} values.`);
}

/** More than the frame of a group or a file, and more than a carrier or a wrapped key with its frame, in base64. */
const PART_BYTES_MAX = 4096;

/**
 * False where it surely fits: a rough bound, because nearly all envelopes are far below the limit and exact counting
 * costs as much as a group.
 */
function mayBeTooLarge({ groups, files, characters }: Sized, bytesMax: number): boolean {
  const chunks = files.reduce((sum, file) => sum + file.chunks.length, 0);
  const parts = groups.reduce((sum, { recipients }) => sum + 1 + 2 * recipients.length, files.length + chunks);
  // A character has three bytes at the most, and four of base64 stand for three.
  const sealed = characters.reduce((sum, count) => sum + 4 * count, 0);
  return sealed + parts * PART_BYTES_MAX + groups.length * 4 * DISCLOSURE_PADDING_BYTES > bytesMax;
}

/** Canonical bytes of the envelope, exactly: every part but the sealed texts has a length that is known before. */
function envelopeBytes({ groups, files, bytes, members }: Sized): number {
  const wallets = recipientsOf(groups);
  const places = new Map(wallets.map(({ walletAddress }, i) => [walletAddress, i]));
  const perGroup = groups.map(({ recipients }, i) => {
    const group = {
      alg: 'A256GCM',
      ciphertext: '',
      groupId: '='.repeat(2 * ID_BYTES),
      nonce: '='.repeat(base64Length(GCM_NONCE_BYTES)),
      keys: recipients.map((to) => ({
        wallet: places.get(to.walletAddress) as number,
        wrappedKey: '='.repeat(base64Length(partsOf(to).wrappedKey)),
      })),
    };
    return canonical(group).length + base64Length(paddedLength(bytes(i)) + GCM_TAG_BYTES);
  });
  const heads = wallets.map((to): EnvelopeWallet => {
    const { walletAddress, carriedIn } = to;
    const wrap = wrapOf(to.algorithm, to.encapsulationKey !== undefined) ?? 0;
    if (carriedIn !== undefined) return { walletAddress, wrap, carrierIn: carriedIn };
    return { walletAddress, wrap, carrier: '='.repeat(base64Length(partsOf(to).carrier)) };
  });
  const frame = canonical({ ...members, wallets: heads, groups: [], ...(files.length > 0 && { files }) }).length;
  return frame + perGroup.reduce((sum, count) => sum + count, 0) + groups.length - 1;
}

function partsOf({ algorithm, encapsulationKey }: WalletKey) {
  const parts = wrapBytes(algorithm, wrapOf(algorithm, encapsulationKey !== undefined) ?? 0);
  assert(parts, 'recipients were checked before');
  return parts;
}

/** Characters of unpadded base64url. */
export function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
