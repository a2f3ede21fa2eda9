// Acts against false runs that the surface may ask for: to prove one, and to end the dispute that follows; and their
// results. Types only.
import type { Result } from '../../../core/base/result.js';
import type { DisputeGround, DisputeOutcome } from '../../../core/blueprint/state/dispute.js';
import type { Acting } from './acting.js';

export interface ObjectionAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  /** The run that is wrong. */
  readonly txId: string;
  /** The first that the wallet finds and can prove where it is absent. */
  readonly ground?: DisputeGround | undefined;
  /** Place below the action, as the ledger takes it; with a ground alone. */
  readonly at?: string | undefined;
  /** Shown to who sent the run and to the resolver alone, in this role or the first of the wallet. */
  readonly isPrivate?: boolean | undefined;
  /** Only says what would be shown. */
  readonly preview: boolean;
  readonly waitMs: number;
}

export interface ShownParts {
  readonly transactionId: string;
  readonly pointers: readonly string[];
  /** How many files the parts name: their keys are shown too. Absent for none. */
  readonly files?: number;
}

export interface ObjectionOutcome {
  readonly instanceId: string;
  readonly ground: DisputeGround;
  readonly at: string;
  /** The parts that all members of the register read from then on: cells by the run that stated them. */
  readonly shown: readonly ShownParts[];
  /** Nothing is done again: the action led back, or the instance went on past it or has ended. Not said of a vote. */
  readonly isVoidAlone?: true;
  /** Wallets that alone read a private one. */
  readonly readers?: readonly string[];
  /** Of the objection; absent for a preview. */
  readonly transactionId?: string;
  readonly status: 'sealed' | 'pending' | 'preview';
}

export interface ResolutionAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  /** Absent for a private objection: the node finds whether it is proven. */
  readonly outcome?: DisputeOutcome | undefined;
  /** The role that the wallet speaks for; that of the resolver, or the first that it holds, where it is absent. */
  readonly role?: string | undefined;
  /** A wallet that the caller may open with too: an earlier key of the resolver. */
  readonly readWith: (address: string) => Promise<Result<Acting>>;
  /** Only says what it would do. */
  readonly preview: boolean;
  readonly waitMs: number;
}

export interface ResolutionOutcome {
  readonly instanceId: string;
  readonly objectionTxId: string;
  readonly outcome?: DisputeOutcome;
  /** The finding on a private objection. */
  readonly proven?: boolean;
  readonly ground?: DisputeGround;
  readonly at?: string;
  readonly role: string;
  /** The dispute ends with it. */
  readonly decides: boolean;
  /** Roles that have to say the same, where it does not. */
  readonly missing: readonly string[];
  /** Of the resolution; absent for a preview. */
  readonly transactionId?: string;
  readonly status: 'sealed' | 'pending' | 'preview';
}
