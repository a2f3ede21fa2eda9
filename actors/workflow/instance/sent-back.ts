// Why an action that was done waits again, as the sealed transaction says that gave its branch back: in the clear, so
// every node tells the same. The reason itself is encrypted to its readers.
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { StateView } from '../../../core/model/register.js';
import { answerIn } from '../../../core/transaction/action-metadata.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import { isTimer } from '../../../core/transaction/timer.js';

/** The moves that give a branch back to the action that is done again, or to one before. */
export const BACK_MOVES = ['Rejection', 'Confirmation', 'Timer', 'Objection', 'Resolution'] as const;

/** The move that gave an action back. */
export interface SentBack {
  readonly transactionId: string;
  readonly type: (typeof BACK_MOVES)[number];
  /** Absent for a timer. */
  readonly wallet?: string;
  /** The role that did not confirm the run. */
  readonly role?: string;
}

/** Undefined for a branch that a move opened which leads on. */
export function findSentBack(view: Pick<StateView, 'transaction'>, row: Instance, txId: string): SentBack | undefined {
  if (!isBack(row, txId)) return undefined;
  const header = view.transaction(txId)?.header;
  const type = header && BACK_MOVES.find((name) => name === moveTypeOf(header));
  if (!header || !type) return undefined;
  const role = answerIn(header.metadata)?.role;
  return {
    ...{ transactionId: txId, type },
    ...(!isTimer(header) && { wallet: header.senderWallet }),
    ...(role !== undefined && { role }),
  };
}

function isBack({ flow }: Instance, txId: string): boolean {
  return Object.hasOwn(flow, txId) && flow[txId]?.kind === 'back';
}
