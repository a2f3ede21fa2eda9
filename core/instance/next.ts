// Where a sealed move leads by its header and the definition alone, whether it was followed or not. Pure.
import { CONFIRM_TIMER } from '../blueprint/plan/confirm.js';
import type { Decided, Plan, PlannedAction, RouteOutcome } from '../blueprint/plan/planned.js';
import type { PlannedTimer } from '../blueprint/plan/timers.js';
import type { MoveType } from '../blueprint/state/move-types.js';
import type { TransactionHeader } from '../model/transaction.js';
import { answerIn, outcomeOfHeader } from '../transaction/action-metadata.js';
import { isDoing, moveTypeOf } from '../transaction/move-type.js';

interface Vote {
  /** How it decided; absent for one that did not. */
  readonly led?: Decided | undefined;
}

interface Leading {
  readonly plan: Plan;
  readonly planned: PlannedAction;
  readonly header: TransactionHeader;
  /** Of a vote, which says whether it decided. */
  readonly vote: Vote | undefined;
}

const NEXT: Readonly<Partial<Record<MoveType, (move: Leading) => readonly number[] | undefined>>> = {
  Action: ({ planned, header }) => outcomeOfHeader(planned, header)?.route?.nextActionIds,
  Vote: ({ plan, header, vote }) => outcomeOfVote(plan, header, vote)?.route?.nextActionIds,
  Timer: ({ plan, header }) => timerOf(plan, header)?.next,
  Confirmation: ({ planned, header }) =>
    answerIn(header.metadata)?.accept === false ? [planned.action.id] : undefined,
  Rejection: ({ planned: { action } }) => {
    const config = action.rejectionConfig;
    return config && config.isTerminal !== true ? [config.targetActionId] : undefined;
  },
};

const NOWHERE: readonly number[] = [];

/**
 * Ids of the actions that may follow a sealed action transaction, taken or not: what it decided, or where its rejection
 * leads. `row` is that of a vote, which says whether it decided.
 */
export function nextOf(
  plan: Plan,
  header: TransactionHeader,
  row?: { readonly vote?: Vote | undefined },
): readonly number[] {
  const planned = plan.actions.get(header.actionId);
  if (!planned) return NOWHERE;
  return NEXT[moveTypeOf(header)]?.({ plan, planned, header, vote: row?.vote }) ?? NOWHERE;
}

/** How an action was decided by the vote that decided it; undefined for another one. */
export function outcomeOfVote(
  plan: Plan,
  { actionId }: Pick<TransactionHeader, 'actionId'>,
  vote: Vote | undefined,
): RouteOutcome | undefined {
  return vote?.led && plan.actions.get(actionId)?.approval?.outcomes[vote.led];
}

/** The timer that a sealed transaction of one names. */
export function timerOf(plan: Plan, { actionId, metadata }: TransactionHeader): PlannedTimer | undefined {
  const planned = plan.actions.get(actionId);
  if (metadata?.timer === CONFIRM_TIMER) return planned?.confirm?.timer;
  return planned?.timers.find(({ id }) => id === metadata?.timer);
}

/** True for a move that states data of its action: its party's, a vote, or a timer's with data. */
export function isRun(plan: Plan, header: TransactionHeader): boolean {
  return isDoing(header) || (moveTypeOf(header) === 'Timer' && timerOf(plan, header)?.data !== undefined);
}
