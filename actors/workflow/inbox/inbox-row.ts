// An instance of the inbox before and after a sealed action of it: the fold of the ledger, who takes part, and what
// waits for whom since when. Pure; the holders are those that the register has when it is folded.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import {
  branchesTaken,
  type OpenBranch,
  openBranches,
  standingIds,
  waitingRuns,
  waitsFor,
} from '../../../core/blueprint/instance/branches.js';
import { withRuns } from '../../../core/blueprint/instance/instance-order.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan, PlannedAction, StatedDues } from '../../../core/blueprint/plan/planned.js';
import { openBallots } from '../../../core/blueprint/state/ballots.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { RowOf } from '../../../core/blueprint/state/run-row.js';
import type { PartTold } from '../../../core/instance/deliveries/owed.js';
import { accusationIn, type HeldNow, holderNow } from '../../../core/instance/people/holders.js';
import { isStart } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { instanceAfter } from '../../../core/moves/instance-after.js';
import { isAfterEnd } from '../../../core/transaction/move-type.js';
import type { InboxInstance, PendingBranch } from '../../../storage/tables/workflow/inbox.js';
import { alsoActing, isDoneBy, runningTimers, type StandingIn, untilMs } from '../instance/timer-view.js';
import { REMINDED, remindersAfter } from './inbox-reminders.js';

const AS_NAMED: HeldNow = { roles: {} };

/** Wallets that an action is listed for beside the holder of its role. */
type BesideOf = (planned: PlannedAction, instance: Instance) => readonly string[];

/** The row after a sealed action. `row` is absent for an opening action, and never for another. */
export function rowAfter(
  row: InboxInstance | undefined,
  tx: Transaction,
  of: {
    readonly definition: Definition;
    readonly atMs: number;
    readonly held?: HeldNow;
    readonly rowOf?: RowOf;
    readonly besideOf?: BesideOf;
    /** Wallets that confirm for a role beside its holder. */
    readonly deputiesOf?: (role: string) => readonly string[];
    /** Due times that runs state, as the register has them when it is folded. */
    readonly dues?: StatedDues | undefined;
  },
): InboxInstance {
  const before = isStart(tx.header) ? undefined : row;
  const { definition, atMs, held = AS_NAMED, rowOf = () => undefined, besideOf = () => [], deputiesOf = () => [] } = of;
  const plan = planOf(definition);
  const accused = accusationIn(tx, plan, { rowOf, taken: before?.instance.participants });
  const { vote: cast, resolved, lapsed } = rowOf(tx.txId) ?? {};
  const resolves = resolved !== undefined;
  const after = instanceAfter(tx, { definition, before: before?.instance, atMs, accused, cast, resolves, lapsed });
  const instance = of.dues ? withRuns(after, { ...after, dues: of.dues }) : after;
  const standing = new Set(standingIds(instance));
  const order = (before?.order ?? []).filter((txId) => standing.has(txId));
  if (standing.has(tx.txId)) order.push(tx.txId);
  return {
    instance,
    order,
    ...waitingAfter(before, { definition, instance, order, plan, atMs, held, besideOf, deputiesOf }),
    wallets: walletsOf(instance, definition, held),
    createdAtMs: before?.createdAtMs ?? atMs,
    updatedAtMs: atMs,
    ...(before && isAfterEnd(tx.header) && { endedAtMs: before.endedAtMs ?? before.updatedAtMs }),
    firstTransactionId: before?.firstTransactionId ?? tx.txId,
    lastTransactionId: tx.txId,
    transactionCount: (before?.transactionCount ?? 0) + 1,
    completedActionCount: (before?.completedActionCount ?? 0) + (isDoneBy(tx.header, plan, rowOf(tx.txId)) ? 1 : 0),
  };
}

/** The same without a move: what waits for whom as the records of the register say it now. */
export function rowAgain(
  row: InboxInstance,
  of: {
    readonly definition: Definition;
    readonly held: HeldNow;
    readonly besideOf: BesideOf;
    readonly deputiesOf: (role: string) => readonly string[];
  },
): InboxInstance {
  const { instance, order, updatedAtMs: atMs } = row;
  const { pending: _, reminders: _1, ...rest } = row;
  const plan = planOf(of.definition);
  const wallets = walletsOf(instance, of.definition, of.held);
  return { ...rest, wallets, ...waitingAfter(row, { ...of, instance, order, plan, atMs }) };
}

/**
 * Addresses that take part, each once: those that the definition fixes, those that took an open role, and who opened
 * the instance.
 */
function walletsOf(
  { participants, opener }: Instance,
  { participants: roles }: Definition,
  held: HeldNow,
): readonly string[] {
  const fixed = roles.flatMap(({ walletAddress }) => walletAddress ?? []);
  const now = [...Object.values(held.roles), held.opener ?? opener].filter((wallet) => wallet !== '');
  return [...new Set([...fixed, ...Object.values(participants), ...now, opener])];
}

/** The actions that wait, and their reminders. */
function waitingAfter(
  before: InboxInstance | undefined,
  standing: Standing,
): Pick<InboxInstance, 'pending' | 'reminders'> {
  const pending = pendingAfter(before?.pending ?? [], standing);
  const reminding = remindersAfter(before?.reminders ?? [], { pending, ...standing });
  return {
    pending: [...pending, ...reminding.pending],
    ...(reminding.reminders.length > 0 && { reminders: reminding.reminders }),
  };
}

interface Standing {
  readonly definition: Definition;
  readonly instance: Instance;
  readonly order: readonly string[];
  readonly plan: Plan;
  readonly atMs: number;
  readonly held: HeldNow;
  readonly besideOf: BesideOf;
  readonly deputiesOf: (role: string) => readonly string[];
}

/**
 * A join to which several branches lead waits once, for the first of them and until the first of their deadlines, or
 * its timer.
 */
function pendingAfter(before: readonly PendingBranch[], standing: Standing): PendingBranch[] {
  const { instance, order, plan, atMs, held, besideOf } = standing;
  const pending: PendingBranch[] = [];
  const joins = new Set<number>();
  const timers = runningTimers(instance, plan);
  const later = alsoActing(instance, plan, held);
  for (const open of inOrder(openBranches(instance), order)) {
    const { txId, actionId, pausedUntilMs } = open;
    const planned = plan.actions.get(String(actionId));
    if (!planned || joins.has(actionId) || waitsFor(instance, plan, open).length > 0) continue;
    if (planned.isJoin) joins.add(actionId);
    const branch = `${txId}:${actionId}`;
    const dues = branchesTaken(instance, plan, open).here.flatMap(({ dueMs }) => dueMs ?? []);
    const dueMs = untilMs(dues.length === 0 ? undefined : Math.min(...dues), timers.get(actionId));
    const waiting = {
      branch,
      sinceMs: before.find((item) => item.branch === branch)?.sinceMs ?? atMs,
      ...(dueMs === undefined ? {} : { dueMs }),
      ...(pausedUntilMs === undefined ? {} : { pausedUntilMs }),
    };
    const wallets = walletsFor(planned, instance, held);
    const others = [...new Set(besideOf(planned, instance))].filter((name) => !wallets.includes(name));
    for (const wallet of wallets)
      if (wallet !== undefined) pending.push({ wallet, ...waiting });
      else if (others.length === 0) pending.push(waiting);
    for (const wallet of others) pending.push({ wallet, beside: true, ...waiting });
    const known = new Set([...wallets, ...others]);
    const standIns = forStandIns(later.get(actionId) ?? [], standing, { planned, waiting });
    pending.push(...standIns.filter(({ wallet }) => !known.has(wallet)));
    pending.push(...forVoted(before, standing, { planned, waiting }));
  }
  return [...pending, ...confirmations(before, standing)];
}

/**
 * Roles that have voted on an action which is not decided: each says the same again where the last voter that is waited
 * for leaves. That is not a move of the instance, so whether it waits for them is asked when the list is read.
 */
function forVoted(
  before: readonly PendingBranch[],
  { instance, atMs, held, deputiesOf }: Standing,
  { planned, waiting }: { readonly planned: PlannedAction; readonly waiting: PendingBranch },
): readonly PendingBranch[] {
  const { action, approval } = planned;
  if (!approval) return [];
  return Object.keys(openBallots(instance.ballots, action.id)?.votes ?? {}).flatMap((role): PendingBranch[] => {
    const voter = approval.voters.get(role)?.planned;
    const holder = voter && walletOf(voter.sender, instance, held);
    const branch = `${waiting.branch}${TO_SAY_AGAIN}:${role}`;
    const sinceMs = before.find((item) => item.branch === branch)?.sinceMs ?? atMs;
    const wallets = new Set([...(holder ? [holder] : []), ...deputiesOf(role)]);
    return [...wallets].map((wallet) => ({ ...waiting, branch, sinceMs, wallet, again: true }));
  });
}

/** The runs that wait for the answer of a role. A role that is open or vacant has no wallet to tell. */
function confirmations(
  before: readonly PendingBranch[],
  { definition, instance, atMs, held, deputiesOf }: Standing,
): readonly PendingBranch[] {
  return waitingRuns(instance).flatMap(({ txId, actionId, missing, dueMs, pausedUntilMs }) =>
    missing.flatMap((role): PendingBranch[] => {
      const fixed = definition.participants.find(({ id }) => id === role);
      const wallet = fixed && holderNow(held, fixed, instance.participants);
      if (!wallet) return [];
      const branch = confirmationBranch(txId, actionId, role);
      const sinceMs = before.find((item) => item.branch === branch)?.sinceMs ?? atMs;
      const task = { branch, sinceMs, dueMs, ...(pausedUntilMs !== undefined && { pausedUntilMs }) };
      const others = deputiesOf(role).filter((name) => name !== wallet);
      return [{ ...task, wallet }, ...others.map((other) => ({ ...task, wallet: other, beside: true as const }))];
    }),
  );
}

/** Names what waits for the answer of a role, where a branch names an action that waits. */
function confirmationBranch(txId: string, actionId: number, role: string): string {
  return `${txId}:${actionId}:${role}`;
}

/** Names what waits to be delivered to a holder. An id of an action has no such end, and one of a gate no colon. */
export function deliveryBranch(txId: string, actionId: number, { wallet, role, gate }: PartTold): string {
  return gate === undefined
    ? `${txId}:${actionId}${TO_DELIVER}:${wallet}:${role}`
    : `${txId}:${actionId}${TO_GIVE_EVIDENCE}:${wallet}:${gate}:${role}`;
}

/** Names evidence of a gate that a challenge asked for in vain, for the wallet that challenged. */
export function objectionBranch(txId: string, actionId: number, { role, gate }: Required<PartTold>): string {
  return `${txId}:${actionId}${TO_OBJECT}:${gate}:${role}`;
}

const TO_DELIVER = '/deliver';
const TO_OBJECT = '/object';
const TO_GIVE_EVIDENCE = '/evidence';
const TO_SAY_AGAIN = '/again';
const TO_RESOLVE = '/resolve';

/** Names a dispute that waits for the word of a role. */
export function resolutionBranch(objection: string, actionId: number, role: string): string {
  return `${objection}:${actionId}${TO_RESOLVE}:${role}`;
}

const TO_CANCEL = '/cancel';

/** Names a cancellation that waits for the consent of a role. */
export function cancellationBranch(ask: string, actionId: string, role: string): string {
  return `${ask}:${actionId}${TO_CANCEL}:${role}`;
}

/** The parts of the name of what waits. */
export function branchParts(branch: string): {
  readonly txId: string;
  readonly actionId: string;
  /** Where an answer of this role is waited for. */
  readonly confirms?: string;
  /** Where it waits to be delivered to this holder. */
  readonly delivers?: PartTold;
  /** Where evidence of a gate was not given to this role in the term of its challenge. */
  readonly objects?: Omit<Required<PartTold>, 'wallet'>;
  /** Where this role is only reminded of it. */
  readonly reminds?: string;
  /** Where a dispute waits for the word of this role. */
  readonly resolves?: string;
  /** Where it is asked whether this role agrees to a cancellation. */
  readonly cancels?: string;
  /** Where this role says its vote again. */
  readonly votesAgain?: string;
} {
  const [txId = '', actionId = '', ...role] = branch.split(':');
  if (actionId.endsWith(REMINDED))
    return { txId, actionId: actionId.slice(0, -REMINDED.length), reminds: role.join(':') };
  if (actionId.endsWith(TO_DELIVER)) {
    const [wallet = '', ...rest] = role;
    return { txId, actionId: actionId.slice(0, -TO_DELIVER.length), delivers: { role: rest.join(':'), wallet } };
  }
  if (actionId.endsWith(TO_GIVE_EVIDENCE)) {
    const [wallet = '', gate = '', ...rest] = role;
    const delivers = { role: rest.join(':'), wallet, gate };
    return { txId, actionId: actionId.slice(0, -TO_GIVE_EVIDENCE.length), delivers };
  }
  if (actionId.endsWith(TO_OBJECT)) {
    const [gate = '', ...rest] = role;
    return { txId, actionId: actionId.slice(0, -TO_OBJECT.length), objects: { role: rest.join(':'), gate } };
  }
  if (actionId.endsWith(TO_SAY_AGAIN))
    return { txId, actionId: actionId.slice(0, -TO_SAY_AGAIN.length), votesAgain: role.join(':') };
  if (actionId.endsWith(TO_CANCEL))
    return { txId, actionId: actionId.slice(0, -TO_CANCEL.length), cancels: role.join(':') };
  if (actionId.endsWith(TO_RESOLVE))
    return { txId, actionId: actionId.slice(0, -TO_RESOLVE.length), resolves: role.join(':') };
  return { txId, actionId, ...(role.length > 0 && { confirms: role.join(':') }) };
}

/** The wallets that can do an action now, each once: of one that several decide those who have not voted. */
function walletsFor(planned: PlannedAction, instance: Instance, held: HeldNow): readonly (string | undefined)[] {
  const { action, approval, sender } = planned;
  if (!approval) return [walletOf(sender, instance, held)];
  const cast = openBallots(instance.ballots, action.id)?.votes ?? {};
  const open = [...approval.voters].flatMap(([role, voter]) =>
    Object.hasOwn(cast, role) ? [] : [walletOf(voter.planned.sender, instance, held)],
  );
  return [...new Set(open)];
}

/** Of a vacant role the wallet that it had: no other one can act. */
function walletOf(
  sender: PlannedAction['sender'],
  { participants }: Pick<Instance, 'participants'>,
  held: HeldNow,
): string | undefined {
  return holderNow(held, sender, participants) || holderNow(AS_NAMED, sender, participants);
}

/**
 * An entry for each wallet, from the first of its times: the holder of the role, its deputies, and those who may take
 * it where it is free. Of an open role that is not claimed it waits for no wallet.
 */
function forStandIns(
  standIns: readonly StandingIn[],
  { instance, besideOf }: Standing,
  { planned, waiting }: { readonly planned: PlannedAction; readonly waiting: PendingBranch },
): readonly PendingBranch[] {
  const byKey = new Map<string, PendingBranch>();
  for (const { role: as, wallet, fromMs } of standIns) {
    const action = planned.standIns.get(as);
    const others = action ? besideOf(action, instance).filter((other) => other !== wallet) : [];
    const entries = [
      ...(wallet === undefined ? [] : [{ ...waiting, wallet, as, fromMs }]),
      ...others.map((other) => ({ ...waiting, wallet: other, beside: true as const, as, fromMs })),
    ];
    for (const entry of entries) if (!byKey.has(entry.wallet)) byKey.set(entry.wallet, entry);
  }
  return [...byKey.values()];
}

/** By the place of the transaction that each follows. */
function inOrder(branches: readonly OpenBranch[], order: readonly string[]): readonly OpenBranch[] {
  const places = new Map(order.map((txId, place) => [txId, place]));
  return [...branches].sort((a, b) => (places.get(a.txId) ?? 0) - (places.get(b.txId) ?? 0));
}
