// The docket as bytes: the one fixed-field encoding of its header, its hash, the roots over its body, and the check
// that body and header agree. Pure. It judges one docket alone; whether it follows its parent is validity (state.ts)
// and whether it was agreed is consensus/certificate.ts.
import {
  bytesToUuid,
  concat,
  fromHex,
  isHex,
  isUuid,
  readU32,
  toHex,
  u16,
  u32,
  u64,
  uuidToBytes,
} from '../base/bytes.js';
import { hash, hashHex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject } from '../base/json.js';
import { DOCKET_BYTES_MAX, TIMESTAMP_MAX_MS } from '../base/limits/ledger/transactions.js';
import { merkleRoot } from '../base/merkle.js';
import { fail, type Result } from '../base/result.js';
import { DOCKET_VERSION } from '../base/version.js';
import type { Docket, DocketHeader, Hash } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';
import { annexBoundsProblem } from './annex-bounds.js';
import { type BodyRoots, bodyRootOf, txRootOf } from './body-roots.js';

/** The parent of docket 0. */
export const ZERO_HASH: Hash = '0'.repeat(64);

/** Every header has this length, so no field can be read as a part of its neighbour. */
export const HEADER_BYTES = 332;

/**
 * The 332 bytes that a docket hash covers: the fields in the order of docs/hashes.md 7, integers big-endian, hashes
 * raw, the register id as its 16 bytes. Throws RangeError on hex that is not hex: a header in memory was built here or
 * came from `decodeHeader`.
 */
export function encodeHeader(header: DocketHeader): Uint8Array {
  return concat(
    u16(header.v),
    uuidToBytes(header.registerId),
    u64(header.height),
    fromHex(header.prevHash),
    u64(header.timestampMs),
    fromHex(header.proposer),
    fromHex(header.rosterHash),
    fromHex(header.nextRosterHash),
    fromHex(header.txRoot),
    fromHex(header.bodyRoot),
    u32(header.txCount),
    u32(header.bytes),
    fromHex(header.stateHash),
    fromHex(header.historyRoot),
    fromHex(header.annexRoot),
    u16(header.rules),
  );
}

/**
 * The header that `encodeHeader` wrote; DOCKET_SIZE_INVALID for another length or an unsafe number,
 * DOCKET_RULES_UNKNOWN for another version.
 */
export function decodeHeader(bytes: Uint8Array): Result<DocketHeader> {
  if (bytes.length !== HEADER_BYTES)
    return fail(issue('DOCKET_SIZE_INVALID', '', `A docket header has ${HEADER_BYTES} bytes, not ${bytes.length}.`));
  let at = 0;
  const take = (length: number): Uint8Array => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const short = (): number => {
    const pair = take(2);
    return (pair[0] as number) * 256 + (pair[1] as number);
  };
  const wide = (): number => {
    const high = readU32(take(4));
    return high * 0x1_0000_0000 + readU32(take(4));
  };
  const header: DocketHeader = {
    v: short(),
    registerId: bytesToUuid(take(16)),
    height: wide(),
    prevHash: toHex(take(32)),
    timestampMs: wide(),
    proposer: toHex(take(32)),
    rosterHash: toHex(take(32)),
    nextRosterHash: toHex(take(32)),
    txRoot: toHex(take(32)),
    bodyRoot: toHex(take(32)),
    txCount: readU32(take(4)),
    bytes: readU32(take(4)),
    stateHash: toHex(take(32)),
    historyRoot: toHex(take(32)),
    annexRoot: toHex(take(32)),
    rules: short(),
  };
  if (header.v !== DOCKET_VERSION)
    return fail(issue('DOCKET_RULES_UNKNOWN', '/v', `Docket format ${header.v} is not known here.`));
  if (!Number.isSafeInteger(header.height))
    return fail(issue('DOCKET_SIZE_INVALID', '/height', 'The height is outside the safe range.'));
  if (!Number.isSafeInteger(header.timestampMs))
    return fail(issue('DOCKET_SIZE_INVALID', '/timestampMs', 'The timestamp is outside the safe range.'));
  return header;
}

/**
 * The hash that the next docket, every vote and every certificate name: the tagged hash of the header bytes. Round and
 * votes are not in it.
 */
export function docketHash(header: DocketHeader): Hash {
  return hashHex('docket', encodeHeader(header));
}

/** Leaf of the transaction tree: 32 bytes of TxId, then 32 bytes of payload hash (docs/hashes.md 4). */
export function txLeaf(tx: Transaction): Uint8Array {
  return fromHex(tx.txId + tx.header.payloadHash);
}

/** RFC 6962 root over the tagged hashes of the canonical annex entries. */
export function annexRootOf(annex: readonly JsonObject[]): Hash {
  return toHex(merkleRoot(annex.map((entry) => hash('annex', canonical(entry)))));
}

/**
 * Dockets that passed `checkBody`: nothing in one ever changes, and one that arrives is looked at as a message and
 * again as a candidate.
 */
const agreeing = new WeakSet<Docket>();

/**
 * Whether the body is the one that the header commits to: DOCKET_HASH_MISMATCH, DOCKET_SIZE_INVALID (count, bytes,
 * bound), DOCKET_DUPLICATE_TRANSACTION, DOCKET_ROOT_MISMATCH (txRoot, bodyRoot) and DOCKET_ANNEX_MISMATCH; empty when
 * it is. The same docket (by identity) is hashed once: a copy is another docket and is hashed again. `roots` are those
 * of exactly these transactions, where they were made before.
 */
export function checkBody(docket: Docket, roots?: BodyRoots): Issue[] {
  if (agreeing.has(docket)) return [];
  const issues = bodyProblems(docket, roots);
  if (issues.length === 0) agreeing.add(docket);
  return issues;
}

function bodyProblems(docket: Docket, roots: BodyRoots | undefined): Issue[] {
  const { header, transactions } = docket;
  const shape = headerProblem(header);
  if (shape) return [shape];
  const issues: Issue[] = [];
  if (docketHash(header) !== docket.hash)
    issues.push(issue('DOCKET_HASH_MISMATCH', '/hash', 'The hash is not the hash of the header.'));
  if (header.txCount !== transactions.length)
    issues.push(issue('DOCKET_SIZE_INVALID', '/header/txCount', 'The header counts another number of transactions.'));
  const bytes = transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
  if (header.bytes !== bytes || bytes > DOCKET_BYTES_MAX)
    issues.push(
      issue('DOCKET_SIZE_INVALID', '/header/bytes', 'The bytes of the transactions differ or exceed the bound.'),
    );
  if (new Set(transactions.map((tx) => tx.txId)).size !== transactions.length)
    issues.push(issue('DOCKET_DUPLICATE_TRANSACTION', '/transactions', 'A TxId occurs twice.'));
  if ((roots?.txRoot ?? txRootOf(transactions)) !== header.txRoot)
    issues.push(issue('DOCKET_ROOT_MISMATCH', '/header/txRoot', 'The transactions have another root.'));
  if ((roots?.bodyRoot ?? bodyRootOf(transactions)) !== header.bodyRoot)
    issues.push(issue('DOCKET_ROOT_MISMATCH', '/header/bodyRoot', 'The transactions have other bytes.'));
  const over = annexBoundsProblem(docket.annex);
  if (over) issues.push(over);
  else if (annexRootOf(docket.annex) !== header.annexRoot)
    issues.push(issue('DOCKET_ANNEX_MISMATCH', '/header/annexRoot', 'The annex has another root.'));
  return issues;
}

/** A header that cannot be encoded faithfully has no hash to compare, so its fields are judged before. */
export function headerProblem(header: DocketHeader): Issue | undefined {
  const numbers = [
    [header.v, 0xffff],
    [header.rules, 0xffff],
    [header.txCount, 0xffff_ffff],
    [header.bytes, 0xffff_ffff],
    [header.height, Number.MAX_SAFE_INTEGER],
    [header.timestampMs, TIMESTAMP_MAX_MS],
  ] as const;
  const hashes = [
    header.prevHash,
    header.proposer,
    header.rosterHash,
    header.nextRosterHash,
    header.txRoot,
    header.bodyRoot,
    header.stateHash,
    header.historyRoot,
    header.annexRoot,
  ];
  const sound =
    isUuid(header.registerId) &&
    numbers.every(([n, max]) => Number.isInteger(n) && n >= 0 && n <= max) &&
    hashes.every((text) => isHex(text, 32));
  if (!sound) return issue('DOCKET_HASH_MISMATCH', '/header', 'A header field is outside its encoding.');
  if (header.v !== DOCKET_VERSION)
    return issue('DOCKET_RULES_UNKNOWN', '/header/v', `Docket format ${header.v} is not known here.`);
  return undefined;
}
