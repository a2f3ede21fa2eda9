// The transaction as bytes: canonical JSON of {header, payload, signatures}, its TxId, its payload hash and the digest
// that wallets sign. The only maker of Transaction values. It judges one transaction alone; whether a register may take
// it is validate/validate.ts.
import { fromBase64, fromUtf8, isBase64, toBase64, utf8 } from '../base/bytes.js';
import { readCanonical } from '../base/canonical-text.js';
import { hashHex, sha256, sha256Hex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, isObject, isOrdered, type Json, parseJsonText } from '../base/json.js';
import { JSON_DEPTH_MAX, TRANSACTION_BYTES_MAX } from '../base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { addressOfBase64 } from '../crypto/keys/address.js';
import type { SignatureEntry, Submission, Transaction, TransactionHeader } from '../model/transaction.js';
import { checkHeader, checkNoOthers, checkSignatures, HEADER_MEMBERS } from './structure.js';

/** The ActionId that makes a transaction a publication, whose TxId is its content address. */
export const PUBLISH_ACTION = 'blueprint-publish';

/**
 * Lower-case hex SHA-256 of the canonical payload, without a tag: any client can compute it. Takes the value, or its
 * canonical text.
 */
export function payloadHashOf(payload: Json, payloadCanonical: string = canonical(payload)): string {
  return sha256Hex(payloadCanonical);
}

/**
 * The TxId, 64 hex digits: the tagged hash of the canonical header. A publication's TxId is its publicationTxId, which
 * covers register, blueprint and definition but no other header member (specification 2.2). So nothing may depend on
 * those members of a publication.
 */
export function txIdOf(header: TransactionHeader, payloadCanonical: string, headerCanonical?: string): string {
  return header.actionId === PUBLISH_ACTION
    ? publicationTxIdOf(header.registerId, header.blueprintId, payloadCanonical)
    : hashHex('transaction', headerCanonical ?? canonical(header));
}

/** Content address of a definition on a register (specification 2.2). `definitionCanonical` is its canonical JSON. */
export function publicationTxIdOf(registerId: string, blueprintId: string, definitionCanonical: string): string {
  return hashHex('blueprint-publication', registerId, blueprintId, definitionCanonical);
}

/** The 32 bytes that every signature of a transaction covers: SHA-256 of UTF-8 `{TxId}:{PayloadHash}`. */
export function signingDigest(txId: string, payloadHash: string): Uint8Array {
  return sha256(`${txId}:${payloadHash}`);
}

/**
 * A transaction from a submission: absent members stay out, the sender follows from the first signature, payload hash
 * and TxId are recomputed. Issues: the VAL_STRUCT codes of structure.ts, VAL_STRUCT_001 and 005, the BODY codes of
 * strict parsing for the payload, VAL_SIG_001, VAL_SIG_003 (not base64), VAL_SIZE_001, VAL_HASH_001 and VAL_HASH_002.
 */
export function transactionOf(submission: Submission): Result<Transaction> {
  const issues = checkSubmission(submission);
  if (issues.length > 0) return fail(issues);
  const signatures = normalSignatures(submission.signatures);
  if (isFailure(signatures)) return signatures;
  const senderWallet = submission.senderWallet ?? senderOf(signatures);
  if (senderWallet === undefined)
    return fail(issue('VAL_STRUCT_007', '/signatures', 'The transaction has no signatures.'));
  let payloadText: string;
  try {
    payloadText = canonical(submission.payload);
  } catch {
    return fail(issue('VAL_STRUCT_011', '/payload', 'The payload is not JSON.'));
  }
  const payload = ledgerPayload(submission.payload, payloadText);
  if (isFailure(payload)) return payload;
  const payloadHash = sha256Hex(payloadText);
  if (payloadHash !== submission.payloadHash)
    return fail(issue('VAL_HASH_001', '/payloadHash', 'The payload hash is not the hash of the canonical payload.'));
  const given = headerOf(submission, senderWallet);
  const headerText = canonical(given);
  // As for the payload: every node that decodes the bytes judges this very header.
  const header = isOrdered(given, JSON_DEPTH_MAX - 1) ? given : (JSON.parse(headerText) as TransactionHeader);
  const txId = txIdOf(header, payloadText, headerText);
  if (txId !== submission.transactionId)
    return fail(issue('VAL_HASH_002', '/transactionId', 'The TxId is not the one that the header gives.'));
  return whole({ txId, header, headerText, payload, payloadText }, signatures);
}

/** A transaction without its signatures, with the canonical texts of its two parts. */
export interface Unsigned {
  readonly txId: string;
  readonly header: TransactionHeader;
  readonly headerText: string;
  readonly payload: Json;
  readonly payloadText: string;
}

/**
 * The transaction that this node made, judged and signed: unlike `transactionOf` it trusts the parts. Issues: the BODY
 * codes of strict parsing for the payload, VAL_SIG_003 (not base64), VAL_SIZE_001.
 */
export function signedTransaction(unsigned: Unsigned, entries: readonly SignatureEntry[]): Result<Transaction> {
  const payload = ledgerPayload(unsigned.payload, unsigned.payloadText);
  if (isFailure(payload)) return payload;
  const signatures = normalSignatures(entries);
  return isFailure(signatures) ? signatures : whole({ ...unsigned, payload }, signatures);
}

function whole(
  { txId, header, headerText, payload, payloadText }: Unsigned,
  signatures: readonly SignatureEntry[],
): Result<Transaction> {
  const bytes = bytesOf(headerText, payloadText, canonical(signatures));
  if (bytes.length > TRANSACTION_BYTES_MAX) return fail(tooLarge());
  return { txId, header, payload, signatures, bytes };
}

/**
 * The transaction that the bytes are. Strict: anything but the canonical bytes of a well-formed transaction is an
 * issue, so two byte strings are never the same transaction. Issues: BODY codes of parsing, VAL_STRUCT codes with
 * pointers into the document, VAL_SIZE_001, VAL_HASH_001. The bytes are kept, not copied: the caller must not write to
 * them.
 */
export function decodeTransaction(bytes: Uint8Array): Result<Transaction> {
  if (bytes.length > TRANSACTION_BYTES_MAX) return fail(tooLarge());
  const parsed = parseOrdered(bytes);
  if (isFailure(parsed)) return parsed;
  const { value, source } = parsed;
  const problem = checkDocument(value);
  if (problem) return fail(problem);
  const { header, payload, signatures } = value as unknown as Transaction;
  const texts = textsOf(source, header);
  if (!texts) return fail(notCanonical());
  if (sha256Hex(texts.payload) !== header.payloadHash)
    return fail(
      issue('VAL_HASH_001', '/header/payloadHash', 'The payload hash is not the hash of the canonical payload.'),
    );
  return { txId: txIdOf(header, texts.payload, texts.header), header, payload, signatures, bytes };
}

/**
 * A transaction from bytes that this node encoded, judged and stored under this TxId: parsed only. Never for bytes from
 * outside.
 */
export function trustedTransaction(txId: string, bytes: Uint8Array): Transaction {
  const { header, payload, signatures } = JSON.parse(fromUtf8(bytes)) as Omit<Transaction, 'txId' | 'bytes'>;
  return { txId, header, payload, signatures, bytes };
}

/** Address of the first signature's key, which must be base64; undefined without signatures. */
export function senderOf(signatures: readonly SignatureEntry[]): string | undefined {
  const first = signatures[0];
  return first && addressOfBase64(first.algorithm, first.publicKey);
}

/** The header of a submission, absent members left out. Takes anything that has the members of a header. */
export function headerOf(
  members: Omit<TransactionHeader, 'senderWallet'> & { readonly senderWallet?: string },
  senderWallet: string,
): TransactionHeader {
  // Written in canonical order, so that the canonical text is one native call.
  return {
    actionId: members.actionId,
    blueprintId: members.blueprintId,
    createdAt: members.createdAt,
    ...(members.expiresAt !== undefined && { expiresAt: members.expiresAt }),
    ...(members.instanceId !== undefined && { instanceId: members.instanceId }),
    ...(members.metadata !== undefined && { metadata: members.metadata }),
    payloadHash: members.payloadHash,
    ...(members.previousTransactionId !== undefined && { previousTransactionId: members.previousTransactionId }),
    ...(members.publicationTxId !== undefined && { publicationTxId: members.publicationTxId }),
    ...(members.recipients !== undefined && { recipients: members.recipients }),
    registerId: members.registerId,
    senderWallet,
  };
}

function checkSubmission(submission: Submission): Issue[] {
  const members = submission as unknown as Readonly<Record<string, unknown>>;
  const issues: Issue[] = [];
  if (typeof members.transactionId !== 'string' || members.transactionId === '')
    issues.push(issue('VAL_STRUCT_001', '/transactionId', 'The transaction has no transactionId.'));
  issues.push(...checkHeader(members, ''));
  if (members.payload === undefined || members.payload === null)
    issues.push(issue('VAL_STRUCT_005', '/payload', 'The transaction has no payload.'));
  issues.push(...checkSignatures(members.signatures, '/signatures'));
  return issues;
}

/**
 * The payload with its members in canonical order, as every other node decodes it: the steps of schemas, and the first
 * failure, depend on that order. A value that strict parsing would refuse in a decoded transaction is refused here too.
 * Else peers could not read a transaction that was accepted.
 */
function ledgerPayload(payload: Json, payloadText: string): Result<Json> {
  if (isOrdered(payload, JSON_DEPTH_MAX - 1)) return payload;
  const parsed = parseJsonText(`{"payload":${payloadText}}`);
  return isFailure(parsed) ? fail(parsed.issue) : (parsed as { readonly payload: Json }).payload;
}

/** Signatures with their texts in standard base64: one spelling in the ledger, whichever the client sent. */
function normalSignatures(entries: readonly SignatureEntry[]): Result<SignatureEntry[]> {
  const out: SignatureEntry[] = [];
  for (const { algorithm, publicKey, signatureValue } of entries) {
    const key = fromBase64(publicKey);
    const value = fromBase64(signatureValue);
    if (!key || !value)
      return fail(
        issue('VAL_SIG_003', `/signatures/${out.length}`, 'A public key or signature is not canonical base64.'),
      );
    out.push({ algorithm, publicKey: toBase64(key), signatureValue: toBase64(value) });
  }
  return out;
}

/** The value of the bytes and the text that they are, which is the canonical text of the value. */
function parseOrdered(bytes: Uint8Array): Result<{ readonly value: Json; readonly source: string }> {
  // A byte order mark would be dropped by the decoder, and then two byte strings would be one transaction.
  if (bytes[0] !== 0x7b) return fail(notCanonical());
  let source: string;
  try {
    source = fromUtf8(bytes);
  } catch {
    return fail(issue('BODY_INVALID_JSON', '', 'The transaction is not JSON in UTF-8.'));
  }
  const value = readCanonical(source, { depth: JSON_DEPTH_MAX });
  if (value !== undefined) return { value, source };
  const strict = parseJsonText(source);
  return isFailure(strict) ? strict : fail(notCanonical());
}

const HEADER_START = '{"header":';
const PAYLOAD_START = '},"payload":';
const SIGNATURES_START = ',"signatures":[';

/**
 * Header and payload as they stand in the canonical text of a document that passed `checkDocument`; undefined when its
 * members are not in their places. Quotes inside of texts are escaped, so a member's name is found only where a member
 * is. Neither a signature nor a header without metadata holds an object or a member of these names.
 */
function textsOf(
  source: string,
  header: TransactionHeader,
): { readonly header: string; readonly payload: string } | undefined {
  const from = HEADER_START.length;
  const headerEnd = header.metadata ? from + canonical(header).length : source.indexOf(PAYLOAD_START, from) + 1;
  const payloadEnd = source.lastIndexOf(SIGNATURES_START);
  const payloadStart = headerEnd + PAYLOAD_START.length - 1;
  if (!source.startsWith(HEADER_START) || !source.startsWith(PAYLOAD_START, headerEnd - 1) || payloadEnd < payloadStart)
    return undefined;
  return { header: source.slice(from, headerEnd), payload: source.slice(payloadStart, payloadEnd) };
}

function checkDocument(value: Json): Issue | undefined {
  if (!isObject(value)) return notCanonical();
  const { header, payload, signatures } = value;
  if (!isObject(header)) return notCanonical();
  const issues = [
    ...checkNoOthers(value, ['header', 'payload', 'signatures'], ''),
    ...checkNoOthers(header, HEADER_MEMBERS, '/header'),
    ...checkHeader(header, '/header'),
    ...checkSignatures(signatures, '/signatures'),
  ];
  if (payload === undefined || payload === null)
    issues.push(issue('VAL_STRUCT_005', '/payload', 'The transaction has no payload.'));
  if (header.senderWallet === undefined)
    issues.push(issue('VAL_STRUCT_011', '/header/senderWallet', 'The header has no senderWallet.'));
  return issues[0] ?? checkSpellings(signatures as unknown as readonly SignatureEntry[]);
}

function checkSpellings(signatures: readonly SignatureEntry[]): Issue | undefined {
  for (let i = 0; i < signatures.length; i++) {
    const entry = signatures[i]!;
    const other = checkNoOthers(
      entry as unknown as Readonly<Record<string, unknown>>,
      ['algorithm', 'publicKey', 'signatureValue'],
      `/signatures/${i}`,
    )[0];
    if (other) return other;
    if (!isBase64(entry.publicKey) || !isBase64(entry.signatureValue))
      return issue('VAL_SIG_003', `/signatures/${i}`, 'A public key or signature is not canonical base64.');
  }
  return undefined;
}

function bytesOf(headerText: string, payloadText: string, signaturesText: string): Uint8Array {
  return utf8(`{"header":${headerText},"payload":${payloadText},"signatures":${signaturesText}}`);
}

function notCanonical(): Issue {
  return issue('BODY_INVALID', '', 'The bytes are not the canonical bytes of a transaction.');
}

function tooLarge(): Issue {
  return issue('VAL_SIZE_001', '', `A transaction has at most ${TRANSACTION_BYTES_MAX} bytes.`);
}
