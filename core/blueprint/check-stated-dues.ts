// Findings about timers that take their due time from data: where the date stands, that it is one, and that it is
// surely stated. Pure.
import type { Findings } from './finding.js';
import { knowledgeOf } from './names/knowledge.js';
import { membersOf } from './names/members.js';
import { shownName } from './shown-name.js';
import { dateReadOf, dueKey, statedDuesOf } from './stated-dues.js';
import type { Action, Definition, Timer } from './types.js';
import { typesOf } from './typing/definition-types.js';

/**
 * Adds what a ledger refuses too: without a date no node knows when the timer is due. The names of the definition have
 * one meaning.
 */
export function checkStatedDues(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, timer] of (action.timers ?? []).entries()) {
      const problem = timer.at ? dateProblem(definition, action, timer) : undefined;
      if (problem) findings.error('BP_TIMER', `/actions/${i}/timers/${j}/at/var`, problem);
    }
}

function dateProblem(definition: Definition, waits: Action, timer: Timer): string | undefined {
  const read = dateReadOf(definition, timer);
  const written = shownName(timer.at?.var ?? '');
  if (!read) return `Expected a member of an action, such as act.2.expiry, or a fact, and found ${written}.`;
  const byId = new Map(definition.actions.map((action) => [action.id, action]));
  for (const id of read.actions) {
    const action = byId.get(id);
    const members = action && membersOf(action);
    if (!action || !(members?.given.has(read.member) || members?.calculated.has(read.member)))
      return `Action ${id} declares no ${shownName(read.member)}.`;
    if (!members.isCertain([read.member]))
      return `Each run of action ${id} states when the timer is due, and its data schemas do not require ${shownName(read.member)}.`;
    if (action.approval)
      return `Action ${id} is decided by votes, and no vote states a time: read a date of another action.`;
    if (!isDate(definition, action, read.member))
      return `${shownName(read.member)} of action ${id} is no date: expected a text with "format": "date" or "date-time".`;
    const stated = statedDuesOf(definition).find(({ key }) => key === dueKey(waits.id, timer.id));
    const late = (action.timers ?? []).find(({ data }) => data && stated?.dueOf(data[read.member]) === undefined);
    if (stated && late)
      return `The data of timer ${shownName(late.id)} of action ${id} gives a time that is too late to be counted with.`;
  }
  return undefined;
}

/** A text that the schema, or the rule that calculates it, makes a day or a time. */
function isDate(definition: Definition, action: Action, member: string): boolean {
  const types = typesOf(definition);
  const declared = types.declaredOf(action, member);
  const rule = [...types.rulesOf(action).values()].find(({ gives }) => gives === member);
  const { kind, nullable } = declared.kind === 'any' && rule ? rule.type : declared;
  return (kind === 'date' || kind === 'time') && nullable !== true;
}

/** Adds the warnings, and the error of a date that need not be there when a branch waits. */
export function checkStatedDueDesign(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, timer] of (action.timers ?? []).entries()) {
      const read = timer.at && dateReadOf(definition, timer);
      if (!read) continue;
      const at = `/actions/${i}/timers/${j}/at`;
      const written = shownName(timer.at?.var ?? '');
      const done = knowledgeOf(definition).doneBefore(action);
      if (!read.actions.some((id) => done.has(id)))
        findings.error(
          'BP_READ_MAYBE_ABSENT',
          `${at}/var`,
          `${written} may be absent: action ${read.actions.join(' or ')} need not have run before action ${action.id}, and then the timer would not run.`,
        );
      findings.warn(
        'BP_TIMER_PUBLIC',
        at,
        `Every member of the register reads when this timer is due, and so ${written}: its runs state that in the clear.`,
      );
    }
}
