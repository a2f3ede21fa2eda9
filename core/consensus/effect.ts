// The effects that a step asks of the driver. The list of a step continues the register's strict FIFO: nothing behind a
// `persist` happens before that write is synced.

import type { Certificate, Docket, Hash, SealedDocket } from '../model/register.js';
import type { TimeRule } from '../register/docket-time.js';
import type { ConsensusEvidence } from './evidence.js';
import type { ConsensusRecord, Message, RoundChange } from './types.js';

/** Data, not keys: storage turns one list into one atomic batch. */
export type Write =
  | { readonly kind: 'record'; readonly record: ConsensusRecord }
  | { readonly kind: 'body'; readonly docket: Docket }
  /** Of the bodies of an undecided height only these stay on disk. In the batch of the record that names no other. */
  | { readonly kind: 'tidy'; readonly height: number; readonly kept: readonly Hash[] }
  | {
      readonly kind: 'seal';
      readonly sealed: SealedDocket;
      /** Round changes of the deciding round when it was above 0: they attribute a fork by amnesia. */
      readonly justification: readonly RoundChange[];
      /** The fresh record of the next height; it replaces the old one in the same batch. */
      readonly record: ConsensusRecord;
      /** Bodies stored at this height, the sealed one included. */
      readonly discard: readonly Hash[];
    };

export type ConsensusEvent =
  /** This seat votes for it, which is durable; its proposer too. */
  | { readonly name: 'Proposed'; readonly height: number; readonly round: number; readonly docket: Docket }
  | { readonly name: 'Accepted'; readonly height: number; readonly round: number; readonly docketHash: Hash }
  | { readonly name: 'Sealed'; readonly height: number; readonly sealed: SealedDocket }
  | {
      readonly name: 'Rejected';
      readonly height: number;
      readonly round: number;
      readonly docketHash: Hash;
      /** Code of the first rejection, '' when another docket was sealed instead. */
      readonly code: string;
    }
  | { readonly name: 'Evidence'; readonly height: number; readonly evidence: ConsensusEvidence }
  /** `halted` where this node votes on nothing more before that is judged. */
  | {
      readonly name: 'Fork';
      readonly height: number;
      readonly certificates: readonly [Certificate, Certificate];
      readonly halted: boolean;
    }
  /** A quorum holds valid what this node holds invalid: the seat stops. */
  | { readonly name: 'Diverged'; readonly height: number; readonly docketHash: Hash; readonly code: string }
  /** The certificate of the sealed docket has a vote of this seat that its record lacks: the seat stops. */
  | { readonly name: 'Forgotten'; readonly height: number };

export type Effect =
  | { readonly type: 'persist'; readonly writes: readonly Write[] }
  | { readonly type: 'send'; readonly to: readonly Hash[]; readonly message: Message }
  | { readonly type: 'event'; readonly event: ConsensusEvent }
  /** One-shot; a running timer of the same name is replaced. The driver adds the jitter. */
  | {
      readonly type: 'arm';
      readonly timer: 'round' | 'resend';
      readonly height: number;
      readonly round: number;
      readonly delayMs: number;
    }
  | { readonly type: 'disarm'; readonly timer: 'round' | 'resend' }
  /** Build after `windowMs`, answer `built`. */
  | { readonly type: 'build'; readonly height: number; readonly round: number; readonly windowMs: number }
  /** Judge the docket against the tip, and by the clock as far as `time` says; answer `checked`. */
  | { readonly type: 'check'; readonly docket: Docket; readonly time: TimeRule }
  /**
   * Get the body (own store first), answer `body`; without a hash: get the decided docket of `height`, answer `receive`
   * or `adopt`.
   */
  | { readonly type: 'fetch'; readonly height: number; readonly docketHash: Hash | null; readonly from: Hash }
  /**
   * Send the sealed docket of `height` to a member that is behind; the certificate alone if it is the docket `held`,
   * which the member has.
   */
  | { readonly type: 'serve'; readonly height: number; readonly to: Hash; readonly held: Hash | null }
  /** Offer this node's pending transactions to the proposer of the new round. */
  | { readonly type: 'offer'; readonly to: Hash };
