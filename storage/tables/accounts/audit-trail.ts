// Durable rows of security events, by organisation and time. Written in the same commit as the change they tell of.
import type { KvOp } from '../../engine/kv.js';
import type { KvReader } from '../../engine/table.js';
import { defineTable, RowTable } from '../../engine/table.js';

export interface AuditRow {
  readonly eventType: string;
  /** Membership, platform user or service that acted; empty when nobody was identified. */
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
  readonly success?: boolean | undefined;
  readonly fromMs?: number | undefined;
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

/** Rows that one call reads, of all its organisations together: some 100 ms, but of each at least as many as are asked for. The next call goes on from there. */
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

  /** Rows of several organisations together. Each is read a bounded way down; rows below the first place where one stopped wait for the next page. */
  async page(organisationIds: readonly string[], filter: AuditFilter, limit: number): Promise<AuditPage> {
    const scanMax = Math.max(limit, Math.floor(AUDIT_SCAN_MAX / Math.max(1, organisationIds.length)));
    const pages: AuditPage[] = [];
    for (const id of organisationIds) pages.push(await this.pageOf(id, filter, { limit, scanMax }));
    const stops = pages.flatMap(({ next }) => (next ? [next] : [])).sort(newestFirst);
    const [stop] = stops;
    const found = pages
      .flatMap(({ rows: some }) => some)
      .filter((row) => stop === undefined || newestFirst(row, stop) <= 0)
      .sort(newestFirst);
    const shown = found.slice(0, limit);
    return { rows: shown, next: found.length > limit ? shown.at(-1) : stop };
  }

  private async pageOf(
    organisationId: string,
    filter: AuditFilter,
    { limit, scanMax }: { readonly limit: number; readonly scanMax: number },
  ): Promise<AuditPage> {
    const found: StoredAudit[] = [];
    let read = 0;
    let last: AuditPlace | undefined;
    const { before, fromMs } = filter;
    const range = {
      prefix: organisationId,
      reverse: true,
      ...(before && { to: [organisationId, before.timeMs, before.eventId] as const }),
      ...(fromMs !== undefined && { from: [organisationId, fromMs, ''] as const }),
    };
    for await (const [[, timeMs, eventId], row] of this.rows.range(range)) {
      if (found.length >= limit || read >= scanMax) return { rows: found, next: last };
      read++;
      last = { timeMs, eventId };
      if (isMeant(row, filter)) found.push({ ...row, organisationId, timeMs, eventId });
    }
    return { rows: found };
  }

  /** Newest first. */
  async latest(organisationId: string, limit: number): Promise<readonly (readonly [AuditKey, AuditRow])[]> {
    const found: (readonly [AuditKey, AuditRow])[] = [];
    for await (const row of this.rows.range({ prefix: organisationId, reverse: true, limit })) found.push(row);
    return found;
  }
}

function newestFirst(a: AuditPlace, b: AuditPlace): number {
  if (a.timeMs !== b.timeMs) return b.timeMs - a.timeMs;
  if (a.eventId === b.eventId) return 0;
  return a.eventId < b.eventId ? 1 : -1;
}

function isMeant(row: AuditRow, { eventType, identityId, success }: AuditFilter): boolean {
  return (
    (eventType === undefined || row.eventType === eventType) &&
    (identityId === undefined || row.identityId === identityId) &&
    (success === undefined || row.success === success)
  );
}
