// What rejections take back of an instance, as its transactions pass in ledger order: in language 1 actions by their ids, in language 2 the very runs. Pure.
import type { Instance } from '../blueprint/instance.js';
import { onlyAfter, type Plan, planOf } from '../blueprint/plan.js';
import type { Definition } from '../blueprint/types.js';
import { moveTypeOf } from './action-metadata.js';
import { instanceAfter } from './kinds/action.js';
import type { Transaction } from './types.js';

/** A sealed action of the instance. */
export interface Done {
  readonly txId: string;
  /** The decimal spelling. */
  readonly actionId: string;
}

/** True for what a transaction took back. */
export type IsTakenBack = (done: Done) => boolean;

const NOTHING: IsTakenBack = () => false;

export class TakenBack {
  private readonly definition: Definition;
  private readonly plan: Plan;
  private row: Instance | undefined;

  constructor(definition: Definition) {
    this.definition = definition;
    this.plan = planOf(definition);
  }

  /** The next transaction of the instance. Language 2 needs all of them, from the first on; deadlines are not looked at. */
  pass(tx: Transaction): IsTakenBack {
    const isRejection = moveTypeOf(tx.header) === 'Rejection';
    if (this.plan.language === 2) return this.passRun(tx, isRejection);
    const config = isRejection ? this.plan.actions.get(tx.header.actionId)?.action.rejectionConfig : undefined;
    if (!config || config.isTerminal === true) return NOTHING;
    let undone: ((id: number) => boolean) | undefined;
    return ({ actionId }) => {
      undone ??= onlyAfter(this.plan, config.targetActionId);
      return undone(Number(actionId));
    };
  }

  private passRun(tx: Transaction, isRejection: boolean): IsTakenBack {
    const before = this.row;
    const after = instanceAfter(tx, { definition: this.definition, before, atMs: 0 });
    this.row = after;
    if (!isRejection || after.state !== 'Active' || before?.language !== 2 || after.language !== 2) return NOTHING;
    const [was, is] = [before.flow, after.flow];
    return ({ txId }) => Object.hasOwn(was, txId) && !Object.hasOwn(is, txId);
  }
}
