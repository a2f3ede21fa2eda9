// Evidence of gates that stands nowhere on the ledger, as the nodes of sender and readers keep it: encrypted, and with
// the time at which it is deleted.
import type { Hash } from '../../../core/model/register.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export type KeptKey = readonly [registerId: string, txId: Hash, gate: string];
type EndKey = readonly [endsMs: number, registerId: string, txId: Hash, gate: string];

const evidence = defineTable<KeptKey, KeptRow>('kept-evidence');
const ends = defineTable<EndKey, true>('kept-evidence-ends');

export interface KeptRow {
  /** It is looked at then: deleted, or kept on where its run was sealed since. */
  readonly endsMs: number;
  /** How long it is kept from the seal of its run on. */
  readonly keptForMs: number;
  readonly sealed: string;
}

export class KeptEvidenceRows {
  private readonly evidence: RowTable<KeptKey, KeptRow>;
  private readonly ends: RowTable<EndKey, true>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.evidence = new RowTable(kv, evidence);
    this.ends = new RowTable(kv, ends);
  }

  find(key: KeptKey): KeptRow | undefined {
    return this.evidence.latest(this.queued, key);
  }

  put(key: KeptKey, row: KeptRow): readonly KvOp[] {
    const before = this.find(key);
    const stale = before === undefined ? [] : [this.ends.del([before.endsMs, ...key])];
    return [...stale, this.evidence.put(key, row), this.ends.put([row.endsMs, ...key], true)];
  }

  remove(key: KeptKey, { endsMs }: Pick<KeptRow, 'endsMs'>): readonly KvOp[] {
    return [this.evidence.del(key), this.ends.del([endsMs, ...key])];
  }

  /** The first that are due, at most `limit`. */
  async due(nowMs: number, limit = 1000): Promise<readonly KeptKey[]> {
    const keys: KeptKey[] = [];
    for await (const [endsMs, ...key] of this.ends.keys({ limit })) {
      if (endsMs > nowMs) break;
      keys.push(key);
    }
    return keys;
  }
}
