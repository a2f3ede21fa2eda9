// The reserve of the disk, in bytes and in files: with less free than that the node only reads, long before LevelDB
// fails in the middle of a write and the process has to end. It looks once a second and goes on by itself when there is
// room again. It knows nothing of who writes.
import type { Log, Timer } from '../../core/base/ports.js';

/** The room on a disk. */
export interface DiskRoom {
  /** Bytes that may still be written. */
  readonly bytes: number;
  /** Files that may still be made (inodes); undefined where the disk does not say, or has as many as it needs. */
  readonly files: number | undefined;
}

export interface ReservePorts {
  /** Of the disk of the store; undefined where that is not known. */
  free(): DiskRoom | undefined;
  setTimer(run: () => void, ms: number): Timer;
  readonly log: Log;
}

/**
 * Two write buffers that LevelDB may have to write out (64 MiB), the tables of a compaction under way (some 128 MiB);
 * then small rows until there is room again. Half of what files leave free, so that files stop first.
 */
export const RESERVE_BYTES = 256 * 1024 * 1024;
/**
 * The tables of the largest compaction and the flushes meanwhile are some dozens of 4 MiB; with the logs, MANIFEST and
 * MARK of a start. A disk that has hardly more is full for everybody.
 */
export const RESERVE_FILES = 256;
/** A second of sealing writes far less than the smallest reserve that makes sense. */
const LOOK_MS = 1000;
/**
 * Room comes back only with a quarter more than the reserve: else a node at the edge would change its mind with every
 * compaction.
 */
const BACK = 1.25;

export class DiskReserve {
  private readonly ports: ReservePorts;
  private readonly bytes: number;
  private timer: Timer | undefined;
  private low = false;
  private seen: DiskRoom | undefined;
  private waiting: (() => void)[] = [];

  /** `bytes` 0: no reserve. */
  constructor(ports: ReservePorts, bytes: number) {
    this.ports = ports;
    this.bytes = bytes;
  }

  /** True while nothing more shall be sealed or taken. */
  get isLow(): boolean {
    return this.low;
  }

  /** As seen last. */
  get free(): DiskRoom | undefined {
    return this.seen;
  }

  get reserveBytes(): number {
    return this.bytes;
  }

  /** Resolves when there is room. */
  room(): Promise<void> {
    return this.low ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve();
  }

  start(): void {
    if (this.bytes === 0) return;
    this.look();
    this.timer = this.ports.setTimer(() => this.start(), LOOK_MS);
  }

  /** Writers that wait go on: a stop may use the reserve. */
  stop(): void {
    this.timer?.cancel();
    this.set(false);
  }

  private look(): void {
    const free = this.ports.free();
    this.seen = free;
    if (free === undefined) return;
    const factor = this.low ? BACK : 1;
    const isLow = free.bytes < this.bytes * factor || (free.files !== undefined && free.files < RESERVE_FILES * factor);
    if (isLow === this.low) return;
    const figures = {
      ...{ freeBytes: free.bytes, reserveBytes: this.bytes },
      ...{ freeInodes: free.files, reserveInodes: RESERVE_FILES },
    };
    if (isLow)
      this.ports.log.error(
        figures,
        'The disk of the store is nearly full: this node only reads and seals nothing until there is more room.',
      );
    else this.ports.log.info(figures, 'The disk of the store has room again: this node goes on.');
    this.set(isLow);
  }

  private set(isLow: boolean): void {
    this.low = isLow;
    if (isLow) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
