// A dispute in an instance, and what moves say in it. Types and their values only; disputes/ folds it.
import type { Flow } from '../../flow/runs.js';
import type { OnFault } from '../definition/choices.js';
import type { BallotsByAction } from './ballots.js';

/** The fault that an objection finds in a run. */
export const GROUNDS = ['schema', 'shape', 'calculation', 'route', 'delegation', 'credential', 'undelivered'] as const;
export type DisputeGround = (typeof GROUNDS)[number];

/**
 * How a dispute ends: the action is done again, the run and all that came of it stand as before, or the instance ends.
 */
export const OUTCOMES = ['redo', 'keep', 'end'] as const;
export type DisputeOutcome = (typeof OUTCOMES)[number];

/** A run that was proven to break its rules; kept for good. Members stand in canonical order. */
export interface Fault {
  /** The place that the objection named. */
  readonly at: string;
  /** The wallet that objected. */
  readonly by: string;
  readonly ground: DisputeGround;
  readonly objectionTxId: string;
  /** How the parties or the resolver decided, by which transaction. */
  readonly resolved?: { readonly by: string; readonly outcome: DisputeOutcome };
  /** The role that did the run. */
  readonly role: string;
  /** The run. */
  readonly txId: string;
  /** The wallet that sent the run. */
  readonly wallet: string;
}

/** The wish of the holder of a role. Members stand in canonical order. */
export interface Consent {
  readonly outcome: DisputeOutcome;
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
 * Until a time that is known when the objection is sealed, only the action that has to be done again goes on in an
 * instance. Later everything else goes on, whether it was or not. Where the definition stops at a fault there is no
 * such time: somebody decides. Members stand in canonical order.
 */
export interface Dispute {
  /** The action of the run. */
  readonly action: number;
  /** The action was given again by an earlier objection. */
  readonly again?: true;
  /** Votes that went with the run, by action. */
  readonly ballots?: BallotsByAction;
  /** The wishes of parties, by role. */
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

/** The members that disputes add to an instance. */
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

/** The sender of a run that is objected to. */
export interface Accused {
  readonly role: string;
  /** Absent where the instance names the wallet that holds the role of the action. */
  readonly wallet?: string;
}

/** The parts of a Resolution that change its instance. */
export interface ResolutionMove {
  readonly role: string;
  /** Absent for a word about whether a private objection is proven. */
  readonly outcome?: DisputeOutcome | undefined;
  readonly proven?: Proven | undefined;
  /** It is that of the resolver, or the last consent that was missing; else it is one consent more. */
  readonly decides: boolean;
  /** The action is done again within so long. */
  readonly redoWithinMs: number;
}

/** The part of a private objection that the resolver found to be right. */
export interface Proven {
  readonly is: boolean;
  /** Where it is. */
  readonly ground?: DisputeGround;
  readonly at?: string;
  readonly terms: DisputeTerms;
}

/** Challenges of the holders of one role. Members stand in canonical order. */
export interface ChallengesOfRole {
  readonly count: number;
  /** How much later deadlines of the role's actions became by them. */
  readonly laterMs: number;
  /** The end of the last of their terms. */
  readonly untilMs: number;
}

export interface ChallengeMove {
  readonly role: string;
  /** In which the sender of the run delivers it. */
  readonly withinMs: number;
}
