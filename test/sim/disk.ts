// The disk of one node over all its runs: storage/engine/memory.ts with syncs that take as long as the seed says. A
// crash loses what was not synced; the write on its way survives in half of the cases. It may also fail, or forget what
// it had synced.
import type { Kv, KvOp } from '../../storage/engine/kv.js';
import type { MemoryKv } from '../../storage/engine/memory.js';
import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';

export interface DiskPorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  syncMs(): readonly [low: number, high: number];
  /** A write was handed over and is not synced. */
  onWrite(): void;
}

/** A batch that was synced lately, with what was there before it. */
interface Synced {
  readonly ops: readonly KvOp[];
  readonly before: readonly KvOp[];
}

/** So many batches can be lost by a disk that lies. */
const HISTORY = 6;

/**
 * How a planted bug may spoil a write: the batches that are synced one after the other, and what is only ever cached.
 */
export type Spoil = (ops: readonly KvOp[]) => {
  readonly batches: readonly (readonly KvOp[])[];
  readonly unsynced: readonly KvOp[];
};

export class SimDisk {
  #engine: MemoryKv;
  readonly #ports: DiskPorts;
  readonly #spoil: Spoil | undefined;
  readonly #history: Synced[] = [];
  #synced = 0;
  #changes = 0;
  #stalledUntilMs = 0;
  #failing = false;

  constructor(engine: MemoryKv, ports: DiskPorts, spoil?: Spoil) {
    this.#engine = engine;
    this.#ports = ports;
    this.#spoil = spoil;
    engine.hold();
  }

  /** The store as the present run of the node sees it. */
  open(): Kv {
    const engine = this.#engine;
    const cache = new Map<string, Uint8Array | undefined>();
    const text = (key: Uint8Array) => Buffer.from(key).toString('latin1');
    // Reads of a dead process, on its way to the end of a turn, have no effect any more.
    const readable = () => this.#engine;
    return {
      getSync: (key) => (cache.has(text(key)) ? cache.get(text(key)) : readable().getSync(key)),
      getMany: (keys) => readable().getMany(keys),
      range: (range) => readable().range(range),
      close: () => {
        this.#changes++;
        return engine.close();
      },
      write: async (ops) => {
        const { batches, unsynced } = this.#spoil?.(ops) ?? { batches: [ops], unsynced: [] };
        for (const batch of batches) await this.#write(engine, batch);
        for (const op of unsynced) cache.set(text(op.key), op.value);
      },
    };
  }

  /** The value that would be left if the power went now and the write on its way were lost. */
  durable(key: Uint8Array): Uint8Array | undefined {
    return this.#engine.getSync(key);
  }

  /** Grows whenever what is durable may have changed. */
  get changes(): number {
    return this.#changes;
  }

  stall(ms: number): void {
    this.#stalledUntilMs = this.#ports.scheduler.now + ms;
  }

  /** The next write fails, and all that come after it until the node starts again. */
  fail(): void {
    this.#failing = true;
    this.#engine.failNextSync();
  }

  get isFailing(): boolean {
    return this.#failing;
  }

  crash(): void {
    const survives = this.#engine.pending > 0 && this.#ports.dice.chance(0.5);
    this.#engine = this.#engine.crash(survives ? 1 : 0);
    this.#changes++;
    this.#engine.hold();
    this.#failing = false;
  }

  /**
   * After a crash: the disk no longer has a batch that it had synced, but the first of all, without which there is no
   * store. False when there is none. Rows that a write wrote again which outlived a crash on its way go back as well:
   * more than one lost record, and a repair has to bear it.
   */
  lose(which: 'last' | 'middle'): boolean {
    const back = which === 'last' ? 1 : this.#ports.dice.integer(2, HISTORY);
    if (this.#synced <= back) return false;
    const lost = this.#history.splice(-back);
    if (lost.length < back) return false;
    const undone = lost.reverse().flatMap(({ before }) => before);
    const kept = lost
      .reverse()
      .slice(1)
      .flatMap(({ ops }) => ops);
    void this.#engine.write([...undone, ...kept]);
    this.#engine.sync(1);
    this.#changes++;
    return true;
  }

  #write(engine: MemoryKv, ops: readonly KvOp[]): Promise<void> {
    const { scheduler, dice } = this.#ports;
    const written = engine.write(ops);
    const [low, high] = this.#ports.syncMs();
    const stallMs = Math.max(0, this.#stalledUntilMs - scheduler.now);
    scheduler.at(stallMs + dice.skewed(low, Math.max(low, high)), () => {
      if (engine !== this.#engine) return;
      const before = ops.map(({ key }) => ({ key, value: engine.getSync(key) }));
      engine.sync(1);
      this.#changes++;
      if (this.#failing) return;
      this.#synced++;
      this.#history.push({ ops: [...ops], before });
      if (this.#history.length > HISTORY) this.#history.shift();
    });
    this.#ports.onWrite();
    return written;
  }
}
