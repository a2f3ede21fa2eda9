// Tip claims and fork proofs between wire and core. A claim is read, not believed: its certificate is verified by the
// receiver.
import { uuidToBytes } from '../../core/base/bytes.js';
import type { Result } from '../../core/base/result.js';
import type { ForkProof, HeadClaim } from '../../core/mesh/frames.js';
import type { DocketHeader } from '../../core/model/register.js';
import { encodeHeader } from '../../core/register/docket.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  HeadClaim as HeadMessage,
  type ForkProof as WireFork,
  type HeadClaim as WireHead,
} from '../gen/ledger/v1/ledger.js';
import { certificateToWire, readCertificate } from './certificate.js';
import { type DecodeTransaction, docketReader, docketToWire, type ReadDocket, readHeader } from './docket.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { FRAME_BYTES_MAX } from './limits.js';
import { headShape } from './shapes.js';

/** Also the body of a gossiped head. */
export function encodeHeadClaim(head: HeadClaim): Uint8Array {
  return HeadMessage.encode(headToWire(head)).finish();
}

/** Issues as `readMessage`. */
export function decodeHeadClaim(bytes: Uint8Array, decode: DecodeTransaction = decodeTransaction): Result<HeadClaim> {
  return readMessage(bytes, {
    shape: headShape,
    bytesMax: FRAME_BYTES_MAX.head,
    parse: HeadMessage.decode,
    read: (reader, wire) => readHead(reader, wire, { at: '', readDocket: docketReader(reader, decode) }),
  });
}

export function headToWire({ registerId, header, certificate, docket }: HeadClaim): WireHead {
  return {
    registerId: uuidToBytes(registerId) as Buffer,
    headerBytes: encodeHeader(header) as Buffer,
    certificate: certificateToWire(certificate),
    docket: docket ? docketToWire(docket) : undefined,
  };
}

export function readHead(
  reader: FieldReader,
  wire: WireHead,
  { at, readDocket }: { readonly at: string; readonly readDocket: ReadDocket },
): HeadClaim | undefined {
  const registerId = reader.registerId(wire.registerId, at);
  const header = readHeader(reader, wire.headerBytes, `${at}/headerBytes`);
  const certificate = readCertificate(reader, wire.certificate, `${at}/certificate`);
  if (header === undefined || certificate === undefined) return undefined;
  const docket = wire.docket ? readDocket(wire.docket, `${at}/docket`) : null;
  return docket === undefined ? undefined : { registerId, header, certificate, docket };
}

export function forkToWire({ registerId, headers, certificates }: ForkProof): WireFork {
  return {
    registerId: uuidToBytes(registerId) as Buffer,
    firstHeader: optionalHeader(headers[0]),
    secondHeader: optionalHeader(headers[1]),
    first: certificateToWire(certificates[0]),
    second: certificateToWire(certificates[1]),
  };
}

export function readFork(reader: FieldReader, wire: WireFork, at: string): ForkProof | undefined {
  const registerId = reader.registerId(wire.registerId, at);
  const headers = [
    readOptionalHeader(reader, wire.firstHeader, `${at}/firstHeader`),
    readOptionalHeader(reader, wire.secondHeader, `${at}/secondHeader`),
  ] as const;
  const [first, second] = [
    readCertificate(reader, wire.first, `${at}/first`),
    readCertificate(reader, wire.second, `${at}/second`),
  ];
  return first && second && { registerId, headers, certificates: [first, second] };
}

/** Empty where only the certificate is known. */
function optionalHeader(header: DocketHeader | null): Buffer {
  return (header ? encodeHeader(header) : Buffer.alloc(0)) as Buffer;
}

function readOptionalHeader(reader: FieldReader, bytes: Uint8Array, at: string): DocketHeader | null {
  return bytes.length === 0 ? null : (readHeader(reader, bytes, at) ?? null);
}
