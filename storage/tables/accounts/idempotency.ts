// Answers kept for a repeated Idempotency-Key. The key of a row names the caller, so that no caller gets the answer to
// the request of another one. An answer shows what was disclosed to its caller, and the hash of a short request could
// be guessed: both are encrypted under a key of the node, and only the expiry is plain.
import { fromBase64, toBase64, utf8 } from '../../../core/base/bytes.js';
import { canonical } from '../../../core/base/json.js';
import type { Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { GCM_NONCE_BYTES } from '../../../core/crypto/encryption/aes-gcm.js';
import { decryptSecret, encryptSecret } from '../../../core/crypto/encryption/at-rest.js';
import { expand, expandFrom } from '../../../core/crypto/keys/expand.js';
import { StoreError } from '../../engine/fault.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import type { KvReader } from '../../engine/table.js';
import { defineTable, RowTable } from '../../engine/table.js';

export interface StoredAnswer {
  /** SHA-256 of method, url and body, 64 hex digits: another request under the same key is refused. */
  readonly digest: string;
  readonly status: number;
  /** The answer as sent. Absent when it showed a secret or was too large to keep. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAtMs: number;
  /** It was given before a restore of this node gave up dockets: what it says may not stand. */
  readonly isBeforeFork?: true;
}

interface SealedAnswer {
  /** Base64 of the encrypted answer; absent in a row that somebody changed. */
  readonly sealed?: string;
  readonly expiresAtMs: number;
  readonly isBeforeFork?: true;
}

type Name = readonly [caller: string, key: string];

const answers = defineTable<Name, SealedAnswer>('idempotency-keys');

export interface IdempotencyPorts {
  readonly kv: KvReader;
  /** The journal: it sees writes that are not durable yet. */
  readonly queued: Pick<Kv, 'getSync'>;
  readonly random: Pick<Random, 'bytes'>;
  /** 32 bytes, of this node alone. */
  readonly key: Uint8Array;
}

export class Idempotency {
  private readonly ports: IdempotencyPorts;
  private readonly answers: RowTable<Name, SealedAnswer>;
  private readonly root: Uint8Array;
  /** 32 bytes of this node, for questions whose answers are kept here. */
  readonly confirmationRoot: Uint8Array;

  constructor(ports: IdempotencyPorts) {
    this.ports = ports;
    this.answers = new RowTable(ports.kv, answers);
    this.root = expand({ from: ports.key, label: 'quorate:idempotency' }, 32);
    this.confirmationRoot = expand({ from: ports.key, label: 'quorate:confirmation' }, 32);
  }

  /**
   * Throws StoreError where the stored bytes were changed or are of another row: whether the request was done is not
   * known then.
   */
  get(caller: string, key: string): StoredAnswer | undefined {
    const row = this.answers.current(this.ports.queued, [caller, key]);
    if (row === undefined) return undefined;
    const name = nameOf([caller, key], row.expiresAtMs);
    const opened = decryptSecret(this.keyOf(name), name, fromBase64(row.sealed ?? '') ?? new Uint8Array(0));
    if (isFailure(opened)) throw new StoreError('STORE_DAMAGED', 'A stored answer does not open.');
    const answer = JSON.parse(Buffer.from(opened).toString('utf8')) as StoredAnswer;
    return row.isBeforeFork ? { ...answer, isBeforeFork: true } : answer;
  }

  put(caller: string, key: string, answer: StoredAnswer): KvOp {
    const { expiresAtMs } = answer;
    const name = nameOf([caller, key], expiresAtMs);
    const nonce = this.ports.random.bytes(GCM_NONCE_BYTES);
    const encrypted = encryptSecret(this.keyOf(name), name, utf8(JSON.stringify(answer)), nonce);
    const mark = answer.isBeforeFork && { isBeforeFork: answer.isBeforeFork };
    return this.answers.put([caller, key], { sealed: toBase64(encrypted), expiresAtMs, ...mark });
  }

  /** Deletions of what has expired; at most `limit`. Commit them. */
  async sweep(nowMs: number, limit = 1000): Promise<KvOp[]> {
    const ops: KvOp[] = [];
    for await (const [key, row] of this.answers.range()) {
      if (ops.length >= limit) return ops;
      if (row.expiresAtMs <= nowMs) ops.push(this.answers.del(key));
    }
    return ops;
  }

  /**
   * A key for each row: the random nonces of one key for all would meet after some months of a busy node (NIST SP
   * 800-38D section 8.3).
   */
  private keyOf(name: string): Uint8Array {
    return expandFrom(this.root, utf8(name), 32);
  }
}

/** Marks all answers, where a restore gives up dockets. It has no key, so it reads none of them. */
export async function beforeForkOps(kv: KvReader): Promise<KvOp[]> {
  const table = new RowTable(kv, answers);
  const ops: KvOp[] = [];
  for await (const [key, row] of table.range()) ops.push(table.put(key, { ...row, isBeforeFork: true }));
  return ops;
}

/** The associated data: an answer that was moved to another caller or key, or is to live longer, does not open. */
function nameOf(name: Name, expiresAtMs: number): string {
  return canonical([...name, expiresAtMs]);
}
