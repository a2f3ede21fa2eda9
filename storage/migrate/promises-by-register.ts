// Store version 4: promised submissions stand under their register. Each keeps its value byte for byte and moves within
// one batch, so that it is promised at every moment, whatever ends the process meanwhile.

import { decodeEntry } from '../chain/outbox.js';
import type { KvOp } from '../engine/kv.js';
import { rowRange } from '../keys/chain-keys.js';
import { outboxTxId, promiseKey } from '../keys/submission-keys.js';
import type { Migration } from './migration.js';

/** Bytes of transactions that one batch moves. */
const BATCH_BYTES = 1024 * 1024;

export const promisesByRegister: Migration = {
  to: 4,
  name: 'promised submissions under their register',
  async run(kv, commit) {
    let ops: KvOp[] = [];
    let bytes = 0;
    for await (const [key, value] of kv.range(rowRange('submission'))) {
      const { registerId } = decodeEntry(value);
      ops.push({ key: promiseKey(registerId, outboxTxId(key)), value }, { key, value: undefined });
      bytes += value.length;
      if (bytes < BATCH_BYTES) continue;
      await commit(ops);
      ops = [];
      bytes = 0;
    }
    if (ops.length > 0) await commit(ops);
  },
};
