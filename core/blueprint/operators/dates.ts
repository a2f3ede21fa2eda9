// Operators on dates, times and durations. There is none for now: a rule that needs the time of a docket
// is a timer.
import type { Json } from '../../base/json.js';
import { type Calendar, calendarOf, WORKDAYS_MAX, workdaysBetween, workdaysFrom } from '../../values/calendar.js';
import {
  DAY_MS,
  type Day,
  dayAt,
  dayOf,
  dayPlus,
  dayText,
  durationOf,
  instantOf,
  instantPlus,
  instantText,
  monthsBetween,
  offsetOf,
  weekdayOf,
} from '../../values/date.js';
import { type Evaluation, spend } from '../logic/logic-values.js';
import { type Apply, endMistyped, ends, type Mistyped, makeText, type Operands, wholeOf } from './operator.js';

const MINUTE_MS = 60_000;
/** Reading a date, a time or a duration. */
const READ_STEPS = 2;
/**
 * Looking for a day: half of those that it may be are left with each look, and a look costs as much as a count does.
 */
const SEARCH_STEPS = 256;

function readIn<T>(run: Evaluation, value: Json | undefined, read: (text: string) => T | undefined): T | undefined {
  return typeof value === 'string' && spend(run, READ_STEPS) ? read(value) : undefined;
}

function dayIn(run: Evaluation, name: string, value: Json | undefined): Day | undefined {
  return (
    readIn(run, value, dayOf) ?? endMistyped(run, name, { expected: 'dates such as "2026-02-28"', value }) ?? undefined
  );
}

function outOfYears(run: Evaluation, name: string): null {
  return ends(run, 'LOGIC_RANGE', `"${name}" gives a date outside of the years 1 to 9999.`);
}

/** Two dates, and what is made of them. */
function ofDays(apply: (a: Day, b: Day) => Json): Apply {
  return (run, { name, values: [a, b] }) => {
    const [from, to] = [dayIn(run, name, a), dayIn(run, name, b)];
    return from === undefined || to === undefined ? null : apply(from, to);
  };
}

const dateAdd: Apply = (run, { name, values: [when, by] }) => {
  const duration = readIn(run, by, durationOf);
  if (!duration) return endMistyped(run, name, { expected: 'a duration such as "P1M" as its second value', value: by });
  const day = readIn(run, when, dayOf);
  if (day !== undefined) {
    if (duration.ms % 86_400_000 !== 0)
      return ends(run, 'LOGIC_RANGE', `"${name}" adds whole days to a date: take a time, or another duration.`);
    const value = dayPlus(day, duration);
    return value === undefined ? outOfYears(run, name) : makeText(run, dayText(value));
  }
  const instant = readIn(run, when, instantOf);
  if (instant === undefined) return endMistyped(run, name, { expected: 'a date or a time', value: when });
  const value = instantPlus(instant, duration);
  return value === undefined ? outOfYears(run, name) : makeText(run, instantText(value));
};

const workdays: Apply = (run, { name, values: [a, b, named], constants }) => {
  const calendar = calendarIn(run, name, { calendars: constants.calendars ?? {}, named });
  if (!calendar || !spend(run, 32)) return null;
  return ofDays((from, to) => workdaysBetween(from, to, calendar))(run, {
    name,
    values: [a ?? null, b ?? null],
    constants,
  });
};

/** `{"workdaysAdd": [date, 10, "bank"]}`: the end of the tenth working day after it, or before it by -10. */
const workdaysAdd: Apply = (run, { name, values: [when, by, named], constants }) => {
  const calendar = calendarIn(run, name, { calendars: constants.calendars ?? {}, named });
  const count = calendar && wholeOf(run, name, by);
  const from = count === undefined ? undefined : dayIn(run, name, when);
  if (!calendar || count === undefined || from === undefined || !spend(run, SEARCH_STEPS)) return null;
  if (Math.abs(count) > WORKDAYS_MAX)
    return ends(run, 'LOGIC_RANGE', `"${name}" counts at most ${WORKDAYS_MAX} working days.`);
  const value = dayPlus(from, { months: 0, ms: (workdaysFrom(from, count, calendar) - from) * DAY_MS });
  return value === undefined ? outOfYears(run, name) : makeText(run, dayText(value));
};

function calendarIn(
  run: Evaluation,
  name: string,
  { calendars, named }: { readonly calendars: Readonly<Record<string, Json>>; readonly named: Json | undefined },
): Calendar | undefined {
  const data = typeof named === 'string' && Object.hasOwn(calendars, named) ? calendars[named] : undefined;
  const value = data === undefined ? 'There is none of that name.' : calendarOf(data);
  if (typeof value !== 'string') return value;
  return (
    endMistyped(run, name, { expected: 'the name of a calendar of the definition as its third value', value: named }) ??
    undefined
  );
}

const weekday: Apply = (run, { name, values: [value] }) => {
  const day = dayIn(run, name, value);
  return day === undefined ? null : weekdayOf(day);
};

/** Two dates or two times. */
function order(holds: (a: number, b: number) => boolean): Apply {
  return (run, { name, values: [a, b] }) => {
    const days = [readIn(run, a, dayOf), readIn(run, b, dayOf)];
    const [x, y] = days.some((day) => day === undefined)
      ? [readIn(run, a, instantOf), readIn(run, b, instantOf)]
      : days;
    if (x === undefined || y === undefined)
      return endMistyped(run, name, { expected: 'two dates, or two times', value: x === undefined ? a : b });
    return holds(x, y);
  };
}

const dateOf: Apply = (run, { name, values: [time, zone] }) => {
  const instant = readIn(run, time, instantOf);
  if (instant === undefined)
    return endMistyped(run, name, { expected: 'a time such as "2026-02-28T09:30:00.000Z"', value: time });
  const offset = readIn(run, zone, offsetOf);
  if (offset === undefined) return unread(run, name, { expected: 'UTC, or an offset such as "+01:00"', value: zone });
  const day = dayAt(instant, offset);
  return day === undefined ? outOfYears(run, name) : makeText(run, dayText(day));
};

/** A text that is one of these, as it stands. */
function reading(read: (text: string) => unknown, words: string): Apply {
  return (run, { name, values: [value] }) =>
    readIn(run, value, read) === undefined ? unread(run, name, { expected: words, value }) : (value as Json);
}

/** Another text is of the right type: it has no value here. */
function unread(run: Evaluation, name: string, { expected, value }: Mistyped): null {
  if (typeof value === 'string') return ends(run, 'LOGIC_RANGE', `"${name}" takes ${expected}.`);
  return endMistyped(run, name, { expected, value });
}

/** Whole minutes from one time to another, 0 or less where the second lies before. */
const minutesBetween: Apply = (run, { name, values: [a, b] }) => {
  const [from, to] = [readIn(run, a, instantOf), readIn(run, b, instantOf)];
  if (from === undefined || to === undefined)
    return endMistyped(run, name, { expected: 'two times', value: from === undefined ? a : b });
  // Not -0, which no text spells.
  return Math.trunc((to - from) / MINUTE_MS) || 0;
};

/** `P3D` of 3, `-P1M` of -1, `PT5M` of 5. */
function writeDuration(unit: 'D' | 'M', part: 'P' | 'PT' = 'P'): Apply {
  return (run, { name, values: [value] }: Operands) => {
    const count = wholeOf(run, name, value);
    if (count === undefined) return null;
    const text = `${count < 0 ? '-' : ''}${part}${Math.abs(count)}${unit}`;
    return durationOf(text) ? makeText(run, text) : outOfYears(run, name);
  };
}

export const DATE_OPERATORS: readonly (readonly [string, Apply])[] = [
  ['dateAdd', dateAdd],
  ['daysBetween', ofDays((from, to) => to - from)],
  ['monthsBetween', ofDays(monthsBetween)],
  ['minutesBetween', minutesBetween],
  ['workdaysBetween', workdays],
  ['workdaysAdd', workdaysAdd],
  ['weekday', weekday],
  ['before', order((a, b) => a < b)],
  ['after', order((a, b) => a > b)],
  ['dateOf', dateOf],
  ['date', reading(dayOf, 'a text such as "2026-02-28"')],
  ['time', reading(instantOf, 'a text such as "2026-02-28T09:30:00.000Z"')],
  ['duration', reading(durationOf, 'a text such as "P3DT12H", "P2W" or "P1Y6M"')],
  ['days', writeDuration('D')],
  ['months', writeDuration('M')],
  ['minutes', writeDuration('M', 'PT')],
];
