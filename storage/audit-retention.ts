// How long the audit trail is kept. A pass walks all rows from the newest to the oldest of each organisation, a bounded number of them at a time, and
// deletes what is too old or beyond the rows that an organisation keeps: nothing has to be counted where rows are written.
import { type AuditKey, auditRows } from './audit-trail.js';
import type { KvOp } from './kv.js';
import { type KvReader, Table } from './table.js';

export interface AuditKeeping {
  /** Days that a row is kept; 0 keeps it for ever. */
  readonly days: number;
  /** Rows of one organisation, the newest; 0 sets no bound. */
  readonly rowsMax: number;
}

/** Of one step. 100,000 keys take less than a second a minute; 10,000 deletions a minute are more than failed log-ins can write. */
const STEP = { reads: 100_000, deletions: 10_000 } as const;
const REST_MS = 600_000;
const DAY_MS = 86_400_000;

export class AuditRetention {
  private readonly rows: Table<AuditKey, unknown>;
  /** The row after which the pass goes on; undefined between two passes. */
  private place: AuditKey | undefined;
  /** Newer rows of the organisation of `place`, itself included. */
  private newer = 0;
  private restedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    kv: KvReader,
    private readonly keeping: AuditKeeping,
    private readonly step: { readonly reads: number; readonly deletions: number } = STEP,
  ) {
    this.rows = new Table(kv, auditRows);
  }

  /** Deletions of one step; commit them. A pass that ended rests before the next one. */
  async sweep(nowMs: number): Promise<KvOp[]> {
    const { days, rowsMax } = this.keeping;
    if (days === 0 && rowsMax === 0) return [];
    if (this.place === undefined && Math.abs(nowMs - this.restedAtMs) < REST_MS) return [];
    const oldestMs = days === 0 ? 0 : nowMs - days * DAY_MS;
    const newest = rowsMax === 0 ? Number.POSITIVE_INFINITY : rowsMax;
    const ops: KvOp[] = [];
    let read = 0;
    for await (const key of this.rows.keys({ reverse: true, ...(this.place && { to: this.place }) })) {
      const [organisationId, timeMs] = key;
      this.newer = organisationId === this.place?.[0] ? this.newer + 1 : 1;
      this.place = key;
      if (timeMs < oldestMs || this.newer > newest) ops.push(this.rows.del(key));
      if (++read >= this.step.reads || ops.length >= this.step.deletions) return ops;
    }
    this.place = undefined;
    this.restedAtMs = nowMs;
    return ops;
  }
}
