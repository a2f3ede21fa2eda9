// The registers of this node as the surface asks for them: the port that api/ handlers use and actors/ledger/host.ts
// fulfils. Types only.
import type { Issue } from '../core/base/issue.js';
import type { Result } from '../core/base/result.js';
import type { FaultedMember, MemberEvidence } from '../core/chain/annex.js';
import type { ForkProof } from '../core/mesh/frames.js';
import type { Docket, Hash, RegisterState, SealedDocket } from '../core/model/register.js';
import type { Priority, Transaction } from '../core/model/transaction.js';
import type { PoolFigures } from '../core/pool/pool.js';
import type { RegisterRecord } from '../storage/chain/registers.js';
import type { ForkClaim } from '../storage/tables/node/evidence.js';
import type { ConsensusReport } from './docket/candidate.js';
import type { SeatState } from './docket/ports.js';

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

/** The answer to a submitter. `pending` and `sealed` are durable on this node; `refused` stored nothing. */
export type SubmitOutcome =
  | (SealedPlace & Known)
  | ({ readonly status: 'pending'; readonly acceptedAtMs: number } & Known)
  | {
      readonly status: 'refused';
      readonly issues: readonly Issue[];
      /**
       * Of what was judged: true where no node seals it as it was submitted; false where only the clock of this node
       * says no, or sealed state that a later docket may change. In that case another node may have accepted it. Absent
       * where nothing was judged, so that it is not an end either.
       */
      readonly definitive?: boolean;
    };

export type RefusedSubmission = Extract<SubmitOutcome, { readonly status: 'refused' }>;

/** How a submission is taken. */
export interface SubmitOptions {
  readonly priority: Priority;
  /** How long the answer may wait for the seal. */
  readonly waitMs: number;
  /** Another node brought it and goes on offering it: it is pooled, and promised only if it must be `durable`. */
  readonly relayed?: boolean;
  /** Answered once this node has it on disk, also if another node brought it. */
  readonly durable?: boolean;
  /**
   * The source that brought it, in one word for all users of an organisation: they take turns at what all share, and
   * none takes all places.
   */
  readonly from?: string;
  /** The trace-id of the request that brings it. */
  readonly trace?: string | undefined;
}

/** The state of a TxId that this node accepted or holds sealed. */
export type Receipt =
  | SealedPlace
  | { readonly status: 'pending'; readonly acceptedAtMs: number }
  /**
   * This node reaches no validator any more, or waited in vain for what it follows: it may be sealed, or be sealed yet,
   * and this node does not know.
   */
  | { readonly status: 'abandoned'; readonly issue: Issue; readonly abandonedAtMs: number }
  | {
      readonly status: 'refused';
      readonly issue: Issue;
      readonly refusedAtMs: number;
      /** False while the same TxId could still be sealed (docs/protocol.md 13). */
      readonly definitive: boolean;
    };

export interface Seat {
  readonly registerId: string;
  /** The key of this node with which it is seated; absent where it has no seat. */
  readonly validatorId?: string;
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

export interface PendingTransaction {
  readonly tx: Transaction;
  readonly acceptedAtMs: number;
}

export interface RegisterChange {
  readonly name?: string;
  readonly description?: string;
  readonly advertise?: boolean;
  /** OFFLINE stops the replica; ONLINE starts it again through CHECKING. */
  readonly status?: 'ONLINE' | 'OFFLINE';
  /** The trace-id of the request that changes it. */
  readonly trace?: string;
}

/** The knowledge of this node against the validators of a register. */
export interface MisbehaviourReport {
  /** Members with offences that a docket sealed. */
  readonly faulted: readonly FaultedMember[];
  /** Proven here, and waiting for a docket. */
  readonly pending: readonly MemberEvidence[];
  /**
   * The chain is split; `accepted` once the operator has chosen a branch. `culprits` are members proven to have made
   * the split, as far as this node can prove it: two branches of two rounds convict no member for having signed both.
   */
  readonly fork?: {
    readonly proof: ForkProof;
    readonly accepted?: Hash;
    readonly culprits: readonly MemberEvidence[];
    /** The docket that is sealed here at the height of the split, or the tip below it. */
    readonly sealed: { readonly height: number; readonly hash: Hash } | undefined;
  };
  /** Proofs of splits that stop nothing here: keys that have no say about what is sealed here signed both dockets. */
  readonly claims: readonly ForkClaim[];
}

export interface Founding {
  readonly transaction: Transaction;
  readonly advertise: boolean;
  readonly purpose?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The rules that every founding validator knows; the latest of this program where nothing is said. */
  readonly rules?: number;
  /** The trace-id of the request that founds it. */
  readonly trace?: string;
}

/** The attestation of docket 0 by one seat. */
export interface GenesisSignature {
  readonly voterIndex: number;
  /** 128 hex digits. */
  readonly signature: string;
}

/** Reads of sealed data that wait for a docket which this node may lack. */
export interface Reads {
  /** Height of the durable tip of a register; -1 where there is none. */
  height(registerId: string): number;
  /** True once the register is at that height here; false when that is not so in time. */
  whenReached(registerId: string, height: number): Promise<boolean>;
  /**
   * The result of `attempt`, made again when it misses and this node may lack something; 'behind' where that does not
   * come in time.
   */
  surely<T>(registerId: string, attempt: () => T | Promise<T>, isMiss: (result: T) => boolean): Promise<T | 'behind'>;
}

export interface LedgerGenesis {
  /**
   * Stores a genesis that this node attests: docket 0, record and first consensus record in one synced batch. The
   * caller has checked rights and attestations. A roster of several takes the docket that `prepare` gave and the
   * attestations of the others. Issues: REGISTER_IN_USE when the id exists, ATTESTATION_MISSING, CERTIFICATE_INVALID.
   */
  found(
    founding: Founding,
    attested?: { readonly docket: Docket; readonly signatures: readonly GenesisSignature[] },
  ): Promise<Result<{ readonly record: RegisterRecord; readonly sealed: SealedDocket }>>;
  /** Docket 0 of a register that this node founds, for the attestations of its roster. */
  prepare(founding: Founding): Promise<Result<Docket>>;
}

/** An order to the seat of this node. */
export type SeatAct = 'start' | 'stop' | 'pause' | 'resume' | 'accept-amnesia';

export interface LedgerSeating {
  /** Why a key of this node may not sign in the register; undefined when it may. */
  fenceOf(registerId: string, validatorId: Hash): string | undefined;
  /** An accepted submission stays promised and on disk whatever the order: it is there when the answer comes. */
  control(registerId: string, act: SeatAct): Promise<Result<Seat>>;
  /** Closes the build window now and waits until what was picked is sealed (or there was nothing). */
  process(registerId: string): Promise<Result<ProcessOutcome>>;
}

export interface Ledger {
  /** Registers of this node, in order of creation. Synchronous: the records are in memory. */
  registers(): readonly RegisterRecord[];
  /** How many of them are of this organisation; without a walk. */
  registersOf(tenantId: string): number;
  register(registerId: string): RegisterRecord | undefined;
  readonly genesis: LedgerGenesis;
  update(registerId: string, change: RegisterChange): Promise<Result<RegisterRecord>>;
  /** Stops the register on this node and deletes its data (resumable after a crash). */
  remove(registerId: string, trace?: string): Promise<Issue | undefined>;

  /**
   * The whole way of one submission on this node: signatures, rules, pool, durable acceptance; waits up to `waitMs` for
   * the seal.
   */
  submit(tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome>;
  /**
   * A submission to the register is being made on this node: a docket that is about to be built may wait a moment for
   * it. The function that it gives ends that; call it once.
   */
  expect(registerId: string): () => void;
  /** The checks of `submit` without accepting anything. Empty when it would be accepted now. */
  check(tx: Transaction): Promise<readonly Issue[]>;
  /**
   * The result of `attempt`, for questions that sealed state decides. While this node knows that its tip is old, a
   * refusal that a newer one may take back is asked again after its catch-up. It is NODE_UNAVAILABLE where it does not
   * soon. Without a registerId any register here may be the one. An attempt that is refused leaves nothing.
   */
  atTip<T>(
    registerId: string | undefined,
    attempt: () => T | Promise<T>,
    refusal: (result: T) => readonly Issue[],
  ): Promise<Result<T>>;
  readonly reads: Reads;
  receipt(registerId: string, txId: string): Receipt | undefined;
  /** Accepted and not yet sealed, oldest first. */
  pending(registerId: string): readonly PendingTransaction[];
  pool(registerId: string): Result<PoolFigures>;

  /**
   * The one way into the ledger for a docket from outside (POST dockets, replication): verify everything, then seal.
   */
  adopt(registerId: string, sealed: SealedDocket): Promise<Result<'sealed' | 'already-sealed'>>;
  /** Judges a docket against the sealed state without sealing it. */
  checkDocket(registerId: string, sealed: SealedDocket): Promise<readonly Issue[]>;

  misbehaviour(registerId: string): Promise<Result<MisbehaviourReport>>;
  /**
   * Lets a forked register go on with the branch of this docket, which this node must hold. Issues:
   * REGISTER_STATUS_INVALID.
   */
  acceptFork(registerId: string, docketHash: Hash): Promise<Result<RegisterRecord>>;
  readonly forks: {
    /**
     * The first height that is not served because the branches of a split chain may differ there; undefined when all
     * are.
     */
    forkHeight(registerId: string): number | undefined;
  };

  /** Sealed and durable state at the tip. */
  state(registerId: string): Result<RegisterState>;

  /** The height that is being decided, as far as this node knows. Cheap: a register that is not open stays closed. */
  consensus(registerId: string): Result<ConsensusReport>;

  seat(registerId: string): Result<Seat>;
  seats(): readonly Seat[];
  readonly seating: LedgerSeating;
  figures(registerId?: string): LedgerFigures;
}
