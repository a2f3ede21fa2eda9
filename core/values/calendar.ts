// Working days as data: weekend days and holidays of a calendar in a definition. No calendar is part of the rules.
import type { Json, JsonObject } from '../base/json.js';
import { isObject } from '../base/json.js';
import { type Day, dayOf, weekdayOf } from './date.js';

/** Holidays of one calendar: a century of them. */
export const HOLIDAYS_MAX = 2000;
/** Working days that are counted at once: ten years of them. */
export const WORKDAYS_MAX = 2600;

export interface Calendar {
  /** Weekdays, 1 for Monday, that are not workdays. */
  readonly weekend: ReadonlySet<number>;
  /** Days that are holidays and no weekend days, in their order, each once. */
  readonly holidays: readonly Day[];
}

const made = new WeakMap<object, Calendar | string>();

/**
 * The calendar that `{"weekend": [6, 7], "holidays": ["2026-12-25"]}` says, or a sentence on what is wrong with it.
 * Found once for as long as it is held.
 */
export function calendarOf(data: Json | undefined): Calendar | string {
  if (!isObject(data)) return 'A calendar is an object with "weekend" and "holidays".';
  const known = made.get(data);
  if (known) return known;
  const value = read(data);
  made.set(data, value);
  return value;
}

function read(data: JsonObject): Calendar | string {
  const { weekend, holidays } = data;
  if (
    !Array.isArray(weekend) ||
    weekend.length > 6 ||
    !weekend.every(isWeekday) ||
    new Set(weekend).size < weekend.length
  )
    return 'The weekend of a calendar is a list of up to six different weekdays, 1 for Monday to 7 for Sunday.';
  if (!Array.isArray(holidays) || holidays.length > HOLIDAYS_MAX)
    return `The holidays of a calendar are a list of at most ${HOLIDAYS_MAX} dates.`;
  const off = new Set(weekend as readonly number[]);
  const days = new Set<Day>();
  for (const [i, text] of (holidays as readonly Json[]).entries()) {
    const day = typeof text === 'string' ? dayOf(text) : undefined;
    if (day === undefined) return `Holiday ${i} of the calendar is not a date such as "2026-12-25".`;
    if (!off.has(weekdayOf(day))) days.add(day);
  }
  return { weekend: off, holidays: [...days].sort((a, b) => a - b) };
}

function isWeekday(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 7;
}

/** Working days after `from` up to and with `to`; negative, and counted the other way round, where `to` lies before. */
export function workdaysBetween(from: Day, to: Day, calendar: Calendar): number {
  return workdaysUpTo(to, calendar) - workdaysUpTo(from, calendar);
}

/**
 * The day on which so many working days are over since `from`; a number below 0 counts back from it, and 0 gives it. At
 * most WORKDAYS_MAX of them. It may lie outside of the years that dates have.
 */
export function workdaysFrom(from: Day, count: number, calendar: Calendar): Day {
  if (count === 0) return from;
  const farthest = (Math.abs(count) + calendar.holidays.length + 1) * 7;
  const isThere = (days: number): boolean =>
    count > 0
      ? workdaysBetween(from, from + days, calendar) >= count
      : workdaysBetween(from - days - 1, from - 1, calendar) >= -count;
  let [low, high] = [0, farthest];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isThere(middle)) high = middle;
    else low = middle;
  }
  return count > 0 ? from + high : from - high;
}

/** Working days from the first day of year 1 to this one. */
function workdaysUpTo(day: Day, { weekend, holidays }: Calendar): number {
  const days = day + 1;
  let count = Math.floor(days / 7) * (7 - weekend.size);
  // The first day is a Monday, so what is left of a week begins with one.
  for (let weekday = 1; weekday <= days % 7; weekday++) if (!weekend.has(weekday)) count++;
  return count - holidaysUpTo(day, holidays);
}

function holidaysUpTo(day: Day, holidays: readonly Day[]): number {
  let [low, high] = [0, holidays.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((holidays[middle] as Day) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
