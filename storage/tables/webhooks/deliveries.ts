// Deliveries of targets after their first attempt. They are found by the number of the event, by their id, and by the
// time at which they are due. Rows only: what becomes of one is decided in core/webhooks.
import type { DeliveryState, WebhookDelivery } from '../../../core/webhooks/delivery.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type DeliveryKey = readonly [targetId: string, sequence: number];
type IdKey = readonly [targetId: string, webhookId: string];
type DueKey = readonly [targetId: string, dueMs: number, sequence: number];

const deliveries = defineTable<DeliveryKey, WebhookDelivery>('webhook-deliveries');
const ids = defineTable<IdKey, number>('webhook-delivery-ids');
const due = defineTable<DueKey, Uint8Array>('webhook-due');

const EMPTY = new Uint8Array(0);
/** Rows that are deleted in one commit. */
const DROP_BATCH = 500;

export interface DeliveriesWanted {
  readonly state?: DeliveryState | undefined;
  /** Entries of older events than this number. */
  readonly before?: number | undefined;
  readonly top: number;
}

export class WebhookDeliveries {
  private readonly rows: RowTable<DeliveryKey, WebhookDelivery>;
  private readonly ids: RowTable<IdKey, number>;
  private readonly due: RowTable<DueKey, Uint8Array>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.rows = new RowTable(kv, deliveries);
    this.ids = new RowTable(kv, ids);
    this.due = new RowTable(kv, due);
  }

  get(targetId: string, sequence: number): WebhookDelivery | undefined {
    return this.rows.latest(this.queued, [targetId, sequence]);
  }

  ofId(targetId: string, webhookId: string): WebhookDelivery | undefined {
    const sequence = this.ids.latest(this.queued, [targetId, webhookId]);
    return sequence === undefined ? undefined : this.get(targetId, sequence);
  }

  put(targetId: string, before: WebhookDelivery | undefined, after: WebhookDelivery): KvOp[] {
    const { sequence, webhookId, dueMs } = after;
    const ops = [this.rows.put([targetId, sequence], after)];
    if (before === undefined) ops.push(this.ids.put([targetId, webhookId], sequence));
    if (before?.dueMs !== undefined && before.dueMs !== dueMs)
      ops.push(this.due.del([targetId, before.dueMs, sequence]));
    if (dueMs !== undefined && before?.dueMs !== dueMs) ops.push(this.due.put([targetId, dueMs, sequence], EMPTY));
    return ops;
  }

  remove(targetId: string, { sequence, webhookId, dueMs }: WebhookDelivery): KvOp[] {
    const ops = [this.rows.del([targetId, sequence]), this.ids.del([targetId, webhookId])];
    return dueMs === undefined ? ops : [...ops, this.due.del([targetId, dueMs, sequence])];
  }

  /** The deletion of a time at which nothing is due any more. */
  forgetDue(targetId: string, dueMs: number, sequence: number): KvOp {
    return this.due.del([targetId, dueMs, sequence]);
  }

  /** The next ones that are due, durable, the earliest first. */
  async nextDue(
    targetId: string,
    limit: number,
  ): Promise<readonly { readonly dueMs: number; readonly sequence: number }[]> {
    const dues: { dueMs: number; sequence: number }[] = [];
    for await (const [, dueMs, sequence] of this.due.keys({ prefix: targetId, limit })) dues.push({ dueMs, sequence });
    return dues;
  }

  /** Newest first. */
  async page(targetId: string, { state, before, top }: DeliveriesWanted): Promise<readonly WebhookDelivery[]> {
    const rows: WebhookDelivery[] = [];
    const range =
      before === undefined ? { prefix: targetId } : { from: [targetId, 0] as const, to: [targetId, before] as const };
    for await (const [, delivery] of this.rows.range({ ...range, reverse: true })) {
      if (rows.length >= top) break;
      if (state === undefined || delivery.state === state) rows.push(delivery);
    }
    return rows;
  }

  /** Oldest first, from a number on. */
  async *all(targetId: string, from = 0): AsyncIterable<WebhookDelivery> {
    const range = { from: [targetId, from] as const, to: [targetId, Number.MAX_SAFE_INTEGER] as const };
    for await (const [, delivery] of this.rows.range(range)) yield delivery;
  }

  /** Deletes all of a target, whatever is in its rows. */
  async drop(targetId: string, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    let ops: KvOp[] = [];
    const flushAt = async (count: number): Promise<void> => {
      if (ops.length < count) return;
      await commit(ops);
      ops = [];
    };
    for await (const key of this.due.keys({ prefix: targetId })) {
      ops.push(this.due.del(key));
      await flushAt(DROP_BATCH);
    }
    for await (const key of this.ids.keys({ prefix: targetId })) {
      ops.push(this.ids.del(key));
      await flushAt(DROP_BATCH);
    }
    for await (const key of this.rows.keys({ prefix: targetId })) {
      ops.push(this.rows.del(key));
      await flushAt(DROP_BATCH);
    }
    await flushAt(1);
  }
}
