// Times in a certificate (RFC 5280 section 4.1.2.5): UTCTime up to 2049, GeneralizedTime from 2050 on, both in UTC with
// seconds and without fractions.
import { type DerReader, TAG } from './der.js';
import { demand } from './malformed.js';

/** Milliseconds since 1970. */
export function readTime(reader: DerReader): number {
  const { tag, body } = reader.next();
  const text = String.fromCharCode(...body);
  const isShort = tag === TAG.utcTime;
  demand(isShort || tag === TAG.generalizedTime, 'validity', 'A time is of another type than the two of RFC 5280.');
  const digits = isShort ? 12 : 14;
  demand(
    text.length === digits + 1 && /^\d+Z$/.test(text),
    'validity',
    'A time is not in UTC with seconds and without fractions.',
  );
  const year = isShort ? centuryOf(text.slice(0, 2)) + text.slice(0, 2) : text.slice(0, 4);
  demand(isShort || year >= '2050', 'validity', 'A time before 2050 is not an UTCTime.');
  const [month, day, hour, minute, second] = [10, 8, 6, 4, 2].map((back) =>
    text.slice(digits - back, digits - back + 2),
  );
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const ms = Date.parse(written);
  // The calendar: a 30 February or an hour 24 is read as another time, or as none.
  demand(
    Number.isFinite(ms) && new Date(ms).toISOString() === written,
    'validity',
    'A time is not one of the calendar.',
  );
  return ms;
}

const centuryOf = (years: string) => (years < '50' ? '20' : '19');
