// Disputes of an instance: what a definition says of them, and what an objection, and the run that is
// done again, do to the instance. Pure; whether they may is judged before.
import { INSTANCE_FAULTS_MAX } from '../../base/limits/ledger/disputes.js';
import type { Flow, Run } from '../../flow/runs.js';
import { durationMs } from '../definition/duration.js';
import type { Definition } from '../definition/types.js';
import { giveAgain, placeOf } from '../state/again.js';
import type { Accused, Dispute, DisputeGround, DisputeOutcome, DisputeTerms, Disputing } from '../state/dispute.js';
import { countOf } from '../state/member-order.js';
import type { MoveBase, MoveParts } from '../state/move.js';
import { roleHolder } from '../state/role-holder.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
export const DISPUTES_DEFAULT = {
  window: 'P30D',
  redoWithin: 'P7D',
  deliverWithin: 'P3D',
  judgeWithin: 'P7D',
} as const;

/** Least and most of each term: an hour is enough to be seen, and nothing stays open for more than a year. */
const DISPUTE_TERM_MS = { least: HOUR_MS, most: 365 * DAY_MS } as const;

/** The terms of a definition whose durations were checked; those of DISPUTES_DEFAULT where it says none. */
export function disputeTermsOf({ disputes }: Pick<Definition, 'disputes'>): DisputeTerms {
  const of = (name: keyof typeof DISPUTES_DEFAULT): number =>
    durationMs(disputes?.[name] ?? DISPUTES_DEFAULT[name]) ?? (durationMs(DISPUTES_DEFAULT[name]) as number);
  const onFault = disputes?.onFault ?? 'redo';
  return {
    ...{ windowMs: of('window'), redoWithinMs: of('redoWithin'), deliverWithinMs: of('deliverWithin') },
    ...{ judgeWithinMs: of('judgeWithin'), onFault },
  };
}

/** Why a duration is not a term of a dispute; undefined where it is one. */
export function termProblem(text: string): string | undefined {
  const ms = durationMs(text);
  if (ms === undefined) return 'is not a duration: expected one such as P30D or PT12H';
  const { least, most } = DISPUTE_TERM_MS;
  return ms < least || ms > most ? 'is not from PT1H to P365D' : undefined;
}

/** The parts of an objection that change its instance. */
export interface ObjectionMove {
  readonly txId: string;
  readonly senderWallet: string;
  readonly ground: DisputeGround;
  readonly at: string;
  /** The disputed run, and the wallet that sent it. */
  readonly run: string;
  /**
   * The live run that goes with it: of a vote the decision that does not stand without it. The run itself unless
   * stated.
   */
  readonly stands?: string;
  readonly accused: Required<Accused>;
  /** How many roles the definition has. */
  readonly roles: number;
  readonly action: number;
  readonly atMs: number;
  readonly terms: DisputeTerms;
}

/** The same with the wallet that the instance names. */
export function withAccused(
  { accused, planned: { sender } }: Pick<MoveBase, 'planned'> & Pick<MoveParts['Objection'], 'accused'>,
  taken: Readonly<Record<string, string>>,
): Required<Accused> {
  const named = roleHolder(sender, { taken }) ?? '';
  return { role: accused?.role ?? sender.id, wallet: accused?.wallet ?? named };
}

/** The state of an instance after an objection. */
export type AfterObjection = Disputing & { readonly flow: Flow };

/**
 * The fault is recorded. A run that stands in the control flow is taken out of it with all that came of it. Its action
 * is to be done again. Everything else pauses until a time that is fixed here: deadlines are later by the whole pause
 * at once, so that they pass without a move of the party at fault. All pauses of an instance together are no longer
 * than `redoWithin`, beside those in which a resolver judged: else a slow one left no time to a dispute. A run that a
 * loop has left behind, or that led back itself, stands nowhere; then nothing can be done again, and only its data is
 * void. A stop has no such time: deadlines are later by it when it ends. A fault beyond the share of its role is not
 * listed, and neither pauses nor stops anything: the run is void all the same. So a party that states what is false
 * again and again comes to no end of what can be proven.
 */
export function afterObjection(
  before: AfterObjection & { readonly isActive: boolean; readonly startMs?: number },
  move: ObjectionMove,
): AfterObjection {
  const { at, ground, txId: objectionTxId, senderWallet: by, run, accused, action, atMs, terms } = move;
  const { role, wallet } = accused;
  const known = before.faults ?? [];
  const isListed = known.filter((fault) => fault.role === role).length < faultsOf(move);
  const faults = isListed ? [...known, { at, by, ground, objectionTxId, role, txId: run, wallet }] : known;
  const pausedMs = before.pausedMs ?? 0;
  const paused = before.pausedMs === undefined ? {} : { pausedMs };
  const stands = move.stands ?? run;
  if (isVoidAlone(before, stands)) return { ...paused, faults, flow: before.flow };
  const isStop = isListed && terms.onFault === 'stop';
  const pause = isStop || !isListed ? 0 : Math.max(0, terms.redoWithinMs - pausedMs + judgedMs(before));
  const hasTimers = before.startMs !== undefined;
  const untilMs = atMs + pause;
  const place = placeOf(before.flow, stands);
  const isAgain = !isListed || known.some((fault) => place.ids.includes(fault.objectionTxId));
  const again = giveAgain(before.flow, {
    ...{ run: stands, txId: objectionTxId, atMs, hasTimers },
    laterMs: pause,
    // The first time its holder has the whole term to do it again.
    notBeforeMs: isStop ? undefined : isAgain ? untilMs : atMs + terms.redoWithinMs,
    extendedMs: place.first?.extendedMs ?? 0,
  });
  const flow = { ...laterFlow(again, pause, hasTimers), [objectionTxId]: again[objectionTxId] as Run };
  const after = { faults, flow };
  if (pause === 0 && !isStop) return { ...paused, ...after };
  const gone = Object.fromEntries(Object.entries(before.flow).filter(([txId]) => !Object.hasOwn(flow, txId)));
  const begun = { action, ...(isAgain && { again: true as const }), gone, objection: objectionTxId, sinceMs: atMs };
  if (isStop) return { ...paused, dispute: begun, ...after };
  return { pausedMs: pausedMs + pause, dispute: { ...begun, untilMs }, ...after };
}

/** How many faults of one role an instance lists. */
function faultsOf({ roles }: Pick<ObjectionMove, 'roles'>): number {
  return Math.max(1, Math.floor(INSTANCE_FAULTS_MAX / roles));
}

/** An objection to the live run has nothing done again: it led back, or the instance went on past it, or has ended. */
export function isVoidAlone(
  { isActive, flow }: { readonly isActive: boolean; readonly flow: Flow },
  run: string,
): boolean {
  return !isActive || !isStanding(flow, run);
}

/** The run has a place in the control flow that it can be done again in. */
function isStanding(flow: Flow, run: string): boolean {
  return Object.hasOwn(flow, run) && [undefined, 'waits'].includes(flow[run]?.kind);
}

/**
 * The instance at a time of a move, without its dispute: done again before the pause was over, it gives the rest of it
 * back to all deadlines. A stop moves them by its time.
 */
export function afterPause<T extends AfterObjection & { readonly startMs?: number }>(
  before: T,
  atMs: number,
): Omit<T, 'dispute'> {
  const { dispute, ...rest } = before;
  const later = dispute ? moreAt(dispute, atMs) : 0;
  if (later === 0) return rest;
  const { judging } = rest;
  const role = dispute?.unproven?.role;
  return {
    ...rest,
    flow: laterFlow(rest.flow, later, rest.startMs !== undefined),
    ...(role !== undefined && { judging: { ...judging, [role]: countOf(judging, role) + later } }),
    pausedMs: (rest.pausedMs ?? 0) + later,
  };
}

/** How much of the pauses of an instance was for resolvers to judge. */
function judgedMs({ judging = {} }: Disputing): number {
  return Object.values(judging).reduce((sum, ms) => sum + ms, 0);
}

/** The time that a dispute which ends at a time adds to the pause that was counted when it began. */
function moreAt({ sinceMs, untilMs }: Dispute, atMs: number): number {
  return untilMs === undefined ? atMs - sinceMs : Math.min(0, atMs - untilMs);
}

/** How long disputes have paused the instance, as windows are later by it at a time. */
export function pauseAt({ dispute, pausedMs = 0 }: Disputing, atMs: number): number {
  return dispute && dispute.untilMs === undefined ? pausedMs + atMs - dispute.sinceMs : pausedMs;
}

/**
 * The last time at which something is in time that would be so until `endMs` without pauses. Undefined in a stop that
 * began before: it adds to that for as long as it lasts, so that no end is known.
 */
export function lastTimeOf({ dispute, pausedMs = 0 }: Disputing, endMs: number): number | undefined {
  const lastMs = endMs + pausedMs;
  return dispute && dispute.untilMs === undefined && dispute.sinceMs <= lastMs ? undefined : lastMs;
}

/** True while nothing but the action of the dispute is done: by the time of the docket alone. */
export function isPaused({ dispute }: Disputing, atMs: number): boolean {
  return dispute !== undefined && atMs <= endOf(dispute);
}

/** The last time of a pause: in a stop one that never comes, and that JSON has. */
export function endOf({ untilMs = Number.MAX_SAFE_INTEGER }: Pick<Dispute, 'untilMs'>): number {
  return untilMs;
}

/** In a docket after this time a stopped instance is cancelled; undefined where the dispute is not a stop. */
export function stopEndsMs(
  { sinceMs, untilMs }: Dispute,
  definition: Pick<Definition, 'disputes'>,
): number | undefined {
  return untilMs === undefined ? sinceMs + disputeTermsOf(definition).redoWithinMs : undefined;
}

/** The outcome that the holder of a role wants; undefined where it said none. A new holder speaks for itself. */
export function outcomeOf(
  { consents }: Dispute,
  { role, wallet }: { readonly role: string; readonly wallet: string },
): DisputeOutcome | undefined {
  const said = consents && Object.hasOwn(consents, role) ? consents[role] : undefined;
  return said?.wallet === wallet ? said.outcome : undefined;
}

/** Runs that were proven false, and that the parties or the resolver kept: what builds on them need not accept them. */
export function keptRuns({ faults = [] }: Disputing): readonly string[] {
  return faults.flatMap(({ resolved, txId }) => (resolved?.outcome === 'keep' ? [txId] : []));
}

/** The live runs with their deadlines later. */
export function laterFlow(flow: Flow, pause: number, hasTimers: boolean): Flow {
  // Else a run that was sealed before would differ from one that was sealed after, in a member that says nothing.
  if (pause === 0) return flow;
  return Object.fromEntries(Object.entries(flow).map(([txId, run]) => [txId, later(run, pause, hasTimers)]));
}

/** Members in canonical order. */
function later(run: Run, pause: number, hasTimers: boolean): Run {
  const { took, ...rest } = run.dueMs === undefined ? run : { ...run, dueMs: run.dueMs + pause };
  return hasTimers ? { ...rest, pausedMs: (run.pausedMs ?? 0) + pause, took } : { ...rest, took };
}
