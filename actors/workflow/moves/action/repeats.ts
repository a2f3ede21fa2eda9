// The result of an action that was done before, in the words of an answer: for the one that is sealed now, and for a
// caller who asks the same again. A repeat is told from what the ledger holds, so it is one on any node and after any
// time.
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { openBranches, waitsFor } from '../../../../core/blueprint/instance/branches.js';
import type { Plan } from '../../../../core/blueprint/plan/planned.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Visible } from '../../../../core/reading/cells/visible.js';
import { isEncrypted, outcomeOfHeader } from '../../../../core/transaction/action-metadata.js';
import { isDoing } from '../../../../core/transaction/move-type.js';
import { statedVote } from '../../../../core/transaction/stated-vote.js';
import { type InstanceRecord, isGoing } from '../../instance/instance-record.js';
import type { ActionAsk, ActionOutcome, NextAction } from './ask.js';

export function nextActionOf(plan: Plan, actionId: number | undefined): NextAction | undefined {
  const planned = plan.actions.get(String(actionId));
  if (!planned) return undefined;
  const { action, sender } = planned;
  return { actionId: action.id, title: action.title ?? `Action ${action.id}`, participantId: sender.id };
}

export function nextActionsOf(
  plan: Plan,
  targets: readonly { readonly actionId: number; readonly branchKey?: string }[],
): readonly NextAction[] {
  return targets.flatMap(({ actionId, branchKey }) => {
    const next = nextActionOf(plan, actionId);
    return next ? [branchKey === undefined ? next : { ...next, branchId: branchKey }] : [];
  });
}

/** The actions that follow a sealed move, with what each of them still waits for in the instance as it is now. */
export function withWaits(
  next: readonly NextAction[],
  { row, plan, txId }: { readonly row: Instance | undefined; readonly plan: Plan; readonly txId: string },
): readonly NextAction[] {
  // Only a join waits for others.
  const isJoin = next.some(({ actionId }) => plan.actions.get(String(actionId))?.isJoin);
  if (!row || !isJoin) return next;
  const open = openBranches(row).filter((branch) => branch.txId === txId);
  return next.map((action) => {
    const branch = open.find(({ actionId }) => actionId === action.actionId);
    const missing = branch ? waitsFor(row, plan, branch) : [];
    return missing.length === 0 ? action : { ...action, waitsFor: missing };
  });
}

/**
 * The outcome of the newest move of the same action by the same wallet with the same payload. Only if the instance does
 * not wait for that action again, and no rejection went back before it since: a caller that missed the answer gets it.
 * Undefined where anything differs.
 */
export function repeatedAction(record: InstanceRecord, seen: Visible, ask: ActionAsk): ActionOutcome | undefined {
  const { row, definition, plan, transactions, id } = record;
  const planned = plan?.actions.get(ask.actionId);
  if (!definition || !plan || !planned || row.blueprintId !== ask.blueprintId) return undefined;
  const { action } = planned;
  const index = transactions.findLastIndex(({ transaction }) => isSame(transaction, ask));
  const newest = transactions[index]?.transaction;
  const isOpen = openBranches(row).some(({ actionId }) => actionId === action.id);
  const counts = newest && ask.vote ? isCast(row, newest.txId) : false;
  if ((isOpen && !counts) || !newest || newest.header.senderWallet !== ask.by.address) return undefined;
  if (!isDoing(newest.header) || isUndone(record, seen, index)) return undefined;
  const stated = ask.previousTransactionId;
  if (stated !== undefined && stated !== newest.header.previousTransactionId) return undefined;
  const fields = fieldsOf(newest, seen);
  if (!fields) return undefined;
  const { calculations: rules = {} } = action;
  const sent = Object.entries(ask.payload).every(
    ([name, value]) => Object.hasOwn(rules, name) || (Object.hasOwn(fields, name) && same(fields[name], value)),
  );
  const isCalculated = (name: string): boolean => Object.hasOwn(rules, name);
  if (!sent || !Object.keys(fields).every((name) => Object.hasOwn(ask.payload, name) || isCalculated(name)))
    return undefined;
  const route = outcomeOfHeader(planned, newest.header)?.route;
  const next = nextActionsOf(
    plan,
    (route?.nextActionIds ?? []).map((actionId) => ({ actionId })),
  );
  return {
    transactionId: newest.txId,
    instanceId: id,
    status: 'sealed',
    nextActions: withWaits(next, { row, plan, txId: newest.txId }),
    calculations: Object.fromEntries(Object.entries(fields).filter(([name]) => isCalculated(name))),
    isComplete: !isGoing(row),
    repeated: true,
  };
}

/**
 * The newest move of the action; of one that several decide the newest vote of the same wallet, which says the same.
 */
function isSame({ header }: Transaction, { actionId, vote, by }: ActionAsk): boolean {
  if (header.actionId !== actionId) return false;
  if (!vote) return true;
  const stated = statedVote(header);
  const isRole = vote.role === undefined || vote.role === stated?.role;
  return header.senderWallet === by.address && stated?.vote === vote.vote && isRole;
}

/** True for a vote that counts in a decision that is open. */
function isCast(row: InstanceRecord['row'], txId: string): boolean {
  const all = Object.values(row.ballots ?? {});
  return all.some(({ votes }) => Object.values(votes).some((vote) => vote.txId === txId));
}

/** Whether the action at that place was taken back, and counts as not done from then on. */
function isUndone({ transactions }: InstanceRecord, { runs }: Visible, index: number): boolean {
  const { transaction: tx } = transactions[index] as InstanceRecord['transactions'][number];
  return runs?.some(({ txId, isInForce, waits }) => txId === tx.txId && !isInForce && !waits) === true;
}

/** The fields that the sender sent: all of them, since a sender sees its own action whole. */
function fieldsOf(tx: Transaction, seen: Visible): JsonObject | undefined {
  if (!isEncrypted(tx.header)) return tx.payload as JsonObject;
  const groups = seen.opened.get(tx.txId) ?? [];
  return groups.length === 0 ? undefined : Object.assign({}, ...groups.map(({ fields }) => fields));
}

function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}
