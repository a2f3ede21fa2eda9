// Idempotency-Key, once for every operation that creates (docs/specification.md C6): the same request again gets the
// stored answer, another request under the same key or one that still runs gets 409. Only successes are kept: a refused
// request stored nothing and may be tried again.
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import {
  IDEMPOTENCY_ANSWER_BYTES_MAX,
  IDEMPOTENCY_KEEP_MS,
  IDEMPOTENCY_KEY_MAX,
} from '../../core/base/limits/node/requests.js';
import type { Clock } from '../../core/base/ports.js';
import { fail, type Result } from '../../core/base/result.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Idempotency, StoredAnswer } from '../../storage/tables/accounts/idempotency.js';

export interface RepeatPorts {
  readonly clock: Clock;
  readonly store: Idempotency;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** On any register of this node. */
  readonly isSealed: (txId: string) => boolean;
}

export interface RepeatRequest {
  /** Subject of the caller, or the address of an anonymous one. */
  readonly caller: string;
  readonly operationId: string;
  readonly key: string;
  readonly url: string;
  readonly body: Uint8Array;
}

/** A request that may run; exactly one of finish and abandon has to be called. */
export interface Running {
  finish(
    answer: { readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> },
    secret: boolean,
  ): Promise<void>;
  abandon(): void;
}

export class Repeats {
  private readonly inFlight = new Set<string>();
  constructor(private readonly ports: RepeatPorts) {}

  begin(request: RepeatRequest): Result<Running | StoredAnswer> {
    if (!/^[\x21-\x7e]+$/.test(request.key) || request.key.length > IDEMPOTENCY_KEY_MAX)
      return fail(
        issue(
          'HEADER_INVALID',
          '/idempotency-key',
          `The key has 1 to ${IDEMPOTENCY_KEY_MAX} printable ASCII characters.`,
        ),
      );
    const row = `${request.operationId} ${request.key}`;
    const running = `${request.caller} ${row}`;
    if (this.inFlight.has(running))
      return fail(issue('IDEMPOTENCY_IN_PROGRESS', '/idempotency-key', 'The first request with this key still runs.'));
    const digest = sha256Hex(Buffer.concat([Buffer.from(`${request.url}\n`), request.body]));
    const stored = this.ports.store.get(request.caller, row);
    if (stored !== undefined && stored.expiresAtMs > this.ports.clock.now())
      return repeatStored(stored, digest, this.ports.isSealed);
    this.inFlight.add(running);
    return {
      abandon: () => void this.inFlight.delete(running),
      finish: async ({ status, body, headers }, secret) => {
        const expiresAtMs = this.ports.clock.now() + IDEMPOTENCY_KEEP_MS;
        const keep = !secret && body.length <= IDEMPOTENCY_ANSWER_BYTES_MAX;
        try {
          const answer: StoredAnswer = { digest, status, headers, expiresAtMs, ...(keep ? { body } : {}) };
          await this.ports.commit([this.ports.store.put(request.caller, row, answer)]);
        } finally {
          this.inFlight.delete(running);
        }
      },
    };
  }
}

/** Members of answers that name a transaction. */
const NAMES_TRANSACTION = /^(tx|transaction|\w+Tx|\w+Transaction)(Id|Hash)?$/;

function repeatStored(stored: StoredAnswer, digest: string, isSealed: RepeatPorts['isSealed']): Result<StoredAnswer> {
  if (stored.digest !== digest)
    return fail(
      issue('IDEMPOTENCY_KEY_REUSED', '/idempotency-key', 'The key was used for a request with another path or body.'),
    );
  if (stored.body === undefined)
    return fail(
      issue(
        'IDEMPOTENCY_KEY_REUSED',
        '/idempotency-key',
        'The request succeeded before; its answer is not shown twice.',
      ),
    );
  if (stored.isBeforeFork && !transactionsIn(stored).every(isSealed))
    return fail(
      issue(
        'IDEMPOTENCY_KEY_REUSED',
        '/idempotency-key',
        'The request succeeded before this node was restored and gave up dockets, and what it answered is not sealed now: look whether it stands, and repeat it under another key.',
      ),
    );
  return stored;
}

function transactionsIn({ body = '', headers }: StoredAnswer): readonly string[] {
  const ids: string[] = [];
  const take = (name: string, value: unknown): unknown => {
    if (typeof value === 'string' && NAMES_TRANSACTION.test(name)) ids.push(value);
    return value;
  };
  // JSON is the type that needs no header.
  if (body !== '' && !('content-type' in headers)) JSON.parse(body, take);
  return ids;
}
