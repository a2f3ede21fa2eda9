// The open branches of an instance: decided actions that were not done yet, what each of them waits
// for, and what a move of it takes. Pure.
import {
  type Confirming,
  type Flow,
  hasToken,
  isEnabled,
  missingPriors,
  scopeOf,
  tokensOf,
  tokensTaken,
} from '../../flow/runs.js';
import { endOf } from '../disputes/disputes.js';
import { reachable } from '../plan/plan.js';
import type { Plan, PlannedAction } from '../plan/planned.js';
import type { Instance } from '../state/instance.js';

/** A branch that leads to an action which was not done yet. */
export interface OpenBranch {
  /** The transaction that it follows. */
  readonly txId: string;
  readonly actionId: number;
  /** After this time of a docket nothing follows any more. */
  readonly dueMs?: number;
  /** Paused by a dispute: it is followed in dockets after this time, which never comes in a stop. */
  readonly pausedUntilMs?: number;
}

/** Every open branch. Behind a run that waits for confirmation there is none. */
export function openBranches(instance: Instance): readonly OpenBranch[] {
  const { dispute, flow } = instance;
  const tokens = tokensOf(flow).filter(({ txId }) => flow[txId]?.kind !== 'waits');
  return tokens.map(({ txId, target }) => {
    const branch = branchOf(flow, txId, target);
    const isPaused = dispute && (txId !== dispute.objection || dispute.untilMs === undefined);
    return isPaused ? { ...branch, pausedUntilMs: endOf(dispute) } : branch;
  });
}

/** A run that others confirm before it leads on. */
export interface WaitingRun extends Confirming {
  readonly txId: string;
  readonly actionId: number;
  /** Until this time of a docket they can. */
  readonly dueMs: number;
  /** Paused by a dispute: they can after this time. */
  readonly pausedUntilMs?: number;
}

/** In the order of their TxIds. */
export function waitingRuns(instance: Instance): readonly WaitingRun[] {
  const { dispute, flow } = instance;
  return Object.entries(flow).flatMap(([txId, { action: actionId, confirm, dueMs = 0 }]) =>
    confirm ? [{ ...confirm, txId, actionId, dueMs, ...(dispute && { pausedUntilMs: endOf(dispute) }) }] : [],
  );
}

/** The branches that somebody can follow at a time: not those that a dispute pauses. */
export function branchesAt(instance: Instance, atMs: number): readonly OpenBranch[] {
  return openBranches(instance).filter((branch) => !isPausedAt(branch, atMs));
}

export function isPausedAt({ pausedUntilMs }: Pick<OpenBranch, 'pausedUntilMs'>, atMs: number): boolean {
  return pausedUntilMs !== undefined && atMs <= pausedUntilMs;
}

/** The branch that leads from the transaction to the action; undefined where it is not open. */
export function openBranch(instance: Instance, txId: string, actionId: number): OpenBranch | undefined {
  return hasToken(instance.flow, { txId, target: actionId }) ? branchOf(instance.flow, txId, actionId) : undefined;
}

/** TxIds of transactions that an open branch follows, or that count for the control flow of the instance otherwise. */
export function standingIds(instance: Instance): readonly string[] {
  return Object.keys(instance.flow);
}

/** The branches that a move from an open branch takes: that branch, and for a join every other one that leads to it. */
export interface Taken {
  /** Routes that lead to the action. */
  readonly here: readonly OpenBranch[];
  /** With those that the join does not wait for any more. */
  readonly count: number;
}

/** The branches that a move of the action takes where it follows this one. */
export function branchesTaken(instance: Instance, plan: Plan, branch: OpenBranch): Taken {
  const planned = plan.actions.get(String(branch.actionId)) as PlannedAction;
  if (!planned.isJoin) return { here: [branch], count: 1 };
  const { flow } = instance;
  const action = plan.net().get(branch.actionId);
  const taken = action ? tokensTaken(flow, action, { txId: branch.txId, target: branch.actionId }) : [];
  const here = taken.filter(({ target }) => target === branch.actionId);
  return { here: here.map(({ txId, target }) => branchOf(flow, txId, target)), count: taken.length };
}

/** Ids of the actions that have to be done before the one that the branch leads to: none where it may be done now. */
export function waitsFor(instance: Instance, plan: Plan, branch: OpenBranch): readonly number[] {
  const planned = plan.actions.get(String(branch.actionId));
  return planned?.isJoin ? missingInFlow(instance, plan, branch) : [];
}

function missingInFlow({ flow }: Instance, plan: Plan, branch: OpenBranch): readonly number[] {
  const net = plan.net();
  const action = net.get(branch.actionId);
  const token = { txId: branch.txId, target: branch.actionId };
  if (!action || isEnabled(flow, net, token)) return [];
  if (!action.joins) return missingPriors(flow, action);
  const { elsewhere } = scopeOf(flow, action, token);
  return [...new Set(elsewhere.map(({ target }) => target))].sort((a, b) => a - b);
}

/**
 * The actions that a join still waits for, in words: an action that was done counts only when others have confirmed its
 * run.
 */
export function awaitedText(instance: Instance, ids: readonly number[]): string {
  const waiting = waitingRuns(instance);
  const texts = [...new Set(ids)].map((id) => {
    const run = waiting.find(({ actionId }) => actionId === id);
    return run ? `${id} (done, and counts when it is confirmed by ${run.missing.join(', ')})` : String(id);
  });
  return `Actions that this one waits for are not complete: ${texts.join(', ')}.`;
}

/** True if some open branch can still come to every one of the actions without passing the join that waits for them. */
export function mayStillCome(
  instance: Instance,
  ids: readonly number[],
  { plan, join }: { readonly plan: Plan; readonly join: number },
): boolean {
  const open = [...openBranches(instance), ...waitingRuns(instance)].map(({ actionId }) => actionId);
  const reached = reachable(plan, open, join);
  return ids.every((id) => reached.has(id));
}

/**
 * True where another branch did the action already. Only where a definition is unsound; its instances stay as small as
 * their definition all the same.
 */
export function isDoneElsewhere(instance: Instance, actionId: number): boolean {
  return Object.values(instance.flow).some(({ action, kind }) => action === actionId && kind !== 'back');
}

function branchOf(flow: Flow, txId: string, actionId: number): OpenBranch {
  const { dueMs, laterMs } = flow[txId] ?? {};
  return { txId, actionId, ...(dueMs !== undefined && { dueMs: dueMs + (laterMs?.[actionId] ?? 0) }) };
}
