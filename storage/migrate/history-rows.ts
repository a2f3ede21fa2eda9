// Store version 3: every sixteenth docket has a row of the history tree. They follow from the pointers of the dockets.
import { readHead } from '../chain/chain-read.js';
import { makeHistory } from '../chain/history.js';
import { regOf, rowRange } from '../keys/chain-keys.js';
import type { Migration } from './migration.js';

export const historyRows: Migration = {
  to: 3,
  name: 'rows of the history tree',
  async run(kv, commit) {
    const regs: number[] = [];
    for await (const [key] of kv.range(rowRange('head'))) regs.push(regOf(key));
    for (const reg of regs) {
      const head = readHead(kv, reg);
      if (head) await makeHistory({ kv, reg, commit }, head);
    }
  },
};
