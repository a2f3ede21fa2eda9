// Requests for presentations, and what came of them. Results and keys for answers are encrypted.
import { RESULT_KEPT_MS } from '../../../core/base/limits/node/wallets.js';
import type { PresentationRequest } from '../../../core/credentials/presenting/request.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const requests = defineTable<string, PresentationRequest>('presentation-requests');

export class PresentationRequests {
  private readonly table: RowTable<string, PresentationRequest>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, requests);
  }

  find(id: string): PresentationRequest | undefined {
    return this.table.latest(this.queued, id);
  }

  put(request: PresentationRequest): KvOp {
    return this.table.put(request.id, request);
  }

  /** The operations that delete what ended a day ago, at most `limit`: ids lie in the order of their ends. */
  async sweep(nowMs: number, limit = 1000): Promise<readonly KvOp[]> {
    const ops: KvOp[] = [];
    for await (const [id, { expiresAtMs }] of this.table.range({ limit })) {
      if (expiresAtMs + RESULT_KEPT_MS > nowMs) break;
      ops.push(this.table.del(id));
    }
    return ops;
  }
}
