// The large frames that wait for a link. Registers take turns, and a long frame takes many of them: a register
// with much to say delays no other by more than one part. Pure; small frames do not come by here.
import { QUEUE_BYTES_MAX, QUEUE_FRAMES_MAX } from '../transport/stream.js';

/** Frames that have begun and not ended; the other end keeps so many (pieces.ts). */
export const BEGUN_MAX = 64;

interface Waiting<T> {
  readonly item: T;
  readonly bytes: number;
  readonly number: number;
}

interface Turn<T> {
  /** Oldest first, and never empty. */
  readonly waiting: Waiting<T>[];
  /** Bytes of the first that have left. */
  left: number;
  bytes: number;
}

/** The part that leaves next: `from` to `to` of the item. */
export interface Leaving<T> {
  readonly item: T;
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

export class LinkTurns<T> {
  /** By register, in the order in which they come next. */
  readonly #turns = new Map<string, Turn<T>>();
  readonly #waiting = new Set<number>();
  #number = 0;
  #begun = 0;
  #bytes = 0;

  /** All that waits. */
  get bytes(): number {
    return this.#bytes;
  }

  /** That waits of the register. */
  bytesOf(registerId: string): number {
    return this.#turns.get(registerId)?.bytes ?? 0;
  }

  /** A number by which the frame is known while it waits; undefined when there is no room for it. */
  push(registerId: string, item: T, bytes: number): number | undefined {
    if (this.#waiting.size >= QUEUE_FRAMES_MAX || this.#bytes + bytes > QUEUE_BYTES_MAX) return undefined;
    this.#number = (this.#number + 1) >>> 0;
    const number = this.#number;
    const turn = this.#turns.get(registerId) ?? { waiting: [], left: 0, bytes: 0 };
    turn.waiting.push({ item, bytes, number });
    turn.bytes += bytes;
    this.#turns.set(registerId, turn);
    this.#waiting.add(number);
    this.#bytes += bytes;
    return number;
  }

  /** Some of the frame has not left yet. */
  isWaiting(number: number): boolean {
    return this.#waiting.has(number);
  }

  /** The next part of at most so many bytes, which leaves the queue with this call. */
  next(bytesMax: number): Leaving<T> | undefined {
    for (const [registerId, turn] of this.#turns) {
      const first = turn.waiting[0] as Waiting<T>;
      const isWhole = first.bytes - turn.left <= bytesMax;
      if (turn.left > 0 || isWhole || this.#begun < BEGUN_MAX) return this.#take(registerId, turn, bytesMax);
    }
    return undefined;
  }

  #take(registerId: string, turn: Turn<T>, bytesMax: number): Leaving<T> {
    const { item, number, bytes } = turn.waiting[0] as Waiting<T>;
    const from = turn.left;
    const to = Math.min(bytes, from + bytesMax);
    const isLast = to === bytes;
    this.#begun += (isLast ? 0 : 1) - (from > 0 ? 1 : 0);
    this.#bytes -= to - from;
    turn.bytes -= to - from;
    turn.left = isLast ? 0 : to;
    if (isLast) {
      turn.waiting.shift();
      this.#waiting.delete(number);
    }
    this.#turns.delete(registerId);
    if (turn.waiting.length > 0) this.#turns.set(registerId, turn);
    return { item, number, from, to, isLast };
  }
}
