// The form of a migration of the store. Types only.
import type { Kv, KvOp } from '../engine/kv.js';

export interface Migration {
  /** Store version that it leads to; the list rises by one. */
  readonly to: number;
  readonly name: string;
  /**
   * Commits any number of batches, each of which may be repeated after a crash; the version is written after the last.
   */
  readonly run: (kv: Kv, commit: (ops: readonly KvOp[]) => Promise<void>) => Promise<void>;
}
