// An instance of a workflow as the state keeps it: which branches are open, what was done, who plays the open roles,
// and how it ended. Types only; core/moves/instance-after.ts folds it.
import type { Flow } from '../../flow/runs.js';
import type { StatedDues } from '../plan/planned.js';
import type { BallotsByAction } from './ballots.js';
import type { ChallengesOfRole, Disputing } from './dispute.js';
import type { RunsByAction } from './run-row.js';

/** An instance is disputed while it is paused for a run that was proven false. */
export type InstanceState = 'Active' | 'Disputed' | 'Completed' | 'Rejected' | 'Cancelled';

/** The members that every instance has. */
export interface Common {
  readonly blueprintId: string;
  /** The wallet that opened the instance and may cancel it. */
  readonly opener: string;
  /** Addresses that hold the open roles, by participant id. */
  readonly participants: Readonly<Record<string, string>>;
  /** The pin: one definition for the whole instance. */
  readonly publicationTxId: string;
  /**
   * TxId of the opening action, where it ended the instance too: nothing else leads from an instance without a name to
   * it.
   */
  readonly record?: string;
  readonly state: InstanceState;
}

/**
 * Value of the state key `inst/{instanceId}`. Members stand in canonical order, so that its canonical text is one
 * native call.
 */
export interface Instance extends Common, Disputing {
  /**
   * Roles in which a party acted that did not open the instance, in order: who agrees that it is cancelled. Absent
   * where there are none, and where the definition says who cancels.
   */
  readonly acted?: readonly string[];
  /** Votes on actions that several roles decide; absent where there are none. */
  readonly ballots?: BallotsByAction;
  /** The runs that holders of a role said were not delivered, by role; absent where there is none. */
  readonly challenges?: Readonly<Record<string, ChallengesOfRole>>;
  /** How many deliveries holders of a role were sent, by role; absent where there are none. */
  readonly deliveries?: Readonly<Record<string, number>>;
  /** Due times of timers that the latest runs in force state, in ms by key; absent where there are none. */
  readonly dues?: StatedDues;
  /** How many Issuances each role made; absent where there are none. */
  readonly issuing?: Readonly<Record<string, number>>;
  readonly language: 2;
  /** While others have to agree that it is cancelled. */
  readonly cancelling?: Cancelling;
  /** Live runs by TxId; empty when the instance has ended. */
  readonly flow: Flow;
  /** Moves by role since the common ones were used up (late-moves.ts); absent before. */
  readonly late?: LateByRole;
  /** Sealed moves that have gone on: actions, and rejections that end nothing. */
  readonly moves: number;
  /** How often holders of a role said how a dispute shall end, by role; absent where none did. */
  readonly resolutions?: Readonly<Record<string, number>>;
  /** Runs whose data counts or counted, kept to the end: run-rows.ts. */
  readonly runs: RunsByAction;
  /** Places of the moves since which open roles are held, by participant id. */
  readonly since: Readonly<Record<string, number>>;
  /** Time of the docket that opened it, in ms, where some action has timers. */
  readonly startMs?: number;
}

/** The votes that an instance keeps while others have to agree. Members stand in canonical order. */
export interface Cancelling {
  /** The wallet that asked for it, as which role, and the time of that docket. */
  readonly asked?: CancellationConsent & { readonly role: string };
  /** By role: the wallet that agreed for it, and the time of that docket. */
  readonly consents: Readonly<Record<string, CancellationConsent>>;
  /** Transactions so far, each of which stays with the instance. */
  readonly count: number;
}

export interface CancellationConsent {
  readonly atMs: number;
  readonly wallet: string;
}

/** Moves since the common ones were used up. Members stand in canonical order. */
export interface LateMoves {
  /** Made in the role. */
  readonly moves?: number;
  /** Timers of its actions that fired. */
  readonly timers?: number;
  /** The wallet that made the newest of its moves. */
  readonly wallet?: string;
}

export type LateByRole = Readonly<Record<string, LateMoves>>;
