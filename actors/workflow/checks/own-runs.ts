// Runs that this node executed and sealed itself, by the transaction that they are. A check of them here would be the
// same program at the same rules once more: who patched the one patched the other. Every other node checks them as it
// checks all runs. Kept in memory: after a restart they are checked like the rest.
import { LRUCache } from 'lru-cache';
import { growing } from '../../../core/base/growing.js';
import { OWN_RUNS_MAX } from '../../../core/base/limits/node/reading.js';

/** Decision 0108. */
export class OwnRuns {
  private readonly made = new LRUCache<string, true>(growing(OWN_RUNS_MAX));

  /**
   * Only of what was executed here by all rules that a reader checks, and sealed to keys that wallets of this node open
   * with.
   */
  add(txId: string): void {
    this.made.set(txId, true);
  }

  has(txId: string): boolean {
    return this.made.get(txId) !== undefined;
  }
}
