// Messages that validators sign and send to decide one height, and the state that the reducer keeps. Every shape is
// plain JSON (hashes hex, heights numbers), so records, messages and simulator states need no codec of their own. Types
// only.

import type { Certificate, ConsensusPolicy, Docket, Hash, Roster } from '../model/register.js';
import type { TimeRule } from '../register/docket-time.js';
import type { Quorum } from '../register/roster.js';

export type VoteKind = 'PREPARE' | 'COMMIT';

/** A signed answer to one proposal. `code` is '' for an approval; a rejection binds its voter to nothing. */
export interface Vote {
  readonly kind: VoteKind;
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly height: number;
  readonly round: number;
  readonly docketHash: Hash;
  readonly rosterHash: Hash;
  readonly voter: Hash;
  readonly approve: boolean;
  readonly code: string;
  /** 128 hex digits over `voteDigest`. */
  readonly signature: string;
}

/**
 * The promise never to vote below `round` again, with the highest value its voter has prepared (-1 and null for none).
 */
export interface RoundChange {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly height: number;
  readonly round: number;
  readonly preparedRound: number;
  readonly preparedHash: Hash | null;
  readonly rosterHash: Hash;
  readonly voter: Hash;
  /** 128 hex digits over `roundChangeDigest`. */
  readonly signature: string;
}

/** A certificate of kind PREPARE: at least `quorum.prepare` distinct members, the round's proposer among them. */
export type PCert = Certificate;

/**
 * `prepare` is the proposer's own PREPARE vote: its signature is the signature of the proposal. `parent` proves that
 * height-1 is decided.
 */
export interface Proposal {
  readonly docket: Docket;
  readonly round: number;
  readonly prepare: Vote;
  readonly justification: readonly RoundChange[];
  readonly prepared: PCert | null;
  readonly parent: Certificate;
}

export type Message =
  | { readonly type: 'proposal'; readonly proposal: Proposal }
  | { readonly type: 'vote'; readonly vote: Vote }
  | { readonly type: 'prepared'; readonly certificate: PCert }
  /**
   * `busy`: its sender has something to decide by itself (`hasNeed`), and does not only keep others company. Not
   * signed, because it changes while the round change may not; it only keeps rounds going.
   */
  | {
      readonly type: 'round-change';
      readonly change: RoundChange;
      readonly prepared: PCert | null;
      readonly busy: boolean;
    }
  /** The docket is left out for members that voted for it. */
  | { readonly type: 'decided'; readonly certificate: Certificate; readonly docket: Docket | null };

/** The tip that the height being decided builds on. */
export interface Tip {
  readonly height: number;
  readonly hash: Hash;
  /** Builder of the tip docket: it orders the proposers of the next height. */
  readonly proposer: Hash;
  readonly timestampMs: number;
  /** Hash of the roster that decides the next height. */
  readonly nextRosterHash: Hash;
  readonly certificate: Certificate;
}

/** A proposal of this node without its body, which is stored once under its hash. */
export type OwnProposal = Omit<Proposal, 'docket' | 'parent'> & { readonly docketHash: Hash };

/**
 * The record of docs/protocol.md 4: everything this validator promised at one height. It is on disk before any message
 * that depends on it leaves.
 */
export interface ConsensusRecord {
  readonly height: number;
  /** Highest round promised. */
  readonly round: number;
  readonly prepared: PCert | null;
  /** The last signed messages, kept so that a resend repeats them instead of signing again. */
  readonly prepareVote: Vote | null;
  readonly commitVote: Vote | null;
  readonly roundChange: RoundChange | null;
  readonly proposal: OwnProposal | null;
  /**
   * Majority mode: the highest prepared value whose COMMIT vote of this seat left it. A value that was prepared above
   * it was proposed by this seat itself. No other node has seen this seat's vote for it, so that it may still be taken
   * back. Absent in a record of an earlier version: then nothing may.
   */
  readonly firm?: PCert | null;
  readonly tipHash: Hash;
}

export type ValidityVerdict = 'asked' | 'good' | 'bad';

/** The judgement about the validity of a body, as far as it is known. `time` tells how far the clock was asked. */
export interface ValidityJudgement {
  readonly docketHash: Hash;
  readonly time: TimeRule;
  readonly verdict: ValidityVerdict;
  readonly code: string;
}

/** A round change with its proof, and whether its sender said since the last timeout here that it is busy. */
export interface Claimed {
  readonly change: RoundChange;
  readonly prepared: PCert | null;
  readonly busy: boolean;
}

export interface ReceivedFrom {
  readonly message: Message;
  /** Validator at the other end of the authenticated link. */
  readonly from: Hash;
}

/** D and V together. Only `step`, `initial` and `restore` make one. */
export interface State {
  readonly record: ConsensusRecord;
  readonly tip: Tip;
  /**
   * True from a decision (or a start) until the driver says `next`: the roster of the height is not known to the
   * reducer yet.
   */
  readonly folding: boolean;
  readonly halted: 'FORK' | 'DIVERGED' | 'FORGOTTEN' | null;
  readonly work: boolean;
  readonly paused: boolean;
  /** A vote for each kind, round and voter. */
  readonly votes: readonly Vote[];
  /** The latest round change of each voter. */
  readonly changes: readonly Claimed[];
  readonly bodies: readonly Docket[];
  readonly judgements: readonly ValidityJudgement[];
  /** The proposal of the highest round that waits for its judgement. */
  readonly pending: Proposal | null;
  /** A prepare certificate that waits for its body or judgement. */
  readonly preparing: PCert | null;
  /** A commit certificate that waits for its body or judgement. */
  readonly decided: Certificate | null;
  /** Round changes that justified the last accepted proposal. */
  readonly justification: readonly RoundChange[];
  /** Messages for height+1: one for each type, kind, round and voter. */
  readonly ahead: readonly ReceivedFrom[];
  /** Bodies on disk at this height, to be deleted by the seal. */
  readonly stored: readonly Hash[];
  readonly fetching: readonly Hash[];
  readonly building: { readonly round: number; readonly again: boolean; readonly empty: boolean } | null;
  /** `height:round` whose timers run. */
  readonly armed: string | null;
  /** Members accused at this height as `kind:voter`, so that one offence is one event. */
  readonly accused: readonly string[];
  /** Members whose vote for the tip came after the decision: a second copy means that they missed it. */
  readonly late: readonly Hash[];
  /** Members of the deciding roster that the collector of the head's certificate still has to tell. */
  readonly announce: readonly Hash[];
}

/** The facts that the reducer may use besides its state: constant for one height, made by `environment`. */
export interface Env {
  readonly self: Hash | null;
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly roster: Roster;
  readonly rosterHash: Hash;
  readonly policy: ConsensusPolicy;
  readonly quorum: Quorum;
  /** Roster and mode that decided the tip, to judge a second certificate for it; null while unknown. */
  readonly previous: { readonly roster: Roster; readonly rosterHash: Hash; readonly quorum: Quorum } | null;
  /** Ed25519 under the seat's consensus key, synchronous and deterministic: 128 hex digits. */
  readonly sign: (digest: Uint8Array) => string;
  readonly timers: { readonly roundMs: number; readonly resendMs: number; readonly roundMsMax: number };
}
