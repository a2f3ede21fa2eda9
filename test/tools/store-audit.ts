// Judges the store of a stopped node whole, without the node: every docket of every register from genesis on, with
// hashes, roots, links, certificates, all signatures, the fold of the state, and every index place. It reads only.

import { certificateIssues, foldDocket } from '../../cli/disk/chain-rules.js';
import type { Issue } from '../../core/base/issue.js';
import { readBody, readPointer } from '../../storage/chain/chain-read.js';
import { Outbox } from '../../storage/chain/outbox.js';
import { Registers } from '../../storage/chain/registers.js';
import type { Kv } from '../../storage/engine/kv.js';
import { openLevel } from '../../storage/engine/level.js';
import { sound } from '../../storage/engine/value.js';
import { deepCheck } from '../../storage/repair/check.js';
import { strayBodies } from '../../storage/repair/stray-bodies.js';

export interface StoreFindings {
  readonly registers: number;
  readonly dockets: number;
  readonly transactions: number;
  /** Accepted submissions that wait. */
  readonly promised: number;
  /**
   * Stored bodies that no docket and no list of proposed ones names, of registers without another issue. An intact disk
   * has none.
   */
  readonly strays: number;
  /** Empty is what one wants. */
  readonly issues: readonly Issue[];
  /** Docket hashes by height, by register id. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
}

/** Opens the store in `dataDir`, whose node must not run. Throws StoreError when it does. */
export async function auditStore(
  dataDir: string,
  onProgress?: (docket: number, of: number) => void,
): Promise<StoreFindings> {
  const kv = await openLevel(dataDir);
  try {
    const registers = await Registers.load(kv);
    const hashes = new Map<string, string[]>();
    const issues: Issue[] = [];
    const counted = { dockets: 0, transactions: 0, strays: 0 };
    for (const { id, reg, genesisHash } of registers.all()) {
      const own: string[] = [];
      hashes.set(id, own);
      const progress = onProgress === undefined ? {} : { onProgress };
      const found = await deepCheck({ kv, reg, verify: certificateIssues, apply: foldDocket, ...progress });
      issues.push(...found);
      for (let at = readPointer(kv, reg, 0); at; at = readPointer(kv, reg, own.length)) own.push(at.hash);
      if (own[0] !== genesisHash)
        issues.push({ code: 'STORE_DAMAGED', path: '', message: 'Another genesis is recorded.' });
      counted.dockets += own.length;
      counted.transactions += transactionsTo(kv, reg, own.length - 1);
      // Only beside sound dockets it is known which bodies are sealed.
      if (found.length === 0) for await (const _ of strayBodies(kv, reg, () => Promise.resolve())) counted.strays++;
    }
    let promised = 0;
    for await (const _ of new Outbox(kv).entries()) promised++;
    return { registers: registers.size, ...counted, promised, issues, hashes };
  } finally {
    await kv.close();
  }
}

/** Transactions of the dockets up to and with a height, as far as the last one can be read. */
function transactionsTo(kv: Pick<Kv, 'getSync'>, reg: number, height: number): number {
  const last = readPointer(kv, reg, height);
  const body = last && sound(() => readBody(kv, { reg, height, hash: last.hash }));
  return (last?.txBefore ?? 0) + (body?.txIds.length ?? 0);
}
