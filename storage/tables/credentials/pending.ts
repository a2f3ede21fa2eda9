// Credentials that wallets wait for, a row a wallet: they are few, and their bound is judged and written in one turn.
import type { PendingCredential } from '../../../core/credentials/holding/pending.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const pending = defineTable<string, readonly PendingCredential[]>('pending-credentials');

export class PendingCredentials {
  private readonly table: RowTable<string, readonly PendingCredential[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, pending);
  }

  /** Oldest first. */
  of(wallet: string): readonly PendingCredential[] {
    return this.table.latest(this.queued, wallet) ?? [];
  }

  /** Durable ones, for an answer. */
  durableOf(wallet: string): readonly PendingCredential[] {
    return this.table.get(wallet) ?? [];
  }

  find(wallet: string, id: string): PendingCredential | undefined {
    return this.of(wallet).find((row) => row.id === id);
  }

  put(wallet: string, rows: readonly PendingCredential[]): KvOp {
    return rows.length === 0 ? this.table.del(wallet) : this.table.put(wallet, rows);
  }

  /** All that are waited for, at most `limit`. */
  async listWaiting(limit: number): Promise<readonly PendingCredential[]> {
    const waiting: PendingCredential[] = [];
    for await (const [, rows] of this.table.range()) {
      waiting.push(...rows.filter(({ state }) => state === 'Pending'));
      if (waiting.length >= limit) break;
    }
    return waiting.slice(0, limit);
  }
}
