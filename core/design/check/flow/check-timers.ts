// Findings about timers: what of them cannot be read, data that their action would not record, and
// deadlines that nothing follows. Pure.
import { utf8Length } from '../../../base/bytes.js';
import { canonical } from '../../../base/json.js';
import { TIMER_DATA_BYTES_MAX } from '../../../base/limits/ledger/constants.js';
import { SCHEMA_STEPS_MAX } from '../../../base/limits/ledger/work.js';
import { isStarting } from '../../../blueprint/definition/conformance.js';
import { durationMs } from '../../../blueprint/definition/duration.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, ActionTimer, Definition } from '../../../blueprint/definition/types.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { apartIn } from '../../../blueprint/plan/four-eyes.js';
import {
  type DatedTimer,
  dueAfterOf,
  escalationsOf,
  everyProblem,
  openingsOf,
  remindersOf,
  timersOf,
} from '../../../blueprint/plan/timers.js';
import { readingOf } from '../../../blueprint/schemas/schema-check.js';
import { judge } from '../../../schema/judge.js';
import { DAY_MS, durationOf } from '../../../values/date.js';

/** Below this the clocks of those who seal decide more than the parties. */
const SHORT_MS = 10 * 60 * 1000;

/** Adds what a ledger refuses too: it could not say when a timer is due, or what it records. */
export function checkTimerForms(definition: Definition, findings: Findings): void {
  const ids = new Set(definition.actions.map(({ id }) => id));
  for (const [i, action] of definition.actions.entries()) {
    const names = new Set<string>();
    for (const [j, timer] of (action.timers ?? []).entries()) {
      const at = `/actions/${i}/timers/${j}`;
      const bad = (member: string, message: string): void => findings.error('BP_TIMER', `${at}/${member}`, message);
      if (names.has(timer.id)) bad('id', 'Two timers of the action have one id.');
      names.add(timer.id);
      if (timer.id.startsWith('@')) bad('id', 'Names that start with @ are kept for the language.');
      const due = dueAfterOf(definition, timer);
      if (typeof due === 'string') bad(timer.at ? 'at' : 'after', due);
      checkSource(timer, bad);
      checkEffect({ definition, action, at, findings }, timer);
      for (const [k, id] of (timer.then?.nextActionIds ?? []).entries())
        if (!ids.has(id)) bad(`then/nextActionIds/${k}`, 'The timer leads to an action that is not there.');
      // A schema that may not be published cannot be asked.
      if (findings.errors === 0) checkData({ definition, action, at, findings }, timer);
    }
  }
}

/** A timer counts from a branch, or from a date of the data. */
function checkSource({ at, after, plus, from }: ActionTimer, bad: (member: string, message: string) => void): void {
  if (at && after !== undefined) bad('after', 'A timer has one of after and at; what is added to a date is plus.');
  if (!at && plus !== undefined) bad('plus', 'Only to a date of the data (at) something is added.');
  if (at && from !== undefined) bad('from', 'A date of the data has its time: leave from out.');
}

/** A timer does one thing. */
function checkEffect({ definition, action, at, findings }: CheckedAction, timer: ActionTimer): void {
  const { then, also, remind, notBefore, data } = timer;
  const bad = (member: string, message: string): void => findings.error('BP_TIMER', `${at}${member}`, message);
  if ([then, also, remind, notBefore].filter((item) => item !== undefined).length !== 1)
    bad(
      '',
      'A timer has one of then (leads on), also (lets others act), remind (tells them) and notBefore (keeps the action closed until then).',
    );
  if (data !== undefined && !then) bad('/data', 'Only a timer that leads on by then records data.');
  if (also && action.approval) bad('/also', 'Votes decide this action: name its voters in approval.');
  for (const [member, roles] of Object.entries({ also, remind }))
    for (const [i, role] of (roles ?? []).entries()) {
      const isThere = definition.participants.some(({ id }) => id === role);
      if (!isThere) bad(`/${member}/${i}`, `No role is called ${shownName(role)}.`);
      else if (member === 'also' && role === action.sender)
        bad(`/also/${i}`, 'This role does the action anyway: name another one.');
      else if ((roles ?? []).indexOf(role) < i) bad(`/${member}/${i}`, `The role ${shownName(role)} is named twice.`);
    }
  checkRepeat(timer, bad);
}

/** Reminders are repeated by a duration and a number, or not at all. */
function checkRepeat({ remind, every, times }: ActionTimer, bad: (member: string, message: string) => void): void {
  if (!remind && every !== undefined) bad('/every', 'Only a timer that reminds is repeated.');
  if (!remind && times !== undefined) bad('/times', 'Only a timer that reminds is repeated.');
  if (!remind) return;
  if ((every === undefined) !== (times === undefined))
    bad('', 'Say every and times, or leave both out for one reminder.');
  const problem = every === undefined ? undefined : everyProblem(every);
  if (problem !== undefined) bad('/every', problem);
}

/** The data of a timer is recorded as it stands: nothing is calculated for it. */
function checkData({ definition, action, at, findings }: CheckedAction, { data }: ActionTimer): void {
  if (data === undefined) return;
  const bad = (message: string): void => findings.error('BP_TIMER_DATA', `${at}/data`, message);
  if (utf8Length(canonical(data)) > TIMER_DATA_BYTES_MAX) {
    bad(`The data of a timer has at most ${TIMER_DATA_BYTES_MAX} bytes.`);
    return;
  }
  const { given, calculated } = membersOf(action);
  const stranger = Object.keys(data).find((name) => !given.has(name) && !calculated.has(name));
  if (stranger !== undefined) bad(`No data schema of the action declares ${shownName(stranger)}.`);
  const missing = [...calculated].find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined)
    bad(`The action calculates ${shownName(missing)}, and a timer calculates nothing: state its value here.`);
  for (const schema of action.dataSchemas ?? []) {
    const { failures, endedAt } = judge({ schema, ...readingOf(definition) }, data, { steps: SCHEMA_STEPS_MAX });
    const [failure] = failures;
    if (failure) bad(`The data breaks a schema of the action at "${failure.path}": it ${failure.message}.`);
    else if (endedAt !== undefined) bad('The data takes too many steps to check against the schemas of the action.');
    if (failure || endedAt !== undefined) return;
  }
}

/**
 * Adds the warnings: timers that clocks decide, timers that never fire, and deadlines behind which a branch stays open
 * without end.
 */
export function checkTimerDesign(definition: Definition, findings: Findings): void {
  const timed = new Set<number>();
  checkFiring(definition, findings);
  checkOpening(definition, findings);
  for (const [i, action] of definition.actions.entries())
    for (const timer of [
      ...timersOf(definition, action),
      ...escalationsOf(definition, action),
      ...openingsOf(definition, action),
    ]) {
      if ('next' in timer) timed.add(action.id);
      if (timer.stated === undefined && timer.dueAfter(0) < SHORT_MS)
        findings.warn(
          'BP_TIMER_SHORT',
          `/actions/${i}/timers/${timer.i}/${action.timers?.[timer.i]?.at ? 'plus' : 'after'}`,
          'The clocks of sealing nodes may differ by seconds, and decide which side of such a short time a move falls on: wait for ten minutes or more.',
        );
    }
  for (const [i, { routes }] of definition.actions.entries())
    for (const [j, { branchDeadline, nextActionIds }] of (routes ?? []).entries()) {
      const dead = branchDeadline === undefined ? undefined : nextActionIds.find((id) => !timed.has(id));
      if (dead !== undefined)
        findings.warn(
          'BP_DEADLINE_DEAD_END',
          `/actions/${i}/routes/${j}/branchDeadline`,
          `After this deadline action ${dead} is refused and its branch stays open: give that action a timer that leads on.`,
        );
    }
}

/** A timer runs while a branch stands at its action, and of several the first one that is due ends it. */
function checkFiring(definition: Definition, findings: Findings): void {
  const { actions } = definition;
  const never = (at: string, message: string): void => findings.warn('BP_TIMER_NEVER', at, message);
  const led = new Set(actions.flatMap((action) => waysFrom(definition, action)));
  for (const [i, action] of actions.entries()) {
    const timers = timersOf(definition, action);
    const opening = openingsOf(definition, action);
    const also = escalationsOf(definition, action);
    const all = [...timers, ...also, ...opening, ...remindersOf(definition, action)];
    // An action that nothing leads to and that does not start is told as that.
    const isOpening = isStarting(definition, action) && !led.has(action.id);
    for (const timer of all) {
      const at = `/actions/${i}/timers/${timer.i}`;
      const first = timers.find((other) => isBefore(action, other, timer));
      const acting = also.find((item) => item === timer);
      const apart = acting && keptApart(definition, action, acting.roles);
      if (isOpening)
        never(
          at,
          'It never fires: nothing leads to this action, which only opens instances, and no branch ever waits at it.',
        );
      // Of one that keeps the action closed that is an error.
      else if (first && !opening.includes(timer))
        never(at, `It never fires: timer ${shownName(first.id)} of the action is always due before it.`);
      else if (apart)
        never(
          `${at}/also`,
          `The role ${shownName(apart.role)} never acts here: it does action ${apart.action}, which another party does than this one.`,
        );
    }
  }
}

/** Adds the errors about actions that end, by a timer or a deadline, before anybody may do them. */
function checkOpening(definition: Definition, findings: Findings): void {
  const { actions } = definition;
  for (const [i, action] of actions.entries())
    for (const opening of openingsOf(definition, action)) {
      const bad = (message: string): void =>
        findings.error('BP_NEVER_OPEN', `/actions/${i}/timers/${opening.i}`, message);
      const end = timersOf(definition, action).find((timer) => isNotAfter(action, timer, opening));
      if (end) {
        bad(`The action is never done: timer ${shownName(end.id)} ends it at this time, or before.`);
        continue;
      }
      const { after, from = 'open' } = (action.timers ?? [])[opening.i] as ActionTimer;
      const leastMs = after === undefined || from === 'start' ? undefined : leastMsOf(after);
      const way = leastMs === undefined ? undefined : waysInto(definition, action).find(({ ms }) => ms <= leastMs);
      if (way)
        bad(
          `The action is never done that way: action ${way.from} leads here with the deadline ${way.deadline}, which has passed then.`,
        );
    }
}

/** Ways into an action that end by a deadline, and after how long. */
function waysInto(
  { actions }: Definition,
  { id }: Action,
): readonly { readonly from: number; readonly deadline: string; readonly ms: number }[] {
  return actions.flatMap(({ id: from, routes }) =>
    (routes ?? []).flatMap(({ branchDeadline: deadline, nextActionIds }) => {
      const ms = deadline === undefined || !nextActionIds.includes(id) ? undefined : durationMs(deadline);
      return deadline === undefined || ms === undefined ? [] : [{ from, deadline, ms }];
    }),
  );
}

/** The least length of a duration: of a month its 28 days, of working days as many. */
function leastMsOf(after: string): number {
  const workdays = / workdays$/.test(after) ? Number(after.split(' ')[0]) : undefined;
  const { months, ms } = durationOf(after) ?? { months: 0, ms: 0 };
  return workdays === undefined ? ms + months * 28 * DAY_MS : workdays * DAY_MS;
}

/** A role that four eyes keep from the action, because of another one that it does. */
function keptApart(
  definition: Definition,
  { id }: Action,
  roles: readonly string[],
): { readonly role: string; readonly action: number } | undefined {
  const others = apartIn(definition).ofAction.get(id) ?? [];
  return others.flatMap(({ role, action }) =>
    role !== undefined && roles.includes(role) ? [{ role, action }] : [],
  )[0];
}

/** Where an action can lead, by whatever way. */
function waysFrom(definition: Definition, action: Action): readonly number[] {
  const { rejectionConfig: config, routes = [] } = action;
  const back = config && config.isTerminal !== true ? [config.targetActionId] : [];
  const on = [...routes, ...timersOf(definition, action).map(({ next }) => ({ nextActionIds: next }))];
  return [...back, ...on.flatMap(({ nextActionIds }) => nextActionIds)];
}

/** True where one ends each branch that both run for. */
function isBefore(action: Action, timer: DatedTimer, other: DatedTimer): boolean {
  if (timer === other || !isNotAfter(action, timer, other)) return false;
  return timer.dueAfter(0) < other.dueAfter(0) || timer.i < other.i;
}

/** True where one is never due after the other. Durations of one kind from one time keep their order. */
function isNotAfter(action: Action, timer: DatedTimer, other: DatedTimer): boolean {
  const [a, b] = [timer.i, other.i].map((i) => measureOf((action.timers ?? [])[i] as ActionTimer));
  return a === b && timer.dueAfter(0) <= other.dueAfter(0);
}

/** The duration of a timer, its calendar, and the moment from which it counts. */
function measureOf({ id, after, calendar = '', from = 'open', zone = 'UTC' }: ActionTimer): string {
  // Which of two dates comes first is told by the data.
  if (after === undefined) return `at ${id}`;
  if (after.endsWith(' workdays')) return ['workdays', from, zone, calendar].join(' ');
  return (durationOf(after)?.months ?? 0) > 0 ? ['months', from, zone].join(' ') : from;
}
