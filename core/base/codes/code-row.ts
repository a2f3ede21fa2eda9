// A row of the table of codes: one fact about a code in one place. The HTTP status, the Retry-After, docs/errors.md,
// `quorate explain-error` and the union of codes follow from it. Plain data; nothing here knows a code.

export interface CodeRow {
  /** Of HTTP. */
  readonly status: number;
  readonly title: string;
  /** Why it comes up: a full sentence. */
  readonly cause: string;
  /** The act of the caller or the operator. A command is written as a person types it. */
  readonly remedy: string;
  /** Seconds of a Retry-After header. */
  readonly retryAfter?: number;
}

const rowOf =
  (status: number) =>
  (title: string, cause: string, remedy: string): CodeRow => ({ status, title, cause, remedy });

const retriedRowOf =
  (status: number) =>
  (title: string, cause: string, remedy: string, retryAfter = 1): CodeRow => ({
    ...rowOf(status)(title, cause, remedy),
    retryAfter,
  });

export const bad = rowOf(400);
export const unauthenticated = rowOf(401);
export const forbidden = rowOf(403);
export const missing = rowOf(404);
export const conflict = rowOf(409);
export const gone = rowOf(410);
export const unprocessable = rowOf(422);
export const broken = rowOf(500);
export const badGateway = rowOf(502);
/** The caller comes back after so many seconds. */
export const busy = retriedRowOf(429);
export const unavailable = retriedRowOf(503);
