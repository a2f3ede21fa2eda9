// The encrypted payload of an action: its form, and what binds a group to its place. Validators judge the form without any key; it never opens anything.
import { fromBase64Url, isHex, utf8 } from '../base/bytes.js';
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
import { wrappedBytes } from '../crypto/key-wrap.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import type { Transaction, TransactionHeader } from '../transaction/types.js';

/** The place of an envelope: a group that was sealed for one place does not open at another. */
export interface EnvelopeContext {
  readonly registerId: string;
  readonly instanceId: string;
  /** The decimal spelling, as in the header. */
  readonly actionId: string;
}

/** A group's content key for one wallet. `wrap` is a number of core/crypto/key-wrap.ts that fits the address's algorithm. */
export interface WrappedKey {
  readonly walletAddress: string;
  readonly wrap: number;
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
  /** 1 to RECIPIENTS_MAX, each wallet once. */
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
  if (!isObject(payload) || !hasMembers(payload, ['v', 'groups'], ['files']) || payload.v !== 1)
    return refused('', 'An envelope has the members v, which is 1, groups, and where there are files, files.');
  const { groups, files } = payload;
  if (!isList(groups, DISCLOSURE_GROUPS_MAX))
    return refused('/groups', `An envelope has 1 to ${DISCLOSURE_GROUPS_MAX} groups.`);
  const seen = { ids: new Set<string>(), keys: 0 };
  for (const [i, group] of groups.entries()) {
    const problem = groupProblem(group, `/groups/${i}`, seen);
    if (problem) return problem;
  }
  return filesProblem(files) ?? (payload as unknown as Envelope);
}

/** Why validators refuse an encrypted payload: none, or one VAL_SCHEMA_006. It costs what reading the bytes costs and needs no key. */
export function checkEnvelope(payload: Json): readonly Issue[] {
  const envelope = readEnvelope(payload);
  return isIssue(envelope) ? [envelope] : [];
}

/** The wallets that an envelope is for, sorted, each once: the recipients of its transaction. */
export function walletsOf({ groups }: Envelope): readonly string[] {
  return [...new Set(groups.flatMap(({ keys }) => keys.map(({ walletAddress }) => walletAddress)))].sort();
}

/** The files that a transaction names, without a look at its groups; none for one that is not encrypted, or whose list of files is not sound. */
export function filesOf({ header, payload }: Pick<Transaction, 'header' | 'payload'>): readonly FileReference[] {
  if (!isEncrypted(header) || !isObject(payload) || payload.files === undefined || filesProblem(payload.files))
    return [];
  return payload.files as unknown as readonly FileReference[];
}

function groupProblem(group: Json, at: string, seen: { readonly ids: Set<string>; keys: number }): Issue | undefined {
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
  const wallets = new Set<string>();
  for (const [i, key] of keys.entries()) {
    const problem = keyProblem(key, `${at}/keys/${i}`, wallets);
    if (problem) return problem;
  }
  return undefined;
}

function keyProblem(key: Json, at: string, wallets: Set<string>): Issue | undefined {
  if (!isObject(key) || !hasMembers(key, ['walletAddress', 'wrap', 'wrappedKey']))
    return refused(at, 'A key has the members walletAddress, wrap and wrappedKey.');
  const { walletAddress, wrap, wrappedKey } = key;
  const address = typeof walletAddress === 'string' ? parseAddress(walletAddress) : undefined;
  if (typeof walletAddress !== 'string' || address === undefined || isIssue(address))
    return refused(`${at}/walletAddress`, 'This is no wallet address.');
  if (wallets.has(walletAddress)) return refused(`${at}/walletAddress`, 'A wallet has one key in a group.');
  wallets.add(walletAddress);
  const length = typeof wrap === 'number' ? wrappedBytes(address.algorithm, wrap) : undefined;
  if (length === undefined) return refused(`${at}/wrap`, `No way to wrap for a key of ${address.algorithm}.`);
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
  return typeof text === 'string' ? (fromBase64Url(text)?.length ?? -1) : -1;
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
