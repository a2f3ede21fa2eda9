// Frames of the links: each is encoded once however many peers get it, and what arrives is checked against the budget of its sender before and
// after it is decoded. It judges no content: a frame that passes is merely well-formed and affordable.
import type { PeerBook } from '../../actors/mesh/peer-book.js';
import { isIssue } from '../../core/base/issue.js';
import type { Clock, Log } from '../../core/base/ports.js';
import type { ChunkAsk, Frame } from '../../core/mesh/frames.js';
import type { NodeDescriptor, Peer } from '../../core/mesh/types.js';
import { decodeFrame, encodeFrame, frameBytesMax } from '../../proto/codec/frame.js';
import { asBuffer } from './client.js';
import type { TransactionCache } from './transaction-cache.js';

export interface FrameMetrics {
  /** `kind` is the type of a frame, or of the consensus message in it. */
  frame(direction: 'in' | 'out', kind: string, bytes: number): void;
  /** Lost on the way out (queue full or no link), or not taken in (budget or malformed). */
  dropped(direction: 'in' | 'out', kind: string): void;
}

export interface FramesPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly book: Pick<PeerBook, 'takes' | 'takesRoundChange' | 'blame' | 'seen'>;
  readonly transactions: TransactionCache;
  readonly metrics: FrameMetrics | null;
  deliver(from: Peer, frame: Frame): void;
  /** The sender describes itself anew. False when what it says is not its own or does not hold. */
  described(from: Peer, descriptor: NodeDescriptor): boolean;
  /** The sender, which this node can call, wants a chunk of a file brought. */
  wanted(from: Peer, ask: ChunkAsk): void;
}

/**
 * Frames that may be dropped within a second before that alone is an offence. No honest member comes near: its budget is a multiple of what the bench sends,
 * and what its queue holds after a pause (QUEUE_FRAMES_MAX) is what the budget of votes takes at once. A liar has to be told by less than all that the
 * machine decodes in a second, or a busy one would never tell it.
 */
const FLOOD_DROPS = 1000;
/** Guests read only: what they say is small, and decoding what is large costs more than their budget counts. */
const GUEST_FRAME_BYTES_MAX = 32 * 1024;
/** How often a frame counts as a sign of life. */
const SEEN_MS = 10_000;
/** Tag of an offer (field 3, length-delimited): the one frame whose bytes are counted before it is decoded. */
const OFFER_TAG = (3 << 3) | 2;

interface Meter {
  sinceMs: number;
  drops: number;
  seenMs: number;
}

export class Frames {
  readonly #ports: FramesPorts;
  readonly #encoded = new WeakMap<Frame, Buffer>();
  readonly #meters = new Map<string, Meter>();

  constructor(ports: FramesPorts) {
    this.#ports = ports;
  }

  /** The bytes of the frame, or undefined when no peer would accept its size. */
  encode(frame: Frame): Buffer | undefined {
    const known = this.#encoded.get(frame);
    if (known) return known;
    const bytes = asBuffer(encodeFrame(frame));
    if (bytes.length > frameBytesMax(frame)) {
      this.#ports.log.warn(
        { type: frame.type, bytes: bytes.length },
        'A frame is too large for any peer and was not sent.',
      );
      return undefined;
    }
    this.#encoded.set(frame, bytes);
    if (frame.type === 'offer') for (const tx of frame.transactions) this.#ports.transactions.learn(tx);
    return bytes;
  }

  sent(frame: Frame, bytes: number, ok: boolean): void {
    if (ok) this.#ports.metrics?.frame('out', kindOf(frame), bytes);
    else this.#ports.metrics?.dropped('out', kindOf(frame));
  }

  forget(peerId: string): void {
    this.#meters.delete(peerId);
  }

  /** One message of a link after its hello. */
  received(from: Peer, bytes: Buffer): void {
    const { book, metrics } = this.#ports;
    const { peerId } = from;
    const meter = this.#meter(peerId);
    if (from.standing === 'guest' && bytes.length > GUEST_FRAME_BYTES_MAX) {
      this.#drop(peerId, meter, 'large');
      return;
    }
    // Work before decoding is bounded by the number and, where it is large by nature, by the bytes of the frames.
    const isOffer = bytes[0] === OFFER_TAG;
    const paid = isOffer ? book.takes(peerId, 'offer-bytes', bytes.length) : book.takes(peerId, 'votes', 1);
    if (!paid) {
      this.#drop(peerId, meter, isOffer ? 'offer' : 'any');
      return;
    }
    const frame = decodeFrame(bytes, this.#ports.transactions.decode);
    if (isIssue(frame) || frame.type === 'hello' || frame.type === 'probe') {
      metrics?.dropped('in', 'malformed');
      const tooLarge = isIssue(frame) && frame.code === 'FRAME_TOO_LARGE';
      const detail = isIssue(frame) ? `${frame.code} ${frame.path}` : `a ${frame.type} out of turn`;
      book.blame(peerId, tooLarge ? 'oversize' : 'protocol', detail);
      return;
    }
    if (frame.type === 'descriptor') {
      if (!book.takes(peerId, 'hello', 1)) this.#drop(peerId, meter, frame.type);
      else if (!this.#ports.described(from, frame.descriptor))
        book.blame(peerId, 'protocol', 'a descriptor not its own');
      return;
    }
    if (frame.type === 'want-chunk') {
      if (book.takes(peerId, 'heads', 1)) this.#ports.wanted(from, frame.ask);
      else this.#drop(peerId, meter, frame.type);
      return;
    }
    if (!this.#affords(peerId, frame)) {
      this.#drop(peerId, meter, kindOf(frame));
      return;
    }
    metrics?.frame('in', kindOf(frame), bytes.length);
    this.#ports.deliver(from, frame);
  }

  #affords(peerId: string, frame: Frame): boolean {
    const { book } = this.#ports;
    if (frame.type === 'offer') return book.takes(peerId, 'offer-transactions', frame.transactions.length);
    if (frame.type === 'digest' || frame.type === 'fork' || frame.type === 'evidence')
      return book.takes(peerId, 'heads', 1);
    if (frame.type === 'consensus' && frame.message.type === 'round-change')
      return book.takesRoundChange(peerId, frame.registerId);
    return true;
  }

  #drop(peerId: string, meter: Meter, kind: string): void {
    this.#ports.metrics?.dropped('in', kind);
    meter.drops += 1;
    if (meter.drops === FLOOD_DROPS)
      this.#ports.book.blame(peerId, 'flood', `${FLOOD_DROPS} frames over budget in a second`);
  }

  #meter(peerId: string): Meter {
    const nowMs = this.#ports.clock.now();
    const meter = this.#meters.get(peerId) ?? { sinceMs: nowMs, drops: 0, seenMs: nowMs };
    this.#meters.set(peerId, meter);
    if (nowMs - meter.sinceMs >= 1000) {
      meter.sinceMs = nowMs;
      meter.drops = 0;
    }
    if (nowMs - meter.seenMs >= SEEN_MS) {
      meter.seenMs = nowMs;
      this.#ports.book.seen(peerId, {});
    }
    return meter;
  }
}

function kindOf(frame: Frame): string {
  return frame.type === 'consensus' ? frame.message.type : frame.type;
}
