// Of store version 6: a row a wallet names who has a grant of it.
import type { Grant } from '../../core/wallet/grants.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { defineTable, RowTable } from '../engine/table.js';

const grants = defineTable<readonly [address: string, subject: string], Grant>('wallet-grants');
const subjects = defineTable<string, readonly string[]>('wallet-subjects');

const BATCH_ROWS = 1000;

export async function nameSubjects(kv: Kv, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
  const table = new RowTable(kv, subjects);
  let ops: KvOp[] = [];
  let [wallet, named]: [string, string[]] = ['', []];
  const end = () => {
    if (named.length > 0) ops.push(table.put(wallet, named));
    named = [];
  };
  // In the order of wallets: those of one stand together.
  for await (const [address, subject] of new RowTable(kv, grants).keys()) {
    if (address !== wallet) end();
    wallet = address;
    named.push(subject);
    if (ops.length < BATCH_ROWS) continue;
    await commit(ops);
    ops = [];
  }
  end();
  if (ops.length > 0) await commit(ops);
}
