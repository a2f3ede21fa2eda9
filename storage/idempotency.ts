// Answers kept for a repeated Idempotency-Key. The key of a row names the caller, so that nobody is answered with what another one asked.
import type { Kv, KvOp } from './kv.js';
import type { KvReader } from './table.js';
import { defineTable, Table } from './table.js';

export interface StoredAnswer {
  /** SHA-256 of method, url and body, 64 hex digits: another request under the same key is refused. */
  readonly digest: string;
  readonly status: number;
  /** The answer as sent. Absent when it showed a secret or was too large to keep. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAtMs: number;
}

const answers = defineTable<readonly [caller: string, key: string], StoredAnswer>('idempotency-keys');

export class Idempotency {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly answers: Table<readonly [string, string], StoredAnswer>;

  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.answers = new Table(kv, answers);
  }

  get(caller: string, key: string): StoredAnswer | undefined {
    return this.answers.current(this.queued, [caller, key]);
  }

  put(caller: string, key: string, answer: StoredAnswer): KvOp {
    return this.answers.put([caller, key], answer);
  }

  /** Deletions of what has expired, at most `limit`; commit them. */
  async sweep(nowMs: number, limit = 1000): Promise<KvOp[]> {
    const ops: KvOp[] = [];
    for await (const [key, answer] of this.answers.range()) {
      if (ops.length >= limit) return ops;
      if (answer.expiresAtMs <= nowMs) ops.push(this.answers.del(key));
    }
    return ops;
  }
}
