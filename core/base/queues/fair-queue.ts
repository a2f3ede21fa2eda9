// A queue before a worker that many organisations share: they take turns, whatever each of them brings. Pure: it knows
// no clock and no worker.
import { shareOf } from './turn-key.js';

export interface FairBounds {
  /** Entries that wait, of all keys together. */
  readonly all: number;
  /** Entries of one share that wait: of an organisation, or of all who have one share together. */
  readonly key: number;
}

/** The entries without a place, and after how many turns of the worker they may be brought again. */
export interface Turned<T> {
  readonly value: T;
  readonly turns: number;
}

/** Decisions 0094 and 0125. */
export class FairQueue<T> {
  /** In the order of their next turns. None is empty. */
  private readonly shares = new Map<string, Members<T>>();
  private count = 0;

  constructor(private readonly bounds: FairBounds) {}

  get size(): number {
    return this.count;
  }

  /** After so many turns each of those who wait had one. */
  get turns(): number {
    return Math.max(1, this.shares.size);
  }

  /**
   * Takes the value in, or gives what has no place: the value, or the newest of the share with the most. The latter,
   * only where the queue is full and that share has at least two more than this one: a share that brings little finds a
   * place however much the others bring. The same holds among the members of one share, where that is full.
   */
  push(key: string, value: T): Turned<T> | undefined {
    const share = shareOf(key);
    const own = this.shares.get(share);
    const held = own?.size ?? 0;
    const { turns } = this;
    let turned: Turned<T> | undefined;
    if (held >= this.bounds.key || this.count >= this.bounds.all) {
      const most = held >= this.bounds.key ? undefined : largestShare(this.sizes());
      const other = most !== undefined && most.size >= held + 2 ? this.shares.get(most.key) : undefined;
      const left = other ? other.pop() : own?.popFor(key);
      if (left === undefined) return { value, turns };
      turned = { value: left.value, turns };
      this.count -= 1;
    }
    this.count += 1;
    // The share that gave a place may be this one, which is not empty then.
    this.membersOf(share).push(key, value);
    return turned;
  }

  /** Whether `push` would take a value of the key in now, to a free place or to one that another gives. */
  takes(key: string): boolean {
    const own = this.shares.get(shareOf(key));
    const held = own?.size ?? 0;
    if (held < this.bounds.key) {
      if (this.count < this.bounds.all) return true;
      if ((largestShare(this.sizes())?.size ?? 0) >= held + 2) return true;
    }
    return own?.gives(key) === true;
  }

  /** The oldest of the member whose turn it is, of the share whose turn it is. */
  shift(): T | undefined {
    const next = this.shares.entries().next();
    if (next.done) return undefined;
    const [share, members] = next.value;
    const value = members.shift();
    this.count -= 1;
    // To the end of the round, where a share stands that has brought something just now.
    this.shares.delete(share);
    if (members.size > 0) this.shares.set(share, members);
    return value;
  }

  /**
   * Puts back what was taken just now and needs another turn: it is the first of its key again, at the end of the
   * round. No bound counts.
   */
  back(key: string, value: T): void {
    this.count += 1;
    this.membersOf(shareOf(key)).unshift(key, value);
  }

  /** Takes out all that waits. */
  drain(): T[] {
    const all = [...this.shares.values()].flatMap((members) => members.all());
    this.shares.clear();
    this.count = 0;
    return all;
  }

  private membersOf(share: string): Members<T> {
    const own = this.shares.get(share);
    if (own) return own;
    const members = new Members<T>();
    this.shares.set(share, members);
    return members;
  }

  private *sizes(): Iterable<readonly [string, number]> {
    for (const [share, { size }] of this.shares) yield [share, size];
  }
}

/**
 * Entries of one share that wait: mostly one list, and where many have the share together a list each, which take
 * turns.
 */
class Members<T> {
  /** In the order of their next turns. No list is empty. */
  private readonly lists = new Map<string, T[]>();
  size = 0;

  push(key: string, value: T): void {
    this.size += 1;
    const own = this.lists.get(key);
    if (own) own.push(value);
    else this.lists.set(key, [value]);
  }

  unshift(key: string, value: T): void {
    this.size += 1;
    const own = this.lists.get(key);
    if (own) own.unshift(value);
    else this.lists.set(key, [value]);
  }

  shift(): T {
    const [key, list] = this.lists.entries().next().value as [string, T[]];
    const value = list.shift() as T;
    this.size -= 1;
    this.lists.delete(key);
    if (list.length > 0) this.lists.set(key, list);
    return value;
  }

  /** The newest of the member with the most. */
  pop(): { readonly value: T } | undefined {
    return this.take(largestShare(this.sizes())?.key);
  }

  /** The same for a member that has at least two less; undefined where there is none. */
  popFor(key: string): { readonly value: T } | undefined {
    return this.take(this.giverFor(key));
  }

  /** Whether there is one. */
  gives(key: string): boolean {
    return this.giverFor(key) !== undefined;
  }

  all(): T[] {
    return [...this.lists.values()].flat();
  }

  private giverFor(key: string): string | undefined {
    const most = largestShare(this.sizes());
    return most === undefined || most.size < (this.lists.get(key)?.length ?? 0) + 2 ? undefined : most.key;
  }

  private take(key: string | undefined): { readonly value: T } | undefined {
    const list = key === undefined ? undefined : this.lists.get(key);
    if (key === undefined || list === undefined) return undefined;
    const value = list.pop() as T;
    this.size -= 1;
    if (list.length === 0) this.lists.delete(key);
    return { value };
  }

  private *sizes(): Iterable<readonly [string, number]> {
    for (const [key, list] of this.lists) yield [key, list.length];
  }
}

/** The share that holds the most; of several the first. */
function largestShare(
  sizes: Iterable<readonly [key: string, size: number]>,
): { readonly key: string; readonly size: number } | undefined {
  let most: { readonly key: string; readonly size: number } | undefined;
  for (const [key, size] of sizes) if (most === undefined || size > most.size) most = { key, size };
  return most;
}
