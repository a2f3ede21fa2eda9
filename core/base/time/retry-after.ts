// The time at which another server says to come again. Pure.

const DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds of a header Retry-After (RFC 9110 section 10.2.3), seconds or a date; undefined for none. A date is
 * measured against the clock that wrote it, because the one here may be wrong: `sentMs` is the time of the answer.
 */
export function retryAfterMs(text: string | null | undefined, sentMs: number): number | undefined {
  if (text === null || text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const ms = DATE.test(text) ? Date.parse(text) - sentMs : Number.NaN;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
