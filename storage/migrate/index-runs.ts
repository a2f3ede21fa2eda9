// Store version 2: the entries of index groups stand in runs and in their counters instead of a row each. They follow
// from the dockets, so they are deleted and made again, register by register.
import { regOf, rowRange } from '../keys/chain-keys.js';
import { rebuildIndexes, restartRebuildOp } from '../repair/rebuild.js';
import type { Migration } from './migration.js';

export const indexRuns: Migration = {
  to: 2,
  name: 'entries of index groups in runs',
  async run(kv, commit) {
    const regs: number[] = [];
    for await (const [key] of kv.range(rowRange('head'))) regs.push(regOf(key));
    const journal = { commit, getSync: kv.getSync.bind(kv) };
    for (const reg of regs) {
      // The rows that an unfinished rebuild of the old version made are deleted too.
      await commit([restartRebuildOp(reg)]);
      await rebuildIndexes({ kv, journal, reg });
    }
  },
};
