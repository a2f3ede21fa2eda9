// What the surface may ask of the registers of this node: the port that api/ handlers use and actors/ledger-host.ts fulfils. Types only.
import type { Issue } from '../core/base/issue.js';
import type { Hash, RegisterState, SealedDocket } from '../core/register/types.js';
import type { Priority, Transaction } from '../core/transaction/types.js';
import type { RegisterRecord } from '../storage/registers.js';

export interface SealedPlace {
  readonly status: 'sealed';
  readonly height: number;
  readonly index: number;
  readonly docketHash: Hash;
  readonly sealedAtMs: number;
}

/** Set when the node had the transaction before this submission. */
interface Known {
  readonly known?: true;
}

/** What a submitter is told. `pending` and `sealed` are durable on this node; `refused` stored nothing. */
export type SubmitOutcome =
  | (SealedPlace & Known)
  | ({ readonly status: 'pending'; readonly acceptedAtMs: number } & Known)
  | { readonly status: 'refused'; readonly issues: readonly Issue[] };

/** The state of a TxId that this node accepted or holds sealed. */
export type Receipt =
  | SealedPlace
  | { readonly status: 'pending'; readonly acceptedAtMs: number }
  | {
      readonly status: 'refused';
      readonly issue: Issue;
      readonly refusedAtMs: number;
      /** False while the same TxId could still be sealed (consensus.md 2.7). */
      readonly definitive: boolean;
    };

/** Seat of this node's validator on one register (consensus.md 1.3). */
export type SeatState = 'Stopped' | 'Starting' | 'Running' | 'Paused' | 'Stopping' | 'Fenced' | 'Faulted';

export interface Seat {
  readonly registerId: string;
  readonly state: SeatState;
  /** Why the seat is Fenced or Faulted. */
  readonly reason?: string;
  readonly transactionsInMemPool: number;
  readonly docketsProposed: number;
  readonly docketsConfirmed: number;
  readonly docketsRejected: number;
  readonly startedAtMs?: number;
  readonly lastDocketBuildAtMs?: number;
}

/** Figures of GET /api/v1/transactions/mempool/{registerId} (reference-facts 4.3.1). */
export interface PoolFigures {
  readonly totalTransactions: number;
  readonly maxSize: number;
  readonly highPriorityCount: number;
  readonly normalPriorityCount: number;
  readonly lowPriorityCount: number;
  readonly fillPercentage: number;
  readonly totalEvictions: number;
  readonly totalExpired: number;
  readonly oldestTransactionTimeMs?: number;
}

export interface ProcessOutcome {
  readonly transactionCount: number;
  /** Undefined when there was nothing to do. */
  readonly docketNumber?: number;
  readonly consensusAchieved: boolean;
  readonly writtenToRegister: boolean;
  readonly durationMs: number;
  readonly issue?: Issue;
}

/** Totals since the node started, over all registers or one. */
export interface LedgerFigures {
  readonly submitted: number;
  readonly accepted: number;
  readonly refused: number;
  readonly refusedByCode: Readonly<Record<string, number>>;
  readonly docketsProposed: number;
  readonly docketsSealed: number;
  readonly docketsRejected: number;
  readonly transactionsSealed: number;
  readonly pendingTransactions: number;
  readonly activeRegisters: number;
  readonly restarts: number;
  readonly halted: number;
}

export interface RegisterChange {
  readonly name?: string;
  readonly description?: string;
  readonly advertise?: boolean;
  /** OFFLINE stops the replica; ONLINE starts it again through CHECKING. */
  readonly status?: 'ONLINE' | 'OFFLINE';
}

export interface Ledger {
  /** Registers of this node, in order of creation. Synchronous: the records are in memory. */
  registers(): readonly RegisterRecord[];
  register(registerId: string): RegisterRecord | undefined;
  /**
   * Stores a genesis that this node attests: docket 0, record and first consensus record in one synced batch. The caller has checked rights and
   * attestations. Issues: REGISTER_IN_USE when the id exists.
   */
  create(genesis: {
    readonly transaction: Transaction;
    readonly advertise: boolean;
    readonly purpose?: string;
    readonly metadata?: Readonly<Record<string, string>>;
  }): Promise<{ readonly record: RegisterRecord; readonly sealed: SealedDocket } | readonly Issue[]>;
  update(registerId: string, change: RegisterChange): Promise<RegisterRecord | Issue>;
  /** Stops the register on this node and deletes its data (resumable after a crash). */
  remove(registerId: string): Promise<Issue | undefined>;

  /** The whole way of one submission on this node: signatures, rules, pool, durable acceptance; waits up to `waitMs` for the seal. */
  submit(tx: Transaction, options: { readonly priority: Priority; readonly waitMs: number }): Promise<SubmitOutcome>;
  /** The checks of `submit` without accepting anything. Empty when it would be accepted now. */
  check(tx: Transaction): Promise<readonly Issue[]>;
  receipt(registerId: string, txId: string): Receipt | undefined;
  /** Accepted and not yet sealed, oldest first. */
  pending(
    registerId: string,
    page: { readonly skip: number; readonly top: number },
  ): { readonly total: number; readonly items: readonly Transaction[] };
  pool(registerId: string): PoolFigures | Issue;

  /** The one way into the ledger for a docket from outside (POST dockets, replication): verify everything, then seal. */
  adopt(registerId: string, sealed: SealedDocket): Promise<'sealed' | 'already-sealed' | readonly Issue[]>;
  /** Judges a docket against the sealed state without sealing it. */
  checkDocket(registerId: string, sealed: SealedDocket): Promise<readonly Issue[]>;

  /** Sealed and durable state at the tip. */
  state(registerId: string): RegisterState | Issue;

  seat(registerId: string): Seat | Issue;
  seats(): readonly Seat[];
  /** What was accepted stays promised and on disk whatever the order: it is there when the answer comes. */
  control(registerId: string, act: 'start' | 'stop' | 'pause' | 'resume' | 'accept-amnesia'): Promise<Seat | Issue>;
  /** Closes the build window now and waits until what was picked is sealed (or there was nothing). */
  process(registerId: string): Promise<ProcessOutcome | Issue>;
  figures(registerId?: string): LedgerFigures;
}
