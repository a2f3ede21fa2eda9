// Ports of the docket driver: the parts of the world and the pool beside it. Types only.
import type { Issue } from '../../core/base/issue.js';
import type { MemberEvidence } from '../../core/chain/annex.js';
import type { ConsensusEvent, Effect } from '../../core/consensus/effect.js';
import type { Env, Message } from '../../core/consensus/types.js';
import type { Docket, Hash, Roster, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Pool } from '../../core/pool/pool.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Clock, ConsensusSigner, Log, Random, RegisterMetrics, SignatureVerifier } from '../ports.js';
import type { Expiries } from './expiries.js';

/** A register as its drivers know it: constant while they live. */
export interface DocketRegister {
  readonly registerId: string;
  /** Local number of the register in the store. */
  readonly reg: number;
  readonly genesisHash: Hash;
  readonly timers: Env['timers'];
  /** Unwritten bytes above which building waits for the disk. */
  readonly backlogBytesMax: number;
  /** The key that this node signs with under a roster; undefined makes it an observer. */
  signerIn(roster: Roster): ConsensusSigner | undefined;
  /** This node's own bound on the transactions of a docket that it builds; the policy's holds as well. */
  docketTransactionsMax(): number;
  /** The newest rules that are known here, where it is not the program that says so. */
  readonly rulesLatest?: number | undefined;
}

/** Counts since the driver was opened. */
export interface DocketFigures {
  readonly proposed: number;
  readonly sealed: number;
  readonly rejected: number;
  readonly lastBuildAtMs: number | undefined;
}

/** Messages to other validators. Called only after what they promise is durable. */
export interface ConsensusTransport {
  send(to: readonly Hash[], message: Message): void;
  fetch(wanted: Extract<Effect, { type: 'fetch' }>): void;
  serve(owed: Extract<Effect, { type: 'serve' }>): void;
  offer(to: Hash, transactions: readonly Transaction[]): void;
}

export interface PickedLimits {
  readonly count: number;
  readonly bytes: number;
  readonly without?: Pick<ReadonlySet<string>, 'has'>;
}

/** The pool as the docket driver sees it. */
export interface DocketPool {
  /** Candidates for the next docket, best first, but none of `without`; bounded by the policy's docket limits. */
  pick(limits: PickedLimits): readonly Transaction[];
  /** True if `pick` would give something besides `held`. */
  ready(held?: Pick<ReadonlySet<string>, 'keys'>): boolean;
  /** True while submissions are being verified: `pick` will soon give more. */
  arriving(): boolean;
  /** Several organisations bring transactions at the moment. */
  isShared(): boolean;
  all(): readonly Transaction[];
  /** Gives for a transaction the one of exactly these bytes that went through the whole pipeline here and waits. */
  readonly pool: Pick<Pool, 'same' | 'size'>;
  /** A candidate that the sealed state does not allow (any more). */
  refuse(txId: string, issue: Issue, fault: 'reject' | 'retry'): void;
  /** A candidate that is not built for now: it stays, and its submitter is promised that it does. */
  keep(txId: string): void;
  /** The operations that the batch of the seal has for accepted submissions. */
  sealOps(docket: Docket): readonly KvOp[];
  /** The docket is decided: its transactions leave the pool. Not durable yet. */
  sealing(docket: Docket): void;
  /** The same docket is durable: submitters hear of it. */
  onSealed(sealed: SealedDocket): void;
}

/** Messages that the reducer saw others sign, and those that it cannot reconcile. */
export type Misbehaviour = Extract<ConsensusEvent, { name: 'Evidence' | 'Fork' | 'Diverged' }>;

/** The vote of this seat for a docket, in a round. */
export type Voted = Pick<Extract<ConsensusEvent, { name: 'Proposed' }>, 'docket' | 'round'>;

/** Evidence of this register that no docket holds yet, as the docket driver sees it. */
export interface DocketEvidence {
  /** Durable here, oldest first. */
  waiting(): readonly MemberEvidence[];
  /** Drops evidence that no docket can hold any more. */
  drop(spent: readonly MemberEvidence[]): void;
  /** The operations that the batch of the seal has for evidence in its docket. */
  sealOps(docket: Docket): readonly KvOp[];
}

export interface DocketPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly journal: Journal;
  readonly chain: ChainStore;
  readonly verifier: SignatureVerifier;
  readonly transport: ConsensusTransport;
  readonly pool: DocketPool;
  readonly evidence: DocketEvidence;
  readonly metrics: RegisterMetrics | null;
  /** True while submissions are being made on this node that will come to the pool in a moment. */
  expects?(): boolean;
  /**
   * Members of a roster that this node reaches, itself included: a change that leaves too few is not built. Absent:
   * every change is.
   */
  readonly reachable?: ((roster: Roster) => number) | undefined;
  /** Of all registers of this node: see expiries.ts. Absent: no timer waits for others. */
  readonly expiries?: Expiries | undefined;
  /** False while the clock of this node is in doubt: then it builds nothing. Absent: it never is. */
  mayBuild?(): boolean;
  /** The time by which proposals of others are judged, where that is not simply now. */
  judgeNow?(): number;
  /** The driver cannot go on; called at most once. */
  fail(error: unknown): void;
  /** The last seal changed the roster, in memory: its docket is on the way to the disk. */
  rosterChanged(): void;
  /** The docket is durable here; `timed` where it began or ended a timer. */
  announceSealed(sealed: SealedDocket, timed: boolean): void;
  /** This seat proposes a docket or votes for one, which is durable here. Absent: that is not followed. */
  onVoted?(registerId: string, vote: Voted): void;
  /** A validator lied, or the chain is split: durable already where it has to be. */
  misbehaviour(event: Misbehaviour): void;
  /** A certificate that is durable here holds a vote of this seat that its record lacks: it signs nothing more. */
  onForgotten(): void;
}

/** Seat of this node's validator on one register (docs/protocol.md 15). */
export type SeatState = 'Stopped' | 'Starting' | 'Running' | 'Paused' | 'Stopping' | 'Fenced' | 'Faulted';
