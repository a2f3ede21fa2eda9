// The transaction of a timer in evidence. No wallet stands for it: its form is that of timers, its docket is of a time
// after the due one, and the rules of the docket know timers. That it followed from the state of the register is the
// judgement of those who sealed the docket; the document has no state to make it again from.
import { issue } from '../../base/issue.js';
import { fail, type Result } from '../../base/result.js';
import { instanceIdOf } from '../../instance/rows.js';
import { kindOf } from '../../kinds/index.js';
import { isReserved } from '../../kinds/publication.js';
import type { DocketHeader } from '../../model/register.js';
import type { Transaction, TransactionHeader } from '../../model/transaction.js';
import { hasTimerForm, isTimer } from '../../transaction/timer.js';

/** The statement of a timer's transaction. */
export interface Fired {
  /** Name of the timer in the definition. */
  readonly timer: string;
  readonly instanceId: string;
  readonly actionId: string;
  readonly publicationTxId: string;
  /** The transaction whose branch it ended. */
  readonly previousTransactionId: string;
  /** It fires in the first docket after this time. */
  readonly dueAtMs: number;
}

/** True for what can be a move of a workflow: no definition has a reserved id. */
export function isOfWorkflow(header: TransactionHeader): boolean {
  return kindOf(header).kind === 'action' && !isReserved(header.blueprintId);
}

/** True where the transaction says that it is of a timer: no signature is asked of it, and everything else is. */
export function saysTimer({ header }: Pick<Transaction, 'header'>): boolean {
  return isOfWorkflow(header) && isTimer(header);
}

/**
 * The statement of a timer's transaction in a docket, or why no register takes it there. Pointers into the document.
 */
export function readTimer(tx: Transaction, docket: DocketHeader): Result<Fired> {
  const { header } = tx;
  if (!hasTimerForm(tx)) {
    const message = 'Expected the transaction of a timer: no signature, and no member that a timer has not.';
    return fail(issue('VAL_FLOW_004', '/transaction', message));
  }
  const dueAtMs = Date.parse(header.createdAt);
  if (docket.timestampMs <= dueAtMs) {
    const message = `The timer fires after ${header.createdAt}, and the docket is of ${new Date(docket.timestampMs).toISOString()}.`;
    return fail(issue('VAL_FLOW_007', '/docket/header/timestampMs', message));
  }
  return {
    timer: header.metadata?.timer as string,
    instanceId: instanceIdOf(tx),
    actionId: header.actionId,
    publicationTxId: header.publicationTxId as string,
    previousTransactionId: header.previousTransactionId as string,
    dueAtMs,
  };
}

/** The sentence of the proof about who made it. */
export function firedFact({ timer, actionId, dueAtMs }: Fired, { timestampMs }: DocketHeader): string {
  const [due, sealed] = [dueAtMs, timestampMs].map((ms) => new Date(ms).toISOString());
  return `No wallet signed it, and none could: timer ${JSON.stringify(timer)} of action ${actionId} was due at ${due}, and the docket is of ${sealed}. Registers take it only as their state gives it.`;
}
