// Links between the nodes: every packet is lost, doubled, delayed or cut off as the seed says, each direction by
// itself. A thin link carries so many bytes a second, and what comes faster waits in its sender: large frames in the
// turns of the product, and the others before them. It knows nothing of what it carries.

import { LinkTurns } from '../../node/network/links/turns.js';
import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';
import type { SimOptions } from './options.js';
import type { Large } from './packet.js';

/** Waiting for one link, as node/network/transport/stream.ts has it in small: the simulated dockets are small. */
const QUEUE_BYTES_MAX = 256 * 1024;
/** So long what is small waits at most for a part of what is large, as node/network/links/drain.ts has it. */
const PART_MS = 50;
/** The turn of packets that are no frames: ranges, heads and submissions have streams of their own. */
const CALLS = 'calls';

/** One direction of a thin link. */
interface Thin<P> {
  /** Oldest first. */
  readonly small: P[];
  smallBytes: number;
  readonly turns: LinkTurns<P>;
  /** Numbers of the large frames that wait, as their sender knows them. */
  readonly waiting: Set<number>;
  isBusy: boolean;
}

export class Network<P> {
  readonly #scheduler: Scheduler;
  readonly #dice: Dice;
  readonly #deliver: (to: number, from: number, packet: P) => void;
  readonly #bytesOf: (packet: P) => number;
  readonly #largeOf: (packet: P) => Large | 'call' | undefined;
  readonly #thin = new Map<string, Thin<P>>();
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
    /** Undefined for what never waits for something large. */
    readonly largeOf: (packet: P) => Large | 'call' | undefined;
  }) {
    this.#scheduler = given.scheduler;
    this.#dice = given.dice;
    this.#quality = given.quality;
    this.#deliver = given.deliver;
    this.#bytesOf = given.bytesOf;
    this.#largeOf = given.largeOf;
  }

  /** False when too much waits for the link: the packet is lost. */
  send(from: number, to: number, packet: P): boolean {
    if (this.#bytesPerSecond > 0) return this.#queue(from, to, packet);
    this.carriedBytes += this.#bytesOf(packet);
    this.#pass(from, to, packet);
    return true;
  }

  #pass(from: number, to: number, packet: P): void {
    const { loss, duplication } = this.#quality;
    const copies = this.#dice.chance(duplication) ? 2 : 1;
    for (let i = 0; i < copies; i++) {
      const [low, high] = this.#quality.delayMs;
      const delayMs = this.#dice.skewed(low, Math.max(low, high));
      if (this.#dice.chance(loss)) continue;
      this.#scheduler.at(delayMs, () => {
        if (!this.#cut.has(`${from}>${to}`)) this.#deliver(to, from, packet);
      });
    }
  }

  /** The large frame of that number waits for the link; without a number: small ones do. */
  isWaiting(from: number, to: number, number?: number): boolean {
    const thin = this.#thin.get(`${from}>${to}`);
    return number === undefined ? (thin?.smallBytes ?? 0) > 0 : thin?.waiting.has(number) === true;
  }

  #queue(from: number, to: number, packet: P): boolean {
    const key = `${from}>${to}`;
    const thin: Thin<P> = this.#thin.get(key) ?? {
      ...{ small: [], smallBytes: 0, turns: new LinkTurns(), waiting: new Set(), isBusy: false },
    };
    this.#thin.set(key, thin);
    const bytes = this.#bytesOf(packet);
    const large = this.#largeOf(packet);
    if ((large === undefined ? thin.smallBytes : thin.turns.bytes) + bytes > QUEUE_BYTES_MAX) return false;
    if (large === undefined) {
      thin.small.push(packet);
      thin.smallBytes += bytes;
    } else {
      thin.turns.push(large === 'call' ? CALLS : large.registerId, packet, bytes);
      if (large !== 'call') thin.waiting.add(large.number);
    }
    if (!thin.isBusy) this.#leave(from, to, thin);
    return true;
  }

  /** The next of what waits, for as long as the link takes for it. */
  #leave(from: number, to: number, thin: Thin<P>): void {
    const bytesPerSecond = this.#bytesPerSecond || Number.POSITIVE_INFINITY;
    const small = thin.small.shift();
    const part = small === undefined ? thin.turns.next(Math.ceil((bytesPerSecond / 1000) * PART_MS)) : undefined;
    const packet = small ?? part?.item;
    thin.isBusy = packet !== undefined;
    if (packet === undefined) return;
    const bytes = part ? part.to - part.from : this.#bytesOf(packet);
    if (!part) thin.smallBytes -= bytes;
    this.carriedBytes += bytes;
    this.#scheduler.at((bytes / bytesPerSecond) * 1000, () => {
      if (part?.isLast !== false) this.#pass(from, to, packet);
      this.#leave(from, to, thin);
    });
    const large = part?.isLast ? this.#largeOf(packet) : undefined;
    if (large !== undefined && large !== 'call') thin.waiting.delete(large.number);
  }

  get #bytesPerSecond(): number {
    return this.#quality.bytesPerSecond ?? 0;
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
