// Warnings about routes that go back (BP_DISPUTE_BACK): a run that took one stands nowhere in the control flow. So an
// objection makes it void and does not give its action again (disputes/disputes.ts). Pure.

import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { planOf } from '../../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../../blueprint/plan/planned.js';
import { routeIdOf } from '../../../blueprint/plan/routes.js';
import type { PathStep } from '../../../flow/search.js';

/**
 * Adds one for each action, at its first route that goes back. A run that others confirm waits where it stands until
 * they have, and its objection comes before. An action that leads back to itself is open again anyway.
 */
export function warnOfBackRoutes(definition: Definition, back: readonly PathStep[], findings: Findings): void {
  const { actions } = planOf(definition);
  for (const [place, { id, approval }] of definition.actions.entries()) {
    const planned = actions.get(String(id));
    if (!planned || planned.confirm || !canBeFalse(planned)) continue;
    const taken = new Set(back.filter(({ action }) => action === id).map(({ by }) => by));
    const outcome = planned.outcomes.find(
      (item, by) => taken.has(by) && item.route && !item.route.nextActionIds.includes(id),
    );
    if (!outcome?.route) continue;
    const { i, route } = outcome;
    const way = `route "${shownName(routeIdOf(route, i))}" of action ${id} goes back to action ${route.nextActionIds[0]}`;
    const between = 'Let an action of another role that states no data lead back in its place';
    const confirmed = approval ? '' : ', or let others confirm it (confirm)';
    findings.warn(
      'BP_DISPUTE_BACK',
      `/actions/${place}/routes/${i}`,
      `The ${way}: a run that took it and is proven false is void then, and is not done again. ${between}${confirmed}.`,
    );
  }
}

/** An objection can prove a run of it false: by the data that it states, or by the route that it takes. */
function canBeFalse({ action, approval, implied }: PlannedAction): boolean {
  const { calculations = {}, dataSchemas = [] } = action;
  const states = dataSchemas.length > 0 || Object.keys(calculations).length > 0;
  return states || (!approval && implied === undefined);
}
