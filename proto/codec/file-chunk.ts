// The call by which a node asks for a sealed chunk of a file, between bytes and core. What comes is bounded and nothing else is verified: its asker compares it
// with the hash that it asked for.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import type { ChunkAsk } from '../../core/mesh/frames.js';
import { GetFileChunkRequest, GetFileChunkResponse } from '../gen/peer/v1/peer.js';
import { readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { issueToWire, readIssue } from './refusal.js';
import { chunkAnswerShape, chunkAskShape } from './shapes.js';

export function encodeChunkAsk({ registerId, txId, hash }: ChunkAsk): Uint8Array {
  return GetFileChunkRequest.encode({
    registerId: uuidToBytes(registerId) as Buffer,
    txId: fromHex(txId) as Buffer,
    hash: fromHex(hash) as Buffer,
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeChunkAsk(bytes: Uint8Array): ChunkAsk | Issue {
  return readMessage(bytes, {
    shape: chunkAskShape,
    bytesMax: CALL_BYTES_MAX.chunkAsk,
    parse: GetFileChunkRequest.decode,
    read: (reader, wire) => ({
      registerId: reader.registerId(wire.registerId, ''),
      txId: reader.hash(wire.txId, '', 'txId'),
      hash: reader.hash(wire.hash, '', 'hash'),
    }),
  });
}

/** The sealed bytes, or why there are none. */
export type ChunkAnswer =
  | { readonly type: 'chunk'; readonly chunk: Uint8Array }
  | { readonly type: 'refused'; readonly issue: Issue };

export function encodeChunkAnswer(answer: ChunkAnswer): Uint8Array {
  return GetFileChunkResponse.encode({
    answer:
      answer.type === 'chunk'
        ? { $case: 'chunk', value: answer.chunk as Buffer }
        : { $case: 'refusal', value: issueToWire(answer.issue) },
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeChunkAnswer(bytes: Uint8Array): ChunkAnswer | Issue {
  return readMessage(bytes, {
    shape: chunkAnswerShape,
    bytesMax: CALL_BYTES_MAX.chunk + 16,
    parse: GetFileChunkResponse.decode,
    read: (reader, { answer }): ChunkAnswer | undefined => {
      if (answer?.$case === 'chunk') return { type: 'chunk', chunk: answer.value };
      const refusal = readIssue(reader, answer?.value, '/refusal');
      return refusal && { type: 'refused', issue: refusal };
    },
  });
}
