// Frames that travel between two nodes besides the calls of the specification. Decoded and bounded, and nothing else of
// it is verified. Types only.
import type { Issue } from '../base/issue.js';
import type { MemberEvidence } from '../chain/annex.js';
import type { Message } from '../consensus/types.js';
import type { Certificate, Docket, DocketHeader, Hash } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';

/** A tip as it is told: never a bare number. `docket` is inline when it is small. */
export interface HeadClaim {
  readonly registerId: string;
  readonly header: DocketHeader;
  readonly certificate: Certificate;
  readonly docket: Docket | null;
}

/**
 * Two certificates of one height for different dockets: the register is forked (core/mesh/fork.ts judges it and names
 * the culprits). The certificates prove it alone; a header is null where only the certificate arrived, and empty on the
 * wire.
 */
export interface ForkProof {
  readonly registerId: string;
  readonly headers: readonly [DocketHeader | null, DocketHeader | null];
  readonly certificates: readonly [Certificate, Certificate];
}

/**
 * One-way messages on the link between two nodes: in order, unanswered, and lost when the link breaks or its queue is
 * full.
 */
export type Frame =
  | { readonly type: 'consensus'; readonly registerId: string; readonly message: Message }
  | { readonly type: 'offer'; readonly registerId: string; readonly transactions: readonly Transaction[] }
  | { readonly type: 'want-body'; readonly registerId: string; readonly height: number; readonly docketHash: Hash }
  | { readonly type: 'body'; readonly registerId: string; readonly docket: Docket }
  /** Answered with a decided message that carries the docket. */
  | { readonly type: 'want-docket'; readonly registerId: string; readonly height: number }
  /** From now on tell (or do not tell) each new tip of the register. */
  | { readonly type: 'interest'; readonly registerId: string; readonly on: boolean }
  | { readonly type: 'head'; readonly head: HeadClaim }
  /** 256 buckets of 32 bytes over the registers that both nodes may know (core/mesh/heads-digest.ts). */
  | { readonly type: 'digest'; readonly buckets: Uint8Array }
  | { readonly type: 'fork'; readonly proof: ForkProof }
  /** A proven lie of one member that no docket holds yet, told to the other members by the one that met it. */
  | { readonly type: 'evidence'; readonly registerId: string; readonly evidence: MemberEvidence };

/** A register that a peer offers for replication. */
export interface Advert {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly name: string;
  readonly description: string;
  readonly height: number;
  readonly isFullReplica: boolean;
  /**
   * Offered to everybody. Without it the register is offered to the asking node alone, which tells no other node that
   * it exists.
   */
  readonly isPublic: boolean;
}

/** A sealed chunk of a file, by the action that names it and its SHA-256 in hex. */
export interface ChunkAsk {
  readonly registerId: string;
  readonly txId: string;
  readonly hash: string;
}

/** Something that the node of a wallet is asked to do with it. */
export interface WalletAsk {
  readonly registerId: string;
  /** Its address. */
  readonly wallet: string;
  /** By this name the node of the wallet knows what is asked (actors/wallet-asks). */
  readonly subject: string;
  /** Encrypted to the key of the wallet. */
  readonly sealed: Uint8Array;
}

export interface DocketRange {
  readonly registerId: string;
  readonly fromHeight: number;
  /** Inclusive. */
  readonly toHeight: number;
  readonly bytesMax: number;
  /**
   * Dockets without transactions and annex, whole where it is absent; `headers` come without signatures. A peer of an
   * earlier version gives whole ones.
   */
  readonly only?: 'headers' | 'signed-headers';
}

export type SubmitAnswer =
  | { readonly txId: string; readonly status: 'accepted' }
  | { readonly txId: string; readonly status: 'sealed'; readonly height: number; readonly index: number }
  | { readonly txId: string; readonly status: 'refused'; readonly issue: Issue };

export interface DocketAnswer {
  readonly status: 'sealed' | 'already-sealed' | 'behind' | 'invalid';
  /** Height of this node's head. */
  readonly height: number;
  readonly issues: readonly Issue[];
}
