// Ports of drivers to the world, declared by the consumer. Storage, network and observation satisfy these by shape;
// node/compose/compose.ts is where the compiler checks the fit. Types only.
import type { Issue } from '../core/base/issue.js';
import type { Clock, Log, Random } from '../core/base/ports.js';
import type { InstanceState } from '../core/blueprint/state/instance.js';
import type { SignedClaim } from '../core/consensus/certificate.js';
import type { ConversationEvent } from '../core/designer/events.js';
import type { Hash, Roster } from '../core/model/register.js';
import type { Transaction } from '../core/model/transaction.js';
import type { BodyRoots } from '../core/register/body-roots.js';
import type { KvOp } from '../storage/engine/kv.js';

export type { Clock, Log, Random };

/** Facts that drivers announce after they are durable; hubs, push and read models listen. A closed union. */
export type Announcement = Fact & {
  /** The trace-id of the request that made it. */
  readonly trace?: string | undefined;
  /** Id of what caused it, by which its request is known: a TxId, an operation, a device. */
  readonly cause?: string | undefined;
};

type Fact =
  | { readonly type: 'register-created'; readonly registerId: string; readonly name: string; readonly tenantId: string }
  | { readonly type: 'register-deleted'; readonly registerId: string; readonly tenantId: string }
  | { readonly type: 'register-status'; readonly registerId: string; readonly status: string; readonly reason?: string }
  | {
      /** How far this node is behind its peers: not stored, and known again after a start. */
      readonly type: 'register-sync';
      readonly registerId: string;
      readonly syncState: 'synced' | 'recovering' | 'stalled';
    }
  | {
      readonly type: 'docket-sealed';
      readonly registerId: string;
      readonly height: number;
      readonly hash: Hash;
      readonly transactions: readonly Transaction[];
      readonly timestampMs: number;
    }
  | {
      readonly type: 'validator-faulted';
      readonly registerId: string;
      readonly validatorId: Hash;
      readonly kind: string;
      /** Height at which it lied. */
      readonly height: number;
    }
  | {
      /** Abandoned: this node cannot tell its end, which others may have sealed. */
      readonly type: 'transaction-refused' | 'transaction-abandoned';
      readonly registerId: string;
      readonly txId: string;
      readonly code: string;
    }
  | (InstanceFact & {
      /**
       * Asked: the action is done, and a wallet is to confirm it; or its run is disputed, and a wallet is to say how
       * that ends, or whether a private objection is proven.
       */
      readonly type: 'action-available' | 'confirmation-asked' | 'resolution-asked';
      readonly actionId: number;
    })
  | (InstanceFact & {
      /** Timed out: a timer ended it, and no wallet did it. Given: a party agreed to it, or not. */
      readonly type: 'action-confirmed' | 'action-rejected' | 'action-timed-out' | 'confirmation-given';
      readonly actionId: number;
      readonly txId: string;
    })
  | (InstanceFact & {
      /** Something in it is wrong for this wallet. */
      readonly type: 'action-suspect';
      readonly actionId: number;
      readonly txId: string;
    })
  | (InstanceFact & {
      /** A timer reminds of an action that waits. Nothing of it is on the ledger. */
      readonly type: 'action-reminder';
      readonly actionId: number;
      /** Id of the timer. */
      readonly timer: string;
    })
  | (InstanceFact & {
      /**
       * Runs of the wallet were opened to others, or challenged: its node gives them these by itself. Told until they
       * have them.
       */
      readonly type: 'delivery-due';
    })
  | (InstanceFact & {
      /** A candidate reserved a role or gave it back, or its time is over. */
      readonly type: 'role-claimed' | 'role-released' | 'claim-lapsed';
      readonly role: string;
    })
  | (InstanceFact & {
      /** Its state is another one than before: disputed, active again, or the way in which it ended. */
      readonly type: 'instance-state';
      readonly state: InstanceState;
    })
  | (InstanceFact & {
      /** Asked: a wallet is to say whether it agrees that the instance is cancelled. */
      readonly type: 'workflow-completed' | 'cancellation-asked';
    })
  | {
      readonly type: 'operation-progress' | 'operation-completed' | 'operation-failed';
      readonly operationId: string;
      /** The wallet that submits. */
      readonly wallet: string;
      readonly percentComplete: number;
      readonly atMs: number;
    }
  | {
      readonly type: 'inbox-entry-added';
      readonly platformUserId: string;
      readonly entryId: string;
      readonly atMs: number;
    }
  | {
      /** A wallet of this node holds it since, or its owner gave it another state. */
      readonly type: 'credential-received' | 'credential-status-changed';
      readonly wallet: string;
      readonly credentialId: string;
      readonly atMs: number;
    }
  | {
      /** How many credentials the wallet waits for, which issuers have later. */
      readonly type: 'pending-credential-count';
      readonly wallet: string;
      readonly count: number;
      readonly atMs: number;
    }
  | {
      /** The issuance for the wallet is sealed: who uses it opens the offer of the credential. */
      readonly type: 'credential-available';
      readonly wallet: string;
      readonly credentialId: string;
      readonly issuanceTxId: Hash;
      readonly atMs: number;
    }
  | {
      /** A wallet answered the request of an organisation, or its holder denied it. */
      readonly type: 'presentation-outcome';
      readonly presentationRequestId: string;
      /** The wallet of this node that the request was for. */
      readonly wallet?: string;
      readonly atMs: number;
    }
  | {
      /** For the person of the conversation alone. Text that is said is told before it is durable. */
      readonly type: 'conversation-continued';
      readonly organisationId: string;
      readonly person: string;
      readonly conversationId: string;
      readonly event: ConversationEvent;
      readonly atMs: number;
    }
  | { readonly type: 'inbox-unread-count'; readonly platformUserId: string; readonly unread: number }
  | {
      /** Revoked: what it was given is revoked everywhere, and its session is ended. */
      readonly type: 'device-enrolled' | 'device-revoked';
      readonly platformUserId: string;
      readonly deviceId: string;
      readonly atMs: number;
    };

/** Something sealed about an instance. */
interface InstanceFact {
  readonly registerId: string;
  readonly instanceId: string;
  /** Whom it is told: who may act, for an action that is available; who takes part, for the others. */
  readonly wallets: readonly string[];
  /** Time of the docket. */
  readonly atMs: number;
}

/** The work of other threads for a docket that its quorum certified. */
export interface CertifiedWork {
  /** True if all claims of a certificate are good. */
  claims(claims: readonly SignedClaim[]): Promise<boolean>;
  /** The roots of a body in docket order; undefined without room for them. Never rejects. */
  roots(transactions: readonly Transaction[]): Promise<BodyRoots | undefined>;
}

export interface Announcements {
  announce(fact: Announcement): void;
}

/** Checks every signature of a transaction once per node. Resolves to the result, never rejects for a bad signature. */
export interface SignatureVerifier {
  /** Where it has to wait, `turn` says who brought it: all that bring some take turns. */
  verify(tx: Transaction, turn?: string): Promise<boolean>;
  /** True for a transaction that was verified here lately: it may be known already. False means nothing. */
  isSeen(txId: string): boolean;
}

/** Signs 32-byte digests with this node's consensus key. Deterministic, so that it may be called inside the reducer. */
export interface ConsensusSigner {
  /** Ed25519 public key, 64 hex digits. */
  readonly publicKey: string;
  readonly validatorId: Hash;
  sign(digest: Uint8Array): string;
}

/**
 * The consensus keys of this node. A register is signed with the one that its roster names; a key that lost votes is
 * followed by a new one.
 */
export interface ConsensusKeys {
  /** The newest key: what a new seat is founded on or rekeyed to. */
  readonly current: ConsensusSigner;
  /** Every key, oldest first; keys are never forgotten while rosters may name them. */
  all(): readonly ConsensusSigner[];
  /** The oldest key that holds a seat in the roster, fenced or not. */
  signerIn(roster: Roster): ConsensusSigner | undefined;
  /** Makes another key, which is `current` from then on. It is durable when this resolves. */
  make(): Promise<ConsensusSigner>;
  /**
   * The key that takes the seats of another one of this node: made for it at the first call since the start, and then
   * the same. Never one that was there before, which may be stolen with it, or have forgotten votes with it.
   */
  replacementOf(validatorId: Hash): Promise<ConsensusSigner>;
  /** Tells the listener each key that is made from now on, once it is `current`. */
  listen(listener: (made: ConsensusSigner) => void): void;
}

/** Counters of one node; null switches them off. */
export interface RegisterMetrics {
  onSealed(transactions: number, bytes: number, seconds: number): void;
  onRefused(code: string): void;
  onSubmitted(): void;
  onDropped(reason: string): void;
  onRestarted(): void;
  onHalted(count: number): void;
  poolSize(change: number): void;
}

/** The bytes that an organisation may have sealed on this node. `from` as in the options of a submission. */
export interface StoredBytes {
  /** Why nothing of this size is taken, if so. Asked for each submission: it looks into memory. */
  problem(from: string, wanted: WantedBytes): Issue | undefined;
  /**
   * The operation that counts what is sealed, for the commit that seals it. `acts` of the bytes are governance acts.
   */
  countSealed(from: string, count: SealedBytes): KvOp | undefined;
}

export interface WantedBytes {
  readonly bytes: number;
  /** It is a governance act. */
  readonly isAct: boolean;
}

export interface SealedBytes {
  readonly bytes: number;
  readonly acts: number;
}

/** True if every signature holds. The mesh gives it with each message, so that it may verify on other threads. */
export interface ClaimsVerifier {
  (claims: readonly SignedClaim[]): Promise<boolean>;
  /** The message has nothing that could be verified: its body is not what it says, or its signers have no seat. */
  onRefused?(problem: Issue): void;
}
