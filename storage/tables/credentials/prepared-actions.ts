// Actions that wait for their credentials. All that an action says and all that was shown to it is encrypted.
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const prepared = defineTable<string, PreparedRow>('prepared-actions');

export interface PreparedRow {
  readonly id: string;
  /** The account or service that prepared it, and the session in which it did. */
  readonly owner: string;
  readonly sessionId: string;
  readonly organisationId: string;
  readonly expiresAtMs: number;
  /** The action with its seeds, and what was shown; encrypted. */
  readonly sealed: string;
}

export class PreparedActions {
  private readonly table: RowTable<string, PreparedRow>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, prepared);
  }

  find(id: string): PreparedRow | undefined {
    return this.table.latest(this.queued, id);
  }

  put(row: PreparedRow): KvOp {
    return this.table.put(row.id, row);
  }

  remove(id: string): KvOp {
    return this.table.del(id);
  }

  /** The operations that delete what is over, at most `limit`: ids lie in the order of their ends. */
  async sweep(nowMs: number, limit = 1000): Promise<readonly KvOp[]> {
    const ops: KvOp[] = [];
    for await (const [id, { expiresAtMs }] of this.table.range({ limit })) {
      if (expiresAtMs > nowMs) break;
      ops.push(this.table.del(id));
    }
    return ops;
  }
}
