// Ports of the mesh drivers to the network, and their service for it. node/network fulfils PeerNet over gRPC and
// test/sim over the simulated network; both call PeerService. Frames and answers are core types: they were bounded and
// decoded, and nothing else of them is verified. Types only.
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { MemberEvidence } from '../../core/chain/annex.js';
import type { Proposal, Vote } from '../../core/consensus/types.js';
import type {
  Advert,
  ChunkAsk,
  DocketAnswer,
  DocketRange,
  ForkProof,
  Frame,
  HeadClaim,
  SubmitAnswer,
  WalletAsk,
} from '../../core/mesh/frames.js';
import type { Offence, Peer } from '../../core/mesh/types.js';
import type { Docket, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { FollowedGenesis } from '../ledger/genesis.js';
import type { Damage } from '../ledger/health/damage.js';
import type { RegisterHandle } from '../ledger/register-handle.js';
import type { TipTrust } from '../ledger/tip-trust.js';
import type { Ledger } from '../ledger-port.js';
import type { ForkVerdict } from '../misbehaviour/fork-stop.js';

/** The purpose for which a range is asked. */
export interface RangeUse {
  /**
   * For `certified`, the mode of `adoptRange`, transactions are read as the quorum sealed them
   * (core/kinds/as-sealed.ts): no other caller may take them.
   */
  readonly mode?: 'all' | 'certified';
  /**
   * Asked once it has ended, by its peer (`isOver`) or by its consumer: whether the peer gave less than it had claimed
   * to have. Then the request has failed, and a peer that goes on claiming what it does not give is asked ever more
   * rarely.
   */
  readonly isShort?: (isOver: boolean) => boolean;
  /** Told of bytes as they come, before the docket that they belong to is whole. */
  readonly onBytes?: (count: number) => void;
  /** Asked for before its turn: refused where it would take the room of another range. */
  readonly isAhead?: boolean;
  /** Ends it at once, also while nothing comes; a consumer that stops is heard with the next docket only. */
  readonly stop?: AbortSignal;
}

/**
 * The calls of the network that the drivers use. Calls that ask reject with a PeerFailure when the peer does not answer
 * in time.
 */
export interface PeerNet {
  readonly self: Peer;
  /** Peers with an open link. */
  peers(): readonly Peer[];
  peer(peerId: string): Peer | undefined;
  /**
   * False without a link or when its queue is full: the frame is lost. A patient one may wait some milliseconds and
   * leave together with others.
   */
  send(peerId: string, frame: Frame, isPatient?: boolean): boolean;
  /** The transaction passed over the link with the peer, in either way: it had it. False where that is not known. */
  hasPassed(peerId: string, tx: Transaction): boolean;
  /**
   * Takes the bytes of an answer from the budget of the peer that asked for it; false means to wait until there is
   * room, and takes nothing.
   */
  affords(peerId: string, bytes: number): boolean;
  /**
   * Sealed dockets of a range in order, unverified. Ends early at `bytesMax`, at the peer's tip, or when the consumer
   * stops.
   */
  dockets(peerId: string, range: DocketRange, use?: RangeUse): AsyncIterable<SealedDocket>;
  heads(
    peerId: string,
    which: { readonly registerIds: readonly string[] } | { readonly bucket: number },
  ): Promise<readonly HeadClaim[]>;
  adverts(peerId: string): Promise<readonly Advert[]>;
  /** `durable`: answered once the peer has it on disk. */
  submit(
    peerId: string,
    ask: { readonly registerId: string; readonly transactions: readonly Transaction[]; readonly durable: boolean },
  ): Promise<readonly SubmitAnswer[]>;
  /**
   * Asks for the peer's attestation of a docket 0 that names it: the signature of its consensus key, 128 hex digits.
   */
  attest(peerId: string, genesis: Docket): Promise<Result<string>>;
  /** A sealed chunk of a file, not compared with its hash; an issue where the peer has none for this node. */
  chunk(peerId: string, ask: ChunkAsk): Promise<Result<Uint8Array>>;
  /** The answer of the node of a wallet, not verified; an issue where it refuses, or is not that node. */
  askWallet(peerId: string, ask: WalletAsk): Promise<Result<Uint8Array>>;
  blame(peerId: string, offence: Offence, detail: string): void;
  /** A verified range or head. */
  praise(peerId: string): void;
}

/** Thrown by the asking calls of PeerNet: not connected, refused, late or broken. */
export interface PeerFailure extends Error {
  readonly peerId: string;
  readonly reason: 'not-connected' | 'refused' | 'late' | 'broken' | 'malformed';
}

/**
 * The service of this node for an admitted peer, as the network asks for it. `Issue` answers are refusals that the peer
 * is told.
 */
export interface PeerService {
  /** Also when one of several streams of a peer ends: what waited on it is lost, and is told again. */
  onLinked(peer: Peer): void;
  onUnlinked(peerId: string): void;
  frame(from: Peer, frame: Frame): void;
  dockets(from: Peer, range: DocketRange): Result<AsyncIterable<SealedDocket>>;
  heads(
    from: Peer,
    which: { readonly registerIds: readonly string[] } | { readonly bucket: number },
  ): Promise<readonly HeadClaim[]>;
  adverts(from: Peer): readonly Advert[];
  submit(
    from: Peer,
    ask: { readonly registerId: string; readonly transactions: readonly Transaction[]; readonly durable: boolean },
  ): Promise<readonly SubmitAnswer[]>;
  attest(from: Peer, genesis: Docket): Promise<Result<string>>;
  /** FILE_CHUNK_UNAVAILABLE, and for what the peer may not know of REGISTER_NOT_FOUND. */
  chunk(from: Peer, ask: ChunkAsk): Promise<Result<Uint8Array>>;
  /** REGISTER_NOT_FOUND, WALLET_NOT_FOUND, NODE_UNAVAILABLE, and the refusals of what is asked. */
  askWallet(from: Peer, ask: WalletAsk): Promise<Result<Uint8Array>>;
  /** Unary RequestVote: the vote that this node signs for the proposal, or why there is none in time. */
  requestVote(from: Peer, registerId: string, proposal: Proposal): Promise<Result<Vote>>;
  /** Unary ValidateDocket: verifies a decided docket and seals it. */
  validateDocket(from: Peer, sealed: SealedDocket): Promise<DocketAnswer>;
}

/** How a register stands towards its peers, as the mesh sees it. */
export interface SyncReport {
  readonly state: 'synced' | 'recovering' | 'stalled';
  readonly targetHeight: number;
  readonly lastError?: string;
}

/** Sealed data as the mesh reads it. */
export type MeshChain = Pick<
  ChainStore,
  | 'docket'
  | 'docketAt'
  | 'iterate'
  | 'loadBody'
  | 'loadCertificate'
  | 'loadRecord'
  | 'loadState'
  | 'sealedDocket'
  | 'transaction'
  | 'view'
>;

/** A register as the mesh brings it what its members send: actors/ledger/register-handle.ts. */
export type MeshRegister = Pick<RegisterHandle, 'receive' | 'body' | 'renew' | 'outstanding'>;

/** The ledger as the mesh uses it: actors/ledger/host.ts fulfils it. */
export interface MeshLedger
  extends Pick<Ledger, 'registers' | 'register' | 'state' | 'submit' | 'adopt' | 'misbehaviour'> {
  /** The handle to which peers bring frames of one register; undefined where this node lacks the register. */
  handle(registerId: string): MeshRegister | undefined;
  /**
   * Seals the dockets in order as far as they hold. `certified` trusts the certificate for the transaction signatures.
   */
  adoptRange(
    registerId: string,
    dockets: AsyncIterable<SealedDocket>,
    mode: 'all' | 'certified',
  ): Promise<{ readonly adopted: number; readonly height: number; readonly issues: readonly Issue[] }>;
  /**
   * Which tips are not believed yet (head-gate.ts): nothing from peers is taken for them but by `adoptConfirmed`.
   * Absent where none ever is in question.
   */
  readonly heads?: Pick<TipTrust, 'holds' | 'confirm' | 'hold' | 'checkpoint' | 'setCheckpoint' | 'touch'>;
  /** As adoptRange, for dockets that lead to a tip that is believed. */
  adoptConfirmed?: MeshLedger['adoptRange'];
  follow(given: FollowedGenesis): Promise<Result<RegisterRecord>>;
  readonly genesis: { attest(genesis: Docket): Promise<Result<string>> };
  /** Whether the register is followed from peers; without it the register is closed and keeps its data. */
  setSubscribed(registerId: string, on: boolean): Promise<Issue | undefined>;
  setSync(registerId: string, report: SyncReport): void;
  readonly forks: {
    /** The worth of the proof: when it shows a split, it is durable and the register is stopped. */
    report(proof: ForkProof): Promise<ForkVerdict>;
    /** The first height that is not served, because the chain is split there. */
    forkHeight(registerId: string): number | undefined;
  };
  readonly watch: {
    /**
     * Evidence that a peer shows; empty when it is kept or the register is not here, else why it proves nothing new.
     */
    report(registerId: string, evidence: MemberEvidence): Promise<readonly Issue[]>;
    forkProof(registerId: string): ForkProof | undefined;
  };
  readonly seating: {
    /** Fences the seat of the register, durably: this node may have forgotten a vote of it. */
    raise(registerId: string, reason: string): Promise<unknown>;
  };
  /** The repair of damaged rows: it is given the peers to repair from. */
  readonly damage?: Pick<Damage, 'from' | 'hurry'>;
}
