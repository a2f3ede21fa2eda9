// Registers, dockets, votes and certificates as types. The hashed encodings are in docket.ts and roster.ts;
// docs/hashes.md 7 to 9 is the source.
import type { JsonObject } from '../base/json.js';
import type { Frontier } from '../base/merkle.js';
import type { Definition } from '../blueprint/definition/types.js';
import type { SignatureAlgorithm, Transaction } from './transaction.js';

/** Hashes are 64 lower-case hex digits in memory and 32 bytes on the wire and disk. */
export type Hash = string;

export type ConsensusMode = 'majority' | 'bft';

/** A seat. `validatorId` is hashHex('validator-id', consensusKey): what header.proposer and votes name. */
export interface Validator {
  readonly validatorId: Hash;
  readonly orgId: string;
  /** Ed25519 public key, 64 hex digits. */
  readonly consensusKey: string;
  /** libp2p peer id; empty until the node has a mesh identity. */
  readonly peerId: string;
}

/** Validators entitled to decide one height, in roster order (index = voterIndex). */
export interface Roster {
  readonly validators: readonly Validator[];
  /**
   * The mode by which its certificates are counted, from the first governance act that changed it; absent while it is
   * that of genesis. It belongs to the roster so that headers commit to it, and evidence can follow it without the
   * state.
   */
  readonly mode?: ConsensusMode;
}

export type MemberRole = 'Owner' | 'Admin' | 'Designer' | 'Auditor';

/** A member of the governance roster. `subject` is `did:quorate:w:{address}`. */
export interface Member {
  readonly subject: string;
  readonly role: MemberRole;
  readonly publicKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly grantedAt: string;
}

/** Chosen at genesis, changed by governance only (docs/protocol.md 1). */
export interface ConsensusPolicy {
  readonly mode: ConsensusMode;
  readonly leader: 'sticky' | 'rotate';
  readonly tenure: number;
  /** Window that the first transaction of an idle register opens, in ms (0 for one validator). */
  readonly buildWindowMs: number;
  readonly docketTransactionsMax: number;
  readonly docketBytesMax: number;
}

export interface RegisterPolicy {
  readonly consensus: ConsensusPolicy;
  readonly governance: {
    readonly quorumFormula: 'StrictMajority' | 'Supermajority' | 'Unanimous';
    readonly proposalTtlDays: number;
  };
  readonly crypto: { readonly acceptedSignatureAlgorithms: readonly SignatureAlgorithm[] };
}

export interface DocketHeader {
  readonly v: number;
  readonly registerId: string;
  readonly height: number;
  /** 64 zeros for docket 0. */
  readonly prevHash: Hash;
  readonly timestampMs: number;
  readonly proposer: Hash;
  readonly rosterHash: Hash;
  readonly nextRosterHash: Hash;
  readonly txRoot: Hash;
  /**
   * RFC 6962 root over the transactions' whole canonical bytes: signatures and a publication's other members are in no
   * TxId.
   */
  readonly bodyRoot: Hash;
  readonly txCount: number;
  readonly bytes: number;
  readonly stateHash: Hash;
  readonly historyRoot: Hash;
  readonly annexRoot: Hash;
  readonly rules: number;
}

/** The proposed or sealed unit. `hash` is docketHash(header): it never contains the round or the votes. */
export interface Docket {
  readonly hash: Hash;
  readonly header: DocketHeader;
  readonly transactions: readonly Transaction[];
  readonly annex: readonly JsonObject[];
}

export interface Certificate {
  readonly kind: 'PREPARE' | 'COMMIT' | 'GENESIS';
  readonly height: number;
  readonly round: number;
  readonly docketHash: Hash;
  readonly rosterHash: Hash;
  /** Ascending voterIndex, each at most once; signature is 128 hex digits. */
  readonly signatures: readonly { readonly voterIndex: number; readonly signature: string }[];
}

/** A docket with the certificate that makes it irrevocable. */
export interface SealedDocket {
  readonly docket: Docket;
  readonly certificate: Certificate;
}

/** A change of consensus-relevant state: null deletes. Sorted by key, hashed into stateHash. */
export interface StateChange {
  readonly key: string;
  readonly value: JsonObject | null;
}

/**
 * The fold over dockets 0..height that deciding height+1 needs (docs/protocol.md 12). Small: large sets are read
 * through StateView.
 */
export interface RegisterState {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly height: number;
  readonly hash: Hash;
  readonly proposer: Hash;
  /**
   * The time that the next docket has to be above: that of the head, or what governance reset it to in the head
   * (reset-time).
   */
  readonly timestampMs: number;
  readonly stateHash: Hash;
  /** RFC 6962 frontier over docket hashes 0..height. */
  readonly history: Frontier;
  readonly roster: Roster;
  readonly members: readonly Member[];
  readonly policy: RegisterPolicy;
  readonly rules: number;
  /** Transactions in dockets 0..height. */
  readonly txCount: number;
}

/**
 * Synchronous reads of sealed state that are too large for memory. Sync, so that nothing changes between check and use.
 */
export interface StateView {
  /** Value of a consensus-relevant state key (state.ts lists the keys). */
  state(key: string): JsonObject | undefined;
  /** Where a transaction is sealed, and the time of its docket. */
  sealOf(txId: string): SealedAt | undefined;
  /** A sealed transaction. */
  transaction(txId: string): Transaction | undefined;
  /**
   * Hash and stateHash of the docket sealed at a height below the one that is judged; undefined where there is none.
   */
  docketAt(height: number): SealedPoint | undefined;
  /**
   * The holders of a definition's roles when an instance opens, as they were found through this view. A change of
   * participants ends it: then it is another one.
   */
  readonly people?: WeakMap<Definition, FixedHolders> | undefined;
  /** It keeps what it read, because it lives for one docket. */
  readonly remembers?: true;
}

/**
 * Holders of the roles whose wallets a definition names: ids of their records, and the wallets that these act with now.
 */
export interface FixedHolders {
  readonly records: Readonly<Record<string, string>>;
  readonly held: { readonly roles: Readonly<Record<string, string>> };
}

/** Never changes once it is there. */
export interface SealedAt {
  readonly height: number;
  readonly index: number;
  /** Time of the docket. */
  readonly timestampMs: number;
}

/** A point of the chain that can be compared without the docket. */
export interface SealedPoint {
  readonly docketHash: Hash;
  readonly stateHash: Hash;
  readonly timestampMs: number;
}
