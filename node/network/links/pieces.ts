// Frames that come in pieces, until their last one is here. Pieces that do not fit together are dropped, and the
// sender repeats the frame as it does with all that is lost. The memory of each peer is bounded.
import type { FramePiece } from '../../../proto/codec/frame.js';
import { QUEUE_BYTES_MAX } from '../transport/stream.js';
import { BEGUN_MAX } from './turns.js';

interface Begun {
  readonly parts: Buffer[];
  bytes: number;
}

/** Of one peer. */
export class FramePieces {
  /** By the number of their frame, in the order in which they began. */
  readonly #begun = new Map<number, Begun>();
  #bytes = 0;

  /** The whole frame with its last piece; 'lost' for a piece of which those before it are not here. */
  take({ frame, offset, isLast, bytes }: FramePiece): Buffer | 'more' | 'lost' {
    if (offset === 0) this.#drop(frame);
    const begun = offset === 0 ? { parts: [], bytes: 0 } : this.#begun.get(frame);
    if (begun?.bytes !== offset) {
      this.#drop(frame);
      return 'lost';
    }
    // The reader of the link may use its buffer again.
    begun.parts.push(Buffer.from(bytes));
    begun.bytes += bytes.length;
    this.#bytes += bytes.length;
    this.#begun.set(frame, begun);
    if (isLast) {
      this.#drop(frame);
      return Buffer.concat(begun.parts);
    }
    // No sender has begun more than that: the oldest were given up with another stream.
    for (const oldest of this.#begun.keys()) {
      if (this.#begun.size <= BEGUN_MAX && this.#bytes <= QUEUE_BYTES_MAX) break;
      this.#drop(oldest);
    }
    return 'more';
  }

  #drop(frame: number): void {
    this.#bytes -= this.#begun.get(frame)?.bytes ?? 0;
    this.#begun.delete(frame);
  }
}
