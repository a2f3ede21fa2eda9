// An instance as a projection of the sealed ledger: its state row and its transactions, in the order of the chain. It
// keeps nothing: what it shows is the same after a restart and on every node that holds the register. Only whether the
// definition is at hand is about this node.

import type { Participant } from '../../../core/blueprint/definition/types.js';
import { isPaused } from '../../../core/blueprint/disputes/disputes.js';
import { branchesAt, waitingRuns, waitsFor } from '../../../core/blueprint/instance/branches.js';
import { isFullAt } from '../../../core/blueprint/instance/full.js';
import type { Instance, InstanceState } from '../../../core/blueprint/state/instance.js';
import { receiverNow } from '../../../core/instance/deliveries/owed.js';
import { type Actor, actorsNow } from '../../../core/instance/people/acting-now.js';
import { holderNow, holdersNow, waitingHandovers } from '../../../core/instance/people/holders.js';
import { instanceAt, rowsIn } from '../../../core/instance/rows.js';
import type { StateView } from '../../../core/model/register.js';
import type { Issuance } from '../../../core/moves/issuance/form.js';
import { issuanceStatus } from '../../../core/register/issued/rows.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import { isAfterEnd } from '../../../core/transaction/move-type.js';
import type { SealedTransaction } from '../../../storage/chain/chain-read.js';
import { cancellationIn } from './cancellation-view.js';
import { disputeIn } from './dispute-view.js';
import { type InstanceRecord, isGoing, walletsOfRoles } from './instance-record.js';
import type { Branch, ChallengeView, Confirmation, InstanceView, IssuanceView } from './instance-types.js';
import { challengesIn, listOwed, listSealed, toldOwed } from './owed-runs.js';
import { findSentBack } from './sent-back.js';
import { alsoActing, isDoneBy, opensAtMs, runningTimers, type StandingIn, untilMs } from './timer-view.js';
import { votingIn } from './voting.js';

/** The facts from which an instance is shown, wherever they were read. */
export type InstanceFacts = Pick<
  InstanceView,
  | 'firstTransactionId'
  | 'lastTransactionId'
  | 'transactionCount'
  | 'completedActionCount'
  | 'createdAtMs'
  | 'updatedAtMs'
> &
  Pick<InstanceRecord, 'at' | 'id' | 'row' | 'definition' | 'plan'> & {
    /** Keys of the heads in ledger order; it may hold other TxIds as well. */
    readonly order: readonly string[];
    /** Time of the newest move that may have ended it, where that is not the newest. */
    readonly endedAtMs?: number | undefined;
  };

export function instanceView(record: InstanceRecord, view: StateView, nowMs: number): InstanceView {
  const { transactions } = record;
  const first = transactions[0] as SealedTransaction;
  const last = transactions.at(-1) as SealedTransaction;
  const facts: InstanceFacts = {
    ...record,
    order: transactions.map(({ transaction }) => transaction.txId),
    firstTransactionId: first.transaction.txId,
    lastTransactionId: last.transaction.txId,
    transactionCount: transactions.length,
    completedActionCount: transactions.filter(({ transaction: { header, txId } }) =>
      isDoneBy(header, record.plan, rowsIn(view)(txId)),
    ).length,
    createdAtMs: first.timestampMs,
    updatedAtMs: last.timestampMs,
    endedAtMs: transactions.findLast(({ transaction }) => !isAfterEnd(transaction.header))?.timestampMs,
  };
  return {
    ...viewOf(facts, view, nowMs),
    // Of what was read, and of nothing that was sealed behind that.
    ...movesOf(record.row),
    owed: toldOwed(listOwed(view, record, nowMs)),
    sealed: listSealed(view, record, nowMs),
    challenges: challengeViews(view, record),
    issuances: issuanceViews(view, record),
  };
}

function movesOf(row: Instance | undefined): Pick<InstanceView, 'moves'> {
  return row ? { moves: row.moves } : {};
}

function challengeViews(view: StateView, record: InstanceRecord): readonly ChallengeView[] {
  return challengesIn(view, record).map(({ role, wallet, gate, txId: run, row: { txId, untilMs, answeredBy } }) => {
    const more = { ...(gate !== undefined && { gate }), ...(answeredBy !== undefined && { answeredBy }) };
    return { role, wallet, run, transactionId: txId, untilMs, ...more };
  });
}

/** In ledger order. */
function issuanceViews(
  view: StateView,
  { transactions }: Pick<InstanceRecord, 'transactions'>,
): readonly IssuanceView[] {
  return transactions.flatMap(({ transaction: { txId, header, payload } }): readonly IssuanceView[] => {
    if (header.metadata?.type !== 'Issuance') return [];
    const { type: _, v: __, root: ___, status: ____, ...stated } = payload as unknown as Issuance;
    const status = issuanceStatus(view, txId) ?? 'valid';
    const { previousTransactionId: run = '', senderWallet: wallet } = header;
    return [{ transactionId: txId, run, wallet, ...stated, status }];
  });
}

export function viewOf(facts: InstanceFacts, view: StateView, nowMs: number): InstanceView {
  const { at, id, row, definition, createdAtMs, updatedAtMs, endedAtMs = updatedAtMs } = facts;
  const state = stateAt(row, nowMs);
  const activeBranches = branchesOf(facts, view, nowMs);
  const currentActionIds = currentActions(facts, activeBranches);
  const cancellation = cancellationIn(facts, { held: holdersNow(view, id), nowMs });
  const isWaiting = waitingRuns(row).length > 0;
  const goesOn = isWaiting || activeBranches.some(({ timer, notBeforeMs }) => (timer ?? notBeforeMs) !== undefined);
  const isFull = facts.plan !== undefined && isFullAt(row, facts.plan, nowMs);
  const isLate = !goesOn && activeBranches.length > 0 && activeBranches.every(({ state }) => state === 'TimedOut');
  const ordinal = definition && view.state(STATE_KEY.publication(row.publicationTxId))?.ordinal;
  return {
    id,
    registerId: at.registerId,
    blueprintId: row.blueprintId,
    publicationTxId: row.publicationTxId,
    blueprintVersion: typeof ordinal === 'number' ? ordinal : null,
    pinState: definition ? 'pinned' : 'unresolvable',
    definition,
    state: state === 'Active' && isLate ? 'TimedOut' : state,
    // Lists fold instances without the rows of their runs.
    ...movesOf(instanceAt(view, id)),
    currentActionIds,
    ...disputesOf(view, facts, nowMs),
    owed: [],
    sealed: [],
    challenges: [],
    issuances: [],
    missed: missedRoles(view, { id, row, definition }),
    confirmations: confirmationsOf(facts),
    handovers: isGoing(row) ? waitingHandovers(view, id) : [],
    ...(cancellation && { cancellation }),
    isStuck: facts.plan !== undefined && state === 'Active' && (isFull || (currentActionIds.length === 0 && !goesOn)),
    participantWallets: walletsOfRoles(row, definition, holdersNow(view, id)),
    activeBranches,
    opener: row.opener,
    firstTransactionId: facts.firstTransactionId,
    lastTransactionId: facts.lastTransactionId,
    transactionCount: facts.transactionCount,
    completedActionCount: facts.completedActionCount,
    createdAtMs,
    updatedAtMs,
    ...(isGoing(row) ? {} : { completedAtMs: endedAtMs }),
  };
}

/** Roles that are held, and whose holder can receive nothing. */
function missedRoles(view: StateView, { id, row, definition }: Pick<InstanceFacts, 'id' | 'row' | 'definition'>) {
  if (!definition) return [];
  const held = holdersNow(view, id);
  const of = { definition, instance: row, instanceId: id, held };
  const isHeld = (role: Participant) => holderNow(held, role, row.participants) !== undefined;
  const missed = definition.participants.filter((role) => isHeld(role) && receiverNow(view, of, role.id) === undefined);
  return missed.map((role) => role.id);
}

/** Disputed as long as that pauses it: no move is needed to end it. */
function stateAt(row: Instance, nowMs: number): InstanceState {
  return row.state === 'Disputed' && !isPaused(row, nowMs) ? 'Active' : row.state;
}

function disputesOf(
  view: StateView,
  facts: Pick<InstanceFacts, 'id' | 'row' | 'definition'>,
  nowMs: number,
): Pick<InstanceView, 'faults' | 'disputedUntilMs' | 'dispute'> {
  const { row } = facts;
  const dispute = disputeIn(view, facts, nowMs);
  const untilMs = dispute?.untilMs;
  return {
    faults: row.faults ?? [],
    ...(dispute && { dispute }),
    ...(untilMs !== undefined && { disputedUntilMs: untilMs }),
  };
}

/** Runs that wait for others to confirm them, in ledger order. */
function confirmationsOf({ row, order, plan }: InstanceFacts): readonly Confirmation[] {
  const waiting = [...waitingRuns(row)].sort((a, b) => order.indexOf(a.txId) - order.indexOf(b.txId));
  return waiting.map(({ txId, actionId, missing, dueMs }) => {
    const otherwise = plan?.actions.get(String(actionId))?.confirm?.otherwise;
    return { txId, actionId, missing, untilMs: dueMs, ...(otherwise && { otherwise }) };
  });
}

function branchesOf(facts: InstanceFacts, view: StateView, nowMs: number) {
  const { id: instanceId, row, order, plan, definition } = facts;
  const actorsOf = (actionId: number, as?: string): readonly Actor[] | undefined => {
    const done = plan?.actions.get(String(actionId));
    const planned = as === undefined ? done : done?.standIns.get(as);
    const { blueprintId } = row;
    if (!definition || !planned) return undefined;
    return actorsNow(view, { definition, blueprintId, instanceId, instance: row, atMs: nowMs }, planned);
  };
  const open = [...branchesAt(row, nowMs)].sort((a, b) => order.indexOf(a.txId) - order.indexOf(b.txId));
  const timers = runningTimers(row, plan);
  const others = alsoActing(row, plan, holdersNow(view, instanceId));
  return open.map((branch): Branch => {
    const { txId, actionId } = branch;
    const timer = timers.get(actionId);
    const also = others.get(actionId)?.map((item): StandingIn => {
      const actors = actorsOf(actionId, item.role);
      return { ...item, ...(actors && { mayAct: actors }) };
    });
    const dueMs = untilMs(branch.dueMs, timer);
    const notBeforeMs = opensAtMs(row, plan, { txId, actionId, nowMs });
    const voting = votingIn(view, facts, { action: actionId, atMs: nowMs });
    const mayAct = actorsOf(actionId);
    const sentBack = findSentBack(view, row, txId);
    return {
      id: `${txId}:${actionId}`,
      currentActionId: actionId,
      state: dueMs !== undefined && nowMs > dueMs ? 'TimedOut' : 'Active',
      lastTransactionId: txId,
      ...(dueMs === undefined ? {} : { deadlineMs: dueMs }),
      ...(notBeforeMs !== undefined && { notBeforeMs }),
      ...(timer && { timer }),
      ...(voting && { voting }),
      ...(also && { also }),
      waitsFor: plan ? waitsFor(row, plan, branch) : [],
      ...(mayAct && { mayAct }),
      ...(sentBack && { sentBack }),
    };
  });
}

/**
 * Actions that may run now on this node: in time and not too early, with everything that they wait for, and with their
 * definition at hand. Ascending.
 */
function currentActions({ plan }: Pick<InstanceFacts, 'plan'>, branches: readonly Branch[]): readonly number[] {
  if (!plan) return [];
  const open = branches.filter(
    (branch) => branch.state === 'Active' && branch.notBeforeMs === undefined && branch.waitsFor.length === 0,
  );
  return [...new Set(open.map(({ currentActionId }) => currentActionId))].sort((a, b) => a - b);
}
