// What rejections take back of an instance, as its transactions pass in ledger order: in language 1 actions by their
// ids, in language 2 the very runs, and all that came of them. A loop by a route takes nothing back. Pure. Where the
// state is at hand its rows say the same of language 2 without the transactions (core/blueprint/run-rows.ts).
import type { Instance } from '../blueprint/instance.js';
import { onlyAfter, type Plan, planOf } from '../blueprint/plan.js';
import type { RowOf, RunMove } from '../blueprint/run-rows.js';
import type { Definition } from '../blueprint/types.js';
import { moveTypeOf } from './action-metadata.js';
import { instanceAfter, isRun, runMoveOf } from './kinds/action.js';
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
  /** Of language 2: runs that nobody has confirmed yet. */
  readonly waiting = new Set<string>();
  /** Of language 2, in ledger order: each after those that it comes from. */
  private readonly runs: Pick<RunMove, 'txId' | 'causes'>[] = [];

  private readonly rowOf: RowOf;

  /** `rowOf` says how votes and resolutions decided; an instance without them needs none. */
  constructor(definition: Definition, rowOf: RowOf = () => undefined) {
    this.definition = definition;
    this.rowOf = rowOf;
    this.plan = planOf(definition);
  }

  /**
   * The next transaction of the instance. Language 2 needs all of them, from the first on; deadlines are not looked at.
   */
  pass(tx: Transaction): IsTakenBack {
    const isRejection = moveTypeOf(tx.header) === 'Rejection';
    if (this.plan.language === 2) return this.passRun(tx);
    const config = isRejection ? this.plan.actions.get(tx.header.actionId)?.action.rejectionConfig : undefined;
    if (!config || config.isTerminal === true) return NOTHING;
    let undone: ((id: number) => boolean) | undefined;
    return ({ actionId }) => {
      undone ??= onlyAfter(this.plan, config.targetActionId);
      return undone(Number(actionId));
    };
  }

  private passRun(tx: Transaction): IsTakenBack {
    const before = this.row?.language === 2 ? this.row : undefined;
    const { vote: cast, resolved, kept } = this.rowOf(tx.txId) ?? {};
    const resolves = resolved !== undefined;
    const after = instanceAfter(tx, { definition: this.definition, before, atMs: 0, cast, resolves });
    this.row = after;
    const move = after.language === 2 ? runMoveOf(tx, this.plan, { before, after }) : undefined;
    // All that an objection took back is there again where its run was kept, and nothing was done meanwhile.
    if (!move || kept) return NOTHING;
    if (move.kind === 'waits') this.waiting.add(tx.txId);
    if (move.kind === 'confirm') this.waiting.delete(move.confirms ?? '');
    // A rejection that led forward is no run, and what came of it came of its causes.
    if (['act', 'waits', 'reject'].includes(move.kind)) this.runs.push(move);
    const { undoes, undoesAfter = [] } = move;
    if (undoes.length + undoesAfter.length === 0) return NOTHING;
    const inVain = new Set(undoesAfter);
    const undone = new Set(undoes);
    for (const { txId, causes } of this.runs) if (causes.some((cause) => inVain.has(cause))) undone.add(txId);
    for (const { txId, causes } of this.runs) if (causes.some((cause) => undone.has(cause))) undone.add(txId);
    return ({ txId }) => undone.has(txId);
  }
}

/**
 * The actions of an instance whose data counts, oldest first: those that no move took back, and that do not wait. All its transactions
 * are given, in ledger order.
 */
export function runsInForce(
  definition: Definition,
  transactions: readonly Transaction[],
  rowOf?: RowOf,
): readonly Transaction[] {
  const takenBack = new TakenBack(definition, rowOf);
  let inForce: Transaction[] = [];
  for (const tx of transactions) {
    const isBack = takenBack.pass(tx);
    const type = moveTypeOf(tx.header);
    if (isRun(planOf(definition), tx.header)) inForce.push(tx);
    if (['Rejection', 'Objection', 'Resolution', 'Confirmation', 'Timer'].includes(type))
      inForce = inForce.filter(({ txId, header: { actionId } }) => !isBack({ txId, actionId }));
  }
  return inForce.filter(({ txId }) => !takenBack.waiting.has(txId));
}
