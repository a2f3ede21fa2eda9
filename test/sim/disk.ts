// The disk of one node over all its runs: storage/memory.ts with syncs that take as long as the seed says. A crash loses what was not synced; the
// write on its way survives in half of the cases.
import type { Kv, KvOp } from '../../storage/kv.js';
import type { MemoryKv } from '../../storage/memory.js';
import type { Scheduler } from './clock.js';
import type { Dice } from './random.js';

export interface DiskPorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  syncMs(): readonly [low: number, high: number];
  /** A write was handed over and is not synced. */
  onWrite(): void;
}

/** How a planted bug may spoil a write: the batches that are synced one after the other, and what is only ever cached. */
export type Spoil = (ops: readonly KvOp[]) => {
  readonly batches: readonly (readonly KvOp[])[];
  readonly unsynced: readonly KvOp[];
};

export class SimDisk {
  #engine: MemoryKv;
  readonly #ports: DiskPorts;
  readonly #spoil: Spoil | undefined;
  #stalledUntilMs = 0;

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
    return {
      getSync: (key) => (cache.has(text(key)) ? cache.get(text(key)) : engine.getSync(key)),
      getMany: (keys) => engine.getMany(keys),
      range: (range) => engine.range(range),
      close: () => engine.close(),
      write: async (ops) => {
        const { batches, unsynced } = this.#spoil?.(ops) ?? { batches: [ops], unsynced: [] };
        for (const batch of batches) await this.#write(engine, batch);
        for (const op of unsynced) cache.set(text(op.key), op.value);
      },
    };
  }

  /** What would be left if the power went now and the write on its way were lost. */
  durable(key: Uint8Array): Uint8Array | undefined {
    return this.#engine.getSync(key);
  }

  stall(ms: number): void {
    this.#stalledUntilMs = this.#ports.scheduler.now + ms;
  }

  crash(): void {
    const survives = this.#engine.pending > 0 && this.#ports.dice.chance(0.5);
    this.#engine = this.#engine.crash(survives ? 1 : 0);
    this.#engine.hold();
  }

  #write(engine: MemoryKv, ops: readonly KvOp[]): Promise<void> {
    const { scheduler, dice } = this.#ports;
    const written = engine.write(ops);
    const [low, high] = this.#ports.syncMs();
    const stallMs = Math.max(0, this.#stalledUntilMs - scheduler.now);
    scheduler.at(stallMs + dice.skewed(low, Math.max(low, high)), () => engine.sync(1));
    this.#ports.onWrite();
    return written;
  }
}
