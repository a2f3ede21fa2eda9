// Histories of presentations, one row a platform user: the bound on them is judged and written in one turn.
import { type PastPresentation, withPresentation } from '../../../core/wallet/citizen/presentation-history.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const histories = defineTable<string, readonly PastPresentation[]>('presentation-histories');

export class PresentationHistory {
  private readonly table: RowTable<string, readonly PastPresentation[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, histories);
  }

  /** Newest first. */
  of(platformUserId: string): readonly PastPresentation[] {
    return this.table.current(this.queued, platformUserId) ?? [];
  }

  /** Commit it in the turn of the call. */
  add(platformUserId: string, added: PastPresentation): KvOp {
    return this.table.put(platformUserId, withPresentation(this.of(platformUserId), added));
  }

  clear(platformUserId: string): KvOp {
    return this.table.del(platformUserId);
  }
}
