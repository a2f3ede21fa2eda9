// Durable rows of security events, by organisation and time. Written in the same commit as the change they tell of.
import type { KvOp } from '../../engine/kv.js';
import type { KvReader } from '../../engine/table.js';
import { defineTable, RowTable } from '../../engine/table.js';

export interface AuditRow {
  readonly eventType: string;
  /** Membership, platform user or service that acted; empty when the actor was not identified. */
  readonly identityId: string;
  readonly address: string;
  readonly success: boolean;
  /** Identifiers only: never passwords, tokens or payloads. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

/** A row by its age: rows of one millisecond are told apart by their ids. */
export interface AuditPlace {
  readonly timeMs: number;
  readonly eventId: string;
}

export interface AuditFilter {
  readonly eventType?: string | undefined;
  readonly identityId?: string | undefined;
  /** A user: rows of what it did, and of what was done to it. */
  readonly about?: string | undefined;
  readonly success?: boolean | undefined;
  readonly fromMs?: number | undefined;
  /** Only rows before this time. */
  readonly toMs?: number | undefined;
  /** Only rows that are older. */
  readonly before?: AuditPlace | undefined;
}

export interface StoredAudit extends AuditRow, AuditPlace {
  readonly organisationId: string;
}

export interface AuditPage {
  /** Newest first. */
  readonly rows: readonly StoredAudit[];
  /** Where to go on; undefined when all was read. */
  readonly next?: AuditPlace | undefined;
}

/** A page by its number. */
export interface NumberedAuditPage extends AuditPage {
  /** Rows that the filter means; undefined where there are too many to count for one call. */
  readonly totalCount: number | undefined;
}

/**
 * Rows that one call reads, of all its organisations together: some 100 ms, but of each at least as many as are asked
 * for. The next call goes on from there.
 */
const AUDIT_SCAN_MAX = 5000;

export type AuditKey = readonly [organisationId: string, timeMs: number, eventId: string];

export const auditRows = defineTable<AuditKey, AuditRow>('audit');

export class AuditTrail {
  private readonly rows: RowTable<AuditKey, AuditRow>;

  constructor(kv: KvReader) {
    this.rows = new RowTable(kv, auditRows);
  }

  put(key: AuditKey, row: AuditRow): KvOp {
    return this.rows.put(key, row);
  }

  /**
   * Rows of several organisations together. Each is read a bounded way down; rows below the first place where one
   * stopped wait for the next page.
   */
  async page(organisationIds: readonly string[], filter: AuditFilter, limit: number): Promise<AuditPage> {
    const scanMax = Math.max(limit, Math.floor(AUDIT_SCAN_MAX / Math.max(1, organisationIds.length)));
    const pages: AuditPage[] = [];
    for (const id of organisationIds) pages.push(await this.pageOf(id, filter, { limit, scanMax }));
    const stops = pages.flatMap(({ next }) => (next ? [next] : [])).sort(newestFirst);
    const [stop] = stops;
    const audits = pages
      .flatMap(({ rows: some }) => some)
      .filter((row) => stop === undefined || newestFirst(row, stop) <= 0)
      .sort(newestFirst);
    const shown = audits.slice(0, limit);
    return { rows: shown, next: audits.length > limit ? shown.at(-1) : stop };
  }

  private async pageOf(
    organisationId: string,
    filter: AuditFilter,
    { limit, scanMax }: { readonly limit: number; readonly scanMax: number },
  ): Promise<AuditPage> {
    const audits: StoredAudit[] = [];
    let read = 0;
    let last: AuditPlace | undefined;
    for await (const [[, timeMs, eventId], row] of this.rows.range(rangeOf(organisationId, filter))) {
      if (audits.length >= limit || read >= scanMax) return { rows: audits, next: last };
      read++;
      last = { timeMs, eventId };
      if (isMeant(row, filter)) audits.push({ ...row, organisationId, timeMs, eventId });
    }
    return { rows: audits };
  }

  /**
   * A page by its number, of one organisation. Undefined where it begins below the rows that one call reads: it is
   * reached with `before`, or by a narrower time.
   */
  async numberedPage(
    organisationId: string,
    filter: AuditFilter,
    { page, pageSize }: { readonly page: number; readonly pageSize: number },
  ): Promise<NumberedAuditPage | undefined> {
    const skipped = (page - 1) * pageSize;
    const audits: StoredAudit[] = [];
    let [read, meant] = [0, 0];
    let last: AuditPlace | undefined;
    for await (const [[, timeMs, eventId], row] of this.rows.range(rangeOf(organisationId, filter))) {
      if (read >= AUDIT_SCAN_MAX) {
        if (meant < skipped) return undefined;
        return { rows: audits, next: audits.length < pageSize ? last : audits.at(-1), totalCount: undefined };
      }
      read++;
      last = { timeMs, eventId };
      if (!isMeant(row, filter)) continue;
      meant++;
      if (meant > skipped && audits.length < pageSize) audits.push({ ...row, organisationId, timeMs, eventId });
    }
    return { rows: audits, next: meant > skipped + audits.length ? audits.at(-1) : undefined, totalCount: meant };
  }

  /** Newest first. */
  async latest(organisationId: string, limit: number): Promise<readonly (readonly [AuditKey, AuditRow])[]> {
    const rows: (readonly [AuditKey, AuditRow])[] = [];
    for await (const row of this.rows.range({ prefix: organisationId, reverse: true, limit })) rows.push(row);
    return rows;
  }
}

/** The keys that are within the times of a filter, newest first. */
function rangeOf(organisationId: string, { before, fromMs, toMs }: AuditFilter) {
  const ends = [...(before ? [before] : []), ...(toMs === undefined ? [] : [{ timeMs: toMs, eventId: '' }])].sort(
    newestFirst,
  );
  const end = ends.at(-1);
  return {
    prefix: organisationId,
    reverse: true,
    ...(end && { to: [organisationId, end.timeMs, end.eventId] as const }),
    ...(fromMs !== undefined && { from: [organisationId, fromMs, ''] as const }),
  };
}

function newestFirst(a: AuditPlace, b: AuditPlace): number {
  if (a.timeMs !== b.timeMs) return b.timeMs - a.timeMs;
  if (a.eventId === b.eventId) return 0;
  return a.eventId < b.eventId ? 1 : -1;
}

function isMeant(row: AuditRow, { eventType, identityId, about, success }: AuditFilter): boolean {
  return (
    (eventType === undefined || row.eventType === eventType) &&
    (identityId === undefined || row.identityId === identityId) &&
    (about === undefined || row.identityId === about || row.details.userId === about) &&
    (success === undefined || row.success === success)
  );
}
