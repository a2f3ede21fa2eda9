// The world of the pool of one register: what its node gives it. Each part of the pool picks what it needs of it. Types
// only.
import type { Issue } from '../../core/base/issue.js';
import type { RegisterState, StateView } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { SealedPlace } from '../ledger-port.js';
import type { Clock, Log, RegisterMetrics, SignatureVerifier, StoredBytes } from '../ports.js';

export interface PoolRegister {
  readonly registerId: string;
  readonly limits: PoolLimits;
}

export interface PoolPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: Pick<Journal, 'commit'>;
  readonly outbox: Outbox;
  readonly stored?: StoredBytes | undefined;
  readonly verifier: SignatureVerifier;
  readonly metrics: RegisterMetrics | null;
  /**
   * Takes `bytes` of the budget that all pools of the node share (negative gives back); false when there is not enough,
   * or not for this organisation.
   */
  budget(bytes: number, from: string | undefined): boolean;
  /** Sealed state as rules see it: queued seals included. */
  state(): RegisterState;
  view(): StateView;
  /** Where a transaction is durably sealed. */
  place(txId: string): SealedPlace | undefined;
  /** This node holds the only seat, with a key that may sign: no other member decides. */
  alone(): boolean;
  /** A peer is known to be ahead in the register: what the tip here refuses may be valid by now. */
  isBehind(): boolean;
  /** This node has no seat, and no validator takes anything from it. */
  isLeft(): boolean;
  /** Most of the members are linked, so that one of them knows of whatever a quorum sealed. */
  hearsMost(): boolean;
  /** The pool has something to seal. */
  work(): void;
  /** Once for each submission that was newly pooled or stored. */
  onAccepted(tx: Transaction, relayed: boolean): void;
  /** A promised submission has ended, durably: for good, or given up because this node cannot know its end. */
  onRefused(txId: string, issue: Issue): void;
  onAbandoned(txId: string, issue: Issue): void;
  fail(error: unknown): void;
}
