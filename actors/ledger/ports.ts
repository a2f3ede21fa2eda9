// What the ledger of a node needs of the world, and what it is told of the settings. Types only.
import type { PoolLimits } from '../../core/pool/pool.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { Registers } from '../../storage/chain/registers.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { AnnouncementHub } from '../announcements.js';
import type { ClaimsVerifier } from '../docket/inbox.js';
import type { ConsensusTransport, DocketPorts, DocketRegister } from '../docket/ports.js';
import type { CertifiedWork, ConsensusKeys, StoredBytes } from '../ports.js';
import type { ScrubOptions } from './damage.js';
import type { PeerSight } from './replica-factory.js';
import type { KeyFence } from './seats.js';

export interface LedgerPorts
  extends Omit<
      DocketPorts,
      'pool' | 'evidence' | 'transport' | 'fail' | 'announceSealed' | 'misbehaviour' | 'rosterChanged'
    >,
    PeerSight {
  readonly keys: ConsensusKeys;
  /** Of certificates that others bring, on other threads: the one of the node, which the mesh shares. */
  readonly verifyClaims: ClaimsVerifier;
  /** Where ranges of certified dockets have their certificates verified and their roots made; without it by `verifyClaims`, and in the judgement. */
  readonly certifiedWork?: CertifiedWork;
  /** The way of the register's consensus messages to its other validators. */
  transport(registerId: string): ConsensusTransport;
  /** Once for each submission that was newly pooled or stored here; `relayed` when another node answers for it. */
  accepted?(registerId: string, tx: Transaction, relayed: boolean): void;
  /** The highest head of the register that a linked peer told; without the port nobody tells any. */
  heard?(registerId: string): number | undefined;
  readonly kv: Kv;
  readonly registers: Registers;
  readonly outbox: Outbox;
  /** Absent: nothing is counted. */
  readonly stored?: StoredBytes | undefined;
  readonly announcements: AnnouncementHub;
}

export interface LedgerOptions {
  /** Keys of this node that may have lost votes: their seats open Fenced until `accept-amnesia` or a rekey. */
  readonly fence: KeyFence | undefined;
  /** Keeps the operator's acceptance of that loss. */
  acceptLoss(): Promise<void>;
  readonly timers: DocketRegister['timers'];
  /** For so long past rosters and old heads are trusted: see core/mesh/fork-say.ts. */
  readonly trustingPeriodMs: number;
  /** Whether a new follower, and a node that was away, waits until its head is confirmed (actors/ledger/tip-trust.ts). Without it every head is believed. */
  readonly confirmsHeads?: boolean;
  readonly backlogBytesMax: number;
  readonly poolNodeBytesMax: number;
  /** Read when a register is opened, and at `applyLimits`. */
  poolLimits(): PoolLimits;
  docketTransactionsMax(): number;
  /** The newest rules that this node knows, where it is not the program that says so: a test plays an older one. */
  readonly rulesLatest?: number;
  /** The background walk over everything that is sealed; without it none runs. */
  readonly scrub?: ScrubOptions;
}
