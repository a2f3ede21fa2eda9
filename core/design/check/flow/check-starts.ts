// A warning about a start that waits. Pure. The soundness check looks at branches that run together (check-flow.ts).
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { startingActions } from '../../../blueprint/plan/graph.js';

/** Adds the warnings. */
export function checkStarts(definition: Definition, findings: Findings): void {
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
}
