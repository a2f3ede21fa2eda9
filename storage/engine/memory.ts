// A store in memory that tells what was written from what was synced, so that tests and the simulator can lose power at
// any moment. It keeps the contract of the real one: reads see durable data only, a batch survives whole or not at all,
// and a failed sync ends all writing.
import { compareBytes } from '../../core/base/bytes.js';
import { StoreError } from './fault.js';
import type { Kv, KvOp, KvRange } from './kv.js';

export interface MemoryKv extends Kv {
  /** Stops syncing: writes pile up until `sync` or `release`. */
  hold(): void;
  /** Syncs the oldest `count` writes (all by default). Their promises resolve. */
  sync(count?: number): void;
  /** Syncs everything and goes on syncing each write at once. */
  release(): void;
  /** Writes handed over and not synced. */
  readonly pending: number;
  /** The next sync fails, and with it every later write. */
  failNextSync(): void;
  /**
   * Loses power: this store is dead. Gives what the disk holds: all synced writes and the oldest `keep` of the others.
   */
  crash(keep?: number): MemoryKv;
}

const NO_VALUE = new Uint8Array();

interface Pending {
  readonly ops: readonly KvOp[];
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function memoryKv(): MemoryKv {
  return onDisk(new Disk());
}

function onDisk(disk: Disk): MemoryKv {
  const queue: Pending[] = [];
  const state = { held: false, failing: false, poison: undefined as Error | undefined, open: true };

  const settle = (count: number): void => {
    for (let i = 0; i < count && queue.length > 0; i++) {
      const write = queue.shift()!;
      if (state.failing)
        state.poison ??= new StoreError(
          'STORE_DAMAGED',
          'A write to the store failed; what reached the disk is unknown.',
        );
      if (state.poison) {
        write.reject(state.poison);
        continue;
      }
      disk.apply(write.ops);
      write.resolve();
    }
  };
  const requireOpen = (): void => {
    if (!state.open) throw new Error('the store is closed');
  };

  return {
    getSync(key) {
      requireOpen();
      return disk.get(key);
    },
    async getMany(keys) {
      requireOpen();
      return keys.map((key) => disk.get(key));
    },
    async *range(range) {
      requireOpen();
      yield* disk.range(range);
    },
    write(ops) {
      if (!state.open) return Promise.reject(new Error('the store is closed'));
      if (state.poison) return Promise.reject(state.poison);
      return new Promise<void>((resolve, reject) => {
        // The caller may reuse its array; the disk may not change with it.
        queue.push({ ops: [...ops], resolve, reject });
        if (!state.held) queueMicrotask(() => (state.held ? undefined : settle(1)));
      });
    },
    async close() {
      settle(queue.length);
      state.open = false;
    },
    hold() {
      state.held = true;
    },
    sync(count = queue.length) {
      settle(count);
    },
    release() {
      state.held = false;
      settle(queue.length);
    },
    get pending() {
      return queue.length;
    },
    failNextSync() {
      state.failing = true;
    },
    crash(keep = 0) {
      const survivor = disk.copy();
      for (const write of queue.slice(0, keep)) survivor.apply(write.ops);
      state.open = false;
      const lost = new Error('the power is gone');
      for (const write of queue.splice(0)) write.reject(lost);
      return onDisk(survivor);
    },
  };
}

/** Durable bytes in key order. New keys are merged into the order when a range asks for it. */
class Disk {
  private readonly values = new Map<string, Uint8Array>();
  private order: string[] = [];
  private stale = false;

  get(key: Uint8Array): Uint8Array | undefined {
    return this.values.get(latin1(key));
  }

  apply(ops: readonly KvOp[]): void {
    for (const op of ops) {
      const key = latin1(op.key);
      if (op.value === undefined) {
        if (this.values.delete(key)) this.stale = true;
      } else {
        if (!this.values.has(key)) this.stale = true;
        this.values.set(key, Buffer.from(op.value));
      }
    }
  }

  /** Collected before the first entry is given, so that the range is a snapshot. */
  range(range: KvRange): (readonly [Uint8Array, Uint8Array])[] {
    if (compareBytes(range.gte, range.lt) >= 0) return [];
    if (this.stale) {
      // Characters of latin1 texts compare like the bytes they stand for.
      this.order = [...this.values.keys()].sort();
      this.stale = false;
    }
    const keys = this.order.slice(this.lowerBound(latin1(range.gte)), this.lowerBound(latin1(range.lt)));
    if (range.reverse) keys.reverse();
    const wanted = range.limit === undefined || range.limit < 0 ? keys : keys.slice(0, range.limit);
    const read = range.keysOnly ? () => NO_VALUE : (key: string) => this.values.get(key)!;
    return wanted.map((key) => [Buffer.from(key, 'latin1'), read(key)] as const);
  }

  copy(): Disk {
    const copy = new Disk();
    for (const [key, value] of this.values) copy.values.set(key, value);
    copy.stale = true;
    return copy;
  }

  private lowerBound(key: string): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.order[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function latin1(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
}
