// How long the audit trail is kept. A pass walks all rows from the newest to the oldest of each organisation, a bounded
// number of them at a time. It deletes what is too old or beyond the rows that an organisation keeps: nothing has to be
// counted where rows are written. Failed logins have a share of their own, because anybody can make them: they push out
// each other, and nothing else.

import type { KvOp } from '../../engine/kv.js';
import { type KvReader, RowTable } from '../../engine/table.js';
import { type AuditKey, type AuditRow, auditRows } from './audit-trail.js';

export interface AuditKeeping {
  /** Days that a row is kept; 0 keeps it permanently. */
  readonly days: number;
  /** Rows of one organisation, the newest; 0 sets no bound. */
  readonly rowsMax: number;
  /** Months that an organisation set in the place of the days; null where it set none. */
  readonly monthsOf?: (organisationId: string) => number | null;
}

/**
 * Of one step. 50,000 rows take less than a second a minute; 10,000 deletions a minute are more than failed log-ins can
 * write.
 */
const STEP = { reads: 50_000, deletions: 10_000 } as const;
/** Events that somebody who is not logged in can write. */
const FAILED: ReadonlySet<string> = new Set(['LoginFailed', 'AccountLockedOut', 'ServiceTokenRefused']);
/** Of the rows that an organisation keeps, one in so many may be a failed login. */
const FAILED_SHARE = 5;
const REST_MS = 600_000;
const DAY_MS = 86_400_000;
/** The longest month: nothing goes earlier than was set. */
const MONTH_MS = 31 * DAY_MS;

export class AuditRetention {
  private readonly rows: RowTable<AuditKey, AuditRow>;
  /** The row after which the pass goes on; undefined between two passes. */
  private place: AuditKey | undefined;
  /** Rows of the organisation of `place` that stay, and failed logins of it. */
  private kept = 0;
  private failed = 0;
  private restedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    kv: KvReader,
    private readonly keeping: AuditKeeping,
    private readonly step: { readonly reads: number; readonly deletions: number } = STEP,
  ) {
    this.rows = new RowTable(kv, auditRows);
  }

  /** Deletions of one step; commit them. A pass that ended rests before the next one. */
  async sweep(nowMs: number): Promise<KvOp[]> {
    const { days, rowsMax, monthsOf } = this.keeping;
    if (days === 0 && rowsMax === 0 && monthsOf === undefined) return [];
    if (this.place === undefined && Math.abs(nowMs - this.restedAtMs) < REST_MS) return [];
    let oldestMs = this.place === undefined ? 0 : this.oldestMs(this.place[0], nowMs);
    const ops: KvOp[] = [];
    let read = 0;
    for await (const [key, { eventType }] of this.rows.range({
      reverse: true,
      ...(this.place && { to: this.place }),
    })) {
      if (key[0] !== this.place?.[0]) {
        this.kept = this.failed = 0;
        oldestMs = this.oldestMs(key[0], nowMs);
      }
      this.place = key;
      if (key[1] < oldestMs || !this.hasRoom(eventType)) ops.push(this.rows.del(key));
      else this.kept++;
      if (++read >= this.step.reads || ops.length >= this.step.deletions) return ops;
    }
    this.place = undefined;
    this.restedAtMs = nowMs;
    return ops;
  }

  /** Older rows of the organisation go. */
  private oldestMs(organisationId: string, nowMs: number): number {
    const { days, monthsOf } = this.keeping;
    const months = monthsOf?.(organisationId) ?? null;
    if (months !== null) return nowMs - months * MONTH_MS;
    return days === 0 ? 0 : nowMs - days * DAY_MS;
  }

  private hasRoom(eventType: string): boolean {
    const { rowsMax } = this.keeping;
    if (rowsMax === 0) return true;
    if (FAILED.has(eventType) && ++this.failed > Math.ceil(rowsMax / FAILED_SHARE)) return false;
    return this.kept < rowsMax;
  }
}
