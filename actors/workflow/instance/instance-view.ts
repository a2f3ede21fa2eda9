// An instance as a projection of the sealed ledger: its state row and its transactions, in the order of the chain. It keeps nothing: what it shows is the same
// after a restart and on every node that holds the register, and only whether the definition is at hand is about this node.

import { INSTANCE_READ_MAX } from '../../../core/base/dispute-limits.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Definition, Participant } from '../../../core/blueprint/definition/types.js';
import { isPaused } from '../../../core/blueprint/disputes/disputes.js';
import { branchesAt, standingIds, waitingRuns, waitsFor } from '../../../core/blueprint/instance/branches.js';
import { isFullAt } from '../../../core/blueprint/instance/full.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import type { Plan, PlannedAction } from '../../../core/blueprint/plan/planned.js';
import type { Instance, InstanceState } from '../../../core/blueprint/state/instance.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import type { StateView } from '../../../core/register/types.js';
import { type Actor, actorsNow } from '../../../core/transaction/acting-now.js';
import { type Deputy, standingIn } from '../../../core/transaction/deputies.js';
import { type HeldNow, heldNow, holderNow, waitingHandovers } from '../../../core/transaction/holders.js';
import { instanceAt, instanceIdOf, isStart, rowsIn } from '../../../core/transaction/kinds/action.js';
import { kindOf } from '../../../core/transaction/kinds/index.js';
import { type OwedRun, receiverNow } from '../../../core/transaction/owed.js';
import type { SealedTransaction } from '../../../storage/chain/chain-read.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { Location } from '../../../storage/chain/rows.js';
import { challengesIn, owedIn } from '../deliveries/delivering.js';
import { disputeIn } from '../disputes/resolving.js';
import type { Branch, ChallengeView, Confirmation, InstanceView, Owed } from '../ports.js';
import { cancellationIn } from './cancellation-view.js';
import { definitionAt } from './definition-at.js';
import { alsoActing, closedUntilMs, isDoneBy, runningTimers, untilMs } from './timer-view.js';
import { votingIn } from './voting.js';

export interface InstancePorts {
  readonly chain: Pick<ChainStore, 'view' | 'byInstance' | 'transaction'>;
  readonly clock: { now(): number };
}

export interface RegisterPlace {
  readonly registerId: string;
  /** Local number. */
  readonly reg: number;
}

/** The rows of an instance, read once. */
export interface InstanceRecord {
  readonly at: RegisterPlace;
  readonly id: string;
  readonly row: Instance;
  readonly definition: Definition | undefined;
  readonly plan: Plan | undefined;
  /** Wallets that hold roles now by their records. */
  readonly held: HeldNow;
  /** The delegations by which a wallet does an action for the holder of its role, at a time. */
  readonly standsIn?: (
    planned: PlannedAction,
    by: { readonly wallet: string; readonly atMs: number },
  ) => readonly Deputy[];
  /** In ledger order, at least one. */
  readonly transactions: readonly SealedTransaction[];
}

/** INSTANCE_NOT_FOUND where nothing of it is sealed; INSTANCE_TOO_LONG above INSTANCE_READ_MAX transactions. */
export async function readInstance(
  { chain }: Pick<InstancePorts, 'chain'>,
  at: RegisterPlace,
  id: string,
): Promise<InstanceRecord | Issue> {
  const view = chain.view(at.reg);
  const row = instanceAt(view, id);
  if (!row) return instanceNotFound();
  const { items, total } = await chain.byInstance(at.reg, id, { skip: 0, top: INSTANCE_READ_MAX });
  if (total > INSTANCE_READ_MAX)
    return issue('INSTANCE_TOO_LONG', '/instanceId', `The instance has more than ${INSTANCE_READ_MAX} transactions.`);
  const own = items.filter(({ transaction: tx }) => kindOf(tx.header).kind === 'action' && instanceIdOf(tx) === id);
  const opening = unnamedOpening({ chain }, at, { id, row, own });
  const transactions = opening ? [opening, ...own.filter((one) => isAfter(one, opening))] : own;
  // Its row is sealed and the index is on its way to the disk: asked again, it is there.
  if (transactions.length === 0) return instanceNotFound();
  const definition = definitionAt(view, row);
  const held = heldNow(view, id);
  const standsIn: InstanceRecord['standsIn'] = (planned, { wallet, atMs }) =>
    definition
      ? standingIn(view, { definition, blueprintId: row.blueprintId, instanceId: id, atMs }, { planned, wallet })
      : [];
  return { at, id, row, definition, plan: definition && planOf(definition), held, standsIn, transactions };
}

/**
 * An opening action may name no instance: then the id follows from its TxId, and the index of names does not hold it. It is what the others follow, or the
 * one head, or the record. What somebody sealed before it under the name that its id turned out to be is no part of the instance.
 */
function unnamedOpening(
  { chain }: Pick<InstancePorts, 'chain'>,
  { reg }: RegisterPlace,
  { id, row, own }: { readonly id: string; readonly row: Instance; readonly own: readonly SealedTransaction[] },
): SealedTransaction | undefined {
  const named = new Set(own.map(({ transaction }) => transaction.txId));
  const followed = own.flatMap(({ transaction: { header } }) =>
    isStart(header) ? [] : (header.previousTransactionId ?? []),
  );
  for (const txId of new Set([...followed, ...standingIds(row), ...(row.record === undefined ? [] : [row.record])])) {
    const found = named.has(txId) ? undefined : chain.transaction(reg, txId);
    if (found && isUnnamedStart(found.transaction) && instanceIdOf(found.transaction) === id) return found;
  }
  return undefined;
}

function isUnnamedStart({ header }: SealedTransaction['transaction']): boolean {
  return header.instanceId === undefined && isStart(header);
}

/** In the order of the ledger. */
export function isAfter(a: Location, b: Location): boolean {
  return a.height === b.height ? a.index > b.index : a.height > b.height;
}

/** What an instance is shown from, wherever it was read. */
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
  };
  return {
    ...viewOf(facts, view, nowMs),
    owed: owedByRole(owedIn(view, record)),
    challenges: challengeViews(view, record),
  };
}

function challengeViews(view: StateView, record: InstanceRecord): readonly ChallengeView[] {
  return challengesIn(view, record).map(({ role, wallet, txId: run, row: { txId, untilMs, answeredBy } }) => {
    const answer = answeredBy === undefined ? {} : { answeredBy };
    return { role, wallet, run, transactionId: txId, untilMs, ...answer };
  });
}

function owedByRole(owed: readonly OwedRun[]): readonly Owed[] {
  const roles = new Map<string, { readonly role: string; readonly wallet: string; readonly runs: string[] }>();
  for (const { role, wallet, txId } of owed) {
    const known = roles.get(role) ?? { role, wallet, runs: [] };
    known.runs.push(txId);
    roles.set(role, known);
  }
  return [...roles.values()];
}

export function viewOf(facts: InstanceFacts, view: StateView, nowMs: number): InstanceView {
  const { at, id, row, definition, createdAtMs, updatedAtMs } = facts;
  const state = stateAt(row, nowMs);
  const activeBranches = branchesOf(facts, view, nowMs);
  const currentActionIds = currentActions(facts, activeBranches);
  const cancellation = cancellationIn(row, facts.plan, nowMs);
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
    currentActionIds,
    ...disputesOf(view, facts, nowMs),
    owed: [],
    challenges: [],
    missed: missedRoles(view, { id, row, definition }),
    confirmations: confirmationsOf(facts),
    handovers: isGoing(row) ? waitingHandovers(view, id) : [],
    ...(cancellation && { cancellation }),
    isStuck: facts.plan !== undefined && state === 'Active' && (isFull || (currentActionIds.length === 0 && !goesOn)),
    participantWallets: walletsOfRoles(row, definition, heldNow(view, id)),
    activeBranches,
    opener: row.opener,
    firstTransactionId: facts.firstTransactionId,
    lastTransactionId: facts.lastTransactionId,
    transactionCount: facts.transactionCount,
    completedActionCount: facts.completedActionCount,
    createdAtMs,
    updatedAtMs,
    ...(isGoing(row) ? {} : { completedAtMs: updatedAtMs }),
  };
}

/** Roles of language 2 that are held, and whose holder can receive nothing. */
function missedRoles(view: StateView, { id, row, definition }: Pick<InstanceFacts, 'id' | 'row' | 'definition'>) {
  if (!definition || row.language !== 2) return [];
  const held = heldNow(view, id);
  const of = { definition, instance: row, instanceId: id, held };
  const isHeld = (role: Participant) => holderNow(held, role, row.participants) !== undefined;
  const missed = definition.participants.filter((role) => isHeld(role) && receiverNow(view, of, role.id) === undefined);
  return missed.map((role) => role.id);
}

/** It has not ended. */
export function isGoing({ state }: Pick<Instance, 'state'>): boolean {
  return state === 'Active' || state === 'Disputed';
}

/** Disputed as long as that pauses it: no move is needed to end it. */
function stateAt(row: Instance, nowMs: number): InstanceState {
  return row.state === 'Disputed' && !(row.language === 2 && isPaused(row, nowMs)) ? 'Active' : row.state;
}

function disputesOf(
  view: StateView,
  facts: Pick<InstanceFacts, 'id' | 'row' | 'definition'>,
  nowMs: number,
): Pick<InstanceView, 'faults' | 'disputedUntilMs' | 'dispute'> {
  const { row } = facts;
  if (row.language !== 2) return { faults: [] };
  const dispute = disputeIn(view, facts, nowMs);
  const untilMs = dispute?.untilMs;
  return {
    faults: row.faults ?? [],
    ...(dispute && { dispute }),
    ...(untilMs !== undefined && { disputedUntilMs: untilMs }),
  };
}

/**
 * Wallets by participant id: those that the definition fixes, those that took an open role, and those that hold it now by
 * a record. A vacant role has none.
 */
export function walletsOfRoles(
  row: Pick<Instance, 'participants'> | undefined,
  definition: Definition | undefined,
  { roles }: HeldNow = { roles: {} },
): Readonly<Record<string, string>> {
  const fixed = (definition?.participants ?? []).flatMap(({ id, walletAddress }) =>
    walletAddress === undefined || walletAddress === null ? [] : [[id, walletAddress] as const],
  );
  const all = [...fixed, ...Object.entries(row?.participants ?? {}), ...Object.entries(roles)];
  const vacant = new Set(Object.keys(roles).filter((id) => roles[id] === ''));
  return Object.fromEntries(all.filter(([id]) => !vacant.has(id)));
}

/** Runs that wait for others to confirm them, in ledger order. */
function confirmationsOf({ row, order, plan }: InstanceFacts): readonly Confirmation[] {
  const waiting = [...waitingRuns(row)].sort((a, b) => order.indexOf(a.txId) - order.indexOf(b.txId));
  return waiting.map(({ txId, actionId, missing, dueMs }) => {
    const otherwise = plan?.actions.get(String(actionId))?.confirm?.otherwise;
    return { txId, actionId, missing, untilMs: dueMs, ...(otherwise && { otherwise }) };
  });
}

/** What a reader of the instance judges by; undefined where this node lacks the definition. */
export function judgedBy({ definition, plan }: Pick<InstanceRecord, 'definition' | 'plan'>) {
  return definition && plan && { definition, plan };
}

function branchesOf(facts: InstanceFacts, view: StateView, nowMs: number) {
  const { id: instanceId, row, order, plan, definition } = facts;
  const actorsOf = (actionId: number): readonly Actor[] | undefined => {
    const planned = plan?.actions.get(String(actionId));
    const { blueprintId } = row;
    if (!definition || !planned) return undefined;
    return actorsNow(view, { definition, blueprintId, instanceId, instance: row, atMs: nowMs }, planned);
  };
  const open = [...branchesAt(row, nowMs)].sort((a, b) => order.indexOf(a.txId) - order.indexOf(b.txId));
  const timers = runningTimers(row, plan);
  const others = alsoActing(row, plan, heldNow(view, instanceId));
  return open.map((branch): Branch => {
    const { txId, actionId } = branch;
    const timer = timers.get(actionId);
    const also = others.get(actionId);
    const dueMs = untilMs(branch.dueMs, timer);
    const notBeforeMs = closedUntilMs(row, plan, { txId, actionId, nowMs });
    const voting = votingIn(view, facts, { action: actionId, atMs: nowMs });
    const mayAct = actorsOf(actionId);
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
    };
  });
}

/** Actions that may run now on this node: in time and not too early, with everything that they wait for, and with their definition at hand. Ascending. */
function currentActions({ plan }: Pick<InstanceFacts, 'plan'>, branches: readonly Branch[]): readonly number[] {
  if (!plan) return [];
  const open = branches.filter(
    (one) => one.state === 'Active' && one.notBeforeMs === undefined && one.waitsFor.length === 0,
  );
  return [...new Set(open.map(({ currentActionId }) => currentActionId))].sort((a, b) => a - b);
}

export function instanceNotFound(): Issue {
  return issue('INSTANCE_NOT_FOUND', '/instanceId', 'No such instance, or it is not yours to see.');
}
