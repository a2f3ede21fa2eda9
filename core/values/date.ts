// Dates, times and durations, counted in whole numbers: proleptic Gregorian, years 1 to 9999, no time
// zone but a stated offset. Nothing here asks the platform, whose tables of zones and whose reading of texts differ
// between versions.

/** Days since 0001-01-01, a Monday. */
export type Day = number;
/** Milliseconds since 0001-01-01T00:00:00.000Z. */
export type Instant = number;

export interface Duration {
  /** Years and months: their length depends on where they start. */
  readonly months: number;
  /** Weeks, days and times. */
  readonly ms: number;
}

export const DAY_MS = 86_400_000;
const YEAR_MAX = 9999;
const DAY_MAX = daysBefore(YEAR_MAX + 1) - 1;
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];
const CYCLE_YEARS = 400;
const CYCLE_DAYS = daysBefore(CYCLE_YEARS + 1);
/** The longest duration spans all years. */
const MONTHS_MAX = YEAR_MAX * 12;
const MS_MAX = (DAY_MAX + 1) * DAY_MS;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{3})Z$/;
const TIME_LENGTH = 24;
const OFFSET = /^([+-])(\d\d):(\d\d)$/;
/** Offsets of the civil world lie between -12 and +14 hours. */
const OFFSET_MINUTES_MAX = 14 * 60;
const MONTHS = /^(-?)P(?=\d)(?:(\d{1,4})Y)?(?:(\d{1,6})M)?$/;
const WEEKS = /^(-?)P(\d{1,6})W$/;
const DAYS = /^(-?)P(?=[\dT])(?:(\d{1,7})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.(\d{1,3}))?S)?)?$/;
const DURATION_LENGTH_MAX = 64;

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days before the first of January of a year. */
function daysBefore(year: number): number {
  const past = year - 1;
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
}

/** Days before the first of a month, counted from 1, within its year. */
function daysBeforeMonth(year: number, month: number): number {
  return (DAYS_BEFORE_MONTH[month - 1] as number) + (month > 2 && isLeap(year) ? 1 : 0);
}

function monthLength(year: number, month: number): number {
  return (
    (DAYS_BEFORE_MONTH[month] as number) -
    (DAYS_BEFORE_MONTH[month - 1] as number) +
    (month === 2 && isLeap(year) ? 1 : 0)
  );
}

interface Civil {
  readonly year: number;
  readonly month: number;
  readonly date: number;
}

function dayOfCivil({ year, month, date }: Civil): Day {
  return daysBefore(year) + daysBeforeMonth(year, month) + date - 1;
}

function civilOf(day: Day): Civil {
  const cycle = Math.floor(day / CYCLE_DAYS);
  const inCycle = day - cycle * CYCLE_DAYS;
  // No year is longer than 366 days: the guess is the year or one before it, and at the end of a cycle two.
  let year = cycle * CYCLE_YEARS + 1 + Math.floor(inCycle / 366);
  while (daysBefore(year + 1) <= day) year++;
  const inYear = day - daysBefore(year);
  let month = 1;
  while (month < 12 && daysBeforeMonth(year, month + 1) <= inYear) month++;
  return { year, month, date: inYear - daysBeforeMonth(year, month) + 1 };
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');
const isDay = (day: number) => day >= 0 && day <= DAY_MAX;

/** The day of `2026-02-28`; undefined for another text, for a day that no month has, and for year 0. */
export function dayOf(text: string): Day | undefined {
  const match = text.length === 10 ? DATE.exec(text) : null;
  if (!match) return undefined;
  const [year, month, date] = match.slice(1).map(Number) as [number, number, number];
  if (year < 1 || month < 1 || month > 12 || date < 1 || date > monthLength(year, month)) return undefined;
  return dayOfCivil({ year, month, date });
}

/** The only spelling of a day in years 1 to 9999. */
export function dayText(day: Day): string {
  const { year, month, date } = civilOf(day);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

/**
 * The time of `2026-02-28T09:30:00.000Z`; undefined for another text. There are no leap seconds, as in docket times.
 */
export function instantOf(text: string): Instant | undefined {
  const match = text.length === TIME_LENGTH ? TIME.exec(text) : null;
  const day = match ? dayOf(match[1] as string) : undefined;
  if (!match || day === undefined) return undefined;
  const [hours, minutes, seconds, ms] = match.slice(2).map(Number) as [number, number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return day * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

/** The only spelling of a time in years 1 to 9999. */
export function instantText(instant: Instant): string {
  const day = Math.floor(instant / DAY_MS);
  const ms = instant - day * DAY_MS;
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part, 2));
  return `${dayText(day)}T${parts.join(':')}.${pad(ms % 1000, 3)}Z`;
}

/**
 * Years and months, or weeks, or days and a time, perhaps with a minus before: `P1Y6M`, `P2W`, `P3DT12H`, `-P1M`.
 * Undefined for another text.
 */
export function durationOf(text: string): Duration | undefined {
  if (text.length > DURATION_LENGTH_MAX) return undefined;
  const whole = MONTHS.exec(text);
  if (whole) return duration(whole[1], { months: numberOf(whole[2]) * 12 + numberOf(whole[3]), ms: 0 });
  const weeks = WEEKS.exec(text);
  if (weeks) return duration(weeks[1], { months: 0, ms: numberOf(weeks[2]) * 7 * DAY_MS });
  const parts = DAYS.exec(text);
  if (!parts) return undefined;
  const [days, hours, minutes, seconds] = parts.slice(2, 6).map(numberOf) as [number, number, number, number];
  const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + Number((parts[6] ?? '').padEnd(3, '0'));
  return duration(parts[1], { months: 0, ms });
}

const numberOf = (digits: string | undefined) => Number(digits ?? 0);

function duration(sign: string | undefined, { months, ms }: Duration): Duration | undefined {
  if (months > MONTHS_MAX || ms > MS_MAX) return undefined;
  return sign === '-' ? { months: 0 - months, ms: 0 - ms } : { months, ms };
}

/**
 * So many months later, or earlier: the same day of that month, or its last one. Undefined outside of years 1 to 9999,
 * as below.
 */
export function addMonths(day: Day, months: number): Day | undefined {
  const { year, month, date } = civilOf(day);
  const all = year * 12 + month - 1 + months;
  const then = { year: Math.floor(all / 12), month: (all % 12) + 1 };
  if (then.year < 1 || then.year > YEAR_MAX) return undefined;
  return dayOfCivil({ ...then, date: Math.min(date, monthLength(then.year, then.month)) });
}

/** A day later by a duration of whole days. Undefined for another one, too. */
export function dayPlus(day: Day, { months, ms }: Duration): Day | undefined {
  if (ms % DAY_MS !== 0) return undefined;
  const moved = addMonths(day, months);
  const value = moved === undefined ? undefined : moved + ms / DAY_MS;
  return value !== undefined && isDay(value) ? value : undefined;
}

/** A time later by a duration; months keep the time of the day in UTC. */
export function instantPlus(instant: Instant, { months, ms }: Duration): Instant | undefined {
  const day = Math.floor(instant / DAY_MS);
  const moved = addMonths(day, months);
  if (moved === undefined) return undefined;
  const number = (moved - day) * DAY_MS + instant + ms;
  return isDay(Math.floor(number / DAY_MS)) ? number : undefined;
}

/**
 * Whole months from one day to another: the most that can be added to the first without passing the second, negative
 * where that lies before.
 */
export function monthsBetween(from: Day, to: Day): number {
  const [a, b] = [civilOf(from), civilOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  // The month of `to` is in range, so the sum is there.
  const there = addMonths(from, months) as Day;
  if (to >= from) return there > to ? months - 1 : months;
  return there < to ? months + 1 : months;
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekdayOf(day: Day): number {
  return (day % 7) + 1;
}

/**
 * Minutes east of UTC of `UTC`, `Z` or `+02:00`; undefined for every other zone: those that have summers are not data
 * of the rules.
 */
export function offsetOf(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z') return 0;
  const match = OFFSET.exec(zone);
  if (!match) return undefined;
  const [hours, minutes] = [Number(match[2]), Number(match[3])];
  const all = hours * 60 + minutes;
  if (minutes > 59 || all > OFFSET_MINUTES_MAX) return undefined;
  return match[1] === '-' ? 0 - all : all;
}

/** The date of a time at so many minutes east of UTC. */
export function dayAt(instant: Instant, offsetMinutes: number): Day | undefined {
  const day = Math.floor((instant + offsetMinutes * 60_000) / DAY_MS);
  return isDay(day) ? day : undefined;
}
