// The first step of the pipeline: every member that a transaction needs is there and has its form. It judges values of
// unknown shape, before a Transaction exists, and never looks at the register.
import { isHex, isUuid, utf8 } from '../base/bytes.js';
import { type Issue, type IssueCode, issue } from '../base/issue.js';
import { canonical, isObject, isOrdered, parseJsonText } from '../base/json.js';
import {
  ADDRESS_LENGTH_MAX,
  ID_LENGTH_MAX,
  JSON_DEPTH_MAX,
  METADATA_BYTES_MAX,
  RECIPIENTS_MAX,
  SIGNATURES_MAX,
} from '../base/limits/ledger/transactions.js';
import { isFailure } from '../base/result.js';
import { isSignatureAlgorithm } from '../crypto/signing/algorithms.js';

/** Members of a header, in the order in which they are judged. */
export const HEADER_MEMBERS = [
  'registerId',
  'blueprintId',
  'actionId',
  'instanceId',
  'publicationTxId',
  'previousTransactionId',
  'senderWallet',
  'recipients',
  'payloadHash',
  'createdAt',
  'expiresAt',
  'metadata',
] as const;

type Members = Readonly<Record<string, unknown>>;

/** The longest public key or signature of the algorithm table, RSA-4096 with ML-DSA-65, is below this in base64. */
const KEY_TEXT_MAX = 8192;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Issues of header members: VAL_STRUCT_002, 003, 004 and 006 for what is missing, VAL_STRUCT_011 for a wrong form.
 * `root` is the JSON Pointer of the object that holds the members. A missing senderWallet is not an issue here: it
 * follows from the first signature.
 */
export function checkHeader(header: Members, root: string): Issue[] {
  const issues: Issue[] = [];
  const demand = (member: string, code: IssueCode, isGood: (value: unknown) => boolean): void => {
    const value = header[member];
    if (value === undefined || value === null || value === '')
      issues.push(issue(code, `${root}/${member}`, `The transaction has no ${member}.`));
    else if (!isGood(value)) issues.push(structureIssue(`${root}/${member}`));
  };
  const optional = (member: string, isGood: (value: unknown) => boolean): void => {
    const value = header[member];
    if (value !== undefined && !isGood(value)) issues.push(structureIssue(`${root}/${member}`));
  };
  demand('registerId', 'VAL_STRUCT_002', isUuid);
  demand('blueprintId', 'VAL_STRUCT_003', isId);
  demand('actionId', 'VAL_STRUCT_004', isId);
  optional('instanceId', isId);
  optional('publicationTxId', isHash);
  optional('previousTransactionId', isHash);
  optional('senderWallet', isAddressText);
  optional('recipients', isRecipients);
  demand('payloadHash', 'VAL_STRUCT_006', isHash);
  demand('createdAt', 'VAL_STRUCT_011', isTimestamp);
  optional('expiresAt', isTimestamp);
  optional('metadata', isMetadata);
  return issues;
}

/**
 * Issues of the signature list: VAL_STRUCT_007 without a list; 008, 009 and 010 for a signature without key,
 * value or algorithm; VAL_STRUCT_011 for a list that is too long; VAL_SIG_001 for an unknown algorithm; VAL_SIG_003 for
 * an over-long text. An empty list is not an issue here: the register's policy and the rights step refuse it under
 * their own codes.
 */
export function checkSignatures(signatures: unknown, root: string): Issue[] {
  if (!Array.isArray(signatures)) return [issue('VAL_STRUCT_007', root, 'The transaction has no signatures.')];
  if (signatures.length > SIGNATURES_MAX)
    return [issue('VAL_STRUCT_011', root, `A transaction has at most ${SIGNATURES_MAX} signatures.`)];
  const issues: Issue[] = [];
  for (let i = 0; i < signatures.length; i++) checkSignature(signatures[i], `${root}/${i}`, issues);
  return issues;
}

function checkSignature(entry: unknown, at: string, issues: Issue[]): void {
  const { publicKey, signatureValue, algorithm } = (isObject(entry) ? entry : {}) as Members;
  checkKeyText(publicKey, 'VAL_STRUCT_008', `${at}/publicKey`, issues);
  checkKeyText(signatureValue, 'VAL_STRUCT_009', `${at}/signatureValue`, issues);
  if (typeof algorithm !== 'string' || algorithm === '')
    issues.push(issue('VAL_STRUCT_010', `${at}/algorithm`, 'A signature names no algorithm.'));
  else if (!isSignatureAlgorithm(algorithm))
    issues.push(issue('VAL_SIG_001', `${at}/algorithm`, 'The signature algorithm is not supported.'));
}

function checkKeyText(text: unknown, code: IssueCode, at: string, issues: Issue[]): void {
  if (typeof text !== 'string' || text === '')
    issues.push(issue(code, at, 'A signature lacks its public key or its value.'));
  else if (text.length > KEY_TEXT_MAX)
    issues.push(issue('VAL_SIG_003', at, 'The text is longer than any key or signature.'));
}

/** VAL_STRUCT_012 for members outside the closed set: a member that is never read would still be signed and stored. */
export function checkNoOthers(value: Members, allowed: readonly string[], root: string): Issue[] {
  const issues: Issue[] = [];
  for (const member of Object.keys(value))
    if (!allowed.includes(member))
      issues.push(issue('VAL_STRUCT_012', root, 'The object has a member that a transaction does not have.'));
  return issues;
}

/** True for ISO 8601 UTC with milliseconds that names a real instant, in its one spelling. */
export function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return false;
  const ms = Date.parse(value);
  // The 30th of February parses as a day of March: only the instant's own spelling passes.
  return (
    Number.isFinite(ms) &&
    ((value.slice(8, 10) < '29' && value.slice(11, 13) < '24') || new Date(ms).toISOString() === value)
  );
}

/** Printable text of 1 to 128 UTF-16 units: identifiers appear in paths, keys and logs. */
function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= ID_LENGTH_MAX && isPrintable(value);
}

function isPrintable(text: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(text);
}

function isHash(value: unknown): boolean {
  return isHex(value, 32);
}

function isAddressText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= ADDRESS_LENGTH_MAX && isPrintable(value);
}

function isRecipients(value: unknown): boolean {
  return Array.isArray(value) && value.length <= RECIPIENTS_MAX && value.every(isAddressText);
}

function isMetadata(value: unknown): boolean {
  if (!isObject(value)) return false;
  try {
    const text = canonical(value);
    if (3 * text.length > METADATA_BYTES_MAX && utf8(text).length > METADATA_BYTES_MAX) return false;
    // Two levels down, where the header holds it: what strict parsing refuses there could not be read back. A value in
    // order is never refused.
    return isOrdered(value, JSON_DEPTH_MAX - 2) || !isFailure(parseJsonText(`[[${text}]]`));
  } catch {
    return false;
  }
}

function structureIssue(path: string): Issue {
  return issue('VAL_STRUCT_011', path, 'The member does not have its form.');
}
