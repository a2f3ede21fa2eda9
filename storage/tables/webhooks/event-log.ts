// The events that wait for the targets of an organisation, numbered in the order in which they were stored. A row an
// event, however many targets take it; bounded in number and bytes, the oldest go first. The numbers of an organisation
// are never given twice.
import {
  WEBHOOK_EVENTS_BYTES,
  WEBHOOK_EVENTS_MAX,
  WEBHOOK_TRIMMED_AT_ONCE,
} from '../../../core/base/limits/node/hubs.js';
import type { WebhookEvent } from '../../../core/webhooks/event.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** The extent of a log: events from `first`, before `next`. */
export interface LogHead {
  readonly first: number;
  readonly next: number;
  readonly bytes: number;
}

export interface NumberedEvent {
  readonly sequence: number;
  readonly event: WebhookEvent;
}

type EventKey = readonly [organisationId: string, sequence: number];

const logs = defineTable<string, LogHead>('webhook-logs');
const events = defineTable<EventKey, WebhookEvent>('webhook-events');
const EMPTY: LogHead = { first: 1, next: 1, bytes: 0 };

export class WebhookLog {
  private readonly heads: RowTable<string, LogHead>;
  private readonly events: RowTable<EventKey, WebhookEvent>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
    private readonly bounds = { events: WEBHOOK_EVENTS_MAX, bytes: WEBHOOK_EVENTS_BYTES },
  ) {
    this.heads = new RowTable(kv, logs);
    this.events = new RowTable(kv, events);
  }

  head(organisationId: string): LogHead {
    return this.heads.current(this.queued, organisationId) ?? EMPTY;
  }

  /**
   * The operations that add events. They have to be queued in the turn in which they are made, once for an
   * organisation: the numbers are taken from what is queued.
   */
  append(organisationId: string, added: readonly WebhookEvent[]): readonly KvOp[] {
    if (added.length === 0) return [];
    let { first, next, bytes } = this.head(organisationId);
    const ops: KvOp[] = [];
    for (const event of added) {
      const op = this.events.put([organisationId, next++], event);
      bytes += op.value?.length ?? 0;
      ops.push(op);
    }
    const isOver = () => next - first > this.bounds.events || bytes > this.bounds.bytes;
    const trimmedMax = added.length + WEBHOOK_TRIMMED_AT_ONCE;
    // A number without a row is one whose commit failed.
    for (let trimmed = 0; trimmed < trimmedMax && first < next - added.length && isOver(); trimmed++) {
      const key: EventKey = [organisationId, first++];
      const oldest = this.events.get(key);
      if (oldest === undefined) continue;
      bytes -= this.events.put(key, oldest).value?.length ?? 0;
      ops.push(this.events.del(key));
    }
    return [...ops, this.heads.put(organisationId, { first, next, bytes: Math.max(0, bytes) })];
  }

  /** Durable events from a number on, in their order. */
  async from(organisationId: string, sequence: number, limit: number): Promise<readonly NumberedEvent[]> {
    const rows: NumberedEvent[] = [];
    const range = { from: [organisationId, sequence] as const, to: [organisationId, Number.MAX_SAFE_INTEGER] as const };
    for await (const [[, number], event] of this.events.range({ ...range, limit }))
      rows.push({ sequence: number, event });
    return rows;
  }

  /** Deletes the events of an organisation without targets. The numbers go on where it has some again. */
  async drop(organisationId: string, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    const { next } = this.head(organisationId);
    await commit([this.heads.put(organisationId, { first: next, next, bytes: 0 })]);
    let ops: KvOp[] = [];
    for await (const key of this.events.keys({ prefix: organisationId })) {
      if (key[1] >= next) break;
      ops.push(this.events.del(key));
      if (ops.length < DROP_BATCH) continue;
      await commit(ops);
      ops = [];
    }
    if (ops.length > 0) await commit(ops);
  }
}

/** Rows that are deleted in one commit. */
const DROP_BATCH = 1000;
