// Disputes of an instance of language 2: what a definition says of them, the faults that an instance keeps, and what an
// objection, and the run that is done again, do to the instance. Pure; whether they may is judged before.
import { voidedFlow } from '../flow/move.js';
import type { Flow, Run } from '../flow/runs.js';
import { durationMs } from './duration.js';
import type { Definition } from './types.js';

/** What an objection says is wrong with a run. */
export const GROUNDS = ['schema', 'shape', 'calculation', 'route'] as const;
export type Ground = (typeof GROUNDS)[number];

/** A run that was proven to break its rules; kept for good. Members stand in canonical order. */
export interface Fault {
  /** The place that the objection named. */
  readonly at: string;
  /** The wallet that objected. */
  readonly by: string;
  readonly ground: Ground;
  readonly objectionTxId: string;
  /** The run. */
  readonly txId: string;
  /** The wallet that sent the run. */
  readonly wallet: string;
}

/** While a run has to be done again, nothing else of its instance goes on. Members stand in canonical order. */
export interface Dispute {
  /** The action of the run. */
  readonly action: number;
  /** The objection: the run that is done again follows it. */
  readonly objection: string;
  /** Timestamp of the docket of the objection. */
  readonly sinceMs: number;
  /** From this time of a docket on the wallet that opened the instance may cancel it. */
  readonly untilMs: number;
}

/** What disputes add to an instance of language 2. */
export interface Disputing {
  /** In the state Disputed. */
  readonly dispute?: Dispute;
  /** In the order of the ledger; absent where there are none. */
  readonly faults?: readonly Fault[];
  /** How long disputes have paused the instance so far; absent for not at all. */
  readonly pausedMs?: number;
}

export interface DisputeTerms {
  /** After a run was sealed, for so long it can be objected to. */
  readonly windowMs: number;
  /** For so long only the holder of the action can go on. */
  readonly redoWithinMs: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
export const DISPUTES_DEFAULT = { window: 'P30D', redoWithin: 'P7D' } as const;
/** Least and most of each term: an hour is enough to be seen, and nothing stays open for more than a year. */
export const DISPUTE_TERM_MS = { least: HOUR_MS, most: 365 * DAY_MS } as const;

/** The terms of a definition whose durations were checked; those of DISPUTES_DEFAULT where it says none. */
export function disputeTermsOf({ disputes }: Pick<Definition, 'disputes'>): DisputeTerms {
  const of = (name: keyof typeof DISPUTES_DEFAULT): number =>
    durationMs(disputes?.[name] ?? DISPUTES_DEFAULT[name]) ?? (durationMs(DISPUTES_DEFAULT[name]) as number);
  return { windowMs: of('window'), redoWithinMs: of('redoWithin') };
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
  readonly accused: string;
  readonly action: number;
  readonly atMs: number;
  readonly terms: DisputeTerms;
}

/** What an objection leaves of an instance. */
export type AfterObjection = Disputing & { readonly flow: Flow };

/**
 * The fault is recorded. A run that stands in the control flow is taken out of it with all that came of it, and its
 * action is to be done again: the instance is disputed. A run that a loop has left behind, or that led back itself,
 * stands nowhere; then nothing can be done again, and only its data is void.
 */
export function afterObjection(
  before: AfterObjection & { readonly isActive: boolean },
  move: ObjectionMove,
): AfterObjection {
  const { at, ground, txId: objectionTxId, senderWallet: by, run, accused, action, atMs, terms } = move;
  const fault: Fault = { at, by, ground, objectionTxId, txId: run, wallet: accused };
  const faults = [...(before.faults ?? []), fault];
  const paused = before.pausedMs === undefined ? {} : { pausedMs: before.pausedMs };
  if (!before.isActive || !isStanding(before.flow, run)) return { ...paused, faults, flow: before.flow };
  const flow = voidedFlow(before.flow, { txId: objectionTxId, run, atMs });
  const dispute = { action, objection: objectionTxId, sinceMs: atMs, untilMs: atMs + terms.redoWithinMs };
  return { ...paused, dispute, faults, flow };
}

/** The run has a place in the control flow that it can be done again in. */
export function isStanding(flow: Flow, run: string): boolean {
  return Object.hasOwn(flow, run) && flow[run]?.kind === undefined;
}

/**
 * The rest of a dispute when its run was done again at a time: the deadlines of all other branches are later by
 * the pause.
 */
export function afterRedo<T extends AfterObjection & { readonly startMs?: number }>(
  before: T,
  atMs: number,
): Omit<T, 'dispute'> {
  const { dispute, ...rest } = before;
  const pause = dispute ? atMs - dispute.sinceMs : 0;
  const flow = Object.fromEntries(
    Object.entries(rest.flow).map(([txId, run]) => [txId, later(run, pause, rest.startMs !== undefined)]),
  );
  return { ...rest, flow, pausedMs: (rest.pausedMs ?? 0) + pause };
}

/** Members in canonical order. */
function later(run: Run, pause: number, hasTimers: boolean): Run {
  const { took, ...rest } = run.dueMs === undefined ? run : { ...run, dueMs: run.dueMs + pause };
  return hasTimers ? { ...rest, pausedMs: (run.pausedMs ?? 0) + pause, took } : { ...rest, took };
}
