// Durations of deadlines (ISO 8601-1 section 5.5.2): weeks, or days and a time. Years and months are refused: their
// length depends on the date that they start at, and a deadline must be the same number on every node.
import { DURATION_MAX_MS } from '../../base/limits/ledger/definitions.js';

const WEEKS = /^P(\d{1,6})W$/;
const DAYS = /^P(?=[\dT])(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,3}))?S)?)?$/;

/**
 * Milliseconds of a duration such as `P30D`, `P2W` or `PT1H30M`; undefined for another text, for zero, and beyond ten
 * years.
 */
export function durationMs(text: string): number | undefined {
  const weeks = WEEKS.exec(text);
  if (weeks) return withinBounds(Number(weeks[1]) * 7 * 86_400_000);
  const parts = DAYS.exec(text);
  if (!parts) return undefined;
  const [days, hours, minutes, seconds] = parts.slice(1, 5).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return withinBounds(
    (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + Number((parts[5] ?? '').padEnd(3, '0')),
  );
}

function withinBounds(ms: number): number | undefined {
  return ms > 0 && ms <= DURATION_MAX_MS ? ms : undefined;
}
