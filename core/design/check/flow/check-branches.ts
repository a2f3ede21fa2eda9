// Warnings about parallel branches: two of them that come to one action which waits for neither, so that it is done
// once for each; and a start that waits. Pure. It looks at what routes can do, not at what data makes of them, so that
// a warning may concern branches that never run together.
import { BRANCH_STEPS_MAX } from '../../../base/limits/ledger/definitions.js';
import { languageOf } from '../../../blueprint/definition/language.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { edgesOf, startingActions } from '../../../blueprint/plan/graph.js';
import { routesOf } from '../../../blueprint/plan/routes.js';

/** Adds the warnings. With more than BRANCH_STEPS_MAX steps to look at, those about branches stay incomplete. */
export function checkBranches(definition: Definition, findings: Findings): void {
  const places = new Map(definition.actions.map(({ id }, i) => [id, `/actions/${i}`]));
  const starting = new Set(startingActions(definition));
  // Waiting for itself or for what is not there is an error of its own.
  const waits = ({ id, requiredPriorActions }: Action): boolean =>
    (requiredPriorActions ?? []).some((prior) => prior !== id && places.has(prior));
  for (const action of definition.actions)
    if (starting.has(action.id) && waits(action))
      findings.warn(
        'BP_START_WAITS',
        `${places.get(action.id)}/requiredPriorActions`,
        'A starting action that waits for others can never begin a workflow.',
      );
  // In language 2 the soundness check looks at what runs together (check-flow.ts).
  if (languageOf(definition) === 2) return;
  for (const [id, fork] of meetings(definition))
    findings.warn(
      'BP_BRANCHES_MEET',
      places.get(id) as string,
      `Parallel branches from action ${fork} lead here, and each does it once: name what it waits for in requiredPriorActions to join them.`,
    );
}

const isJoin = ({ requiredPriorActions }: Action): boolean => (requiredPriorActions ?? []).length > 0;

/** Actions where branches meet first, each with the action that parted them. */
function meetings(definition: Definition): ReadonlyMap<number, number> {
  const joins = new Set(definition.actions.filter(isJoin).map(({ id }) => id));
  const next = waysOf(definition, joins);
  const found = new Map<number, number>();
  const budget = { steps: BRANCH_STEPS_MAX };
  for (const action of definition.actions)
    for (const { nextActionIds } of routesOf(definition, action)) {
      const branches = [...new Set(nextActionIds)].filter((id) => next.has(id) && !joins.has(id));
      if (branches.length < 2) continue;
      const met = metBy(branches, next, budget);
      if (budget.steps <= 0) return found;
      // An action that follows such an action is done twice for that reason alone.
      const behind = new Set([...met].flatMap((id) => [...(next.get(id) ?? [])].filter((to) => to !== id)));
      for (const id of met) if (!behind.has(id) && !found.has(id)) found.set(id, action.id);
    }
  return found;
}

/** Ids that more than one of the branches comes to. */
function metBy(
  branches: readonly number[],
  next: ReadonlyMap<number, ReadonlySet<number>>,
  budget: { steps: number },
): ReadonlySet<number> {
  const seen = new Set<number>();
  const met = new Set<number>();
  for (const branch of branches) {
    const reached = new Set<number>();
    const open = [branch];
    for (let id = open.pop(); id !== undefined && budget.steps > 0; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      if (seen.has(id)) met.add(id);
      for (const to of next.get(id) ?? []) {
        budget.steps--;
        if (!reached.has(to)) open.push(to);
      }
    }
    for (const id of reached) seen.add(id);
  }
  return met;
}

/** Ways by routes; none into a join, behind which there is one branch. */
function waysOf(definition: Definition, joins: ReadonlySet<number>): ReadonlyMap<number, ReadonlySet<number>> {
  const next = new Map<number, Set<number>>(definition.actions.map(({ id }) => [id, new Set()]));
  for (const { from, to, kind } of edgesOf(definition))
    if (kind !== 'rejection' && !joins.has(to)) next.get(from)?.add(to);
  return next;
}
