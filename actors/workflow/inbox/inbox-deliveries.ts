// Runs that wait to be delivered in one instance, for the wallets that sent them: a holder said that it
// was not given one, or is owed it. Found when a move is folded, so that a page of tasks reads no instance. Pure; it
// decides nothing, and any other wallet that was given a run may deliver it too.
import { OWED_LISTED_RUNS_MAX } from '../../../core/base/limits/ledger/disputes.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { runsOf } from '../../../core/blueprint/instance/run-rows.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { hasSeals, isSealedForAny } from '../../../core/blueprint/plan/seals.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { listOwedNow, type OwedRun, type PartTold, readSince } from '../../../core/instance/deliveries/owed.js';
import { hasClaims } from '../../../core/instance/people/claims.js';
import { type HeldNow, holderNow, recordsHeld } from '../../../core/instance/people/holders.js';
import { instanceAt, rowsIn } from '../../../core/instance/rows.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { challengeOf, isOfSender } from '../../../core/moves/challenge/challenges.js';
import type { Challenge } from '../../../core/moves/challenge/form.js';
import { participantAt } from '../../../core/register/people/participants.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import type { InboxInstance, PendingBranch } from '../../../storage/tables/workflow/inbox.js';
import { isGoing } from '../instance/instance-record.js';
import { openedReminder } from './inbox-opened.js';
import { branchParts, deliveryBranch, objectionBranch } from './inbox-row.js';

/** Of a participant record. */
const FIRST_VERSION = 1;

export interface DeliveryFold {
  readonly view: StateView;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly held: HeldNow;
  /** The move that is folded. */
  readonly tx: Transaction;
  readonly atMs: number;
  /** Absent for an opening one. */
  readonly before: InboxInstance | undefined;
  /** Another move of the instance is folded behind it at once. */
  readonly isFollowed: boolean;
}

/**
 * The row after a move, with what waits to be delivered. The same rows come of every way to fold the ledger: what is
 * owed follows from the state as it is when the last move is folded, and from nothing that was listed before.
 */
export function withDeliveries(row: InboxInstance, of: DeliveryFold): InboxInstance {
  // The row has not which runs there are.
  const instance = instanceAt(of.view, of.instanceId);
  if (!instance) return row;
  const asked = listChallenged(of);
  const owed = isOwing(row.instance) ? listOwed(row, instance, of) : [];
  if (asked.length + owed.length === 0) return row;
  // Each challenge is answered by a delivery of its own, from its docket on.
  const answers = asked.slice(0, OWED_LISTED_RUNS_MAX).flatMap((owedRun) => taskFor(owedRun, of) ?? []);
  const tasks = new Map<string, PendingBranch>(
    answers.map((task) => [task.branch, { ...task, fromMs: task.sinceMs - 1 }]),
  );
  for (const item of owed) {
    const task = taskFor(item, of);
    if (task && tasks.has(task.branch)) continue;
    // A delivery gives all that a holder is owed: the first run stands for the others. The node gives those that were
    // sealed by itself, so that one of them is listed beside.
    const name = task && `${task.wallet} ${item.wallet} ${item.role} ${task.fromMs === undefined}`;
    if (task && name !== undefined && !tasks.has(name)) tasks.set(name, task);
  }
  const pending = [...row.pending, ...tasks.values(), ...answers.flatMap((task) => objectionTo(task, of) ?? [])];
  const opened = [...tasks.values()].flatMap((task) => openedReminder(task, of.before));
  return { ...row, pending, ...(opened.length > 0 && { reminders: [...(row.reminders ?? []), ...opened] }) };
}

/** True for a task to deliver runs that were opened, or challenged, before a time. */
export function isOpened({ branch, fromMs }: PendingBranch, nowMs: number): boolean {
  return fromMs !== undefined && fromMs < nowMs && branchParts(branch).delivers !== undefined;
}

/**
 * True while holders are to be given what they are owed. Of an instance that was ended before its time a holder gets
 * what it asks for, and nothing waits for the rest; of a completed one nothing waits but for what was sealed.
 */
function isOwing({ state }: Pick<Instance, 'state'>): boolean {
  return isGoing({ state }) || state === 'Completed';
}

/** Whether a listed delivery still waits: no move tells that a record ended, or that the instance did elsewhere. */
export function isToDeliver(
  view: StateView,
  {
    definition,
    instanceId,
    txId,
    atMs,
  }: Pick<DeliveryFold, 'definition' | 'instanceId' | 'atMs'> & { readonly txId: string },
  to: PartTold,
): boolean {
  const instance = instanceAt(view, instanceId);
  const run = view.transaction(txId);
  if (!instance || !run) return false;
  // Its sender is at fault already.
  if ((instance.faults ?? []).some((fault) => fault.txId === txId)) return false;
  const asked = challengeOf(view, txId, to);
  if (asked && asked.answeredBy === undefined) return true;
  // Evidence is delivered where it is challenged, and in no other case.
  if (to.gate !== undefined) return false;
  const of = { definition, instance, instanceId, rowOf: rowsIn(view), atMs };
  if (!isGoing(instance) && (!isOwing(instance) || readSince(of, run, to.role) === undefined)) return false;
  return listOwedNow(view, of, [run]).some(({ role, wallet }) => role === to.role && wallet === to.wallet);
}

/** Runs whose challenge is open, those that were listed before among them. */
function listChallenged({ view, tx, before }: DeliveryFold): readonly PartListed[] {
  const listed = runsListed(before);
  if (moveTypeOf(tx.header) === 'Challenge') {
    const { role, gate } = tx.payload as unknown as Challenge;
    const to = { role, wallet: tx.header.senderWallet, ...(gate !== undefined && { gate }) };
    listed.push({ ...to, txId: tx.header.previousTransactionId ?? '' });
  }
  return listed.filter(({ txId, ...to }) => {
    const row = challengeOf(view, txId, to);
    return row !== undefined && row.answeredBy === undefined;
  });
}

function runsListed(before: InboxInstance | undefined): PartListed[] {
  return (before?.pending ?? []).flatMap(({ branch }) => {
    const { txId, delivers } = branchParts(branch);
    return delivers ? [{ ...delivers, txId }] : [];
  });
}

/** All runs are looked at where the row is kept, and those that are listed where it is folded on at once. */
function listOwed(row: InboxInstance, instance: Instance, of: DeliveryFold): readonly ListedRun[] {
  const { view, definition, instanceId, held, before, isFollowed } = of;
  const isSealing = hasSeals(definition);
  const isPassed = isGoing(instance) && (isPassedOn(instance, of) || isInterrupted(of));
  if (!isSealing && !isPassed) return [];
  const isEach = isPassed && row.transactionCount <= OWED_LISTED_RUNS_MAX;
  const rowOf = rowsIn(view);
  const txIds = isFollowed
    ? [...new Set(runsListed(before).map(({ txId }) => txId))]
    : [...planOf(definition).actions.values()]
        .filter(({ action }) => isEach || (isSealing && isSealedForAny(definition, action)))
        .flatMap(({ action }) => [...runsOf(instance, action.id, rowOf)])
        .filter((run) => !run.row.undone)
        .sort((a, b) => a.row.n - b.row.n)
        .slice(-OWED_LISTED_RUNS_MAX)
        .map(({ txId }) => txId);
  const runs = txIds.flatMap((txId) => view.transaction(txId) ?? []);
  if (runs.length === 0) return [];
  // Of what a time opens it is listed from when on: the time passes without a move.
  const state = { definition, instance, instanceId, held, rowOf, atMs: Number.POSITIVE_INFINITY };
  const byId = new Map(runs.map((run) => [run.txId, run]));
  const owed = listOwedNow(view, state, runs).flatMap((owedRun): readonly ListedRun[] => {
    const fromMs = readSince(state, byId.get(owedRun.txId) as Transaction, owedRun.role);
    return fromMs === undefined && !isGoing(instance) ? [] : [{ ...owedRun, ...(fromMs !== undefined && { fromMs }) }];
  });
  // The first one stands for the others of its holder: of sealed ones that one which opens first.
  return isSealing ? owed.sort((a, b) => (a.fromMs ?? 0) - (b.fromMs ?? 0)) : owed;
}

/** A part of a run that is to be delivered. */
interface PartListed extends OwedRun, PartTold {}

/** A run that is owed; `fromMs` where it was sealed for its holder before. */
interface ListedRun extends PartListed {
  readonly fromMs?: number;
}

/** True where another wallet has a role than the one that was to have it since the opening, which few ever have. */
function isPassedOn(
  { participants, since }: Instance,
  { view, definition, instanceId, held }: Pick<DeliveryFold, 'view' | 'definition' | 'instanceId' | 'held'>,
): boolean {
  if (hasClaims(view, instanceId)) return true;
  return definition.participants.some((role) => {
    const { id, walletAddress } = role;
    const opening = Object.hasOwn(since, id) && since[id] === 0 ? participants[id] : undefined;
    const now = holderNow(held, role, participants);
    return now !== undefined && now !== '' && now !== (walletAddress ?? opening);
  });
}

/** True where the record of a holder was changed: it may have been no Active one when a run was sealed. */
function isInterrupted({ view, definition, instanceId }: Pick<DeliveryFold, 'view' | 'definition' | 'instanceId'>) {
  const records = Object.values(recordsHeld(view, { definition, instanceId }));
  return records.some((id) => (participantAt(view, id)?.version ?? FIRST_VERSION) > FIRST_VERSION);
}

/** Beside a challenge of evidence, for the wallet that challenged: once its term is over it objects. */
function objectionTo({ branch, sinceMs }: PendingBranch, { view }: DeliveryFold): PendingBranch | undefined {
  const { txId, actionId, delivers } = branchParts(branch);
  const { wallet, role, gate } = delivers as PartTold;
  const asked = gate === undefined ? undefined : challengeOf(view, txId, { wallet, role, gate });
  if (gate === undefined || asked === undefined) return undefined;
  return {
    branch: objectionBranch(txId, Number(actionId), { wallet, role, gate }),
    sinceMs,
    wallet,
    fromMs: asked.untilMs,
  };
}

/** Of the wallet that sent it, or of the holder of its role now where that is of the same party. */
function taskFor(owed: ListedRun, of: DeliveryFold): PendingBranch | undefined {
  const { view, definition, held, before, atMs } = of;
  const run = view.transaction(owed.txId);
  const row = rowsIn(view)(owed.txId);
  const planned = run && planOf(definition).actions.get(run.header.actionId);
  if (!run || !row || row.undone || !planned) return undefined;
  const holder = holderNow(held, planned.sender, {});
  const wallet = holder && isOfSender(view, run, holder) ? holder : run.header.senderWallet;
  if (wallet === owed.wallet) return undefined;
  const branch = deliveryBranch(owed.txId, planned.action.id, owed);
  const sinceMs = before?.pending.find((item) => item.branch === branch)?.sinceMs ?? atMs;
  return { branch, sinceMs, wallet, ...(owed.fromMs !== undefined && { fromMs: owed.fromMs }) };
}
