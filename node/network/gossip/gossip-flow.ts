// Counts the messages of gossip a second of each shard, of each peer and of this node. It says when there are too many
// (docs/protocol.md 14).
import type { Clock } from '../../../core/base/ports.js';
import { HEAD_SHARDS } from '../../../proto/topics.js';

/** A shard with more a second is hot: its nodes hear tips on their links instead. */
export const SHARD_HOT = 200;
/** From one peer: a node relays some hot shards at most. */
export const FROM_PEER_MAX = 1000;
/** Published by this node. */
export const PUBLISHED_MAX = 400;
const WINDOW_MS = 1000;

export class GossipFlow {
  readonly #clock: Clock;
  readonly #shards = new Uint32Array(HEAD_SHARDS);
  #before = new Uint32Array(HEAD_SHARDS);
  readonly #peers = new Map<string, number>();
  #published = 0;
  #startMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A message of the shard was sent or came in. */
  onPassed(shard: number): void {
    this.#turn();
    this.#shards[shard] = (this.#shards[shard] as number) + 1;
  }

  /** In this second or the one before. */
  isHot(shard: number): boolean {
    this.#turn();
    return (this.#shards[shard] as number) >= SHARD_HOT || (this.#before[shard] as number) >= SHARD_HOT;
  }

  /** False when the peer has sent too many in this second. */
  takes(peerId: string): boolean {
    this.#turn();
    const count = (this.#peers.get(peerId) ?? 0) + 1;
    this.#peers.set(peerId, count);
    return count <= FROM_PEER_MAX;
  }

  mayPublish(): boolean {
    this.#turn();
    if (this.#published >= PUBLISHED_MAX) return false;
    this.#published++;
    return true;
  }

  #turn(): void {
    const now = this.#clock.steady();
    const age = now - this.#startMs;
    if (age < WINDOW_MS) return;
    // A window that ended long ago says nothing of the second before this one.
    this.#before = age < 2 * WINDOW_MS ? this.#shards.slice() : new Uint32Array(HEAD_SHARDS);
    this.#shards.fill(0);
    this.#peers.clear();
    this.#published = 0;
    this.#startMs = now;
  }
}
