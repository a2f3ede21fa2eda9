// Findings about disclosures that begin later (`from`): that what opens them can be told by everybody, and that no rule
// reads such data before. Pure.
import { isObject } from '../../../base/json.js';
import { participantOf } from '../../../blueprint/definition/conformance.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition, DisclosureFrom } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { knowledgeOf } from '../../../blueprint/names/knowledge.js';
import { resolveNames } from '../../../blueprint/names/resolve.js';
import { variantsOf } from '../../../blueprint/plan/approval.js';
import { edgesOf } from '../../../blueprint/plan/graph.js';
import { delayOf, sealMembers, timeOf } from '../../../blueprint/plan/seals.js';
import { standInsOf } from '../../../blueprint/plan/stand-ins.js';
import { memberProblem } from './check-stated-dues.js';

/** A disclosure that begins later. */
interface SealedDisclosure {
  readonly action: Action;
  readonly role: string;
  readonly from: DisclosureFrom;
  /** Place of `from` in the definition. */
  readonly at: string;
}

/** Adds what a ledger refuses too: nodes could not tell when it opens, or would open it to others before. */
export function checkSealForms(definition: Definition, findings: Findings): void {
  for (const item of sealedDisclosures(definition)) {
    const problem = formProblem(definition, item.from) ?? roleProblem(definition, item);
    if (problem) findings.error('BP_SEAL', item.at, problem);
  }
}

function sealedDisclosures(definition: Definition): readonly SealedDisclosure[] {
  return definition.actions.flatMap((action, i) =>
    (action.disclosures ?? []).flatMap(({ participantAddress, from }, j) => {
      const role = participantOf(definition, participantAddress);
      return from ? [{ action, role, from, at: `/actions/${i}/disclosures/${j}/from` }] : [];
    }),
  );
}

function formProblem(definition: Definition, { action, time, after }: DisclosureFrom): string | undefined {
  const stated = [action, time, after].filter((item) => item !== undefined);
  if (stated.length !== 1) return 'Expected one of action, time and after: what opens it.';
  if (action !== undefined) return openingProblem(definition, action);
  if (after !== undefined) {
    const delay = delayOf(definition, after);
    return typeof delay === 'string' ? delay : undefined;
  }
  if (isObject(time)) {
    const isMember = typeof time.var === 'string' && Object.keys(time).length === 1;
    return isMember ? undefined : 'Expected a time, or the member that states it: {"var": "act.1.opensAt"}.';
  }
  if (timeOf(time as string) !== undefined) return undefined;
  return 'Expected a time in UTC such as "2027-03-01T12:00:00.000Z", or a member: {"var": "act.1.opensAt"}.';
}

function openingProblem({ actions }: Definition, id: number): string | undefined {
  const opening = actions.find((action) => action.id === id);
  if (!opening) return `The definition has no action ${id}.`;
  if (opening.approval) return `Action ${id} is decided by votes, each of which is a run: name the action after it.`;
  if (opening.confirm) return `Runs of action ${id} wait for others to confirm them: name the action after it.`;
  return undefined;
}

function roleProblem(definition: Definition, { action, role, from }: SealedDisclosure): string | undefined {
  const { participants } = definition;
  const name = shownName(role);
  if (!participants.some(({ id }) => id === role))
    return `Nothing is delivered to ${name}, which is not a role: name one.`;
  if (action.sender === role && !action.approval) return `${name} sends the action, and has what it sent.`;
  if (action.confirm?.by.includes(role))
    return `${name} confirms each run, and has to read it then: disclose it to ${name} at once.`;
  const all = (action.disclosures ?? []).filter(
    ({ participantAddress }) => participantOf(definition, participantAddress) === role,
  );
  if (all.some((rule) => JSON.stringify(rule.from) !== JSON.stringify(from)))
    return `${name} reads an action at once, or all of it from one time on: put what it reads at another time into an action of its own.`;
  const senders = [...variantsOf(action), ...standInsOf(action).values()].map(({ sender }) => sender);
  const given = participants.find(({ id, replaceBy }) => senders.includes(id) && (replaceBy?.length ?? 0) > 0);
  return (
    given &&
    `Others may give ${shownName(given.id)} away (replaceBy), and its next holder would read what is sealed: leave replaceBy out.`
  );
}

/** Adds rules that may run before what they read is opened. The names of the definition have one meaning. */
export function checkSealedReads(definition: Definition, findings: Findings): void {
  const sealed = sealedDisclosures(definition);
  if (sealed.length === 0) return;
  const { cellsOf } = knowledgeOf(definition);
  for (const [i, written] of definition.actions.entries())
    for (const item of [...variantsOf(written), ...standInsOf(written).values()])
      for (const { at: rule, uses } of resolveNames(definition, item).rules)
        for (const { name, read, at } of uses) {
          if (!['act', 'turn', 'runs', 'fact'].includes(read.kind)) continue;
          const ids = cellsOf(item, read).map(({ action }) => action.id);
          const early = sealed.find(
            ({ action, role, from }) =>
              role === item.sender && ids.includes(action.id) && !isOpenBefore(definition, written, { action, from }),
          );
          if (!early) continue;
          const message = `${shownName(name)} may still be sealed for ${shownName(early.role)} when action ${written.id} is done. ${wayOut(written, early)}`;
          findings.error('BP_READ_SEALED', `/actions/${i}${rule}${at}`, message);
        }
}

/**
 * True where the sealed action is surely open when the reading one is done. Where branches and loops bring another run
 * of it meanwhile, the reading one waits (VAL_DELIVER_009).
 */
function isOpenBefore(
  definition: Definition,
  reading: Action,
  { action: sealed, from }: Pick<SealedDisclosure, 'action' | 'from'>,
): boolean {
  const { pastActions: doneBefore } = knowledgeOf(definition);
  const timers = (reading.timers ?? []).filter(({ notBefore }) => notBefore === true);
  const inUtc = timers.filter(({ calendar, zone = 'UTC' }) => calendar === undefined && zone === 'UTC');
  if (from.action !== undefined) {
    const opening = definition.actions.find(({ id }) => id === from.action);
    return opening !== undefined && doneBefore(opening).has(sealed.id) && doneBefore(reading).has(opening.id);
  }
  // A time is the same for all that wait for it, and is moved for all together.
  if (isObject(from.time)) return inUtc.some(({ at }) => at?.var === (from.time as { readonly var: string }).var);
  if (from.after === undefined) return false;
  const waits = inUtc.some(({ after, from: since = 'open' }) => after === from.after && since === 'open');
  return waits && doneBefore(reading).has(sealed.id) && !isRepeated(definition, sealed.id);
}

/** True where ways lead from an action back to it. */
function isRepeated(definition: Definition, action: number): boolean {
  const edges = edgesOf(definition);
  const reached = new Set<number>();
  const open = [action];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const edge of edges)
      if (edge.from === id && !reached.has(edge.to)) {
        reached.add(edge.to);
        open.push(edge.to);
      }
  return reached.has(action);
}

function wayOut({ id }: Action, { action, from }: SealedDisclosure): string {
  if (from.action !== undefined)
    return `Let action ${from.action} be done between action ${action.id} and action ${id}, on every way.`;
  if (from.after !== undefined)
    return `Let action ${id} follow action ${action.id}, which no way leads back to, and give it the timer {"notBefore": true, "after": ${JSON.stringify(from.after)}}.`;
  const member = isObject(from.time) ? String(from.time.var) : 'act.1.opensAt';
  const stated = isObject(from.time) ? '' : 'State the time as a member, name that in from, and ';
  return `${stated}${stated ? 'give' : 'Give'} action ${id} the timer {"notBefore": true, "at": {"var": ${JSON.stringify(shownName(member))}}}.`;
}

/** Adds what a ledger refuses too: a member that does not surely state a time. */
export function checkSealMembers(definition: Definition, findings: Findings): void {
  const members = new Set(sealMembers(definition));
  for (const { from, at } of sealedDisclosures(definition)) {
    const member = isObject(from.time) ? String(from.time.var) : undefined;
    if (member === undefined || !members.delete(member)) continue;
    const problem = memberProblem(definition, member) ?? restatedProblem(definition, member);
    if (problem) findings.error('BP_SEAL', `${at}/time/var`, problem);
  }
}

/**
 * The time is stated in the clear, and who states it anew behind the sealed run could state that it has passed:
 * validators have no key, and would let the run be delivered.
 */
function restatedProblem(definition: Definition, member: string): string | undefined {
  const [, id] = /^act\.(\d+)\./.exec(member) ?? [];
  if (id === undefined) return `${shownName(member)} may be stated again: name a member of one action.`;
  if (!isRepeated(definition, Number(id))) return undefined;
  return `A way leads back to action ${id}, which could state the time anew: name a member of an action that runs once.`;
}

/** Adds the warning that a time becomes public, and the error of one that need not be stated yet. */
export function checkSealDesign(definition: Definition, findings: Findings): void {
  const { pastActions: doneBefore } = knowledgeOf(definition);
  for (const { action, from, at } of sealedDisclosures(definition)) {
    const member = isObject(from.time) ? String(from.time.var) : undefined;
    if (member === undefined) continue;
    const written = shownName(member);
    const source = Number(/^act\.(\d+)\./.exec(member)?.[1] ?? Number.NaN);
    const facts = definition.facts?.[member.slice('fact.'.length)] ?? [];
    const ids = Number.isNaN(source) ? facts : [source];
    if (!ids.some((id) => id === action.id || doneBefore(action).has(id)))
      findings.error(
        'BP_READ_MAYBE_ABSENT',
        `${at}/time/var`,
        `${written} may be absent: action ${ids.join(' or ')} need not have run before action ${action.id}, and then it would not open.`,
      );
    findings.warn(
      'BP_TIMER_PUBLIC',
      `${at}/time`,
      `Every member of the register reads when this opens, and so ${written}: its runs state that in the clear.`,
    );
  }
}
