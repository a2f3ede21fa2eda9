// Durable rows of security events, by organisation and time. Written in the same commit as the change they tell of.
import type { KvOp } from './kv.js';
import type { KvReader } from './table.js';
import { defineTable, Table } from './table.js';

export interface AuditRow {
  readonly eventType: string;
  /** Membership, platform user or service that acted; empty when nobody was identified. */
  readonly identityId: string;
  readonly address: string;
  readonly success: boolean;
  /** Identifiers only: never passwords, tokens or payloads. */
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

type AuditKey = readonly [organisationId: string, timeMs: number, eventId: string];

const rows = defineTable<AuditKey, AuditRow>('audit');

export class AuditTrail {
  private readonly rows: Table<AuditKey, AuditRow>;

  constructor(kv: KvReader) {
    this.rows = new Table(kv, rows);
  }

  put(key: AuditKey, row: AuditRow): KvOp {
    return this.rows.put(key, row);
  }

  /** Newest first. */
  async latest(organisationId: string, limit: number): Promise<readonly (readonly [AuditKey, AuditRow])[]> {
    const found: (readonly [AuditKey, AuditRow])[] = [];
    for await (const row of this.rows.range({ prefix: organisationId, reverse: true, limit })) found.push(row);
    return found;
  }
}
