// Actions that rejections take back of an instance of language 1, as its transactions pass in ledger order: by their
// ids. In language 2 they take back runs, and the state has a row of each (core/blueprint/instance/run-rows.ts). Pure.

import type { Definition } from '../../blueprint/definition/types.js';
import { onlyAfter, planOf } from '../../blueprint/plan/plan.js';
import type { Transaction } from '../../model/transaction.js';
import { moveTypeOf } from '../../transaction/move-type.js';

/** True for an action that a transaction took back, by the decimal spelling of its id. */
export type IsTakenBack = (done: { readonly actionId: string }) => boolean;

const NOTHING: IsTakenBack = () => false;

/** The actions that the transaction took back; none in an instance of language 2. */
export function takenBackBy({ header }: Pick<Transaction, 'header'>, definition: Definition): IsTakenBack {
  const plan = planOf(definition);
  if (plan.language === 2 || moveTypeOf(header) !== 'Rejection') return NOTHING;
  const config = plan.actions.get(header.actionId)?.action.rejectionConfig;
  if (!config || config.isTerminal === true) return NOTHING;
  let undone: ((id: number) => boolean) | undefined;
  return ({ actionId }) => {
    undone ??= onlyAfter(plan, config.targetActionId);
    return undone(Number(actionId));
  };
}
