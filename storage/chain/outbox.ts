// Submissions that this node accepted and that are not sealed yet, and receipts of those that were refused. An entry is
// durable before the client hears 202, and stays until it is sealed or refused: at least once is kept here, at most
// once by the rules.
import { OUTBOX_MAX } from '../../core/base/limits/node/pool.js';
import { Shares } from '../../core/base/queues/shares.js';
import type { Priority } from '../../core/model/transaction.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { checksumJson, checksumTail, openJson, openTail } from '../engine/value.js';
import { rowRange } from '../keys/chain-keys.js';
import {
  promiseKey,
  promiseRange,
  promiseRegisterId,
  promiseTxId,
  refusalKey,
  refusalTxId,
} from '../keys/submission-keys.js';

export interface OutboxEntry {
  readonly registerId: string;
  /** Canonical bytes of the transaction. */
  readonly bytes: Uint8Array;
  readonly priority: Priority;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
}

export interface StoredRefusal {
  readonly registerId: string;
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** False while a docket that holds the transaction may still be sealed. */
  readonly definitive: boolean;
  /** Of one that is not definitive: a sealed docket of this time or later makes it so. Milliseconds since 1970. */
  readonly expiresAt?: number;
}

const PRIORITIES: readonly Priority[] = ['Low', 'Normal', 'High'];

/** The entry as bytes: u8 priority, u48 time, u8 length of the register id, its text, the transaction, crc. */
function encodeEntry(entry: OutboxEntry): Uint8Array {
  const id = Buffer.from(entry.registerId, 'utf8');
  const out = Buffer.allocUnsafe(8 + id.length + entry.bytes.length + 4);
  out[0] = PRIORITIES.indexOf(entry.priority);
  out.writeUIntBE(entry.acceptedAt, 1, 6);
  out[7] = id.length;
  out.set(id, 8);
  out.set(entry.bytes, 8 + id.length);
  return checksumTail(out);
}

/** Throws StoreError for damaged bytes. */
function decodeEntry(bytes: Uint8Array): OutboxEntry {
  const view = openTail(bytes, 'an accepted submission');
  const start = 8 + view[7]!;
  return {
    priority: PRIORITIES[view[0]!] ?? 'Normal',
    acceptedAt: view.readUIntBE(1, 6),
    registerId: view.toString('utf8', 8, start),
    bytes: view.subarray(start),
  };
}

export class Outbox {
  private readonly kv: Kv;
  private readonly entriesMax: number;
  /**
   * TxIds of the entries, those on their way to the disk included, and who brought them; undefined of those that an
   * earlier run wrote.
   */
  private readonly held = new Map<string, string | undefined>();
  private readonly shares = new Shares();

  constructor(kv: Kv, entriesMax = OUTBOX_MAX) {
    this.kv = kv;
    this.entriesMax = entriesMax;
  }

  /**
   * Counts what the disk holds, and gives the registers that it is for. Before it, an outbox of an earlier run looks
   * empty.
   */
  async load(): Promise<ReadonlySet<string>> {
    const registers = new Set<string>();
    // The keys tell it: a hundred thousand transactions are not read for their number.
    for await (const [key] of this.kv.range({ ...rowRange('promise'), keysOnly: true })) {
      const txId = promiseTxId(key);
      if (!this.held.has(txId)) this.held.set(txId, undefined);
      registers.add(promiseRegisterId(key));
    }
    return registers;
  }

  /** How many submissions of all registers are promised and have no end yet. */
  get size(): number {
    return this.held.size;
  }

  /**
   * False when nothing more may be promised, or not to this organisation. A promise that must be kept in spite of it
   * may still be put.
   */
  hasRoomFor(from: string | undefined): boolean {
    return this.shares.fits(from, 1, this.entriesMax - this.held.size);
  }

  put(txId: string, entry: OutboxEntry, from?: string): KvOp {
    if (!this.held.has(txId)) {
      this.held.set(txId, from);
      this.shares.count(from, 1);
    }
    return { key: promiseKey(entry.registerId, txId), value: encodeEntry(entry) };
  }

  /** For the batch that seals the transaction. */
  del(registerId: string, txId: string): KvOp {
    this.shares.count(this.held.get(txId), -1);
    this.held.delete(txId);
    return { key: promiseKey(registerId, txId), value: undefined };
  }

  /** Turns the entry into a receipt of its refusal. */
  refuse(txId: string, refusal: StoredRefusal): KvOp[] {
    return [this.del(refusal.registerId, txId), this.putRefusal(txId, refusal)];
  }

  /** A receipt alone, for what may still be sealed: the entry stays. */
  putRefusal(txId: string, refusal: StoredRefusal): KvOp {
    return { key: refusalKey(txId), value: checksumJson(refusal) };
  }

  /** Takes a receipt back, when the transaction was sealed after all or is submitted again. */
  delRefusal(txId: string): KvOp {
    return { key: refusalKey(txId), value: undefined };
  }

  get(registerId: string, txId: string): OutboxEntry | undefined {
    const bytes = this.kv.getSync(promiseKey(registerId, txId));
    return bytes && decodeEntry(bytes);
  }

  refusal(txId: string): StoredRefusal | undefined {
    const bytes = this.kv.getSync(refusalKey(txId));
    return bytes && openJson<StoredRefusal>(bytes, 'a receipt');
  }

  /** The entries of one register, or of all of them one register after the other. */
  async *entries(registerId?: string): AsyncIterable<readonly [txId: string, entry: OutboxEntry]> {
    const range = registerId === undefined ? rowRange('promise') : promiseRange(registerId);
    for await (const [key, value] of this.kv.range(range)) yield [promiseTxId(key), decodeEntry(value)];
  }

  /**
   * Operations that delete receipts made before `beforeMs`, looking at `limit` rows after the cursor; `next` goes on
   * from there and is undefined at the end.
   */
  async expiredOps(
    beforeMs: number,
    limit: number,
    cursor?: string,
  ): Promise<{ readonly ops: KvOp[]; readonly next?: string }> {
    const ops: KvOp[] = [];
    const range = rowRange('refusal');
    const gte = cursor === undefined ? range.gte : Buffer.concat([refusalKey(cursor), Buffer.of(0)]);
    let seen = 0;
    let last: string | undefined;
    for await (const [key, value] of this.kv.range({ gte, lt: range.lt, limit })) {
      seen += 1;
      last = refusalTxId(key);
      if (openJson<StoredRefusal>(value, 'a receipt').at < beforeMs) ops.push({ key, value: undefined });
    }
    return seen < limit || last === undefined ? { ops } : { ops, next: last };
  }
}
