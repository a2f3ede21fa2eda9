// To prove on the ledger that a run breaks its rules, and the result. Types only.
import type { DisputeGround } from '../../../../core/blueprint/state/dispute.js';
import type { MoveAsk } from '../parts/ask.js';

export interface ObjectionAsk extends MoveAsk {
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
