// What waits for a worker that many organisations share: they take turns, whatever each of them brings. Pure: it knows no clock and no worker.

export interface FairBounds {
  /** What waits, of all keys together. */
  readonly all: number;
  /** What waits of one key. */
  readonly key: number;
}

/** What has no place, and after how many turns of the worker it may be brought again. */
export interface Turned<T> {
  readonly value: T;
  readonly turns: number;
}

export class FairQueue<T> {
  /** In the order of their next turns. No list is empty. */
  private readonly lists = new Map<string, T[]>();
  private count = 0;

  constructor(private readonly bounds: FairBounds) {}

  get size(): number {
    return this.count;
  }

  /**
   * Takes the value in, or gives what has no place: the value, or the newest of the key with the most. The latter, only where the queue is full and that key has at least two
   * more than this one: whoever brings little finds a place however much the others bring.
   */
  push(key: string, value: T): Turned<T> | undefined {
    const own = this.lists.get(key);
    const held = own?.length ?? 0;
    // One of each key leaves in so many turns.
    const turns = Math.max(1, this.lists.size);
    if (held >= this.bounds.key) return { value, turns };
    let turned: Turned<T> | undefined;
    if (this.count >= this.bounds.all) {
      const most = largestShare(this.sizes());
      if (most === undefined || most.size < held + 2) return { value, turns };
      turned = { value: this.lists.get(most.key)?.pop() as T, turns };
      this.count -= 1;
    }
    this.count += 1;
    if (own) own.push(value);
    else this.lists.set(key, [value]);
    return turned;
  }

  /** The oldest of the key whose turn it is. */
  shift(): T | undefined {
    const next = this.lists.entries().next();
    if (next.done) return undefined;
    const [key, list] = next.value;
    const value = list.shift() as T;
    this.count -= 1;
    // To the end of the round, where a key stands that has brought something just now.
    this.lists.delete(key);
    if (list.length > 0) this.lists.set(key, list);
    return value;
  }

  /** Puts back what was taken just now and needs another turn: it is the first of its key again, at the end of the round. No bound counts. */
  back(key: string, value: T): void {
    this.count += 1;
    const own = this.lists.get(key);
    if (own) own.unshift(value);
    else this.lists.set(key, [value]);
  }

  /** Takes out all that waits. */
  drain(): T[] {
    const all = [...this.lists.values()].flat();
    this.lists.clear();
    this.count = 0;
    return all;
  }

  private *sizes(): Iterable<readonly [string, number]> {
    for (const [key, list] of this.lists) yield [key, list.length];
  }
}

/** Who holds the most; of several the first. */
export function largestShare(
  sizes: Iterable<readonly [key: string, size: number]>,
): { readonly key: string; readonly size: number } | undefined {
  let most: { readonly key: string; readonly size: number } | undefined;
  for (const [key, size] of sizes) if (most === undefined || size > most.size) most = { key, size };
  return most;
}
