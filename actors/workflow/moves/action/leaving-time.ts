// Whether a party that repeats its action lets others go first, who read it and calculate just then. The rule of all
// validators (core/validate/instance/overtaking.ts) begins much later, with who never rests. Pure.
import { openBranches } from '../../../../core/blueprint/instance/branches.js';
import { leadsSince } from '../../../../core/blueprint/instance/run-rows.js';
import { readsOf } from '../../../../core/blueprint/names/run-reads.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import { instanceAt, rowsIn } from '../../../../core/instance/rows.js';
import type { StateView } from '../../../../core/model/register.js';

/**
 * True where the newest move of the instance is a run of the action. The action is open again, and an open action of
 * another role reads it.
 */
export function leavesTime(
  view: StateView,
  { instanceId, actionId }: { instanceId: string; actionId: string },
): boolean {
  const instance = instanceAt(view, instanceId);
  if (!instance) return false;
  const newest = rowsIn(view)(instance.runs[Number(actionId)]?.last ?? '');
  if (!newest || leadsSince(newest) !== instance.moves - 1) return false;
  const definition = publishedDefinition(view, instance.blueprintId, instance.publicationTxId);
  const { actions } = definition ? planOf(definition) : {};
  const sender = actions?.get(actionId)?.sender.id;
  const open = openBranches(instance);
  if (!open.some((branch) => branch.actionId === Number(actionId))) return false;
  return open.some((branch) => {
    const other = actions?.get(String(branch.actionId));
    const isOther = definition && other && other.sender.id !== sender;
    return isOther && readsOf(definition, other.action).actions.has(Number(actionId));
  });
}
