// Links between the nodes: every packet is lost, doubled, delayed or cut off as the seed says, each direction by
// itself. A thin link carries so many bytes a second, and what comes faster waits in its sender. It knows nothing of
// what it carries.

import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';
import type { SimOptions } from './options.js';

/** Waiting for one link, as node/network/transport/stream.ts has it in small: the simulated dockets are small. */
const QUEUE_BYTES_MAX = 256 * 1024;
/** A thin link takes so much ahead of what it sends, as the buffer of a system does. */
const AHEAD_MS = 250;

export class Network<P> {
  readonly #scheduler: Scheduler;
  readonly #dice: Dice;
  readonly #deliver: (to: number, from: number, packet: P) => void;
  readonly #bytesOf: (packet: P) => number;
  /** When all is sent that was given to a thin link. */
  readonly #freeMs = new Map<string, number>();
  /** That the links took, whether it arrived or not. */
  carriedBytes = 0;
  readonly #cut = new Set<string>();
  #quality: SimOptions['net'];

  constructor(given: {
    readonly scheduler: Scheduler;
    readonly dice: Dice;
    readonly quality: SimOptions['net'];
    readonly deliver: (to: number, from: number, packet: P) => void;
    readonly bytesOf: (packet: P) => number;
  }) {
    this.#scheduler = given.scheduler;
    this.#dice = given.dice;
    this.#quality = given.quality;
    this.#deliver = given.deliver;
    this.#bytesOf = given.bytesOf;
  }

  /** False when too much waits for the link: the packet is lost. */
  send(from: number, to: number, packet: P): boolean {
    const waitMs = this.#passes(from, to, this.#bytesOf(packet));
    if (waitMs === undefined) return false;
    const { loss, duplication } = this.#quality;
    const copies = this.#dice.chance(duplication) ? 2 : 1;
    for (let i = 0; i < copies; i++) {
      const [low, high] = this.#quality.delayMs;
      const delayMs = this.#dice.skewed(low, Math.max(low, high));
      if (this.#dice.chance(loss)) continue;
      this.#scheduler.at(waitMs + delayMs, () => {
        if (!this.#cut.has(`${from}>${to}`)) this.#deliver(to, from, packet);
      });
    }
    return true;
  }

  /** Bytes that wait for the link. */
  queuedBytes(from: number, to: number): number {
    return Math.max(0, ((this.#waitMs(from, to) - AHEAD_MS) / 1000) * this.#bytesPerSecond);
  }

  /** Milliseconds until the last of the bytes is sent; undefined where there is no room for them. */
  #passes(from: number, to: number, bytes: number): number | undefined {
    const bytesPerSecond = this.#bytesPerSecond;
    const waitMs = this.#waitMs(from, to);
    if (bytesPerSecond > 0 && (waitMs / 1000) * bytesPerSecond + bytes > QUEUE_BYTES_MAX) return undefined;
    this.carriedBytes += bytes;
    if (bytesPerSecond === 0) return 0;
    const takesMs = waitMs + (bytes / bytesPerSecond) * 1000;
    this.#freeMs.set(`${from}>${to}`, this.#scheduler.now + takesMs);
    return takesMs;
  }

  get #bytesPerSecond(): number {
    return this.#quality.bytesPerSecond ?? 0;
  }

  #waitMs(from: number, to: number): number {
    if (this.#bytesPerSecond === 0) return 0;
    return Math.max(0, (this.#freeMs.get(`${from}>${to}`) ?? 0) - this.#scheduler.now);
  }

  /** Nothing arrives from `from` at `to` any more. */
  cut(from: number, to: number): void {
    this.#cut.add(`${from}>${to}`);
  }

  mend(from: number, to: number): void {
    this.#cut.delete(`${from}>${to}`);
  }

  /** All links work, and well. A message on the way still comes as it was drawn. */
  heal(): void {
    this.#cut.clear();
    this.#quality = { loss: 0, duplication: 0, delayMs: [1, 20] };
  }
}
