// Seals the data of an action into an envelope, one group for each set of recipients. The entropy is an argument; no name or value of a field leaves it
// unencrypted. What it cannot seal it refuses whole, before anything costly is done.
import { assert } from '../base/assert.js';
import { concat, toBase64Url, toHex, utf8 } from '../base/bytes.js';
import { hash } from '../base/hash.js';
import { type Issue, isIssue, isIssues, issue } from '../base/issue.js';
import { canonical, type JsonObject, parseJsonText } from '../base/json.js';
import {
  ACTION_FILES_MAX,
  DISCLOSURE_GROUPS_MAX,
  DISCLOSURE_KEYS_MAX,
  DISCLOSURE_PADDING_BYTES,
  ENVELOPE_BYTES_MAX,
  RECIPIENTS_MAX,
} from '../base/limits.js';
import { addressOf } from '../crypto/address.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES, gcmSeal } from '../crypto/aes-gcm.js';
import { expand, expandFrom, keyStream, twoKeys } from '../crypto/expand.js';
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
} from '../crypto/key-wrap.js';
import {
  COMMITMENT_BYTES,
  type Envelope,
  type EnvelopeContext,
  type EnvelopeWallet,
  type FileReference,
  type Group,
  groupData,
  ID_BYTES,
  type WrappedKey,
} from './envelope.js';
import type { FileManifest } from './files.js';

/** A space: JSON that ends in spaces is still JSON. */
export const PAD_BYTE = 0x20;

/** A wallet that something is sealed to. The address is that of the key. */
export interface WalletKey extends Recipient {
  readonly walletAddress: string;
  /** Agreed with this key before, by this sender; made for this one envelope when absent. Sealing does not wipe it. */
  readonly agreed?: Offered;
  /** TxId of the sealed transaction, on the same register, that has the carrier of `agreed`: the envelope then refers to it. */
  readonly carriedIn?: string;
}

/** What one set of wallets will see. */
export type GroupContent = GroupParts & ({ readonly fields: JsonObject } | WithText);

interface WithText {
  /** Canonical text of the fields. */
  readonly text: string;
}

interface GroupParts {
  /** The files that its fields name. */
  readonly files?: readonly FileManifest[];
  /** 1 to RECIPIENTS_MAX, each wallet once. */
  readonly recipients: readonly WalletKey[];
}

export interface Sealing {
  readonly context: EnvelopeContext;
  /** 1 to DISCLOSURE_GROUPS_MAX. */
  readonly groups: readonly GroupContent[];
  /** Every file that a group names. */
  readonly files?: readonly FileReference[];
  /** 32 bytes or more from a source of randomness. With other data the same bytes give other keys, so that a repeated step cannot reuse one. */
  readonly entropy: Uint8Array;
}

/**
 * The envelope of the groups. Issues: RECIPIENT_KEY_UNKNOWN where an address is not that of its key, ALGORITHM_UNSUPPORTED and VAL_SIG_003 for keys that
 * cannot receive, VAL_SCHEMA_006 for too many or no groups, keys or files, BODY_… for fields that are no sound JSON, VAL_SIZE_001 for more than fits a transaction.
 *
 * Sealed text of a group: canonical {fields, files?, salt}, then spaces up to a multiple of DISCLOSURE_PADDING_BYTES. The salt is derived from the
 * content key, and the public commitment from the salt: a ciphertext therefore opens under one key only, whatever a dishonest sender tries.
 */
export function sealEnvelope(sealing: Sealing): Envelope | readonly Issue[] {
  assert(sealing.entropy.length >= 32, 'sealing takes 32 bytes of entropy or more');
  const sound = soundTexts(sealing);
  if (isIssues(sound)) return sound;
  const { texts } = sound;
  const [forGroups, forAgreements] = keysOf(sealing, texts);
  const { agreed, end } = agreements(sealing.groups, forAgreements);
  const own = keyStream(forGroups, sealing.groups.length * OWN_BYTES);
  const groups = sealing.groups.map((content, i) =>
    sealGroup({
      ...{ content, text: texts[i] as GroupText, context: sealing.context, agreed },
      own: own.subarray(i * OWN_BYTES, (i + 1) * OWN_BYTES),
    }),
  );
  // Members in their canonical order, here and in a group: then canonical text is one native call.
  const wallets = agreed.map(({ walletAddress, offered, carriedIn }): EnvelopeWallet => {
    if (carriedIn !== undefined) return { carrierIn: carriedIn, walletAddress, wrap: offered.wrap };
    return { carrier: carrierText(offered), walletAddress, wrap: offered.wrap };
  });
  for (const bytes of [forGroups, forAgreements, own]) bytes.fill(0);
  end();
  const files = sealing.files ?? [];
  return { ...(files.length > 0 && { files }), groups, v: 1, wallets };
}

/** The issues of `sealEnvelope`, without sealing anything: what it costs is the text of the fields. */
export function sealingProblems(sealing: Omit<Sealing, 'entropy'>): readonly Issue[] {
  const sound = soundTexts(sealing);
  return isIssues(sound) ? sound : [];
}

function soundTexts(sealing: Omit<Sealing, 'entropy'>): { readonly texts: readonly GroupText[] } | readonly Issue[] {
  const issues = [...countProblems(sealing), ...sealing.groups.flatMap(groupProblems)];
  if (issues.length > 0) return issues;
  const texts: GroupText[] = [];
  for (const [i, group] of sealing.groups.entries()) {
    const text = groupText(group);
    if (isIssue(text)) return [{ ...text, path: `/groups/${i}/fields${text.path}` }];
    texts.push(text);
  }
  const size = mayBeTooLarge(sealing, texts) ? envelopeBytes(sealing, texts) : 0;
  if (size > ENVELOPE_BYTES_MAX)
    return [
      issue('VAL_SIZE_001', '', `The encrypted payload has ${size} bytes, and at most ${ENVELOPE_BYTES_MAX} fit.`),
    ];
  return { texts };
}

const SALT_INFO = utf8('quorate:disclosure:salt');

/** The salt of a content key: a proof of disclosure shows the salt, and nothing follows from it about the key. */
export function saltOf(contentKey: Uint8Array): Uint8Array {
  return expandFrom(contentKey, SALT_INFO, 32);
}

/** 32 bytes: the tagged hash of the salt (32 bytes) and the canonical text of the fields. */
export function commitmentOf(salt: Uint8Array, fieldsText: string): Uint8Array {
  return hash('disclosure', salt, fieldsText);
}

interface GroupText {
  readonly fields: string;
  /** Empty where the group has no files. */
  readonly files: string;
}

/** The canonical text of the fields of a group. Throws TypeError on what JSON cannot carry. */
export function fieldsTextOf(group: GroupContent): string {
  return 'text' in group ? group.text : canonical(group.fields);
}

function groupText(group: GroupContent): GroupText | Issue {
  const { files = [] } = group;
  let text: string;
  try {
    text = fieldsTextOf(group);
  } catch (error) {
    return issue('BODY_INVALID_JSON', '', `The fields are no JSON: ${(error as Error).message}.`);
  }
  // As a reader will parse it, inside one more level: what it would refuse must not be sealed.
  const parsed = parseJsonText(`{"fields":${text}}`);
  if ('issue' in parsed) return { ...parsed.issue, path: parsed.issue.path.replace(/^\/fields/, '') };
  return { fields: text, files: files.length > 0 ? canonical(files) : '' };
}

const AGREE = 'quorate:disclosure:agree';
/** Of a group alone: its content key, its id and its nonce. */
const OWN_BYTES = CONTENT_KEY_BYTES + ID_BYTES + GCM_NONCE_BYTES;

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

/** One agreement a wallet, however many groups it is in: their ids keep the wraps apart. In the order of the addresses. */
function agreements(groups: readonly GroupContent[], root: Uint8Array) {
  const made: Offered[] = [];
  const agreed = recipientsOf(groups).map((recipient): Party => {
    const { walletAddress } = recipient;
    const offered =
      recipient.agreed ?? agreeWith(recipient, expand({ from: root, label: `${AGREE}:${walletAddress}` }, 32));
    assert(!isIssue(offered), 'recipients were checked before');
    if (offered !== recipient.agreed) made.push(offered);
    return { walletAddress, offered, carriedIn: recipient.carriedIn };
  });
  return { agreed, end: () => made.forEach(wipeAgreed) };
}

/** Each wallet once, in the order of the addresses. */
function recipientsOf(groups: readonly GroupContent[]): readonly WalletKey[] {
  const all = groups.flatMap(({ recipients }) => recipients);
  const once = new Map(all.map((recipient) => [recipient.walletAddress, recipient]));
  return [...once.values()].sort((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1));
}

interface GroupSealing {
  readonly content: GroupContent;
  readonly text: GroupText;
  readonly context: EnvelopeContext;
  /** OWN_BYTES that no other group has. */
  readonly own: Uint8Array;
  readonly agreed: readonly Party[];
}

function sealGroup({ content, text, context, own, agreed }: GroupSealing): Group {
  const key = own.subarray(0, CONTENT_KEY_BYTES);
  const groupId = toHex(own.subarray(CONTENT_KEY_BYTES, CONTENT_KEY_BYTES + ID_BYTES));
  const nonce = own.subarray(CONTENT_KEY_BYTES + ID_BYTES);
  const salt = saltOf(key);
  const members = new Set(content.recipients.map(({ walletAddress }) => walletAddress));
  const keys = agreed.flatMap(({ walletAddress, offered }, wallet): readonly WrappedKey[] => {
    if (!members.has(walletAddress)) return [];
    return [{ wallet, wrappedKey: toBase64Url(wrapUnder(offered, key, utf8(groupId))) }];
  });
  const aad = groupData(context, groupId);
  const ciphertext = gcmSeal({ key, nonce, aad }, padded(sealedText(text, toBase64Url(salt))));
  return {
    alg: 'A256GCM',
    ciphertext: toBase64Url(ciphertext),
    commitment: toBase64Url(commitmentOf(salt, text.fields)),
    groupId,
    keys,
    nonce: toBase64Url(nonce),
  };
}

/** Canonical, because the members are in order. */
function sealedText({ fields, files }: GroupText, salt: string): string {
  return `{"fields":${fields}${files === '' ? '' : `,"files":${files}`},"salt":"${salt}"}`;
}

function padded(text: string): Uint8Array {
  const bytes = utf8(text);
  return concat(bytes, new Uint8Array(paddedLength(bytes.length) - bytes.length).fill(PAD_BYTE));
}

function paddedLength(length: number): number {
  return Math.ceil(length / DISCLOSURE_PADDING_BYTES) * DISCLOSURE_PADDING_BYTES;
}

/** Of the groups, and of what is agreed anew. Everything that is sealed goes into them: other data under the same entropy never meets the same key and nonce. */
function keysOf({ context, groups, entropy }: Sealing, texts: readonly GroupText[]) {
  // JSON texts have no control characters, so that no two contents share a text.
  const parts = groups.flatMap(({ recipients }, i) => {
    const { fields, files } = texts[i] as GroupText;
    return [fields, files, ...recipients.map(({ walletAddress }) => walletAddress)];
  });
  const { registerId, instanceId, actionId } = context;
  return twoKeys(entropy, ['quorate:disclosure', registerId, instanceId, actionId, ...parts].join('\u001f'));
}

function countProblems({ groups, files = [], context }: Omit<Sealing, 'entropy'>): readonly Issue[] {
  const bad = (path: string, message: string) => issue('VAL_SCHEMA_006', path, message);
  const issues: Issue[] = [];
  for (const id of [context.registerId, context.instanceId, context.actionId])
    assert(id !== '' && !id.includes('\u001f'), 'the ids of a place are printable');
  if (groups.length < 1 || groups.length > DISCLOSURE_GROUPS_MAX)
    issues.push(bad('/groups', `An envelope has 1 to ${DISCLOSURE_GROUPS_MAX} groups.`));
  if (groups.reduce((sum, { recipients }) => sum + recipients.length, 0) > DISCLOSURE_KEYS_MAX)
    issues.push(bad('/groups', `An envelope has at most ${DISCLOSURE_KEYS_MAX} recipients over its groups.`));
  if (files.length > ACTION_FILES_MAX) issues.push(bad('/files', `An action has at most ${ACTION_FILES_MAX} files.`));
  for (const [i, group] of groups.entries())
    for (const { fileId, total } of group.files ?? [])
      if (!files.some((file) => file.fileId === fileId && file.chunks.length === total))
        issues.push(bad(`/groups/${i}/files`, 'A group names a file that is not there with all its chunks.'));
  return issues;
}

/** Keys that were checked: a wallet is in several groups, callers give the same value again, and a check costs more than a wrap. */
const sound = new WeakSet<WalletKey>();

function groupProblems({ recipients }: GroupContent, group: number): readonly Issue[] {
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

/** More than the frame of a group or a file, and more than a carrier or a wrapped key with its frame, in base64. */
const PART_BYTES_MAX = 4096;

/** False where it surely fits: a rough bound, because nearly all envelopes are far below the limit and exact counting costs as much as a group. */
function mayBeTooLarge({ groups, files = [] }: Omit<Sealing, 'entropy'>, texts: readonly GroupText[]): boolean {
  const chunks = files.reduce((sum, file) => sum + file.chunks.length, 0);
  const parts = groups.reduce((sum, { recipients }) => sum + 1 + 2 * recipients.length, files.length + chunks);
  // A character has three bytes at the most, and four of base64 stand for three.
  const sealed = texts.reduce((sum, text) => sum + 4 * (text.fields.length + text.files.length), 0);
  return sealed + parts * PART_BYTES_MAX + groups.length * 4 * DISCLOSURE_PADDING_BYTES > ENVELOPE_BYTES_MAX;
}

/** Canonical bytes of the envelope, exactly: every part but the sealed texts has a length that is known before. */
function envelopeBytes({ groups, files = [] }: Omit<Sealing, 'entropy'>, texts: readonly GroupText[]): number {
  const wallets = recipientsOf(groups);
  const places = new Map(wallets.map(({ walletAddress }, i) => [walletAddress, i]));
  const perGroup = groups.map(({ recipients }, i) => {
    const plain = utf8(sealedText(texts[i] as GroupText, '='.repeat(base64Length(32)))).length;
    const group: Group = {
      alg: 'A256GCM',
      ciphertext: '',
      commitment: '='.repeat(base64Length(COMMITMENT_BYTES)),
      groupId: '='.repeat(2 * ID_BYTES),
      nonce: '='.repeat(base64Length(GCM_NONCE_BYTES)),
      keys: recipients.map((to) => ({
        wallet: places.get(to.walletAddress) as number,
        wrappedKey: '='.repeat(base64Length(partsOf(to).wrappedKey)),
      })),
    };
    return canonical(group).length + base64Length(paddedLength(plain) + GCM_TAG_BYTES);
  });
  const heads = wallets.map((to): EnvelopeWallet => {
    const { walletAddress, carriedIn } = to;
    const wrap = wrapOf(to.algorithm, to.encapsulationKey !== undefined) ?? 0;
    if (carriedIn !== undefined) return { walletAddress, wrap, carrierIn: carriedIn };
    return { walletAddress, wrap, carrier: '='.repeat(base64Length(partsOf(to).carrier)) };
  });
  const frame = canonical({ v: 1, wallets: heads, groups: [], ...(files.length > 0 && { files }) }).length;
  return frame + perGroup.reduce((sum, bytes) => sum + bytes, 0) + groups.length - 1;
}

function partsOf({ algorithm, encapsulationKey }: WalletKey) {
  const parts = wrapBytes(algorithm, wrapOf(algorithm, encapsulationKey !== undefined) ?? 0);
  assert(parts, 'recipients were checked before');
  return parts;
}

/** Characters of unpadded base64url. */
function base64Length(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
