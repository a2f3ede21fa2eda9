// The world of the pool of one register: what its node gives it.
import type { PoolLimits } from '../../core/pool/pool.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { SealedPlace } from '../ledger/ledger.js';
import type { Log, SignatureVerifier, StoredBytes } from '../ports.js';
import type { EntrancePorts } from './entrance.js';
import type { OrphanPorts } from './orphans.js';
import type { OutboxRowsPorts } from './outbox-rows.js';

export interface PoolRegister {
  readonly registerId: string;
  readonly limits: PoolLimits;
}

export interface PoolPorts
  extends Pick<OutboxRowsPorts, 'alone' | 'isLeft' | 'refused' | 'abandoned'>,
    OrphanPorts,
    EntrancePorts {
  readonly log: Log;
  readonly journal: Pick<Journal, 'commit'>;
  readonly outbox: Outbox;
  readonly stored?: StoredBytes | undefined;
  readonly verifier: SignatureVerifier;
  /** Where a transaction is durably sealed. */
  place(txId: string): SealedPlace | undefined;
  /** The pool has something to seal. */
  work(): void;
  /** Once for each submission that was newly pooled or stored. */
  accepted(tx: Transaction, relayed: boolean): void;
  fail(error: unknown): void;
}
