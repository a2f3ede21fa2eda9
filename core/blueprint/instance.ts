// An instance of a workflow as a fold over its sealed transactions: which branches are open, what was done, who plays the open roles, and how it ended.
// Pure. Whether a transaction may be sealed is judged before (core/transaction/validate/); this file only says what sealing it does.
import { absurd } from '../base/assert.js';
import { type Outcome, onlyAfter, type Plan, type PlannedAction, reachable } from './plan.js';

export type InstanceState = 'Active' | 'Completed' | 'Rejected' | 'Cancelled';

/** A sealed transaction that some action still has to follow. */
export interface Head {
  /** The action that it did, or that it rejected. */
  readonly action: number;
  /** After this time of a docket nothing follows any more. */
  readonly dueMs?: number;
  /** Ids of the actions that were decided to follow: several are parallel branches. */
  readonly next: readonly number[];
  /** Those of them that did, ascending. */
  readonly taken: readonly number[];
}

/** Value of the state key `inst/{instanceId}`. Members stand in canonical order, so that its canonical text is one native call. */
export interface Instance {
  readonly blueprintId: string;
  /** TxIds by action id: actions that another one waits for (`requiredPriorActions`), since they were done and until that one ran. */
  readonly completed: Readonly<Record<string, string>>;
  /** By TxId; empty when the instance has ended. */
  readonly heads: Readonly<Record<string, Head>>;
  /** The wallet that opened the instance and may cancel it. */
  readonly opener: string;
  /** Addresses that hold the open roles, by participant id. */
  readonly participants: Readonly<Record<string, string>>;
  /** The pin: one definition for the whole instance. */
  readonly publicationTxId: string;
  /** TxId of the opening action, where it ended the instance too: nothing else leads from an instance without a name to it. */
  readonly record?: string;
  readonly state: InstanceState;
}

export type MoveType = 'Action' | 'Rejection' | 'Cancellation';

/** What a transaction does to its instance. */
export interface Move {
  readonly txId: string;
  readonly type: MoveType;
  readonly planned: PlannedAction;
  readonly senderWallet: string;
  /** The transaction that it follows; not read for an opening one. */
  readonly previousTransactionId: string | undefined;
  /** How the action was decided; for an Action only. */
  readonly outcome: Outcome | undefined;
  /** Timestamp of its docket. */
  readonly atMs: number;
}

/** The instance that a starting action opens. */
export function opened(of: Pick<Instance, 'blueprintId' | 'publicationTxId'>, move: Move): Instance {
  const { action, isAwaited, isOpenRole, sender } = move.planned;
  const head = headOf(move);
  return {
    blueprintId: of.blueprintId,
    completed: head && isAwaited ? { [action.id]: move.txId } : {},
    heads: head ? { [move.txId]: head } : {},
    opener: move.senderWallet,
    participants: isOpenRole ? { [sender.id]: move.senderWallet } : {},
    publicationTxId: of.publicationTxId,
    ...(head ? {} : { record: move.txId }),
    state: head ? 'Active' : 'Completed',
  };
}

/** The instance after a move that follows another one. */
export function moved(before: Instance, move: Move, plan: Plan): Instance {
  switch (move.type) {
    case 'Action':
      return acted(before, move);
    case 'Rejection':
      return rejected(before, move, plan);
    case 'Cancellation':
      return after(before, { state: 'Cancelled', participants: before.participants });
    default:
      return absurd(move.type);
  }
}

/** Branches that are decided and not begun. */
export function openBranches(instance: Pick<Instance, 'heads'>): number {
  return Object.values(instance.heads).reduce((sum, { next, taken }) => sum + next.length - taken.length, 0);
}

/**
 * TxIds of the heads that a move of this action takes its branch from: the one that it follows, and for a join every head that points at it. The
 * head of `previousTransactionId` points at the action.
 */
export function joinedHeads(
  { heads }: Pick<Instance, 'heads'>,
  { action, priors }: Pick<PlannedAction, 'action' | 'priors'>,
  previousTransactionId: string,
): readonly string[] {
  if (priors.length === 0) return [previousTransactionId];
  return Object.keys(heads).filter((txId) => pointsAt(heads[txId] as Head, action.id));
}

/** Actions that this one waits for and that are not complete. */
export function missingPriors(
  { completed }: Pick<Instance, 'completed'>,
  { priors }: PlannedAction,
): readonly number[] {
  return priors.filter((id) => !Object.hasOwn(completed, id));
}

/** True if some open branch can still come to every one of the actions without passing the join that waits for them. */
export function mayStillCome(
  { heads }: Pick<Instance, 'heads'>,
  ids: readonly number[],
  { plan, join }: { readonly plan: Plan; readonly join: number },
): boolean {
  const open = Object.values(heads).flatMap(({ next, taken }) => next.filter((id) => !taken.includes(id)));
  const reached = reachable(plan, open, join);
  return ids.every((id) => reached.has(id));
}

function acted(before: Instance, move: Move): Instance {
  const { action, isAwaited, priors } = move.planned;
  const participants = bound(before.participants, move);
  const heads = taking(before, move);
  const head = headOf(move);
  if (head) heads[move.txId] = head;
  else if (isEmpty(heads)) return after(before, { state: 'Completed', participants });
  let { completed } = before;
  if (priors.length > 0 || isAwaited) {
    const left = { ...completed };
    for (const id of priors) delete left[id];
    if (isAwaited) left[action.id] = move.txId;
    completed = left;
  }
  return after(before, { state: 'Active', participants, completed, heads: inOrder(heads) });
}

/**
 * Going back to the target undoes what a run comes to only through it: its open branches end and its actions count as not done. Other branches stay
 * as they are. A join that is rejected keeps the other actions that it waits for complete: only what is done again has to come again.
 */
function rejected(before: Instance, move: Move, plan: Plan): Instance {
  const { action } = move.planned;
  const participants = bound(before.participants, move);
  const config = action.rejectionConfig;
  if (!config || config.isTerminal === true) return after(before, { state: 'Rejected', participants });
  const target = config.targetActionId;
  const isUndone = onlyAfter(plan, target);
  const heads = Object.fromEntries(Object.entries(taking(before, move)).filter(([, head]) => !isUndone(head.action)));
  heads[move.txId] = { action: action.id, next: [target], taken: [] };
  const completed = Object.fromEntries(Object.entries(before.completed).filter(([id]) => !isUndone(Number(id))));
  return after(before, { state: 'Active', participants, completed, heads: inOrder(heads) });
}

/** The heads without the branches that the move takes. */
function taking({ heads }: Instance, { planned, previousTransactionId }: Move): Record<string, Head> {
  const left: Record<string, Head> = {};
  const { id } = planned.action;
  const isJoin = planned.priors.length > 0;
  for (const txId of Object.keys(heads)) {
    const head = heads[txId] as Head;
    if (!(isJoin || txId === previousTransactionId) || !pointsAt(head, id)) left[txId] = head;
    else if (head.taken.length + 1 < head.next.length)
      left[txId] = { ...head, taken: [...head.taken, id].sort((a, b) => a - b) };
  }
  return left;
}

function pointsAt({ next, taken }: Head, id: number): boolean {
  return next.includes(id) && !taken.includes(id);
}

function headOf({ planned, outcome, atMs }: Move): Head | undefined {
  const next = outcome?.route?.nextActionIds ?? [];
  if (next.length === 0) return undefined;
  const deadlineMs = outcome?.deadlineMs;
  return deadlineMs === undefined
    ? { action: planned.action.id, next, taken: [] }
    : { action: planned.action.id, dueMs: atMs + deadlineMs, next, taken: [] };
}

function bound(before: Instance['participants'], { planned, senderWallet }: Move): Instance['participants'] {
  if (!planned.isOpenRole || Object.hasOwn(before, planned.sender.id)) return before;
  return inOrder({ ...before, [planned.sender.id]: senderWallet });
}

/** What changed of an instance; one that has ended has no open branches. */
function after(
  { blueprintId, opener, publicationTxId }: Instance,
  { completed = {}, heads = {}, participants, state }: Pick<Instance, 'participants' | 'state'> & Partial<Instance>,
): Instance {
  return { blueprintId, completed, heads, opener, participants, publicationTxId, state };
}

function isEmpty(members: object): boolean {
  for (const _ in members) return false;
  return true;
}

/** Members by UTF-16 code units: any order of the same moves leaves the same value. */
function inOrder<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const keys = Object.keys(members);
  if (keys.every((key, i) => i === 0 || (keys[i - 1] as string) < key)) return members;
  return Object.fromEntries(keys.sort().map((key) => [key, members[key] as T]));
}
