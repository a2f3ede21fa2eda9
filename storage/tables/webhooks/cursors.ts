// How far the dockets of each register were told to webhooks. A register without a row was not looked at yet.
import type { Hash } from '../../../core/model/register.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** The newest docket that was told; -1 before the genesis. */
export interface WebhookCursor {
  readonly height: number;
  readonly hash: Hash;
}

const cursors = defineTable<number, WebhookCursor>('webhook-cursors');

export class WebhookCursors {
  private readonly rows: RowTable<number, WebhookCursor>;

  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.rows = new RowTable(kv, cursors);
  }

  get(reg: number): WebhookCursor | undefined {
    return this.rows.current(this.queued, reg);
  }

  put(reg: number, cursor: WebhookCursor): KvOp {
    return this.rows.put(reg, cursor);
  }

  del(reg: number): KvOp {
    return this.rows.del(reg);
  }
}
