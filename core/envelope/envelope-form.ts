// The form of encrypted payloads, which envelopes and deliveries share: wallets, groups with a key for each of their
// wallets, files. It is judged without any key, at what reading the bytes costs.
import { base64UrlLength, isHex } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import { isObject, type Json, type JsonObject } from '../base/json.js';
import {
  ACTION_FILES_MAX,
  DISCLOSURE_GROUPS_MAX,
  DISCLOSURE_KEYS_MAX,
  DISCLOSURE_PADDING_BYTES,
  FILE_CHUNKS_MAX,
} from '../base/limits/ledger/disclosure.js';
import { RECIPIENTS_MAX } from '../base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { GCM_NONCE_BYTES, GCM_TAG_BYTES } from '../crypto/encryption/aes-gcm.js';
import { wrapBytes } from '../crypto/encryption/key-wrap.js';
import { parseAddress } from '../crypto/keys/address.js';

export const ID_BYTES = 16;

/** The properties of one kind of payload. */
export interface EnvelopeForm {
  readonly v: number;
  /** Members that are there always. */
  readonly members: readonly string[];
  /** Members that may be there beside files. */
  readonly optional?: readonly string[];
  readonly membersText: string;
}

/** VAL_SCHEMA_006 at the first member that is not what it must be; undefined for a sound payload. */
export function formProblem(payload: Json, form: EnvelopeForm): Issue | undefined {
  if (
    !isObject(payload) ||
    !hasMembers(payload, form.members, ['files', ...(form.optional ?? [])]) ||
    payload.v !== form.v
  )
    return refusedForm('', form.membersText);
  const { wallets, groups, files } = payload;
  const known = walletSizes(wallets);
  if (isFailure(known)) return known.issue;
  if (!isList(groups, DISCLOSURE_GROUPS_MAX))
    return refusedForm('/groups', `An envelope has 1 to ${DISCLOSURE_GROUPS_MAX} groups.`);
  const seen: Seen = { ids: new Set(), wallets: known, used: new Set(), keys: 0 };
  for (const [i, group] of groups.entries()) {
    const problem = groupProblem(group, `/groups/${i}`, seen);
    if (problem) return problem;
  }
  const idle = known.findIndex((_, i) => !seen.used.has(i));
  if (idle >= 0) return refusedForm(`/wallets/${idle}`, 'No group has a key for the wallet.');
  return filesProblem(files);
}

interface Seen {
  readonly ids: Set<string>;
  /** Bytes of a wrapped key of each wallet. */
  readonly wallets: readonly number[];
  readonly used: Set<number>;
  keys: number;
}

/** Bytes of a wrapped key of each wallet; VAL_SCHEMA_006 where the list of wallets is not sound. */
export function walletSizes(wallets: Json | undefined): Result<readonly number[]> {
  if (!isList(wallets, RECIPIENTS_MAX))
    return fail(refusedForm('/wallets', `An envelope is for 1 to ${RECIPIENTS_MAX} wallets.`));
  const bytes: number[] = [];
  let last = '';
  for (const [i, wallet] of wallets.entries()) {
    const at = `/wallets/${i}`;
    if (!isObject(wallet) || !(hasMembers(wallet, CARRYING) || hasMembers(wallet, REFERRING)))
      return fail(refusedForm(at, 'A wallet has the members walletAddress, wrap, and carrier or carrierIn.'));
    const { walletAddress, wrap, carrier, carrierIn } = wallet;
    const address = typeof walletAddress === 'string' ? parseAddress(walletAddress) : undefined;
    if (typeof walletAddress !== 'string' || address === undefined || isFailure(address))
      return fail(refusedForm(`${at}/walletAddress`, 'This is not a wallet address.'));
    if (walletAddress <= last)
      return fail(refusedForm(`${at}/walletAddress`, 'Wallets stand in the order of their addresses, each once.'));
    last = walletAddress;
    const length = typeof wrap === 'number' ? wrapBytes(address.algorithm, wrap) : undefined;
    if (length === undefined)
      return fail(refusedForm(`${at}/wrap`, `No way to wrap for a key of ${address.algorithm}.`));
    const problem =
      carrierIn === undefined ? carrierProblem(carrier, length.carrier) : referenceProblem(carrierIn, length.carrier);
    if (problem) return fail(refusedForm(`${at}${problem.path}`, problem.message));
    bytes.push(length.wrappedKey);
  }
  return bytes;
}

const CARRYING = ['walletAddress', 'wrap', 'carrier'];
const GROUP = ['groupId', 'alg', 'nonce', 'ciphertext', 'keys'];
const REFERRING = ['walletAddress', 'wrap', 'carrierIn'];

function carrierProblem(carrier: Json | undefined, bytes: number): Issue | undefined {
  return lengthOf(carrier) === bytes ? undefined : refusedForm('/carrier', bytesText(bytes));
}

function referenceProblem(carrierIn: Json, bytes: number): Issue | undefined {
  if (bytes === 0) return refusedForm('/carrierIn', 'This way to wrap has no carrier.');
  return isHex(carrierIn, 32) ? undefined : refusedForm('/carrierIn', 'A TxId is 32 bytes in lower-case hex.');
}

function groupProblem(group: Json, at: string, seen: Seen): Issue | undefined {
  if (!isObject(group) || !hasMembers(group, GROUP))
    return refusedForm(at, 'A group has the members groupId, alg, nonce, ciphertext and keys.');
  const { groupId, alg, nonce, ciphertext, keys } = group;
  if (!isHex(groupId, ID_BYTES)) return refusedForm(`${at}/groupId`, 'A group id is 16 bytes in lower-case hex.');
  if (seen.ids.has(groupId)) return refusedForm(`${at}/groupId`, 'Two groups have one id.');
  seen.ids.add(groupId);
  if (alg !== 'A256GCM') return refusedForm(`${at}/alg`, 'A group is sealed with A256GCM.');
  if (lengthOf(nonce) !== GCM_NONCE_BYTES) return refusedForm(`${at}/nonce`, bytesText(GCM_NONCE_BYTES));
  const sealed = lengthOf(ciphertext) - GCM_TAG_BYTES;
  if (!(sealed > 0) || sealed % DISCLOSURE_PADDING_BYTES !== 0)
    return refusedForm(`${at}/ciphertext`, `A multiple of ${DISCLOSURE_PADDING_BYTES} bytes and a tag, in base64url.`);
  if (!isList(keys, RECIPIENTS_MAX)) return refusedForm(`${at}/keys`, `A group has 1 to ${RECIPIENTS_MAX} keys.`);
  seen.keys += keys.length;
  if (seen.keys > DISCLOSURE_KEYS_MAX)
    return refusedForm(`${at}/keys`, `An envelope has at most ${DISCLOSURE_KEYS_MAX} keys.`);
  let last = -1;
  for (const [i, key] of keys.entries()) {
    const problem = keyProblem(key, `${at}/keys/${i}`, { last, wallets: seen.wallets });
    if (problem) return problem;
    last = (key as JsonObject).wallet as number;
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
    return refusedForm(at, 'A key has the members wallet and wrappedKey.');
  const { wallet, wrappedKey } = key;
  const length = typeof wallet === 'number' ? wallets[wallet] : undefined;
  if (length === undefined)
    return refusedForm(`${at}/wallet`, 'This is the place of a wallet in the list of the envelope.');
  if ((wallet as number) <= last)
    return refusedForm(`${at}/wallet`, 'Keys stand in the order of their wallets, each once.');
  return lengthOf(wrappedKey) === length ? undefined : refusedForm(`${at}/wrappedKey`, bytesText(length));
}

/** VAL_SCHEMA_006 at the first thing that is wrong with the files of a payload. */
export function filesProblem(files: Json | undefined): Issue | undefined {
  if (files === undefined) return undefined;
  if (!isList(files, ACTION_FILES_MAX))
    return refusedForm('/files', `1 to ${ACTION_FILES_MAX} files, or no such member.`);
  const ids = new Set<string>();
  for (const [i, file] of files.entries()) {
    const at = `/files/${i}`;
    if (!isObject(file) || !hasMembers(file, ['fileId', 'chunks']))
      return refusedForm(at, 'A file has the members fileId and chunks.');
    if (!isHex(file.fileId, ID_BYTES) || ids.has(file.fileId))
      return refusedForm(`${at}/fileId`, 'A file id is 16 bytes in lower-case hex, and no other file has it.');
    ids.add(file.fileId);
    if (!isList(file.chunks, FILE_CHUNKS_MAX) || !file.chunks.every((chunk) => isHex(chunk, 32)))
      return refusedForm(`${at}/chunks`, `1 to ${FILE_CHUNKS_MAX} SHA-256 hashes in lower-case hex.`);
  }
  return undefined;
}

/** Bytes of a text in canonical base64url; -1 for anything else. */
export function lengthOf(text: Json | undefined): number {
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

export function refusedForm(path: string, message: string): Issue {
  return issue('VAL_SCHEMA_006', path, message);
}
