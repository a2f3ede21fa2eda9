// Timers of a definition: where each of them leads, and when it is due. Pure. Times are
// those of dockets; months and working days are counted by the calendars and offsets of the definition, never by the
// platform.
import type { JsonObject } from '../../base/json.js';
import { DURATION_MAX_MS } from '../../base/limits/ledger/definitions.js';
import { calendarOf, WORKDAYS_MAX, workdaysFrom } from '../../values/calendar.js';
import { addMonths, DAY_MS, type Day, dayAt, durationOf, instantOf, offsetOf } from '../../values/date.js';
import type { Action, ActionTimer, Definition } from '../definition/types.js';

/** A checked timer, whatever it does. */
export interface DatedTimer {
  readonly id: string;
  /** Its place among the timers of the action. */
  readonly i: number;
  /** Counted from when the branch was opened, or from the start of the instance. */
  readonly from: 'open' | 'start';
  /** When it is due, counted from a time of a docket, both in ms since 1970. */
  readonly dueAfter: (ms: number) => number;
  /** Its due time is stated by runs under this key (stated-dues.ts); `dueAfter` is not asked then. */
  readonly stated?: string;
}

/** A timer that ends its action. */
export interface PlannedTimer extends DatedTimer {
  /** Targets, ascending, each once; [] ends the branch. */
  readonly next: readonly number[];
  /** The data that it records; undefined where it states nothing. */
  readonly data: JsonObject | undefined;
}

/** A timer after which other roles may do the action too. */
export interface PlannedEscalation extends DatedTimer {
  readonly roles: readonly string[];
}

/** A timer before which the action is not done. */
export type PlannedOpening = DatedTimer;

/** A timer that tells roles that the action waits. */
export interface PlannedReminder extends DatedTimer {
  readonly roles: readonly string[];
  /** From one reminder to the next, and how many there are; 0 and 1 for one that is not repeated. */
  readonly everyMs: number;
  readonly times: number;
}

/** Milliseconds from the first day of year 1 to 1970. */
export const SINCE_YEAR_1_MS = instantOf('1970-01-01T00:00:00.000Z') as number;
/** The last millisecond of the year 9999, since 1970: no docket is later, so nothing is due after it. */
export const LAST_MS: number = (instantOf('9999-12-31T23:59:59.999Z') as number) - SINCE_YEAR_1_MS;
const WORKDAYS = /^([1-9]\d{0,3}) workdays$/;
/** No user reads a reminder more often than that. */
const REMIND_EVERY_MIN_MS = 3_600_000;
const MONTHS_MAX = 120;

/**
 * The time of the docket by which the branch came to the action. A timer at that time counts as one with `after` does,
 * and no member states when it is due.
 */
const DOCKET_TIME = 'time.docket';

export function isFromDocket({ at }: ActionTimer): boolean {
  return at?.var === DOCKET_TIME;
}

/** The timers of an action that lead somewhere, in their order. */
export function timersOf(definition: Definition, action: Action): readonly PlannedTimer[] {
  return datedTimers(definition, action).flatMap(([dated, { then, data }]): PlannedTimer[] => {
    if (!then) return [];
    const next = [...new Set(then.nextActionIds)].sort((a, b) => a - b);
    return [{ ...dated, next, data }];
  });
}

/** Timers that let others act, in their order. */
export function escalationsOf(definition: Definition, action: Action): readonly PlannedEscalation[] {
  return datedTimers(definition, action).flatMap(([dated, { also }]) => (also ? [{ ...dated, roles: also }] : []));
}

/** Timers that remind, in their order. */
export function remindersOf(definition: Definition, action: Action): readonly PlannedReminder[] {
  return datedTimers(definition, action).flatMap(([dated, { remind, every, times = 1 }]) => {
    const everyMs = every === undefined ? 0 : durationOf(every)?.ms;
    return remind && everyMs !== undefined ? [{ ...dated, roles: remind, everyMs, times }] : [];
  });
}

/** Timers before which the action is not done, in their order. */
export function openingsOf(definition: Definition, action: Action): readonly PlannedOpening[] {
  return datedTimers(definition, action).flatMap(([dated, { notBefore }]) => (notBefore ? [dated] : []));
}

/** Why a duration does not stand between two reminders; undefined where it does. */
export function everyProblem(every: string): string | undefined {
  const { months, ms } = durationOf(every) ?? { months: 0, ms: 0 };
  return months === 0 && ms >= REMIND_EVERY_MIN_MS && ms <= DURATION_MAX_MS
    ? undefined
    : 'Expected weeks, or days and a time, an hour or more, such as "P1D" or "PT12H".';
}

function datedTimers(definition: Definition, action: Action): readonly (readonly [DatedTimer, ActionTimer])[] {
  return (action.timers ?? []).flatMap((timer, i) => {
    const dueAfter = dueAfterOf(definition, timer);
    if (typeof dueAfter === 'string') return [];
    const stated = timer.at && !isFromDocket(timer) && { stated: `${action.id}.${timer.id}` };
    return [[{ id: timer.id, i, from: timer.from ?? 'open', dueAfter: lastKept(dueAfter), ...stated }, timer] as const];
  });
}

/** The last answer is kept: a branch waits from one time, and is asked of with every move of its instance. */
function lastKept(find: (ms: number) => number): (ms: number) => number {
  let [atMs, number] = [Number.NaN, 0];
  return (ms) => {
    if (ms !== atMs) [atMs, number] = [ms, find(ms)];
    return number;
  };
}

/** When a timer is due after a time, or a sentence on what of `after`, `calendar` and `zone` cannot be read. */
export function dueAfterOf(definition: Definition, timer: ActionTimer): ((ms: number) => number) | string {
  const { at, plus, calendar: name, zone = 'UTC' } = timer;
  const after = at ? (plus ?? '') : timer.after;
  const offset = offsetOf(zone);
  if (offset === undefined)
    return 'Expected UTC or an offset such as "+01:00" as the zone: zones with summers are not data of the rules.';
  if (after === undefined) return 'A timer has one of after, which is a duration, and at, which is a date of the data.';
  if (isFromDocket(timer) && plus === undefined)
    return 'Say how long after the time of the docket it is due, as "plus": "P10D".';
  if (at && plus === undefined)
    return name === undefined ? (ms) => ms : 'A calendar counts working days: say "plus": "10 workdays".';
  const workdays = WORKDAYS.exec(after);
  if (!workdays) {
    if (name !== undefined) return 'A calendar counts working days: say "after": "10 workdays", or leave it out.';
    return durationAfter(after, offset);
  }
  const calendar = name === undefined ? undefined : calendarOf(definition.calendars?.[name]);
  if (calendar === undefined || typeof calendar === 'string')
    return 'Working days are counted by a calendar: name one of the calendars of the definition.';
  const count = Number(workdays[1]);
  if (count > WORKDAYS_MAX) return `A timer waits for at most ${WORKDAYS_MAX} working days.`;
  return (ms) => endOf(workdaysFrom(dayAt(SINCE_YEAR_1_MS + ms, offset) as Day, count, calendar), offset);
}

function durationAfter(after: string, offset: number): ((ms: number) => number) | string {
  const duration = durationOf(after);
  if (duration && (duration.ms < 0 || duration.months < 0))
    return 'Expected a duration above 0: for a time before a date, calculate the earlier date as a member, by {"dateAdd": [DATE, "-P10D"]}.';
  if (!duration || duration.ms + duration.months === 0)
    return 'Expected a duration such as "P30D", "PT12H", "P2W", "P3M" or "10 workdays".';
  const { months, ms: length } = duration;
  if (months > MONTHS_MAX || length > DURATION_MAX_MS) return 'A timer waits for at most ten years.';
  if (months === 0) return (ms) => ms + length;
  return (ms) => endOf(addMonths(dayAt(SINCE_YEAR_1_MS + ms, offset) as Day, months) as Day, offset);
}

/** The last millisecond of a day at so many minutes east of UTC, since 1970. */
export function endOf(day: Day, offsetMinutes: number): number {
  return (day + 1) * DAY_MS - 1 - offsetMinutes * 60_000 - SINCE_YEAR_1_MS;
}
