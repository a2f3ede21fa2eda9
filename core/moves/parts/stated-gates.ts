// How often credentials were used where gates count that: a row of each, which grows with the actions that are sealed.

import { planOf } from '../../blueprint/plan/plan.js';
import { statedGatesOf } from '../../instance/runs/gates.js';
import type { StateChange, StateView } from '../../model/register.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { planFor } from '../../transaction/stated-vote.js';
import type { JudgedMove } from './row.js';

/** How often a credential was used where the mark counts it. */
export function usesOf(view: Pick<StateView, 'state'>, use: string): number {
  return Number(view.state(STATE_KEY.gateUse(use))?.['count'] ?? 0);
}

/** The rows that count the credentials which an action used. It was judged. */
export function gateUseChanges({ tx, definition }: JudgedMove, view: StateView): readonly StateChange[] {
  const counts = new Map<string, number>();
  for (const { statement } of statedGatesOf(tx, planFor(planOf(definition), tx.header)))
    if (statement.use !== undefined)
      counts.set(statement.use, (counts.get(statement.use) ?? usesOf(view, statement.use)) + 1);
  return [...counts].map(([use, count]) => ({ key: STATE_KEY.gateUse(use), value: { count } }));
}
