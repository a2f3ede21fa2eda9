// Ports of the ledger of a node, and its settings. Types only.

import type { Hash, Roster } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { Registers } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { AnnouncementHub } from '../announcements.js';
import type { ConsensusTransport, DocketRegister, Voted } from '../docket/ports.js';
import type { FileLibrary } from '../files/ports.js';
import type {
  CertifiedWork,
  ClaimsVerifier,
  Clock,
  ConsensusKeys,
  Log,
  Random,
  RegisterMetrics,
  SignatureVerifier,
  StoredBytes,
} from '../ports.js';
import type { ScrubOptions } from '../repair/scrub.js';

/** The facts about a register that the links of this node tell. */
export interface PeerSight {
  /** This node has no seat, and its peers show that no validator takes anything from it; never without the port. */
  isLeft?(registerId: string): boolean;
  /** Most of the members are linked, this node counted; always without the port. */
  hearsMost?(registerId: string): boolean;
  /** And have told their tips since they were linked. */
  knowsMost?(registerId: string): boolean;
}

/**
 * Keys of this node that may have lost votes: they sign nothing until the operator accepts the loss (docs/protocol.md
 * 12).
 */
export interface KeyFence {
  readonly reason: string;
  readonly validatorIds: readonly Hash[];
}

export interface LedgerPorts extends PeerSight {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Journal;
  readonly chain: ChainStore;
  readonly verifier: SignatureVerifier;
  readonly metrics: RegisterMetrics | null;
  /**
   * Members of a roster that this node reaches, itself included: a change that leaves too few is not built. Absent:
   * every change is.
   */
  readonly reachable?: ((roster: Roster) => number) | undefined;
  /** False while the clock of this node is in doubt: then it builds nothing. Absent: it never is. */
  mayBuild?(): boolean;
  /** The time by which proposals of others are judged, where that is not simply now. */
  judgeNow?(): number;
  readonly keys: ConsensusKeys;
  /** Of certificates that others bring, on other threads: the one of the node, which the mesh shares. */
  readonly verifyClaims: ClaimsVerifier;
  /**
   * Where ranges of certified dockets have their certificates verified and their roots made; without it by
   * `verifyClaims`, and in the judgement.
   */
  readonly certifiedWork?: CertifiedWork;
  /** The way of the register's consensus messages to its other validators. */
  transport(registerId: string): ConsensusTransport;
  /** Once for each submission that was newly pooled or stored here; `relayed` when another node answers for it. */
  onAccepted?(registerId: string, tx: Transaction, relayed: boolean): void;
  /** As in the ports of the docket driver. */
  onVoted?(registerId: string, vote: Voted): void;
  /** The highest tip of the register that a linked peer told; without the port no peer tells any. */
  toldHeight?(registerId: string): number | undefined;
  readonly kv: Kv;
  readonly registers: Registers;
  readonly outbox: Outbox;
  /** Absent: nothing is counted. */
  readonly stored?: StoredBytes | undefined;
  readonly announcements: AnnouncementHub;
  /** Keeps what the node has of the files that a transaction names; without the port nothing is kept. */
  readonly claimFiles?: FileLibrary['claim'];
}

export interface LedgerOptions {
  /** Keys of this node that may have lost votes: their seats open Fenced until `accept-amnesia` or a rekey. */
  readonly fence: KeyFence | undefined;
  /** Keeps the operator's acceptance of that loss. */
  acceptLoss(): Promise<void>;
  readonly timers: DocketRegister['timers'];
  /** For so long past rosters and old tips are trusted: see core/mesh/fork-say.ts. */
  readonly trustingPeriodMs: number;
  /**
   * Whether a new follower, and a node that was away, waits until its tip is confirmed (actors/ledger/tip-trust.ts).
   * Without it every tip is believed.
   */
  readonly confirmsHeads?: boolean;
  readonly backlogBytesMax: number;
  readonly poolNodeBytesMax: number;
  /** Read when a register is opened, and at `applyLimits`. */
  poolLimits(): PoolLimits;
  docketTransactionsMax(): number;
  /** The newest rules that this node knows, where it is not the program that says so: a test plays another one. */
  readonly rulesLatest?: number;
  /** The background walk over everything that is sealed; without it none runs. */
  readonly scrub?: ScrubOptions;
}
