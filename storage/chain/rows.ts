// Value codecs of the chain rows. Fixed-width, big-endian, with a CRC32 at the end; numbers are u48, which no ledger
// outgrows. Reading bytes that fail their check throws STORE_DAMAGED: a damaged row is never read as data.
import { toHex } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import type { Docket, DocketHeader, Hash } from '../../core/model/register.js';
import { decodeHeader, encodeHeader } from '../../core/register/docket.js';
import { StoreError } from '../engine/fault.js';
import { checksumTail, openTail } from '../engine/value.js';

/** Where a transaction is sealed. */
export interface Location {
  readonly height: number;
  readonly index: number;
}

/** The docket at a sealed height, and the figures that pages need without reading the body. */
export interface Pointer {
  readonly hash: Hash;
  /** Transactions in all dockets before this one. */
  readonly txBefore: number;
  readonly timestampMs: number;
}

/** A stored docket without its transactions. */
export interface BodyRow {
  readonly header: DocketHeader;
  readonly txIds: readonly string[];
  readonly annex: readonly JsonObject[];
}

/** Bodies stored for a height that is not sealed. */
export interface Candidates {
  readonly height: number;
  readonly bodies: readonly { readonly h8: Uint8Array; readonly txCount: number }[];
}

export function encodeLocation(at: Location): Uint8Array {
  const out = Buffer.allocUnsafe(14);
  out.writeUIntBE(at.height, 0, 6);
  out.writeUInt32BE(at.index, 6);
  return checksumTail(out);
}

export function decodeLocation(bytes: Uint8Array): Location {
  const view = openTail(bytes, 'a location');
  return { height: view.readUIntBE(0, 6), index: view.readUInt32BE(6) };
}

export function encodePointer(pointer: Pointer): Uint8Array {
  const out = Buffer.allocUnsafe(48);
  out.write(pointer.hash, 0, 'hex');
  out.writeUIntBE(pointer.txBefore, 32, 6);
  out.writeUIntBE(pointer.timestampMs, 38, 6);
  return checksumTail(out);
}

export function decodePointer(bytes: Uint8Array): Pointer {
  const view = openTail(bytes, 'a docket pointer');
  return { hash: toHex(view.subarray(0, 32)), txBefore: view.readUIntBE(32, 6), timestampMs: view.readUIntBE(38, 6) };
}

/** Length-prefixed header, counted TxIds, then the annex as JSON to the end. */
export function encodeBody(docket: Docket): Uint8Array {
  const header = encodeHeader(docket.header);
  const annex = docket.annex.length === 0 ? '' : JSON.stringify(docket.annex);
  const annexLength = Buffer.byteLength(annex, 'utf8');
  const count = docket.transactions.length;
  const out = Buffer.allocUnsafe(2 + header.length + 4 + count * 32 + annexLength + 4);
  let at = out.writeUInt16BE(header.length, 0);
  out.set(header, at);
  at = out.writeUInt32BE(count, at + header.length);
  for (const tx of docket.transactions) at += out.write(tx.txId, at, 'hex');
  out.write(annex, at, 'utf8');
  return checksumTail(out);
}

export function decodeBody(bytes: Uint8Array): BodyRow {
  const view = openTail(bytes, 'a docket');
  const headerEnd = 2 + view.readUInt16BE(0);
  const header = decodeHeader(view.subarray(2, headerEnd));
  if (isFailure(header))
    throw new StoreError('STORE_DAMAGED', `A stored docket header cannot be read: ${header.issue.message}`);
  const count = view.readUInt32BE(headerEnd);
  const start = headerEnd + 4;
  const txIds: string[] = [];
  for (let i = 0; i < count; i++) txIds.push(view.toString('hex', start + i * 32, start + i * 32 + 32));
  const annex = view.toString('utf8', start + count * 32);
  return { header, txIds, annex: annex === '' ? [] : (JSON.parse(annex) as JsonObject[]) };
}

export function encodeCandidates(candidates: Candidates): Uint8Array {
  const out = Buffer.allocUnsafe(6 + candidates.bodies.length * 12 + 4);
  let at = out.writeUIntBE(candidates.height, 0, 6);
  for (const body of candidates.bodies) {
    out.set(body.h8, at);
    at = out.writeUInt32BE(body.txCount, at + 8);
  }
  return checksumTail(out);
}

export function decodeCandidates(bytes: Uint8Array): Candidates {
  const view = openTail(bytes, 'a list of candidate dockets');
  const bodies = [];
  for (let at = 6; at < view.length; at += 12)
    bodies.push({ h8: view.subarray(at, at + 8), txCount: view.readUInt32BE(at + 8) });
  return { height: view.readUIntBE(0, 6), bodies };
}
