// Rows of the runs of an instance, as the state keeps them. Types only; instance/run-rows.ts folds them.
import type { VoteChoice } from '../plan/approval.js';
import type { Decided } from '../plan/planned.js';
import type { DisputeOutcome } from './dispute.js';

/** Value of the state key `run/{txId}`. Members stand in canonical order. */
export interface RunRow {
  readonly action: number;
  /**
   * Wallets that read for a role beside its holder where it was sealed, by role (core/instance/people/readers.ts).
   */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** By role, deputies with an amount that confirmed it while it was encrypted to its readers alone. */
  readonly answers?: Readonly<Record<string, DeputyAnswer>>;
  /** The role that did it in place of that of the action. */
  readonly as?: string;
  /** Timestamp of its docket, ms. */
  readonly at: number;
  /** The run of the same action that was sealed before it, in force or not. */
  readonly before?: string;
  /** The wallet that sent it, where that stood in for the holder of its role. */
  readonly by?: string;
  /** The runs that it comes from, each with the run that came of that one before, or null. */
  readonly causes: readonly (readonly [cause: string, sibling: string | null])[];
  /** The newest run that came of it: the others follow by the `causes` of that one. */
  readonly child?: string;
  /** The move that confirmed it, where it waited for that: since then it is in force. */
  readonly confirmed?: Mark;
  /** Due times that it states, in ms by the key of the timer (stated-dues.ts). */
  readonly due?: Readonly<Record<string, number>>;
  /** Wallets that held roles where it was sealed, by role: those that differ from what the instance names. */
  readonly held?: Readonly<Record<string, string>>;
  /** Of an objection: the move by which the run was kept. It undoes nothing then. */
  readonly kept?: Mark;
  /**
   * `reject` is a rejection that led forward: it stated nothing, and links what it comes from with what came of it.
   * `back` is a move that led back: its row says where it stands, and links nothing.
   */
  readonly kind?: 'reject' | 'back';
  /** Of a Cancellation, which has a row only then: roles that had passed on since their word about it. */
  readonly lapsed?: readonly string[];
  /**
   * Of what a deputy sealed: the amounts of which it has to keep one, by the delegations in force where it was sealed.
   * A later record says nothing of it. At most one for each delegation of a record.
   */
  readonly max?: readonly AmountBound[];
  /** Place among the moves of the instance, from 0. */
  readonly n: number;
  /** Of a Resolution: how it ended the dispute. */
  readonly resolved?: Resolved;
  /** Some role reads it later (`from`), and it was encrypted: until it is delivered, that role has nothing of it. */
  readonly sealed?: true;
  /** The rejection that undid it, and its place. */
  readonly undone?: Mark;
  /** Of a vote. */
  readonly vote?: RunVote;
  /** It waits for others to confirm it: until then, and for good where they do not, it is not in force. */
  readonly waits?: true;
}

/** A confirmation by a deputy, and how far that reached where it was sealed. Members stand in canonical order. */
export interface DeputyAnswer {
  /** Timestamp of its docket, ms. */
  readonly at: number;
  /** The wallet that sent it, and the primary one of the participant for which it did. */
  readonly by: string;
  readonly for: string;
  /** The amounts of which it has to keep one. */
  readonly max: readonly AmountBound[];
  /** The Confirmation. */
  readonly txId: string;
}

/** How a dispute ended, or what was found of a private objection. */
export type Resolved = DisputeOutcome | 'proven' | 'unproven';

/**
 * A member of the data, and what it is at most (core/register/people/delegations.ts). Members stand in canonical order.
 */
export interface AmountBound {
  /** Of a member that is money. */
  readonly currency?: string;
  readonly upTo: string;
  readonly var: string;
}

/** A move by its TxId, and its place. Members stand in canonical order. */
export interface Mark {
  readonly by: string;
  readonly n: number;
}

/** Members in canonical order. */
export interface RunVote {
  /** Id of the participant record whose vote it is, or the wallet where it has none of its own. */
  readonly by: string;
  /** The same of the deputy that cast it. */
  readonly deputy?: string;
  /** It decided, by the route of this name. */
  readonly led?: Decided;
  readonly role: string;
  /** Place among the moves of the first vote of its round. */
  readonly round: number;
  readonly vote: VoteChoice;
}

/** The part of an instance about the runs of one action. Members stand in canonical order. */
export interface ActionRuns {
  /** Moves of the instance, with the last one that changed which of its runs are in force. */
  readonly changed: number;
  /** The runs in force. */
  readonly count: number;
  /** The newest one, in force or not. */
  readonly last: string;
}

/** By the decimal spelling of the action's id. */
export type RunsByAction = Readonly<Record<string, ActionRuns>>;

export type RowOf = (txId: string) => RunRow | undefined;
