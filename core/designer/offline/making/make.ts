// Statements as edits of a draft: roles and steps first, in the order of the text, then what is said of them.
import type { JsonObject } from '../../../base/json.js';
import { fieldNamesOf } from '../../../edits/fields.js';
import type { NamedParty, ProcessStatement, StepCondition, StepStatement } from '../clauses/statement.js';
import { stemOf } from '../words/tokens.js';
import { routeCondition } from './conditions.js';
import { stemsIn, textMember, type WorkingDraft } from './drafting.js';
import {
  actionsBefore,
  append,
  appendBeside,
  branchersTo,
  branchTo,
  endsOf,
  insertBefore,
  isBeside,
  isConditional,
  leadTo,
  nextOf,
  previousOf,
  usualRoute,
} from './flow.js';
import { addFields, type Making } from './making.js';

type StatementOf<K extends ProcessStatement['kind']> = Extract<ProcessStatement, { readonly kind: K }>;

/** The id of the role of a party, which is added where the draft has none. */
export function roleOf({ drafting, made }: Making, party: NamedParty): string {
  const match = drafting.roles().find(({ id }) => id === party.id);
  if (match) return party.id;
  if (drafting.edit({ edit: 'add_role', id: party.id, name: party.name })) made.roles.push(party.id);
  return party.id;
}

/** Roles that a party means: its own, or else all of that name: "the reviewers" are the first and the second one. */
export function rolesMeant(making: Making, party: NamedParty): readonly string[] {
  const roles = making.drafting.roles();
  if (roles.some(({ id }) => id === party.id)) return [party.id];
  const last = stemOf(party.name.split(' ').at(-1) ?? '');
  const alike = roles
    .filter((role) => stemOf(textMember(role, 'name').split(' ').at(-1) ?? '') === last)
    .map(({ id }) => String(id));
  return alike.length > 0 ? alike : [roleOf(making, party)];
}

/** Makes a step of each of its parties, or goes on with the one that is there. */
export function makeStep(making: Making, step: StepStatement): void {
  const { drafting, isStory } = making;
  if (step.isParallel) {
    const known = isStory && !step.isRestated ? [] : step.parties.map((party) => knownStep(making, party, step));
    const ids = step.parties.flatMap((party, i) => known[i] ?? newAction(making, party, step) ?? []);
    const added = ids.filter((id) => !known.includes(id));
    if (added.length > 0 && drafting.actions().length > added.length) appendBeside(drafting, added);
    for (const id of ids) addFields(making, id, step.fields);
    making.besides = ids;
    const last = ids.at(-1);
    if (last !== undefined) making.last = last;
    return;
  }
  for (const party of step.parties) {
    if (step.isEcho && isKnownEcho(making, party, step)) continue;
    const isTold = isStory && !step.isRestated;
    const known = isTold ? mergeTarget(making, party, step) : knownStep(making, party, step);
    const id = known ?? newAction(making, party, step);
    if (id === undefined) continue;
    if (known === undefined) place(making, id, step);
    else if (step.condition && !isConditional(drafting, id)) makeConditional(making, id, step.condition);
    addFields(making, id, step.fields);
    if (/^(?:decide|refuse)$/.test(step.verbKind)) makeDecision(making, id);
    making.last = id;
    if (step.condition) making.lastConditional = id;
    if (step.isLast) drafting.edit({ edit: 'add_route', action: id, id: 'end', nextActionIds: [] });
  }
}

/** A step told as a time was told before, where its party acted last or did something of the same words. */
function isKnownEcho({ drafting, isStory, last }: Making, party: NamedParty, { title }: StepStatement): boolean {
  const words = new Set(stemsIn(title));
  const own = drafting.actionsOf(party.id);
  const isAlike = own.some((action) => stemsIn(textMember(action, 'title')).some((word) => words.has(word)));
  return !isStory || isAlike || own.some(({ id }) => id === last);
}

/** The step of before, where the same party goes on with it. */
function mergeTarget(
  { drafting, last }: Making,
  party: NamedParty,
  { verbKind, condition, isOtherwise }: StepStatement,
): number | undefined {
  const before = last === undefined ? undefined : drafting.action(last);
  if (!before || before.sender !== party.id || condition || isOtherwise || isBeside(drafting, Number(before.id)))
    return undefined;
  const isDecision = before.rejectionConfig !== undefined;
  const decides = /^(?:decide|refuse)$/.test(verbKind);
  if (isDecision && !decides) return undefined;
  if (decides && before.isStartingAction === true) return undefined;
  return Number(before.id);
}

/** The step of a party that a sentence is about: one of the same words, a decision for a decision, or its only one. */
function knownStep(
  { drafting }: Making,
  party: NamedParty,
  { title, verbKind, condition }: StepStatement,
): number | undefined {
  const actions = drafting.actionsOf(party.id);
  const words = new Set(stemsIn(title));
  const shares = (action: JsonObject) => stemsIn(textMember(action, 'title')).some((word) => words.has(word));
  const decides = /^(?:decide|refuse)$/.test(verbKind);
  const later = actions.filter(({ isStartingAction }) => isStartingAction !== true);
  const conditional = condition && later.find(({ id }) => isConditional(drafting, Number(id)));
  const match =
    conditional ??
    (decides
      ? (later.find(({ rejectionConfig }) => rejectionConfig !== undefined) ?? later.findLast(shares) ?? later.at(-1))
      : (actions.find(shares) ?? (actions.length === 1 ? actions[0] : undefined)));
  return match === undefined ? undefined : Number(match.id);
}

/** The id of a new action of a party; nothing leads to it yet. */
export function newAction(making: Making, party: NamedParty, { title }: StepStatement): number | undefined {
  const { drafting, made } = making;
  const id = drafting.nextId();
  const sender = roleOf(making, party);
  const isFirst = drafting.actions().length === 0;
  const its = title === '' ? (drafting.language === 'de' ? 'Bearbeiten' : 'Process') : title.slice(0, 100);
  if (!drafting.edit({ edit: 'add_action', id, title: its, sender, ...(isFirst && { isStartingAction: true }) }))
    return undefined;
  made.actions.push(id);
  return id;
}

/** Puts a new step where the text has it: in the place of another one, before the one told last, or at the end. */
export function place(making: Making, id: number, step: StepStatement): void {
  const { drafting, last, lastConditional } = making;
  if (drafting.actions().length < 2) return;
  if (step.isOtherwise && lastConditional !== undefined)
    for (const leader of branchersTo(drafting, lastConditional)) leadTo(drafting, leader, [id]);
  else if (step.condition) placeUnder(making, { id, step, condition: step.condition }, step.isFirst ? last : undefined);
  else if (step.isFirst && last !== undefined && drafting.action(last)?.isStartingAction !== true)
    insertBefore(drafting, id, last);
  else append(drafting, id);
}

/** Beside two branches nothing is conditional: the join would wait for what does not come. */
function placeUnder(
  making: Making,
  { id, step, condition }: { readonly id: number; readonly step: StepStatement; readonly condition: StepCondition },
  before: number | undefined,
): void {
  const { drafting, isStory } = making;
  const route = routeCondition(making, condition, id);
  const isBehind = !isStory || (step.isToo && step.verbKind === 'decide');
  const behind = isBehind ? decisionBehind(drafting, id) : undefined;
  const idsOf = (actions: readonly JsonObject[]) => actions.map((action) => Number(action.id));
  const ends = idsOf(endsOf(drafting)).filter((end) => end !== id);
  const leaders =
    before === undefined ? (behind === undefined ? ends : [behind]) : idsOf(actionsBefore(drafting, before));
  if (!route || leaders.some((leader) => isBeside(drafting, leader))) append(drafting, id);
  else branchTo(drafting, leaders, { id, condition: route });
}

/** The last decision of the draft, behind which a further one comes. */
function decisionBehind(drafting: WorkingDraft, id: number): number | undefined {
  const match = drafting
    .actions()
    .filter((action) => Number(action.id) !== id && action.rejectionConfig !== undefined)
    .at(-1);
  return match === undefined ? undefined : Number(match.id);
}

function makeConditional(making: Making, id: number, condition: StepCondition): void {
  const { drafting } = making;
  const route = routeCondition(making, condition, id);
  const leaders = drafting
    .actions()
    .filter((action) => nextOf(usualRoute(action)).includes(id))
    .map((action) => Number(action.id));
  if (!route || leaders.length === 0) return;
  const past = nextOf(usualRoute(drafting.action(id) ?? {}));
  for (const leader of leaders) {
    leadTo(drafting, leader, past);
    drafting.edit({
      edit: 'add_route',
      action: leader,
      id: `when-${id}`,
      nextActionIds: [id],
      condition: route(leader),
    });
  }
}

/** The sender may refuse from now on; where that leads is said later, and until then it ends the whole. */
export function makeDecision(making: Making, id: number): void {
  const { drafting, undecided } = making;
  const action = drafting.action(id);
  if (!action || action.rejectionConfig !== undefined || action.approval !== undefined) return;
  const target = previousOf(drafting, id) ?? drafting.actions()[0];
  if (!target || target.id === id || isBeside(drafting, id)) return;
  if (
    drafting.edit({
      edit: 'set_rejection',
      action: id,
      targetActionId: Number(target.id),
      isTerminal: true,
      requireReason: true,
    })
  )
    undecided.push(id);
}

/** Data of a party goes to the step that it is doing, of an answer to the one that asks for it. */
export function makeFields(making: Making, statement: StatementOf<'fields'>): void {
  const { drafting, isStory, asked, last } = making;
  const { party, title, fields } = statement;
  if (!party) addFields(making, asked?.[0] ?? last ?? Number(drafting.actions().at(-1)?.id ?? 0), fields);
  else {
    const own = drafting.actionsOf(party.id);
    const target = isStory ? toldStep(making, statement, own) : namedStep(statement, party, own);
    if (target !== undefined)
      addFields(
        making,
        target,
        fields.filter(({ name }) => isStory || !isStated(own, name)),
      );
    else
      makeStep(making, {
        kind: 'step',
        parties: [party],
        verb: '',
        verbKind: 'do',
        title: title ?? '',
        fields,
        isParallel: false,
      });
  }
}

/** The step that a party is doing as the text goes on; undefined where it does a new one. */
function toldStep(
  { drafting, last, besides = [] }: Making,
  { isRelative, about }: StatementOf<'fields'>,
  own: readonly JsonObject[],
): number | undefined {
  if (isRelative && own.length > 0) return Number(own[0]?.id);
  const isTogether = last !== undefined && besides.includes(last);
  const doing = own.find(({ id }) => id === last || (isTogether && besides.includes(Number(id))));
  const isDecided = doing !== undefined && drafting.action(Number(doing.id))?.rejectionConfig !== undefined;
  return isDecided && !/^(?:and|und|,|then)?$/i.test(about) ? undefined : doing && Number(doing.id);
}

/** The step that words name, or else one that states nothing yet. */
function namedStep(
  { about }: StatementOf<'fields'>,
  party: NamedParty,
  own: readonly JsonObject[],
): number | undefined {
  const words = new Set(stemsIn(about).filter((word) => !stemsIn(party.name).includes(word)));
  const named = own.find((action) => stemsIn(textMember(action, 'title')).some((word) => words.has(word)));
  const match = named ?? own.find((action) => fieldNamesOf(action).length === 0) ?? own[0];
  return match === undefined ? undefined : Number(match.id);
}

function isStated(actions: readonly JsonObject[], name: string): boolean {
  return actions.some((action) => fieldNamesOf(action).some((known) => bare(known) === bare(name)));
}

/** "numberOfUnitsSold" is "unitsSold". */
function bare(name: string): string {
  return name.replace(/^(?:numberOf|anzahl(?:Der)?)(?=\p{Lu})/u, '').toLowerCase();
}
