// To say how a dispute ends, and the result. Types only.
import type { Result } from '../../../../core/base/result.js';
import type { DisputeGround, DisputeOutcome } from '../../../../core/blueprint/state/dispute.js';
import type { Acting } from '../../encryption/acting.js';
import type { MoveAsk } from '../parts/ask.js';

export interface ResolutionAsk extends MoveAsk {
  /** Absent for a private objection: the node finds whether it is proven. */
  readonly outcome?: DisputeOutcome | undefined;
  /** The role that the wallet speaks for; that of the resolver, or the first that it holds, where it is absent. */
  readonly role?: string | undefined;
  /** A wallet that the caller may open with too: an earlier key of the resolver. */
  readonly readWith: (address: string) => Promise<Result<Acting>>;
  /** Only says what it would do. */
  readonly preview: boolean;
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
