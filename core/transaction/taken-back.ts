// What rejections take back of an instance, as its transactions pass in ledger order: in language 1 actions by their
// ids, in language 2 the very runs, and all that came of them. A loop by a route takes nothing back. Pure.
import type { FlowInstance, Instance } from '../blueprint/instance.js';
import { onlyAfter, type Plan, planOf } from '../blueprint/plan.js';
import type { Definition } from '../blueprint/types.js';
import { causesAt } from '../flow/causes.js';
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

interface Run {
  readonly txId: string;
  readonly causes: readonly string[];
}

export class TakenBack {
  private readonly definition: Definition;
  private readonly plan: Plan;
  private row: Instance | undefined;
  /** Of language 2, in ledger order: each after those that it comes from. */
  private readonly runs: Run[] = [];

  constructor(definition: Definition) {
    this.definition = definition;
    this.plan = planOf(definition);
  }

  /**
   * The next transaction of the instance. Language 2 needs all of them, from the first on; deadlines are not looked at.
   */
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
    if (moveTypeOf(tx.header) === 'Action') this.runs.push({ txId: tx.txId, causes: this.causesOf(tx, before) });
    if (!isRejection || after.state !== 'Active' || before?.language !== 2 || after.language !== 2) return NOTHING;
    const undone = this.undoneBetween(before, after);
    return ({ txId }) => undone.has(txId);
  }

  private causesOf({ header }: Transaction, before: Instance | undefined): readonly string[] {
    if (before?.language !== 2) return [];
    const token = { txId: header.previousTransactionId as string, target: Number(header.actionId) };
    return causesAt(before.flow, this.plan.net(), token);
  }

  private undoneBetween({ flow: was }: FlowInstance, { flow: is }: FlowInstance): ReadonlySet<string> {
    const gone = Object.keys(was).filter((txId) => !Object.hasOwn(is, txId) && was[txId]?.kind !== 'back');
    const undone = new Set(gone);
    for (const { txId, causes } of this.runs) if (causes.some((cause) => undone.has(cause))) undone.add(txId);
    return undone;
  }
}

/**
 * The actions of an instance whose data counts, oldest first: those that no rejection took back. All its transactions
 * are given, in ledger order.
 */
export function runsInForce(definition: Definition, transactions: readonly Transaction[]): readonly Transaction[] {
  const takenBack = new TakenBack(definition);
  let inForce: Transaction[] = [];
  for (const tx of transactions) {
    const isBack = takenBack.pass(tx);
    const type = moveTypeOf(tx.header);
    if (type === 'Action') inForce.push(tx);
    if (type === 'Rejection') inForce = inForce.filter(({ txId, header: { actionId } }) => !isBack({ txId, actionId }));
  }
  return inForce;
}
