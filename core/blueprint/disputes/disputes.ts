// Disputes of an instance of language 2: what a definition says of them, the faults that an instance keeps, and what an
// objection, and the run that is done again, do to the instance. Pure; whether they may is judged before.
import { INSTANCE_FAULTS_MAX } from '../../base/dispute-limits.js';
import type { Flow, Run } from '../../flow/runs.js';
import { durationMs } from '../definition/duration.js';
import type { Definition } from '../definition/types.js';
import { givenAgain, placeOf } from '../state/again.js';
import type { BallotsByAction } from '../state/ballots.js';
import { countOf } from '../state/member-order.js';
import type { Move } from '../state/move.js';

/** What an objection says is wrong with a run. */
export const GROUNDS = ['schema', 'shape', 'calculation', 'route', 'delegation', 'undelivered'] as const;
export type Ground = (typeof GROUNDS)[number];

/**
 * How a dispute ends: the action is done again, the run and all that came of it stand as before, or the instance ends.
 */
export const OUTCOMES = ['redo', 'keep', 'end'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** After an objection the action is done again, or nothing goes on before somebody decides. */
export const ON_FAULT = ['redo', 'stop'] as const;
export type OnFault = (typeof ON_FAULT)[number];

/** A run that was proven to break its rules; kept for good. Members stand in canonical order. */
export interface Fault {
  /** The place that the objection named. */
  readonly at: string;
  /** The wallet that objected. */
  readonly by: string;
  readonly ground: Ground;
  readonly objectionTxId: string;
  /** How the parties or the resolver decided, by which transaction. */
  readonly resolved?: { readonly by: string; readonly outcome: Outcome };
  /** The role that did the run. */
  readonly role: string;
  /** The run. */
  readonly txId: string;
  /** The wallet that sent the run. */
  readonly wallet: string;
}

/** What the holder of a role wants. Members stand in canonical order. */
export interface Consent {
  readonly outcome: Outcome;
  /** It counts while this wallet holds the role. */
  readonly wallet: string;
}

/** A private objection, of which the resolver says whether it is proven. Members stand in canonical order. */
export interface Unproven {
  /** The wallet that sent the run, and the role in which it did. */
  readonly accused: string;
  readonly accusedRole: string;
  /** The wallet that objected, and the role in which it did. */
  readonly by: string;
  readonly role: string;
  readonly run: string;
}

/**
 * Until a time that is known when the objection is sealed, nothing goes on in an instance but the action that has to be
 * done again. Later everything else goes on, whether it was or not. Where the definition stops at a fault there is no
 * such time: somebody decides. Members stand in canonical order.
 */
export interface Dispute {
  /** The action of the run. */
  readonly action: number;
  /** The action was given again by an earlier objection. */
  readonly again?: true;
  /** Votes that went with the run, by action. */
  readonly ballots?: BallotsByAction;
  /** What parties want, by role. */
  readonly consents?: Readonly<Record<string, Consent>>;
  /** Live runs that went: they stand again where the run is kept. */
  readonly gone: Flow;
  /** The objection: the run that is done again follows it. */
  readonly objection: string;
  /** Timestamp of the docket of the objection. */
  readonly sinceMs: number;
  /** It is not proven yet, and the run stands: all waits for the resolver, whose silence says that it is not proven. */
  readonly unproven?: Unproven;
  /** In a docket after this time nothing is paused any more. Absent in a stop. */
  readonly untilMs?: number;
}

/** What disputes add to an instance of language 2. */
export interface Disputing {
  /** In the state Disputed. It is there until the first move after its time. */
  readonly dispute?: Dispute;
  /** In the order of the ledger; absent where there are none. */
  readonly faults?: readonly Fault[];
  /** How long private objections of a role have paused it, with the whole of a pause that lasts; absent for none. */
  readonly judging?: Readonly<Record<string, number>>;
  /** Private objections that were not proven, or are not yet, by role; absent where there is none. */
  readonly privately?: Readonly<Record<string, string>>;
  /** How long disputes have paused the instance, with the whole of a pause that still lasts; absent for not at all. */
  readonly pausedMs?: number;
}

export interface DisputeTerms {
  /** After a run was sealed, for so long it can be objected to. */
  readonly windowMs: number;
  /** For so long only the holder of the action can go on. */
  readonly redoWithinMs: number;
  /** For so long a sender that is challenged may deliver. */
  readonly deliverWithinMs: number;
  readonly onFault: OnFault;
  /** For so long the resolver may say whether a private objection is proven. */
  readonly judgeWithinMs: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
export const DISPUTES_DEFAULT = {
  window: 'P30D',
  redoWithin: 'P7D',
  deliverWithin: 'P3D',
  judgeWithin: 'P7D',
} as const;
/** Least and most of each term: an hour is enough to be seen, and nothing stays open for more than a year. */
export const DISPUTE_TERM_MS = { least: HOUR_MS, most: 365 * DAY_MS } as const;

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

/** Why a duration is no term of a dispute; undefined where it is one. */
export function termProblem(text: string): string | undefined {
  const ms = durationMs(text);
  if (ms === undefined) return 'is no duration: expected one such as P30D or PT12H';
  const { least, most } = DISPUTE_TERM_MS;
  return ms < least || ms > most ? 'is not from PT1H to P365D' : undefined;
}

/** What an objection is to its instance. */
export interface ObjectionMove {
  readonly txId: string;
  readonly senderWallet: string;
  readonly ground: Ground;
  readonly at: string;
  /** The disputed run, and the wallet that sent it. */
  readonly run: string;
  /** The live run that goes with it: of a vote the decision that does not stand without it. The run itself unless stated. */
  readonly stands?: string;
  readonly accused: Required<Accused>;
  /** How many roles the definition has. */
  readonly roles: number;
  readonly action: number;
  readonly atMs: number;
  readonly terms: DisputeTerms;
}

/** Who sent a run that is objected to. */
export interface Accused {
  readonly role: string;
  /** Absent where the instance names the wallet that holds the role of the action. */
  readonly wallet?: string;
}

/** The same with the wallet that the instance names. */
export function accusedBy(
  { accused, planned: { sender } }: Pick<Move, 'accused' | 'planned'>,
  taken: Readonly<Record<string, string>>,
): Required<Accused> {
  const named = sender.walletAddress ?? (Object.hasOwn(taken, sender.id) ? (taken[sender.id] as string) : '');
  return { role: accused?.role ?? sender.id, wallet: accused?.wallet ?? named };
}

/** What an objection leaves of an instance. */
export type AfterObjection = Disputing & { readonly flow: Flow };

/**
 * The fault is recorded. A run that stands in the control flow is taken out of it with all that came of it, and its
 * action is to be done again. Everything else pauses until a time that is fixed here: deadlines are later by the whole
 * pause at once, so that they pass without a move of the party at fault. All pauses of an instance together are no
 * longer than `redoWithin`, beside those in which a resolver judged: else a slow one left no time to a dispute. A run that a loop has left behind, or that led back itself, stands nowhere; then nothing
 * can be done again, and only its data is void. A stop has no such time: deadlines are later by it when it ends. A fault
 * beyond the share of its role is not listed, and neither pauses nor stops anything: the run is void all the same, so
 * that a party that states what is false again and again comes to no end of what can be proven.
 */
export function afterObjection(
  before: AfterObjection & { readonly isActive: boolean; readonly startMs?: number },
  move: ObjectionMove,
): AfterObjection {
  const { at, ground, txId: objectionTxId, senderWallet: by, run, accused, action, atMs, terms } = move;
  const { role, wallet } = accused;
  const known = before.faults ?? [];
  const isListed = known.filter((one) => one.role === role).length < faultsOf(move);
  const faults = isListed ? [...known, { at, by, ground, objectionTxId, role, txId: run, wallet }] : known;
  const pausedMs = before.pausedMs ?? 0;
  const paused = before.pausedMs === undefined ? {} : { pausedMs };
  const stands = move.stands ?? run;
  if (!before.isActive || !isStanding(before.flow, stands)) return { ...paused, faults, flow: before.flow };
  const isStop = isListed && terms.onFault === 'stop';
  const pause = isStop || !isListed ? 0 : Math.max(0, terms.redoWithinMs - pausedMs + judgedMs(before));
  const hasTimers = before.startMs !== undefined;
  const untilMs = atMs + pause;
  const place = placeOf(before.flow, stands);
  const isAgain = !isListed || known.some((one) => place.ids.includes(one.objectionTxId));
  const again = givenAgain(before.flow, {
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

/** The run has a place in the control flow that it can be done again in. */
export function isStanding(flow: Flow, run: string): boolean {
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

/** What a dispute that ends at a time adds to the pause that was counted when it began. */
function moreAt({ sinceMs, untilMs }: Dispute, atMs: number): number {
  return untilMs === undefined ? atMs - sinceMs : Math.min(0, atMs - untilMs);
}

/** How long disputes have paused the instance, as windows are later by it at a time. */
export function pausedAt({ dispute, pausedMs = 0 }: Disputing, atMs: number): number {
  return dispute && dispute.untilMs === undefined ? pausedMs + atMs - dispute.sinceMs : pausedMs;
}

/** True while nothing but the action of the dispute is done: by the time of the docket alone. */
export function isPaused({ dispute }: Disputing, atMs: number): boolean {
  return dispute !== undefined && atMs <= endOf(dispute);
}

/** The last time of a pause: in a stop one that never comes, and that JSON has. */
export function endOf({ untilMs = Number.MAX_SAFE_INTEGER }: Pick<Dispute, 'untilMs'>): number {
  return untilMs;
}

/** In a docket after this time a stopped instance is cancelled; undefined where the dispute is no stop. */
export function stopEndsMs(
  { sinceMs, untilMs }: Dispute,
  definition: Pick<Definition, 'disputes'>,
): number | undefined {
  return untilMs === undefined ? sinceMs + disputeTermsOf(definition).redoWithinMs : undefined;
}

/** The outcome that the holder of a role wants; undefined where it said none. A new holder speaks for itself. */
export function wantedBy(
  { consents }: Dispute,
  { role, wallet }: { readonly role: string; readonly wallet: string },
): Outcome | undefined {
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
