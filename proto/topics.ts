// The topics of gossip (docs/protocol.md 14): one for catalogues, and 64 shards of heads, so that a node hears of the
// registers that it cares about and few others. The only place that knows their names.
import { uuidToBytes } from '../core/base/bytes.js';
import { sha256 } from '../core/base/hash.js';

export const HEAD_SHARDS = 64;

const HEADS = '/quorate/1/heads/';

export const CATALOGUE_TOPIC = '/quorate/1/catalogue';

/** `shard` is 0 to 63. */
export function headTopic(shard: number): string {
  return `${HEADS}${shard.toString(16).padStart(2, '0')}`;
}

/** The first six bits of the SHA-256 of the 16 bytes of the register id. */
export function shardOf(registerId: string): number {
  return (sha256(uuidToBytes(registerId))[0] as number) >> 2;
}

export const TOPICS: readonly string[] = [
  CATALOGUE_TOPIC,
  ...Array.from({ length: HEAD_SHARDS }, (_, shard) => headTopic(shard)),
];
