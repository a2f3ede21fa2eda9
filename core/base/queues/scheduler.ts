// Whose turn it is where many organisations share a worker, whatever each of them brings. Pure: it knows no clock, no
// worker and no promise.
//
// The bound, which its test holds against random arrivals, keys and costs: no share has two turns while another waits
// that may have one. So a share that waits has its next turn after at most one turn of each other share. Of n members
// that wait in one share, each has its turn after at most n - 1 turns of that share. An entry is through when its key
// had as many turns as the entry and those before it in its key cost together.
import { shareOf } from './turn-key.js';

export interface WaitingBounds {
  /** Entries that wait, of all keys together. */
  readonly all: number;
  /** Entries of one share that wait: of an organisation, or of all who have one share together. */
  readonly key: number;
}

export interface SchedulerOptions<T = never> {
  /** Without it the adder of the entries bounds their number. */
  readonly waiting?: WaitingBounds;
  /**
   * Turns under way at once, of all keys and of one key, each from `take` or `begins` until `end`. Where neither is
   * given, turns have no end and no bound.
   */
  readonly atOnce?: number | (() => number);
  readonly atOnceKey?: number;
  /**
   * The turns that an entry takes still, asked when it is about to have one; it leaves without one where that is 0.
   * Every entry takes one unless it is given. An entry takes its last where it throws or gives no number.
   */
  costOf?(value: T): number;
}

/** The entry without a place, and after how many turns of the worker it may be brought again. */
export interface Displaced<T> {
  readonly value: T;
  readonly turns: number;
}

/** The entries of one share by key, oldest first. Shares and keys are in the order of their turns, and not empty. */
interface Share<T> {
  size: number;
  readonly lines: Map<string, T[]>;
}

const NO_BOUNDS: WaitingBounds = { all: Number.POSITIVE_INFINITY, key: Number.POSITIVE_INFINITY };

/** Decisions 0094, 0125 and 0192. */
export class Scheduler<T> {
  private readonly shares = new Map<string, Share<T>>();
  private readonly bounds: WaitingBounds;
  private readonly ofKeys = new Map<string, number>();
  private count = 0;
  private running = 0;

  constructor(private readonly options: SchedulerOptions<T> = {}) {
    this.bounds = options.waiting ?? NO_BOUNDS;
  }

  /** Entries that wait. */
  get size(): number {
    return this.count;
  }

  /** After so many turns each share that waits had one. */
  get turns(): number {
    return Math.max(1, this.shares.size);
  }

  get underWay(): number {
    return this.running;
  }

  /** The same of each key, where it is bounded; no key with none. */
  get underWayOf(): ReadonlyMap<string, number> {
    return this.ofKeys;
  }

  /** Gives a turn at once, where no other waits for it. `end` follows; false where the entry has to wait. */
  begins(key: string): boolean {
    // Where turns of a key are bounded, an entry that waits in spite of room waits for those of its own.
    const isNext = this.count === 0 || this.options.atOnceKey !== undefined;
    if (!isNext || !this.hasRoom() || this.isFull(key)) return false;
    this.countTurn(key, 1);
    return true;
  }

  /**
   * Takes the value in, or gives what has no place: the value, or the newest of the share with the most. The latter,
   * only where the queue is full and that share has at least two more than this one: a share that brings little finds a
   * place however much the others bring. The same holds among the members of one share, where that is full.
   */
  push(key: string, value: T): Displaced<T> | undefined {
    const { turns } = this;
    let displaced: Displaced<T> | undefined;
    if (!this.hasPlace(key)) {
      const giver = this.giverFor(key);
      if (giver === undefined) return { value, turns };
      displaced = { value: this.shares.get(shareOf(giver))?.lines.get(giver)?.pop() as T, turns };
      this.leave(giver);
    }
    const name = shareOf(key);
    const share = this.shares.get(name) ?? { size: 0, lines: new Map<string, T[]>() };
    this.shares.set(name, share);
    const line = share.lines.get(key);
    if (line) line.push(value);
    else share.lines.set(key, [value]);
    share.size += 1;
    this.count += 1;
    return displaced;
  }

  /** Whether `push` would take a value of the key in now, to a free place or to one that another gives. */
  takes(key: string): boolean {
    return this.hasPlace(key) || this.giverFor(key) !== undefined;
  }

  /**
   * The value whose turn it is, of that key alone where one is given; undefined where none waits that may have one.
   * `end` follows where turns are bounded.
   */
  take(only?: string): T | undefined {
    if (this.count === 0 || !this.hasRoom()) return undefined;
    if (only !== undefined) return this.takeOf(only);
    for (const { lines } of this.shares.values())
      for (const key of lines.keys()) {
        const value = this.takeOf(key);
        if (value !== undefined) return value;
      }
    return undefined;
  }

  /** A turn is over: another may be taken. The key counts where its turns are bounded. */
  end(key = ''): void {
    this.countTurn(key, -1);
  }

  /** Takes out what does not wait any more. */
  remove(key: string, value: T): void {
    const line = this.shares.get(shareOf(key))?.lines.get(key);
    const at = line?.indexOf(value) ?? -1;
    if (at < 0) return;
    line?.splice(at, 1);
    this.leave(key);
  }

  /** Takes out all that waits. */
  drain(): T[] {
    const all = [...this.shares.values()].flatMap(({ lines }) => [...lines.values()].flat());
    this.shares.clear();
    this.count = 0;
    return all;
  }

  private hasRoom(): boolean {
    const { atOnce } = this.options;
    return atOnce === undefined || this.running < (typeof atOnce === 'number' ? atOnce : atOnce());
  }

  private isFull(key: string): boolean {
    const { atOnceKey } = this.options;
    return atOnceKey !== undefined && (this.ofKeys.get(key) ?? 0) >= atOnceKey;
  }

  private countTurn(key: string, by: 1 | -1): void {
    const { atOnce, atOnceKey } = this.options;
    if (atOnce !== undefined || atOnceKey !== undefined) this.running += by;
    if (atOnceKey === undefined) return;
    const left = (this.ofKeys.get(key) ?? 0) + by;
    if (left === 0) this.ofKeys.delete(key);
    else this.ofKeys.set(key, left);
  }

  private takeOf(key: string): T | undefined {
    const name = shareOf(key);
    const share = this.shares.get(name);
    const line = share?.lines.get(key);
    if (!share || !line || this.isFull(key)) return undefined;
    const value = this.next(share, line);
    // To the end of the round, where a share stands that has brought something just now.
    share.lines.delete(key);
    if (line.length > 0) share.lines.set(key, line);
    if (value !== undefined || share.size === 0) this.shares.delete(name);
    if (share.size > 0) this.shares.set(name, share);
    if (value !== undefined) this.countTurn(key, 1);
    return value;
  }

  /** The oldest that takes a turn: those that take none any more leave, and so does one with its last. */
  private next(share: Share<T>, line: T[]): T | undefined {
    while (line.length > 0) {
      const value = line[0] as T;
      const cost = this.costOf(value);
      if (cost <= 1) {
        line.shift();
        share.size -= 1;
        this.count -= 1;
      }
      if (cost > 0) return value;
    }
    return undefined;
  }

  /** An entry that cannot say its cost leaves with a turn: others wait behind it. */
  private costOf(value: T): number {
    try {
      const cost = this.options.costOf?.(value) ?? 1;
      return Number.isNaN(cost) ? 1 : cost;
    } catch {
      return 1;
    }
  }

  private hasPlace(key: string): boolean {
    return this.count < this.bounds.all && (this.shares.get(shareOf(key))?.size ?? 0) < this.bounds.key;
  }

  /** The key whose newest entry gives its place to one of this key. */
  private giverFor(key: string): string | undefined {
    const own = this.shares.get(shareOf(key));
    const held = own?.size ?? 0;
    const most = held < this.bounds.key ? largest(this.shares, held + 2, ({ size }) => size) : undefined;
    const other = most === undefined ? undefined : this.shares.get(most);
    if (other) return largest(other.lines, 1, ({ length }) => length);
    return own && largest(own.lines, (own.lines.get(key)?.length ?? 0) + 2, ({ length }) => length);
  }

  /** An entry left without a turn. */
  private leave(key: string): void {
    const name = shareOf(key);
    const from = this.shares.get(name) as Share<T>;
    from.size -= 1;
    this.count -= 1;
    if (from.lines.get(key)?.length === 0) from.lines.delete(key);
    if (from.size === 0) this.shares.delete(name);
  }
}

/** The name with the most, of several the first; undefined where none has at least so many. */
function largest<W>(all: ReadonlyMap<string, W>, least: number, sizeOf: (who: W) => number): string | undefined {
  let most: string | undefined;
  let size = least - 1;
  for (const [name, who] of all)
    if (sizeOf(who) > size) {
      most = name;
      size = sizeOf(who);
    }
  return most;
}
