// A row of the table of errors, by its HTTP status. The table itself is errors.ts; nothing here knows a
// code.

export interface ErrorRow {
  readonly status: number;
  readonly title: string;
  /** Seconds of a Retry-After header. */
  readonly retryAfter?: number;
}

export const bad = (title: string): ErrorRow => ({ status: 400, title });
export const unauthenticated = (title: string): ErrorRow => ({ status: 401, title });
export const forbidden = (title: string): ErrorRow => ({ status: 403, title });
export const missing = (title: string): ErrorRow => ({ status: 404, title });
export const conflict = (title: string): ErrorRow => ({ status: 409, title });
export const unprocessable = (title: string): ErrorRow => ({ status: 422, title });
export const busy = (title: string, retryAfter: number): ErrorRow => ({ status: 429, title, retryAfter });
export const broken = (title: string): ErrorRow => ({ status: 500, title });
export const unavailable = (title: string, retryAfter = 1): ErrorRow => ({ status: 503, title, retryAfter });
