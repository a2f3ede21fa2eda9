// The encrypted payload of an action: its form, and what binds a group to its place. Validators judge the form without any key; it never opens anything.
import { base64UrlLength, isHex, utf8 } from '../base/bytes.js';
import { type Issue, isIssue, issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import {
  ACTION_FILES_MAX,
  DISCLOSURE_GROUPS_MAX,
  DISCLOSURE_KEYS_MAX,
  DISCLOSURE_PADDING_BYTES,
  FILE_CHUNKS_MAX,
  RECIPIENTS_MAX,
} from '../base/limits.js';
import { parseAddress } from '../crypto/address.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES } from '../crypto/aes-gcm.js';
import { wrapBytes } from '../crypto/key-wrap.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import type { Transaction, TransactionHeader } from '../transaction/types.js';

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
  /** A number of core/crypto/key-wrap.ts that fits the address's algorithm. */
  readonly wrap: number;
}

export interface CarryingWallet extends WrappedFor {
  /** Base64url; empty where the way to wrap needs none. */
  readonly carrier: string;
}

/** The carrier stands in an envelope that the register sealed before: a post-quantum one is larger than what most actions disclose. */
export interface ReferringWallet extends WrappedFor {
  /** TxId of that envelope's transaction. Validators judge its form, as they can only judge that of a carrier; `carrierFor` finds what it names. */
  readonly carrierIn: string;
}

/** A group's content key for one wallet. */
export interface WrappedKey {
  /** Place of the wallet in the list of the envelope. */
  readonly wallet: number;
  /** Base64url. */
  readonly wrappedKey: string;
}

/** What one set of recipients sees. All texts but the id are base64url. */
export interface Group {
  /** 16 bytes as lower-case hex. */
  readonly groupId: string;
  readonly alg: 'A256GCM';
  /** 12 bytes. */
  readonly nonce: string;
  /** AES-256-GCM of the sealed text (seal.ts), whose length is a multiple of DISCLOSURE_PADDING_BYTES, and the tag. */
  readonly ciphertext: string;
  /** 32 bytes: the salted commitment to the fields. */
  readonly commitment: string;
  /** 1 to RECIPIENTS_MAX, in the order of the wallets, each once. */
  readonly keys: readonly WrappedKey[];
}

/** What is public of a file: SHA-256 of each sealed chunk, in hex. Name, type, size and key are in the groups that see the file. */
export interface FileReference {
  /** 16 bytes as lower-case hex. */
  readonly fileId: string;
  readonly chunks: readonly string[];
}

export interface Envelope {
  readonly v: 1;
  /** Those that have a key in a group, in the order of their addresses: it tells nothing about who plays which part. */
  readonly wallets: readonly EnvelopeWallet[];
  /** 1 to DISCLOSURE_GROUPS_MAX, with at most DISCLOSURE_KEYS_MAX wrapped keys in all. */
  readonly groups: readonly Group[];
  readonly files?: readonly FileReference[];
}

export const COMMITMENT_BYTES = 32;
export const ID_BYTES = 16;

/** Associated data of a group: ids hold no control characters, so that no two places share a text. */
export function groupData({ registerId, instanceId, actionId }: EnvelopeContext, groupId: string): Uint8Array {
  return utf8([registerId, instanceId, actionId, groupId].join('\u001f'));
}

/** The place of an encrypted transaction; VAL_SCHEMA_006 where it names no instance, since the id that follows from a TxId is not known before sealing. */
export function contextOf({ registerId, instanceId, actionId }: TransactionHeader): EnvelopeContext | Issue {
  return instanceId === undefined
    ? issue('VAL_SCHEMA_006', '/header/instanceId', 'An encrypted action names its instance.')
    : { registerId, instanceId, actionId };
}

/** The payload as an envelope; VAL_SCHEMA_006 at the first member that is not what it must be. */
export function readEnvelope(payload: Json): Envelope | Issue {
  if (!isObject(payload) || !hasMembers(payload, ['v', 'wallets', 'groups'], ['files']) || payload.v !== 1)
    return refused('', 'An envelope has the members v, which is 1, wallets, groups, and where there are files, files.');
  const { wallets, groups, files } = payload;
  const known = readWallets(wallets);
  if (isIssue(known)) return known;
  if (!isList(groups, DISCLOSURE_GROUPS_MAX))
    return refused('/groups', `An envelope has 1 to ${DISCLOSURE_GROUPS_MAX} groups.`);
  const seen: Seen = { ids: new Set(), wallets: known, used: new Set(), keys: 0 };
  for (const [i, group] of groups.entries()) {
    const problem = groupProblem(group, `/groups/${i}`, seen);
    if (problem) return problem;
  }
  const idle = known.findIndex((_, i) => !seen.used.has(i));
  if (idle >= 0) return refused(`/wallets/${idle}`, 'No group has a key for the wallet.');
  return filesProblem(files) ?? (payload as unknown as Envelope);
}

/** Why validators refuse an encrypted payload: none, or one VAL_SCHEMA_006. It costs what reading the bytes costs and needs no key. */
export function checkEnvelope(payload: Json): readonly Issue[] {
  const envelope = readEnvelope(payload);
  return isIssue(envelope) ? [envelope] : [];
}

/** The wallets that an envelope is for, sorted, each once: the recipients of its transaction. */
export function walletsOf({ wallets }: Envelope): readonly string[] {
  return wallets.map(({ walletAddress }) => walletAddress);
}

/** True where later envelopes may refer to this transaction, whose envelope this node made, for a carrier. */
export function hasCarriers({ header, payload }: Pick<Transaction, 'header' | 'payload'>): boolean {
  if (!isEncrypted(header)) return false;
  return (payload as unknown as Envelope).wallets.some((wallet) => 'carrier' in wallet && wallet.carrier !== '');
}

/** The carrier that a transaction has for a wallet and a way to wrap, base64url; undefined where it has none of its own. */
export function carrierFor(
  { header, payload }: Pick<Transaction, 'header' | 'payload'>,
  { walletAddress, wrap }: WrappedFor,
): string | undefined {
  const envelope = isEncrypted(header) ? readEnvelope(payload) : undefined;
  if (envelope === undefined || isIssue(envelope)) return undefined;
  const wallet = envelope.wallets.find((one) => one.walletAddress === walletAddress);
  return wallet && wallet.wrap === wrap && 'carrier' in wallet ? wallet.carrier : undefined;
}

/** The files that a transaction names, without a look at its groups; none for one that is not encrypted, or whose list of files is not sound. */
export function filesOf({ header, payload }: Pick<Transaction, 'header' | 'payload'>): readonly FileReference[] {
  if (!isEncrypted(header) || !isObject(payload) || payload.files === undefined || filesProblem(payload.files))
    return [];
  return payload.files as unknown as readonly FileReference[];
}

interface Seen {
  readonly ids: Set<string>;
  /** Bytes of a wrapped key of each wallet. */
  readonly wallets: readonly number[];
  readonly used: Set<number>;
  keys: number;
}

/** Bytes of a wrapped key of each wallet. */
function readWallets(wallets: Json | undefined): readonly number[] | Issue {
  if (!isList(wallets, RECIPIENTS_MAX))
    return refused('/wallets', `An envelope is for 1 to ${RECIPIENTS_MAX} wallets.`);
  const bytes: number[] = [];
  let last = '';
  for (const [i, wallet] of wallets.entries()) {
    const at = `/wallets/${i}`;
    if (!isObject(wallet) || !(hasMembers(wallet, CARRYING) || hasMembers(wallet, REFERRING)))
      return refused(at, 'A wallet has the members walletAddress, wrap, and carrier or carrierIn.');
    const { walletAddress, wrap, carrier, carrierIn } = wallet;
    const address = typeof walletAddress === 'string' ? parseAddress(walletAddress) : undefined;
    if (typeof walletAddress !== 'string' || address === undefined || isIssue(address))
      return refused(`${at}/walletAddress`, 'This is no wallet address.');
    if (walletAddress <= last)
      return refused(`${at}/walletAddress`, 'Wallets stand in the order of their addresses, each once.');
    last = walletAddress;
    const length = typeof wrap === 'number' ? wrapBytes(address.algorithm, wrap) : undefined;
    if (length === undefined) return refused(`${at}/wrap`, `No way to wrap for a key of ${address.algorithm}.`);
    const problem =
      carrierIn === undefined ? carrierProblem(carrier, length.carrier) : referenceProblem(carrierIn, length.carrier);
    if (problem) return refused(`${at}${problem.path}`, problem.message);
    bytes.push(length.wrappedKey);
  }
  return bytes;
}

const CARRYING = ['walletAddress', 'wrap', 'carrier'];
const REFERRING = ['walletAddress', 'wrap', 'carrierIn'];

function carrierProblem(carrier: Json | undefined, bytes: number): Issue | undefined {
  return lengthOf(carrier) === bytes ? undefined : refused('/carrier', bytesText(bytes));
}

function referenceProblem(carrierIn: Json, bytes: number): Issue | undefined {
  if (bytes === 0) return refused('/carrierIn', 'This way to wrap has no carrier.');
  return isHex(carrierIn, 32) ? undefined : refused('/carrierIn', 'A TxId is 32 bytes in lower-case hex.');
}

function groupProblem(group: Json, at: string, seen: Seen): Issue | undefined {
  if (!isObject(group) || !hasMembers(group, ['groupId', 'alg', 'nonce', 'ciphertext', 'commitment', 'keys']))
    return refused(at, 'A group has the members groupId, alg, nonce, ciphertext, commitment and keys.');
  const { groupId, alg, nonce, ciphertext, commitment, keys } = group;
  if (!isHex(groupId, ID_BYTES)) return refused(`${at}/groupId`, 'A group id is 16 bytes in lower-case hex.');
  if (seen.ids.has(groupId)) return refused(`${at}/groupId`, 'Two groups have one id.');
  seen.ids.add(groupId);
  if (alg !== 'A256GCM') return refused(`${at}/alg`, 'A group is sealed with A256GCM.');
  if (lengthOf(nonce) !== GCM_NONCE_BYTES) return refused(`${at}/nonce`, bytesText(GCM_NONCE_BYTES));
  if (lengthOf(commitment) !== COMMITMENT_BYTES) return refused(`${at}/commitment`, bytesText(COMMITMENT_BYTES));
  const sealed = lengthOf(ciphertext) - GCM_TAG_BYTES;
  if (!(sealed > 0) || sealed % DISCLOSURE_PADDING_BYTES !== 0)
    return refused(`${at}/ciphertext`, `A multiple of ${DISCLOSURE_PADDING_BYTES} bytes and a tag, in base64url.`);
  if (!isList(keys, RECIPIENTS_MAX)) return refused(`${at}/keys`, `A group has 1 to ${RECIPIENTS_MAX} keys.`);
  seen.keys += keys.length;
  if (seen.keys > DISCLOSURE_KEYS_MAX)
    return refused(`${at}/keys`, `An envelope has at most ${DISCLOSURE_KEYS_MAX} keys.`);
  let last = -1;
  for (const [i, key] of keys.entries()) {
    const problem = keyProblem(key, `${at}/keys/${i}`, { last, wallets: seen.wallets });
    if (problem) return problem;
    last = (key as unknown as WrappedKey).wallet;
    seen.used.add(last);
  }
  return undefined;
}

function keyProblem(
  key: Json,
  at: string,
  { last, wallets }: { readonly last: number; readonly wallets: readonly number[] },
): Issue | undefined {
  if (!isObject(key) || !hasMembers(key, ['wallet', 'wrappedKey']))
    return refused(at, 'A key has the members wallet and wrappedKey.');
  const { wallet, wrappedKey } = key;
  const length = typeof wallet === 'number' ? wallets[wallet] : undefined;
  if (length === undefined)
    return refused(`${at}/wallet`, 'This is the place of a wallet in the list of the envelope.');
  if ((wallet as number) <= last)
    return refused(`${at}/wallet`, 'Keys stand in the order of their wallets, each once.');
  return lengthOf(wrappedKey) === length ? undefined : refused(`${at}/wrappedKey`, bytesText(length));
}

function filesProblem(files: Json | undefined): Issue | undefined {
  if (files === undefined) return undefined;
  if (!isList(files, ACTION_FILES_MAX)) return refused('/files', `1 to ${ACTION_FILES_MAX} files, or no such member.`);
  const ids = new Set<string>();
  for (const [i, file] of files.entries()) {
    const at = `/files/${i}`;
    if (!isObject(file) || !hasMembers(file, ['fileId', 'chunks']))
      return refused(at, 'A file has the members fileId and chunks.');
    if (!isHex(file.fileId, ID_BYTES) || ids.has(file.fileId))
      return refused(`${at}/fileId`, 'A file id is 16 bytes in lower-case hex, and no other file has it.');
    ids.add(file.fileId);
    if (!isList(file.chunks, FILE_CHUNKS_MAX) || !file.chunks.every((chunk) => isHex(chunk, 32)))
      return refused(`${at}/chunks`, `1 to ${FILE_CHUNKS_MAX} SHA-256 hashes in lower-case hex.`);
  }
  return undefined;
}

/** Bytes of a text in canonical base64url; -1 for anything else. */
function lengthOf(text: Json | undefined): number {
  return typeof text === 'string' ? base64UrlLength(text) : -1;
}

function isList(value: Json | undefined, max: number): value is readonly Json[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= max;
}

function hasMembers(value: JsonObject, required: readonly string[], optional: readonly string[] = []): boolean {
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => required.includes(name) || optional.includes(name))
  );
}

function bytesText(length: number): string {
  return `This has ${length} bytes in base64url.`;
}

function refused(path: string, message: string): Issue {
  return issue('VAL_SCHEMA_006', path, message);
}
