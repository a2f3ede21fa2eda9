// Terms of steps that are there: what a no leads to, and what happens when time is over.
import type { JsonObject } from '../../../base/json.js';
import { itemsOf } from '../../../edits/draft.js';
import type { Consequence, NamedParty, ProcessStatement, RefusalWay, StepStatement } from '../clauses/statement.js';
import { objectMember, type WorkingDraft } from './drafting.js';
import { actionsBefore, branchersTo, isBeside, leadTo, nextOf, usualRoute } from './flow.js';
import { makeDecision, newAction, place, roleOf } from './make.js';
import type { Making } from './making.js';

type StatementOf<K extends ProcessStatement['kind']> = Extract<ProcessStatement, { readonly kind: K }>;

function isDecision(action: JsonObject): boolean {
  return action.rejectionConfig !== undefined;
}

/** Of the party, or of all decisions of which nothing was said. */
export function makeRefusal(
  making: Making,
  { party, way }: StatementOf<'refusal'>,
  { open, last }: BeforeRefusal,
): readonly number[] {
  const { drafting } = making;
  const decisions = drafting.actions().filter(isDecision);
  const own = party ? decisions.filter(({ sender }) => sender === party.id) : [];
  const isOpen = party === undefined && open.length === 0;
  const made =
    party && own.length === 0
      ? decisionOf(making, party, last)
      : isOpen && making.isStory && last !== undefined
        ? lastAsDecision(making, last)
        : [];
  const named = own.length > 0 ? own.map(({ id }) => Number(id)) : made;
  const ids = named.length > 0 ? named : open.length > 0 ? open : decisions.slice(-1).map(({ id }) => Number(id));
  for (const id of ids) refuseTo(making, id, way);
  return ids;
}

export interface BeforeRefusal {
  /** Decisions of which nothing was said yet. */
  readonly open: readonly number[];
  /** The step that was told before. */
  readonly last: number | undefined;
}

function lastAsDecision(making: Making, last: number): readonly number[] {
  makeDecision(making, last);
  return isDecision(making.drafting.action(last) ?? {}) ? [last] : [];
}

/** The last step of a party becomes a decision, since it can say no. */
function decisionOf(making: Making, party: NamedParty, before: number | undefined): readonly number[] {
  const last =
    making.drafting
      .actionsOf(party.id)
      .filter(({ isStartingAction }) => isStartingAction !== true)
      .at(-1) ?? answering(making, party, before);
  if (!last) return [];
  makeDecision(making, Number(last.id));
  return isDecision(making.drafting.action(Number(last.id)) ?? {}) ? [Number(last.id)] : [];
}

/** A party that is said to be content or not is asked at the end, where it only began the process. */
function answering(making: Making, party: NamedParty, before: number | undefined): JsonObject | undefined {
  const { drafting } = making;
  if (drafting.actions().length < 2) return undefined;
  const title = drafting.language === 'de' ? 'Ergebnis annehmen' : 'Accept the result';
  const step: StepStatement = {
    kind: 'step',
    parties: [],
    verb: '',
    verbKind: 'decide',
    title,
    fields: [],
    isParallel: false,
  };
  const id = newAction(making, party, step);
  if (id === undefined) return undefined;
  const next = nextOf(usualRoute(drafting.action(before ?? -1) ?? {}));
  if (before === undefined || isBeside(drafting, before)) place(making, id, step);
  else {
    leadTo(drafting, before, [id]);
    if (next.length > 0) leadTo(drafting, id, next);
  }
  return drafting.action(id);
}

function refuseTo(making: Making, id: number, way: RefusalWay): void {
  const { drafting } = making;
  if (isBeside(drafting, id)) return;
  const before = beforeOf(drafting, id);
  const rejection = { edit: 'set_rejection', action: id, requireReason: true };
  const on = way.kind === 'on' ? way : byNewcomer(drafting, way);
  if (on) {
    appeal(making, id, on);
    return;
  }
  const toldTarget = Number(objectMember(drafting.action(id), 'rejectionConfig')?.targetActionId);
  // A step that a no leads to is told once: an end that is told of the same decision later would leave it dead.
  if (way.kind === 'end' && toldTarget > id) return;
  const back = way.kind === 'back' ? backTo(making, before, way.to) : undefined;
  const target = back ?? before.at(-1) ?? drafting.action(1);
  if (!target || target.id === id) return;
  drafting.edit({ ...rejection, targetActionId: Number(target.id), isTerminal: back === undefined });
}

type OtherWay = Extract<RefusalWay, { readonly kind: 'on' }>;

/** Nothing goes back to a party that did nothing yet: it acts now. */
function byNewcomer(drafting: WorkingDraft, way: RefusalWay): OtherWay | undefined {
  if (way.kind !== 'back' || !way.to || drafting.actionsOf(way.to.id).length > 0) return undefined;
  const title = drafting.language === 'de' ? 'Erneut prüfen' : 'Check again';
  return { kind: 'on', by: way.to, title, isGoingOn: true };
}

/** Actions on the way to this one, in their order. */
function beforeOf(drafting: WorkingDraft, id: number): readonly JsonObject[] {
  const seen = new Set<number>([id]);
  const queue = [id];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const leaders = [...actionsBefore(drafting, at).map((action) => Number(action.id)), ...branchersTo(drafting, at)];
    for (const leader of leaders) {
      if (seen.has(leader)) continue;
      seen.add(leader);
      queue.push(leader);
    }
  }
  return drafting.actions().filter((action) => action.id !== id && seen.has(Number(action.id)));
}

/** The last step of a party before; of no party named, the first one of all. */
function backTo(
  { drafting }: Making,
  before: readonly JsonObject[],
  to: NamedParty | undefined,
): JsonObject | undefined {
  const usable = before.filter(({ id }) => !isBeside(drafting, Number(id)));
  return usable.findLast(({ sender }) => to !== undefined && sender === to.id) ?? usable[0];
}

/** A party does something about a no, and another one may decide on that. */
function appeal(making: Making, id: number, { by, title, decider, isGoingOn }: OtherWay): void {
  const { drafting, made } = making;
  const known = drafting.action(
    Number((drafting.action(id)?.rejectionConfig as JsonObject | undefined)?.targetActionId),
  );
  const behind = [known, drafting.action(nextOf(usualRoute(known ?? {}))[0] ?? -1)];
  const isBehind = known !== undefined && Number(known.id) > id && behind.some((action) => action?.sender === by.id);
  if (isBehind || (known && known.title === title)) return;
  if (decider && drafting.action(id)?.sender === by.id) {
    const decision = drafting.language === 'de' ? 'Entscheiden' : 'Decide';
    appeal(making, id, { kind: 'on', by: decider, title: decision, isGoingOn: true });
    const made = Number((drafting.action(id)?.rejectionConfig as JsonObject | undefined)?.targetActionId);
    drafting.edit({ edit: 'set_rejection', action: made, targetActionId: id, isTerminal: true, requireReason: true });
    return;
  }
  const first = drafting.nextId();
  const next = nextOf(usualRoute(drafting.action(id) ?? {}));
  drafting.edit({ edit: 'add_action', id: first, title, sender: roleOf(making, by) });
  made.actions.push(first);
  if (decider) {
    const second = drafting.nextId();
    drafting.edit({
      edit: 'add_action',
      id: second,
      title: drafting.language === 'de' ? 'Über den Widerspruch entscheiden' : 'Decide on the appeal',
      sender: roleOf(making, decider),
    });
    made.actions.push(second);
    drafting.edit({ edit: 'add_route', action: first, id: 'on', nextActionIds: [second] });
    drafting.edit({ edit: 'add_route', action: second, id: next.length > 0 ? 'on' : 'end', nextActionIds: [...next] });
    drafting.edit({
      edit: 'set_rejection',
      action: second,
      targetActionId: first,
      isTerminal: true,
      requireReason: true,
    });
  } else {
    const after = isGoingOn ? next : [];
    drafting.edit({ edit: 'add_route', action: first, id: after.length > 0 ? 'on' : 'end', nextActionIds: [...after] });
  }
  drafting.edit({ edit: 'set_rejection', action: id, targetActionId: first, isTerminal: false, requireReason: true });
}

/** The step that a time is of: a decision where silence decides something, else the last one of the party. */
export function timedStep(
  { drafting, last, isStory }: Making,
  party: NamedParty | undefined,
  consequence: Consequence | undefined,
): number | undefined {
  const waiting = drafting.actions().filter(({ isStartingAction }) => isStartingAction !== true);
  const own = party ? waiting.filter(({ sender }) => sender === party.id) : waiting.filter(isDecision);
  const decides = consequence !== undefined && consequence.kind !== 'remind';
  const current = isStory ? own.find(({ id }) => id === last) : undefined;
  const match = current ?? (decides ? own.findLast(isDecision) : undefined) ?? own.at(-1);
  return match === undefined ? undefined : Number(match.id);
}

const WORK_CALENDAR = 'work';

/** The timer of a step. */
export function makeDeadline(
  making: Making,
  id: number,
  { duration, consequence }: { readonly duration: string; readonly consequence?: Consequence },
): void {
  const { drafting } = making;
  const action = drafting.action(id);
  if (!action) return;
  const isWork = duration.endsWith('workdays');
  if (isWork) ensureCalendar(drafting);
  const when = { after: duration, ...(isWork && { calendar: WORK_CALENDAR }) };
  const timer = { edit: 'add_timer', action: id, ...when };
  for (const { id: before } of itemsOf(action, 'timers'))
    drafting.edit({ edit: 'remove_part', action: id, part: 'timer', name: String(before) });
  // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
  const goOn = (next: readonly number[]) => ({ then: { nextActionIds: [...next] } });
  const { kind } = consequence ?? { kind: 'remind' as const };
  if (kind === 'consent') drafting.edit({ ...timer, id: 'silence', ...goOn(nextOf(usualRoute(action))) });
  else if (kind === 'refuse' || kind === 'end')
    drafting.edit({ ...timer, id: 'late', ...goOn(kind === 'refuse' ? refusalTarget(action) : []) });
  else {
    const roles = (consequence && 'parties' in consequence ? consequence.parties : []).map((party) =>
      roleOf(making, party),
    );
    if (kind === 'escalate' && roles.length > 0) drafting.edit({ ...timer, id: 'deputy', also: roles });
    else drafting.edit({ ...timer, id: 'reminder', remind: roles.length > 0 ? roles : [String(action.sender)] });
  }
}

function refusalTarget({ rejectionConfig }: JsonObject): readonly number[] {
  const { targetActionId, isTerminal } = (rejectionConfig ?? {}) as JsonObject;
  return typeof targetActionId === 'number' && isTerminal !== true ? [targetActionId] : [];
}

function ensureCalendar(drafting: WorkingDraft): void {
  const before = drafting.blueprint.calendars as JsonObject | undefined;
  if (before !== undefined && Object.hasOwn(before, WORK_CALENDAR)) return;
  drafting.edit({
    edit: 'set_terms',
    member: 'calendars',
    value: { ...before, [WORK_CALENDAR]: { weekend: [6, 7], holidays: [] } },
  });
}
