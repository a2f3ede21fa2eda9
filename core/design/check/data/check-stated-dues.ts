// Findings about timers that take their due time from data, and votes that take their weight from it: where the member
// stands, that it is a date or a whole number, and that it is surely stated. Pure.
import { APPROVAL_WEIGHT_MAX } from '../../../base/limits/ledger/constants.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, ActionTimer, ApprovalVoter, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { typesOf } from '../../../blueprint/names/definition-types.js';
import { knowledgeOf } from '../../../blueprint/names/knowledge.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { approvalOf, weightKey } from '../../../blueprint/plan/approval.js';
import { sealKey } from '../../../blueprint/plan/seals.js';
import { dateReadOf, dueKey, statedDuesOf, weightReadOf } from '../../../blueprint/plan/stated-dues.js';
import { isFromDocket } from '../../../blueprint/plan/timers.js';

/**
 * Adds what a ledger refuses too: without a date no node knows when the timer is due. The names of the definition have
 * one meaning.
 */
export function checkStatedDues(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, timer] of (action.timers ?? []).entries()) {
      const problem = timer.at && !isFromDocket(timer) ? dateProblem(definition, action, timer) : undefined;
      if (problem) findings.error('BP_TIMER', `/actions/${i}/timers/${j}/at/var`, problem);
    }
  for (const [i, action] of definition.actions.entries())
    for (const [j, voter] of (approvalOf(action)?.of ?? []).entries()) {
      const problem = voter.weightOf ? weightProblem(definition, action, voter) : undefined;
      if (problem) findings.error('BP_APPROVAL', `/actions/${i}/approval/of/${j}/weightOf/var`, problem);
    }
}

function dateProblem(definition: Definition, waits: Action, timer: ActionTimer): string | undefined {
  const read = dateReadOf(definition, timer);
  const written = shownName(timer.at?.var ?? '');
  if (!read)
    return `Expected a member of an action, such as act.2.expiry, a fact, or time.docket, and found ${written}.`;
  return sourceProblem(definition, read, { key: dueKey(waits.id, timer.id), ...DATE });
}

/** Why a member that `from` of a disclosure names does not surely state a time; undefined where it does. */
export function memberProblem(definition: Definition, member: string): string | undefined {
  const read = dateReadOf(definition, { id: '', at: { var: member } });
  if (!read) return `Expected a member of an action, such as act.2.opensAt, or a fact, and found ${shownName(member)}.`;
  return sourceProblem(definition, read, { key: sealKey(member), ...DATE });
}

function weightProblem(definition: Definition, action: Action, voter: ApprovalVoter): string | undefined {
  const read = weightReadOf(voter);
  // A fact may change while votes are cast, and then the same votes would decide otherwise.
  if (!read)
    return `Expected a member of an action, such as act.3.share, and found ${shownName(voter.weightOf?.var ?? '')}.`;
  return sourceProblem(definition, read, { key: weightKey(action.id, voter.role), ...WEIGHT });
}

interface Source {
  readonly key: string;
  readonly kinds: readonly string[];
  readonly states: string;
  readonly expected: string;
  readonly late: string;
}

const DATE: Omit<Source, 'key'> = {
  kinds: ['date', 'time'],
  states: 'when the timer is due',
  expected: 'is not a date: expected a text with "format": "date" or "date-time"',
  late: 'gives a time that is too late to be counted with',
};
const WEIGHT: Omit<Source, 'key'> = {
  kinds: ['integer'],
  states: 'how much the vote counts',
  expected: 'is not a whole number: expected "type": "integer"',
  late: `gives no whole number from 0 to ${APPROVAL_WEIGHT_MAX}`,
};

function sourceProblem(
  definition: Definition,
  read: NonNullable<ReturnType<typeof weightReadOf>>,
  { key, kinds, states, expected, late: lateText }: Source,
): string | undefined {
  const byId = new Map(definition.actions.map((action) => [action.id, action]));
  for (const id of read.actions) {
    const action = byId.get(id);
    const members = action && membersOf(action);
    if (!action || !(members?.given.has(read.member) || members?.calculated.has(read.member)))
      return `Action ${id} declares no ${shownName(read.member)}.`;
    if (!members.isCertain([read.member]))
      return `Each run of action ${id} states ${states}, and its data schemas do not require ${shownName(read.member)}.`;
    if (action.approval)
      return `Action ${id} is decided by votes, and no vote states that: read a member of another action.`;
    if (!isOfKind(definition, action, { member: read.member, kinds }))
      return `${shownName(read.member)} of action ${id} ${expected}.`;
    const stated = statedDuesOf(definition).find((due) => due.key === key);
    const late = (action.timers ?? []).find(({ data }) => data && stated?.dueOf(data[read.member]) === undefined);
    if (stated && late) return `The data of timer ${shownName(late.id)} of action ${id} ${lateText}.`;
  }
  return undefined;
}

/** A value that the schema, or the rule that calculates it, makes one of these. */
function isOfKind(
  definition: Definition,
  action: Action,
  { member, kinds }: { readonly member: string; readonly kinds: readonly string[] },
): boolean {
  const types = typesOf(definition);
  const declared = types.declaredType(action, member);
  const rule = [...types.rulesOf(action).values()].find(({ gives }) => gives === member);
  const { kind, nullable } = declared.kind === 'any' && rule ? rule.type : declared;
  return kinds.includes(kind) && nullable !== true;
}

/** Adds the warnings, and the error of a date that need not be there when a branch waits. */
export function checkStatedDueDesign(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, timer] of (action.timers ?? []).entries()) {
      const read = timer.at && dateReadOf(definition, timer);
      if (!read) continue;
      const at = `/actions/${i}/timers/${j}/at`;
      const written = shownName(timer.at?.var ?? '');
      const done = knowledgeOf(definition).pastActions(action);
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
  for (const [i, action] of definition.actions.entries())
    for (const [j, voter] of (approvalOf(action)?.of ?? []).entries()) {
      const read = weightReadOf(voter);
      if (!read) continue;
      const at = `/actions/${i}/approval/of/${j}/weightOf`;
      const written = shownName(voter.weightOf?.var ?? '');
      const done = knowledgeOf(definition).pastActions(action);
      if (!read.actions.some((id) => done.has(id)))
        findings.error(
          'BP_READ_MAYBE_ABSENT',
          `${at}/var`,
          `${written} may be absent: action ${read.actions.join(' or ')} need not have run before action ${action.id}, and then the vote would count nothing.`,
        );
      findings.warn(
        'BP_WEIGHT_PUBLIC',
        at,
        `Every member of the register reads how much this vote counts, and so ${written}: its runs state that in the clear, so that all count alike.`,
      );
    }
}
