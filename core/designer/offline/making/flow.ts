// The way through a draft: which actions end it now, and how a new one comes behind them, between them, or beside
// others. The usual way of an action is its route `on`; a route `end` ends for good, and nothing is put behind it.
import type { JsonObject } from '../../../base/json.js';
import { itemsOf } from '../../../edits/draft.js';
import type { WorkingDraft } from './drafting.js';

export function nextOf(route: JsonObject | undefined): readonly number[] {
  return Array.isArray(route?.nextActionIds) ? (route.nextActionIds as readonly number[]) : [];
}

/** The route that is taken where no condition holds; undefined where the action has none yet. */
export function usualRoute(action: JsonObject): JsonObject | undefined {
  const routes = itemsOf(action, 'routes');
  return routes.find(({ isDefault }) => isDefault === true) ?? routes.find(({ condition }) => condition === undefined);
}

/** Actions behind which nothing follows on their usual way. */
export function endsOf(drafting: WorkingDraft): readonly JsonObject[] {
  return drafting.actions().filter((action) => {
    const route = usualRoute(action);
    const isDecidedByVotes = action.approval !== undefined;
    return !isDecidedByVotes && route?.id !== 'end' && nextOf(route).length === 0;
  });
}

/** Actions that lead to this one on their usual way. */
export function actionsBefore(drafting: WorkingDraft, id: number): readonly JsonObject[] {
  return drafting.actions().filter((action) => nextOf(usualRoute(action)).includes(id));
}

function idsOf(actions: readonly JsonObject[]): readonly number[] {
  return actions.map(({ id }) => Number(id));
}

/** The usual way of an action leads to these from now on, and so does the way that silence takes. */
export function leadTo(drafting: WorkingDraft, id: number, next: readonly number[]): void {
  const action = drafting.action(id);
  if (!action) return;
  const route = usualRoute(action);
  const before = nextOf(route);
  drafting.edit({ edit: 'add_route', action: id, ...(route ?? { id: 'on' }), nextActionIds: [...next] });
  for (const timer of itemsOf(action, 'timers')) {
    const then = timer.then as JsonObject | undefined;
    const isSameWay = then !== undefined && String(nextOf(then)) === String(before) && timer.id === 'silence';
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    if (isSameWay) drafting.edit({ edit: 'add_timer', action: id, ...timer, then: { nextActionIds: [...next] } });
  }
}

/** Two of them are open at the same time: one route leads to both. */
function forkOf(drafting: WorkingDraft, ids: readonly number[]): JsonObject | undefined {
  return drafting.actions().find((action) => {
    const next = nextOf(usualRoute(action));
    return next.length > 1 && next.every((id) => ids.includes(id));
  });
}

/** Puts an action behind all that end now, or behind the ones named. */
export function append(drafting: WorkingDraft, id: number, behind?: readonly number[]): void {
  const ends = (behind ?? idsOf(endsOf(drafting))).filter((end) => end !== id);
  const fork = forkOf(drafting, ends);
  for (const end of ends) leadTo(drafting, end, [id]);
  if (fork) drafting.edit({ edit: 'set_join', action: id, fork: Number(fork.id) });
}

/** Puts several beside each other behind what ends now. */
export function appendBeside(drafting: WorkingDraft, ids: readonly number[]): void {
  const ends = idsOf(endsOf(drafting)).filter((end) => !ids.includes(end));
  for (const end of ends) leadTo(drafting, end, ids);
}

/** Puts an action before another one on its usual way. */
export function insertBefore(drafting: WorkingDraft, id: number, before: number): void {
  const leaders = idsOf(actionsBefore(drafting, before)).filter((leader) => leader !== id);
  leadTo(drafting, id, [before]);
  for (const leader of leaders) leadTo(drafting, leader, [id]);
}

export interface FlowBranch {
  readonly id: number;
  /** As the action that branches reads it. */
  condition(leader: number): JsonObject;
}

/** From these actions the way goes over the new one where the condition holds, and past it else. */
export function branchTo(drafting: WorkingDraft, leaders: readonly number[], { id, condition }: FlowBranch): void {
  for (const leader of leaders) {
    const action = drafting.action(leader);
    if (!action) continue;
    const route = usualRoute(action);
    if (!route) drafting.edit({ edit: 'add_route', action: leader, id: 'on', nextActionIds: [] });
    const past = nextOf(route);
    drafting.edit({
      edit: 'add_route',
      action: leader,
      id: `when-${id}`,
      nextActionIds: [id],
      condition: condition(leader),
    });
    if (past.length > 0 && nextOf(usualRoute(drafting.action(id) ?? {})).length === 0) leadTo(drafting, id, past);
  }
}

/** Whether the action is reached by a condition alone. */
export function isConditional(drafting: WorkingDraft, id: number): boolean {
  return drafting
    .actions()
    .some((action) =>
      itemsOf(action, 'routes').some((route) => route.condition !== undefined && nextOf(route).includes(id)),
    );
}

/** Actions with a way to this one under a condition. */
export function branchersTo(drafting: WorkingDraft, id: number): readonly number[] {
  return idsOf(
    drafting
      .actions()
      .filter((action) =>
        itemsOf(action, 'routes').some((route) => route.condition !== undefined && nextOf(route).includes(id)),
      ),
  );
}

/** Whether one of several open branches leads over the action. */
export function isBeside(drafting: WorkingDraft, id: number): boolean {
  return drafting.actions().some((action) => {
    const next = nextOf(usualRoute(action));
    return next.length > 1 && next.includes(id);
  });
}

/** The last action before this one, on the usual way from the start. */
export function previousOf(drafting: WorkingDraft, id: number): JsonObject | undefined {
  return actionsBefore(drafting, id).at(-1) ?? drafting.action(branchersTo(drafting, id).at(-1) ?? -1);
}
