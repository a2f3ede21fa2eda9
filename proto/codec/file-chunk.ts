// The calls by which sealed chunks of files pass between nodes, between bytes and core: one asks for a chunk, and the
// other brings what the caller was asked for over its link. The chunk is bounded and nothing else of it is verified:
// its asker compares it with the hash that it asked for.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { ChunkAsk } from '../../core/mesh/frames.js';
import { GetFileChunkRequest, GetFileChunkResponse, GiveFileChunkRequest } from '../gen/peer/v1/peer.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { issueToWire, readIssue } from './refusal.js';
import { chunkAnswerShape, chunkAskShape, chunkGiftShape } from './shapes.js';

/** The sealed bytes, or why there are none. */
export type ChunkAnswer =
  | { readonly type: 'chunk'; readonly chunk: Uint8Array }
  | { readonly type: 'refused'; readonly issue: Issue };

/** An answer that comes as a call of its own. */
export interface ChunkGift {
  readonly ask: ChunkAsk;
  readonly answer: ChunkAnswer;
}

export function chunkAskToWire({ registerId, txId, hash }: ChunkAsk): GetFileChunkRequest {
  return {
    registerId: uuidToBytes(registerId) as Buffer,
    txId: fromHex(txId) as Buffer,
    hash: fromHex(hash) as Buffer,
  };
}

export function readChunkAsk(reader: FieldReader, wire: GetFileChunkRequest, at: string): ChunkAsk {
  return {
    registerId: reader.registerId(wire.registerId, at),
    txId: reader.hash(wire.txId, at, 'txId'),
    hash: reader.hash(wire.hash, at, 'hash'),
  };
}

export function encodeChunkAsk(ask: ChunkAsk): Uint8Array {
  return GetFileChunkRequest.encode(chunkAskToWire(ask)).finish();
}

/** Issues as `readMessage`. */
export function decodeChunkAsk(bytes: Uint8Array): Result<ChunkAsk> {
  return readMessage(bytes, {
    shape: chunkAskShape,
    bytesMax: CALL_BYTES_MAX.chunkAsk,
    parse: GetFileChunkRequest.decode,
    read: (reader, wire) => readChunkAsk(reader, wire, ''),
  });
}

export function encodeChunkAnswer(answer: ChunkAnswer): Uint8Array {
  return GetFileChunkResponse.encode(answerToWire(answer)).finish();
}

/** Issues as `readMessage`. */
export function decodeChunkAnswer(bytes: Uint8Array): Result<ChunkAnswer> {
  return readMessage(bytes, {
    shape: chunkAnswerShape,
    bytesMax: CALL_BYTES_MAX.chunk + 16,
    parse: GetFileChunkResponse.decode,
    read: (reader, wire) => readAnswer(reader, wire, ''),
  });
}

export function encodeChunkGift({ ask, answer }: ChunkGift): Uint8Array {
  return GiveFileChunkRequest.encode({ ask: chunkAskToWire(ask), answer: answerToWire(answer) }).finish();
}

/** Issues as `readMessage`. */
export function decodeChunkGift(bytes: Uint8Array): Result<ChunkGift> {
  return readMessage(bytes, {
    shape: chunkGiftShape,
    bytesMax: CALL_BYTES_MAX.chunkGift,
    parse: GiveFileChunkRequest.decode,
    read: (reader, wire): ChunkGift | undefined => {
      if (!wire.ask || !wire.answer) return reader.missing('', wire.ask ? 'answer' : 'ask');
      const ask = readChunkAsk(reader, wire.ask, '/ask');
      const answer = readAnswer(reader, wire.answer, '/answer');
      return answer && { ask, answer };
    },
  });
}

function answerToWire(answer: ChunkAnswer): GetFileChunkResponse {
  return {
    answer:
      answer.type === 'chunk'
        ? { $case: 'chunk', value: answer.chunk as Buffer }
        : { $case: 'refusal', value: issueToWire(answer.issue) },
  };
}

function readAnswer(reader: FieldReader, { answer }: GetFileChunkResponse, at: string): ChunkAnswer | undefined {
  if (answer?.$case === 'chunk') return { type: 'chunk', chunk: answer.value };
  const refusal = readIssue(reader, answer?.value, `${at}/refusal`);
  return refusal && { type: 'refused', issue: refusal };
}
