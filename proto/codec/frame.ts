// Frames of a link between bytes and core: the one entrance for everything that a peer says unasked. Bounded and
// decoded here; who may say it, and whether it is true, is for the receiver.
import { fromHex, utf8, uuidToBytes } from '../../core/base/bytes.js';
import { canonical } from '../../core/base/json.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { annexEntryOf, evidenceIn } from '../../core/chain/annex.js';
import type { ChunkAsk, Frame } from '../../core/mesh/frames.js';
import type { Hello } from '../../core/mesh/hello.js';
import type { NodeDescriptor } from '../../core/mesh/types.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { Frame as FrameMessage, type Frame as WireFrame } from '../gen/peer/v1/peer.js';
import { messageToWire, readConsensusMessage } from './consensus.js';
import {
  bytesOf,
  type DecodeTransaction,
  docketReader,
  docketToWire,
  readAnnexEntry,
  readTransactions,
} from './docket.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { chunkAskToWire, readChunkAsk } from './file-chunk.js';
import { forkToWire, headToWire, readFork, readHead } from './head.js';
import { descriptorToWire, helloToWire, readDescriptor, readHello } from './hello.js';
import { BUCKETS_BYTES, FRAME_BYTES_MAX, MESSAGE_BYTES_MAX, TRANSPORT_BYTES_MAX } from './limits.js';
import { frameShape } from './shapes.js';
import {
  type Bodies,
  type FindTransaction,
  type ProposalFrame,
  readThin,
  type ThinFrame,
  type Thinning,
  thinToWire,
} from './thin.js';

/**
 * A frame of a link: its first one is the hello of its sender. This one and what else is about the link itself no
 * driver sees.
 */
export type LinkFrame =
  | Frame
  | { readonly type: 'hello'; readonly hello: Hello }
  | { readonly type: 'probe'; readonly isAnswer: boolean }
  | { readonly type: 'descriptor'; readonly descriptor: NodeDescriptor }
  | { readonly type: 'want-chunk'; readonly ask: ChunkAsk }
  /** Asks for the compact proposal of that id as a whole. */
  | { readonly type: 'again'; readonly id: number }
  /** Frames that left together, each encoded as if it had left alone. */
  | { readonly type: 'batch'; readonly frames: readonly Uint8Array[] }
  | ({ readonly type: 'piece' } & FramePiece)
  /** Asked behind frames: the answer says that they have arrived. */
  | { readonly type: 'mark'; readonly id: number; readonly isAnswer: boolean };

/** A part of the frame of that number. */
export interface FramePiece {
  readonly frame: number;
  /** Bytes of the frame before it. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly bytes: Buffer;
}

type Payload = NonNullable<WireFrame['frame']>;

/** Tag and length of a frame in its envelope: one byte and at most four. */
const ENVELOPE_BYTES = 5;

/** Bytes for one message of the link. The caller compares their length with `frameBytesMax` before it sends them. */
export function encodeFrame(frame: LinkFrame): Uint8Array {
  return FrameMessage.encode({ frame: payloadOf(frame) }).finish();
}

/** The proposal without the bodies that the other end has, or undefined where no peer would accept its size. */
export function encodeThin(frame: ProposalFrame, thinning: Thinning): Uint8Array | undefined {
  const bytes = FrameMessage.encode({ frame: { $case: 'thin', value: thinToWire(frame, thinning) } }).finish();
  return bytes.length > FRAME_BYTES_MAX.thin ? undefined : bytes;
}

/** The largest encoding of this frame that a peer accepts: a longer one is an offence there. */
export function frameBytesMax(frame: LinkFrame): number {
  // The receiver also lets its envelopes and the register id through, so this is a little less than it accepts.
  if (frame.type === 'consensus') return MESSAGE_BYTES_MAX[frame.message.type] + ENVELOPE_BYTES;
  return FRAME_BYTES_MAX[frame.type] + ENVELOPE_BYTES;
}

/**
 * The frame of one message of the link. FRAME_TOO_LARGE, FRAME_INVALID, DOCKET_RULES_UNKNOWN; never throws, whatever
 * the bytes.
 */
export function decodeFrame(
  bytes: Uint8Array,
  decode: DecodeTransaction = decodeTransaction,
  find: FindTransaction = () => undefined,
): Result<LinkFrame | ThinFrame> {
  return readMessage(bytes, {
    shape: frameShape,
    bytesMax: TRANSPORT_BYTES_MAX,
    parse: FrameMessage.decode,
    read: (reader, { frame }) => (frame ? readFrame(reader, frame, { decode, find }) : reader.missing('', '')),
  });
}

function payloadOf(frame: LinkFrame): Payload {
  switch (frame.type) {
    case 'hello':
      return { $case: 'hello', value: helloToWire(frame.hello) };
    case 'consensus':
      return { $case: 'consensus', value: { registerId: idOf(frame), message: messageToWire(frame.message) } };
    case 'offer':
      return { $case: 'offer', value: { registerId: idOf(frame), transactions: frame.transactions.map(bytesOf) } };
    case 'want-body': {
      const docketHash = fromHex(frame.docketHash) as Buffer;
      return { $case: 'wantBody', value: { registerId: idOf(frame), height: BigInt(frame.height), docketHash } };
    }
    case 'body':
      return { $case: 'body', value: { registerId: idOf(frame), docket: docketToWire(frame.docket) } };
    case 'want-docket':
      return { $case: 'wantDocket', value: { registerId: idOf(frame), height: BigInt(frame.height) } };
    case 'interest':
      return { $case: 'interest', value: { registerId: idOf(frame), on: frame.on } };
    case 'head':
      return { $case: 'head', value: headToWire(frame.head) };
    case 'digest': {
      const { buffer, byteOffset, byteLength } = frame.buckets;
      return { $case: 'digest', value: { buckets: Buffer.from(buffer, byteOffset, byteLength) } };
    }
    case 'fork':
      return { $case: 'fork', value: forkToWire(frame.proof) };
    case 'evidence': {
      const entry = utf8(canonical(annexEntryOf(frame.evidence))) as Buffer;
      return { $case: 'evidence', value: { registerId: idOf(frame), entry } };
    }
    case 'probe':
      return { $case: 'probe', value: { isAnswer: frame.isAnswer } };
    case 'descriptor':
      return { $case: 'descriptor', value: descriptorToWire(frame.descriptor) };
    case 'want-chunk':
      return { $case: 'wantChunk', value: chunkAskToWire(frame.ask) };
    case 'again':
      return { $case: 'again', value: { id: frame.id } };
    case 'batch':
      return { $case: 'batch', value: { frames: frame.frames as Buffer[] } };
    case 'piece': {
      const { frame: number, offset, isLast, bytes } = frame;
      return { $case: 'piece', value: { frame: number, offset, isLast, bytes } };
    }
    case 'mark':
      return { $case: 'mark', value: { id: frame.id, isAnswer: frame.isAnswer } };
  }
}

function idOf({ registerId }: { readonly registerId: string }): Buffer {
  return uuidToBytes(registerId) as Buffer;
}

function readFrame(reader: FieldReader, frame: Payload, bodies: Bodies): LinkFrame | ThinFrame | undefined {
  const at = `/${frame.$case}`;
  const readDocket = docketReader(reader, bodies.decode);
  switch (frame.$case) {
    case 'hello': {
      const hello = readHello(reader, frame.value, at);
      return hello && { type: 'hello', hello };
    }
    case 'head': {
      const head = readHead(reader, frame.value, { at, readDocket });
      return head && { type: 'head', head };
    }
    case 'digest':
      if (frame.value.buckets.length !== BUCKETS_BYTES)
        reader.fail(at, 'buckets', 'A digest has 256 buckets of 32 bytes.');
      return { type: 'digest', buckets: frame.value.buckets };
    case 'fork': {
      const proof = readFork(reader, frame.value, at);
      return proof && { type: 'fork', proof };
    }
    case 'probe':
      return { type: 'probe', isAnswer: frame.value.isAnswer };
    case 'descriptor': {
      const descriptor = readDescriptor(reader, frame.value, at);
      return descriptor && { type: 'descriptor', descriptor };
    }
    case 'wantChunk':
      return { type: 'want-chunk', ask: readChunkAsk(reader, frame.value, at) };
    case 'thin':
      return readThin(reader, frame.value, bodies);
    case 'again':
      return { type: 'again', id: frame.value.id };
    case 'batch':
      if (frame.value.frames.length === 0) reader.fail(at, 'frames', 'A batch has at least one frame.');
      return { type: 'batch', frames: frame.value.frames };
    case 'piece':
      if (frame.value.bytes.length === 0) reader.fail(at, 'bytes', 'A piece has at least one byte.');
      return { type: 'piece', ...frame.value };
    case 'mark':
      return { type: 'mark', ...frame.value };
    default:
      return readOfRegister(reader, frame, bodies.decode);
  }
}

type OfRegister = 'consensus' | 'offer' | 'wantBody' | 'body' | 'wantDocket' | 'interest' | 'evidence';

/** The frames that name a register beside what they carry. */
function readOfRegister(
  reader: FieldReader,
  frame: Extract<Payload, { readonly $case: OfRegister }>,
  decode: DecodeTransaction,
): Frame | undefined {
  const at = `/${frame.$case}`;
  const registerId = reader.registerId(frame.value.registerId, at);
  if (reader.problem) return undefined;
  const readDocket = docketReader(reader, decode);
  switch (frame.$case) {
    case 'consensus': {
      const message = readConsensusMessage(reader, frame.value.message, { at: `${at}/message`, readDocket });
      return message && { type: 'consensus', registerId, message };
    }
    case 'offer': {
      const transactions = readTransactions(reader, frame.value.transactions, { at, decode });
      return transactions && { type: 'offer', registerId, transactions };
    }
    case 'wantBody': {
      const height = reader.safe(frame.value.height, at, 'height');
      return {
        type: 'want-body',
        registerId,
        height,
        docketHash: reader.hash(frame.value.docketHash, at, 'docketHash'),
      };
    }
    case 'body': {
      const docket = readDocket(frame.value.docket, `${at}/docket`);
      return docket && { type: 'body', registerId, docket };
    }
    case 'wantDocket':
      return { type: 'want-docket', registerId, height: reader.safe(frame.value.height, at, 'height') };
    case 'interest':
      return { type: 'interest', registerId, on: frame.value.on };
    case 'evidence': {
      const entry = readAnnexEntry(frame.value.entry);
      const evidence = entry && evidenceIn(entry);
      if (evidence && !isFailure(evidence)) return { type: 'evidence', registerId, evidence };
      reader.fail(at, 'entry', 'Evidence is canonical JSON of a known form.');
      return undefined;
    }
  }
}
