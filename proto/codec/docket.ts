// Dockets between wire and core: header bytes, transaction bytes and annex as they are hashed. The docket hash is
// computed from the header; whether the body is the one that the header commits to is checkBody's, which the caller
// runs.
import { compareBytes, utf8 } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { canonical, type JsonObject, parseJson } from '../../core/base/json.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { Docket, DocketHeader, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { decodeHeader, docketHash, encodeHeader } from '../../core/register/docket.js';
import type { Docket as WireDocket, SealedDocket as WireSealed } from '../gen/ledger/v1/ledger.js';
import { certificateToWire, readCertificate } from './certificate.js';
import type { FieldReader } from './field-reader.js';

/** Canonical bytes to a transaction. A node passes one that knows the transactions which it has decoded before. */
export type DecodeTransaction = (bytes: Uint8Array) => Result<Transaction>;

export function docketToWire({ header, transactions, annex }: Docket): WireDocket {
  return {
    headerBytes: encodeHeader(header) as Buffer,
    transactions: transactions.map(bytesOf),
    annex: annex.map((entry) => utf8(canonical(entry)) as Buffer),
  };
}

export function sealedDocketToWire({ docket, certificate }: SealedDocket): WireSealed {
  return { docket: docketToWire(docket), certificate: certificateToWire(certificate) };
}

/** A transaction's bytes as the generated code wants them; no copy. */
export function bytesOf({ bytes }: Transaction): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Reads one docket of a message; undefined, and a problem, for an absent one. */
export type ReadDocket = (wire: WireDocket | undefined, at: string) => Docket | undefined;

export function docketReader(reader: FieldReader, decode: DecodeTransaction): ReadDocket {
  return (wire, at) => {
    if (wire === undefined) return reader.missing(at, '');
    const header = readHeader(reader, wire.headerBytes, `${at}/headerBytes`);
    if (header === undefined) return undefined;
    const transactions = readTransactions(reader, wire.transactions, { at, decode });
    const annex = readAnnex(reader, wire.annex, at);
    if (transactions === undefined || annex === undefined) return undefined;
    return { hash: docketHash(header), header, transactions, annex };
  };
}

export function readSealed(
  reader: FieldReader,
  wire: WireSealed | undefined,
  readDocket: ReadDocket,
): SealedDocket | undefined {
  if (wire === undefined) return reader.missing('/sealed', '');
  const docket = readDocket(wire.docket, '/docket');
  const certificate = readCertificate(reader, wire.certificate, '/certificate');
  return docket && certificate && { docket, certificate };
}

/** A format of a later version is told apart, because its sender did nothing wrong. */
export function readHeader(reader: FieldReader, bytes: Uint8Array, at: string): DocketHeader | undefined {
  const header = decodeHeader(bytes);
  if (!isFailure(header)) return header;
  const code = header.issue.code === 'DOCKET_RULES_UNKNOWN' ? header.issue.code : 'FRAME_INVALID';
  reader.refuse(issue(code, at + header.issue.path, header.issue.message));
  return undefined;
}

/** Stops at the first bad part: decoding is the expensive part of a message. */
export function readTransactions(
  reader: FieldReader,
  items: readonly Uint8Array[],
  { at, decode }: { readonly at: string; readonly decode: DecodeTransaction },
): readonly Transaction[] | undefined {
  const transactions: Transaction[] = [];
  for (const bytes of items) {
    const tx = decode(bytes);
    if (isFailure(tx)) {
      reader.fail(
        at,
        `transactions/${transactions.length}`,
        `Not a transaction, ${tx.issue.code}: ${tx.issue.message}`,
      );
      return undefined;
    }
    transactions.push(tx);
  }
  return transactions;
}

/** Undefined for bytes that are not the canonical JSON of an object. */
export function readAnnexEntry(bytes: Uint8Array): JsonObject | undefined {
  const parsed = parseJson(bytes);
  const entry = isFailure(parsed) ? undefined : parsed;
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  return isObject && compareBytes(utf8(canonical(entry)), bytes) === 0 ? (entry as JsonObject) : undefined;
}

function readAnnex(reader: FieldReader, items: readonly Uint8Array[], at: string): JsonObject[] | undefined {
  const annex: JsonObject[] = [];
  for (const bytes of items) {
    const entry = readAnnexEntry(bytes);
    if (entry === undefined) {
      reader.fail(at, `annex/${annex.length}`, 'An annex entry is canonical JSON of an object.');
      return undefined;
    }
    annex.push(entry);
  }
  return annex;
}
