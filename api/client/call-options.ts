// The facts that a caller states about one call, beside its input.

export interface CallOptions {
  readonly token?: string;
  /** `Prefer: wait=<seconds>`. A node waits for 45 s at most unless its operator chose otherwise. */
  readonly waitSeconds?: number;
  /** true makes a fresh key, so that a retry by the caller needs a text of its own. */
  readonly idempotencyKey?: string | true;
  readonly headers?: Readonly<Record<string, string>>;
  /** `If-Register-Height`: a read is answered from this height of the register or above, or with REGISTER_BEHIND. */
  readonly atLeastHeight?: number;
  readonly signal?: AbortSignal;
}
