// The calls by which a node catches up and finds registers, between bytes and core: ranges of sealed dockets, tips,
// adverts. The answers of a peer are judged by the asker; nothing is verified here.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import { REGISTER_DESCRIPTION_MAX, REGISTER_NAME_MAX } from '../../core/base/limits/ledger/registers.js';
import type { Result } from '../../core/base/result.js';
import type { Advert, DocketRange, HeadClaim } from '../../core/mesh/frames.js';
import type { SealedDocket } from '../../core/model/register.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  DocketParts,
  GetHeadsRequest,
  GetHeadsResponse,
  ListAdvertisedRequest,
  ListAdvertisedResponse,
  StreamDocketsRequest,
  StreamDocketsResponse,
  type Advert as WireAdvert,
} from '../gen/peer/v1/peer.js';
import { type DecodeTransaction, docketReader, readSealed, sealedDocketToWire } from './docket.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { headToWire, readHead } from './head.js';
import { CALL_BYTES_MAX, DOCKET_PIECE_BYTES } from './limits.js';
import { cut, issueToWire, readIssue } from './refusal.js';
import {
  catalogueAskShape,
  catalogueShape,
  headsAskShape,
  headsShape,
  rangeAskShape,
  rangePartShape,
} from './shapes.js';

const PARTS = {
  headers: DocketParts.HEADER,
  'signed-headers': DocketParts.SIGNED_HEADER,
} as const satisfies Record<NonNullable<DocketRange['only']>, DocketParts>;
const ONLY = {
  [DocketParts.UNSPECIFIED]: { only: undefined },
  [DocketParts.HEADER]: { only: 'headers' },
  [DocketParts.SIGNED_HEADER]: { only: 'signed-headers' },
} as const;

/** `isInPieces`: a large docket may come in pieces. */
export interface RangeAsk extends DocketRange {
  readonly isInPieces: boolean;
}

export function encodeRangeAsk(range: RangeAsk): Uint8Array {
  return StreamDocketsRequest.encode({
    registerId: uuidToBytes(range.registerId) as Buffer,
    fromHeight: BigInt(range.fromHeight),
    toHeight: BigInt(range.toHeight),
    bytesMax: BigInt(range.bytesMax),
    parts: range.only === undefined ? DocketParts.UNSPECIFIED : PARTS[range.only],
    inPieces: range.isInPieces,
  }).finish();
}

/** Issues as `readMessage`; FRAME_INVALID for a range that ends before it begins. */
export function decodeRangeAsk(bytes: Uint8Array): Result<RangeAsk> {
  return readMessage(bytes, {
    shape: rangeAskShape,
    bytesMax: CALL_BYTES_MAX.rangeAsk,
    parse: StreamDocketsRequest.decode,
    read: (reader, wire) => {
      const parts = reader.member(ONLY, wire.parts, { at: '', name: 'parts' });
      const range: RangeAsk = {
        registerId: reader.registerId(wire.registerId, ''),
        fromHeight: reader.safe(wire.fromHeight, '', 'fromHeight'),
        toHeight: reader.safe(wire.toHeight, '', 'toHeight'),
        bytesMax: reader.safe(wire.bytesMax, '', 'bytesMax'),
        ...(parts?.only && { only: parts.only }),
        isInPieces: wire.inPieces,
      };
      if (range.toHeight < range.fromHeight) reader.fail('', 'toHeight', 'The range ends before it begins.');
      return range;
    },
  });
}

/** A part of the answer: a docket, or, as the only part, why there is none. */
export type RangePart =
  | { readonly type: 'sealed'; readonly sealed: SealedDocket }
  | { readonly type: 'refused'; readonly issue: Issue }
  | ({ readonly type: 'piece' } & RangePiece);

/** A piece of an encoded part, and how many bytes of it follow. */
export interface RangePiece {
  readonly bytes: Uint8Array;
  readonly left: number;
}

export function encodeRangePart(part: Exclude<RangePart, { type: 'piece' }>): Uint8Array {
  return StreamDocketsResponse.encode({
    part:
      part.type === 'sealed'
        ? { $case: 'sealed', value: sealedDocketToWire(part.sealed) }
        : { $case: 'refusal', value: issueToWire(part.issue) },
  }).finish();
}

/** An encoded part, in pieces where it is larger than one. */
export function* inPieces(part: Uint8Array): Generator<Uint8Array, void> {
  if (part.length <= DOCKET_PIECE_BYTES) return yield part;
  for (let at = 0; at < part.length; at += DOCKET_PIECE_BYTES) {
    const bytes = part.subarray(at, at + DOCKET_PIECE_BYTES) as Buffer;
    const value = { bytes, left: part.length - at - bytes.length };
    yield StreamDocketsResponse.encode({ part: { $case: 'piece', value } }).finish();
  }
}

/** Issues as `readMessage`. */
export function decodeRangePart(bytes: Uint8Array, decode: DecodeTransaction = decodeTransaction): Result<RangePart> {
  return readMessage(bytes, {
    shape: rangePartShape,
    bytesMax: CALL_BYTES_MAX.sealed + 16,
    parse: StreamDocketsResponse.decode,
    read: (reader, { part }): RangePart | undefined => {
      if (part?.$case === 'sealed') {
        const sealed = readSealed(reader, part.value, docketReader(reader, decode));
        return sealed && { type: 'sealed', sealed };
      }
      if (part?.$case === 'piece') {
        const { bytes: piece, left } = part.value;
        // A piece costs a message: small ones would be a way to keep this node at work.
        if (left > 0 && piece.length !== DOCKET_PIECE_BYTES)
          reader.fail('/piece', 'bytes', 'It has to be a whole piece.');
        if (left + piece.length > CALL_BYTES_MAX.sealed + 16) reader.fail('/piece', 'left', 'No part is so large.');
        return { type: 'piece', bytes: piece, left };
      }
      const refusal = readIssue(reader, part?.value, '/refusal');
      return refusal && { type: 'refused', issue: refusal };
    },
  });
}

/** Which tips are asked for: of these registers, or of a bucket of the digest. */
export type HeadsAsk = { readonly registerIds: readonly string[] } | { readonly bucket: number };

export function encodeHeadsAsk(ask: HeadsAsk): Uint8Array {
  return GetHeadsRequest.encode({
    which:
      'bucket' in ask
        ? { $case: 'bucket', value: ask.bucket }
        : { $case: 'registers', value: { registerIds: ask.registerIds.map((id) => uuidToBytes(id) as Buffer) } },
  }).finish();
}

/** Issues as `readMessage`; a bucket is 0 to 255. */
export function decodeHeadsAsk(bytes: Uint8Array): Result<HeadsAsk> {
  return readMessage(bytes, {
    shape: headsAskShape,
    bytesMax: CALL_BYTES_MAX.headsAsk,
    parse: GetHeadsRequest.decode,
    read: (reader, { which }): HeadsAsk | undefined => {
      if (which === undefined) return reader.missing('', '');
      if (which.$case === 'registers')
        return { registerIds: which.value.registerIds.map((id) => reader.registerId(id, '/registers', 'registerIds')) };
      if (which.value > 255) reader.fail('', 'bucket', 'A bucket is 0 to 255.');
      return { bucket: which.value };
    },
  });
}

export function encodeHeads(heads: readonly HeadClaim[]): Uint8Array {
  return GetHeadsResponse.encode({ heads: heads.map(headToWire) }).finish();
}

/** Issues as `readMessage`. */
export function decodeHeads(
  bytes: Uint8Array,
  decode: DecodeTransaction = decodeTransaction,
): Result<readonly HeadClaim[]> {
  return readMessage(bytes, {
    shape: headsShape,
    bytesMax: CALL_BYTES_MAX.heads,
    parse: GetHeadsResponse.decode,
    read: (reader, { heads }) => {
      const readDocket = docketReader(reader, decode);
      return heads.flatMap((head, i) => {
        if (reader.problem) return [];
        return readHead(reader, head, { at: `/heads/${i}`, readDocket }) ?? [];
      });
    },
  });
}

/** Pages of adverts in the order of register ids: the next page begins after the last id of this one. */
export function encodeCatalogueAsk(after: string | null): Uint8Array {
  return ListAdvertisedRequest.encode({
    after: after === null ? undefined : (uuidToBytes(after) as Buffer),
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeCatalogueAsk(bytes: Uint8Array): Result<{ readonly after: string | null }> {
  return readMessage(bytes, {
    shape: catalogueAskShape,
    bytesMax: CALL_BYTES_MAX.catalogueAsk,
    parse: ListAdvertisedRequest.decode,
    read: (reader, { after }) => ({ after: after === undefined ? null : reader.registerId(after, '', 'after') }),
  });
}

export interface CataloguePage {
  readonly adverts: readonly Advert[];
  /** The key to ask for next; null on the last page. */
  readonly next: string | null;
}

/** At most ADVERTS_PAGE_MAX adverts. */
export function encodeCatalogue({ adverts, next }: CataloguePage): Uint8Array {
  return ListAdvertisedResponse.encode({
    adverts: adverts.map(advertToWire),
    next: next === null ? undefined : (uuidToBytes(next) as Buffer),
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeCatalogue(bytes: Uint8Array): Result<CataloguePage> {
  return readMessage(bytes, {
    shape: catalogueShape,
    bytesMax: CALL_BYTES_MAX.catalogue,
    parse: ListAdvertisedResponse.decode,
    read: (reader, { adverts, next }) => ({
      adverts: adverts.map((advert, i) => readAdvert(reader, advert, `/adverts/${i}`)),
      next: next === undefined ? null : reader.registerId(next, '', 'next'),
    }),
  });
}

export function advertToWire(advert: Advert): WireAdvert {
  return {
    registerId: uuidToBytes(advert.registerId) as Buffer,
    genesisHash: fromHex(advert.genesisHash) as Buffer,
    name: cut(advert.name, REGISTER_NAME_MAX),
    description: cut(advert.description, REGISTER_DESCRIPTION_MAX),
    height: BigInt(advert.height),
    isFullReplica: advert.isFullReplica,
    isPublic: advert.isPublic,
  };
}

export function readAdvert(reader: FieldReader, wire: WireAdvert, at: string): Advert {
  return {
    registerId: reader.registerId(wire.registerId, at),
    genesisHash: reader.hash(wire.genesisHash, at, 'genesisHash'),
    name: reader.text(wire.name, { at, name: 'name' }, { max: REGISTER_NAME_MAX }),
    description: reader.text(wire.description, { at, name: 'description' }, { max: REGISTER_DESCRIPTION_MAX }),
    height: reader.safe(wire.height, at, 'height'),
    isFullReplica: wire.isFullReplica,
    isPublic: wire.isPublic,
  };
}
