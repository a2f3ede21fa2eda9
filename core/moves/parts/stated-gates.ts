// The gates that an action states, as the steps of the pipeline and its rows read them: found once for a transaction.
// An action without a statement costs one look at its metadata.

import { planOf } from '../../blueprint/plan/plan.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { type StatedGate, statedGates } from '../../credentials/gate/stated.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { planFor } from '../../transaction/stated-vote.js';
import type { JudgedMove } from './row.js';

const known = new WeakMap<Transaction['header'], readonly StatedGate[]>();
const NONE: readonly StatedGate[] = [];

/** None where it states none, or other ones than its action has: the step of their form says so. */
export function statedGatesOf(
  { header }: Pick<Transaction, 'header'>,
  planned: PlannedAction | undefined,
): readonly StatedGate[] {
  if (header.metadata?.gates === undefined || !planned) return NONE;
  const before = known.get(header);
  if (before) return before;
  const gates = statedGates(gatesOf(planned.action), header.metadata.gates);
  const value = typeof gates === 'string' ? NONE : gates;
  known.set(header, value);
  return value;
}

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
