// Store version 5: accounts of before have addresses that somebody vouched for (the operator or an inviter), and
// sessions of before began with a password.
import type { RefreshFamily } from '../../core/tenant/session.js';
import type { PlatformUser } from '../../core/tenant/user.js';
import type { KvOp } from '../engine/kv.js';
import { defineTable, RowTable } from '../engine/table.js';
import type { Migration } from './migration.js';

const users = defineTable<string, PlatformUser>('users');
const families = defineTable<string, RefreshFamily>('refresh-families');

/** Rows of one batch: some hundred KiB. */
const BATCH_ROWS = 1000;

export const waysOfSignIn: Migration = {
  to: 5,
  name: 'verified addresses of accounts and the beginning of sessions',
  async run(kv, commit) {
    const [accounts, sessions] = [new RowTable(kv, users), new RowTable(kv, families)];
    await inBatches(commit, accounts.range(), ([id, user]) =>
      user.emailVerifiedAt === undefined ? accounts.put(id, { ...user, emailVerifiedAt: user.createdAt }) : undefined,
    );
    await inBatches(commit, sessions.range(), ([id, family]) =>
      family.method === undefined
        ? sessions.put(id, { ...family, method: 'pwd', signedInAtMs: family.createdAtMs })
        : undefined,
    );
  },
};

async function inBatches<T>(
  commit: (ops: readonly KvOp[]) => Promise<void>,
  rows: AsyncIterable<T>,
  change: (row: T) => KvOp | undefined,
): Promise<void> {
  let ops: KvOp[] = [];
  for await (const row of rows) {
    const op = change(row);
    if (op) ops.push(op);
    if (ops.length < BATCH_ROWS) continue;
    await commit(ops);
    ops = [];
  }
  if (ops.length > 0) await commit(ops);
}
