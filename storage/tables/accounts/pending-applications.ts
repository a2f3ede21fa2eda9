// Notices of pending applications, one a platform user.
import { type PendingNotice, standingNotice } from '../../../core/wallet/citizen/pending-notice.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const notices = defineTable<string, PendingNotice>('pending-applications');

export class PendingApplications {
  private readonly table: RowTable<string, PendingNotice>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, notices);
  }

  of(platformUserId: string, nowMs: number): PendingNotice | undefined {
    return standingNotice(this.table.current(this.queued, platformUserId), nowMs);
  }

  put(platformUserId: string, notice: PendingNotice): KvOp {
    return this.table.put(platformUserId, notice);
  }

  clear(platformUserId: string): KvOp {
    return this.table.del(platformUserId);
  }

  /** Forgets those that are over, at most `limit`. Commits each by itself, so that one that is set meanwhile stays. */
  async sweep(nowMs: number, commit: (ops: readonly KvOp[]) => Promise<void>, limit = 1000): Promise<void> {
    let left = limit;
    for await (const id of this.table.keys()) {
      if (left === 0) return;
      const notice = this.table.current(this.queued, id);
      if (notice === undefined || standingNotice(notice, nowMs) !== undefined) continue;
      left--;
      await commit([this.clear(id)]);
    }
  }
}
