// The peer mesh as the surface asks for it: the port that api/ handlers use. With the mesh switched off there is
// no peer: lists are empty and acts are refused with MESH_OFF. Types only.
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { Docket, Validator } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import type { GenesisSignature } from '../ledger-port.js';

/** A node that this one knows. Latencies in ms over the last requests; undefined before the first. */
export interface PeerView {
  readonly peerId: string;
  readonly orgId: string;
  /** As the authority is called that this node trusts for the organisation; undefined without one. */
  readonly orgName?: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly state: 'idle' | 'dialling' | 'handshaking' | 'up' | 'backing-off' | 'banned';
  readonly standing: 'member' | 'guest' | 'unknown';
  readonly isSeed: boolean;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly version: string;
  readonly failures: number;
  /** docs/protocol.md 16: above -50 it is not banned. */
  readonly score: number;
  readonly ban?: { readonly atMs: number; readonly untilMs: number | null; readonly reason: string };
  readonly requests: {
    readonly total: number;
    readonly succeeded: number;
    readonly averageMs?: number;
    readonly minMs?: number;
    readonly maxMs?: number;
  };
  readonly breaker: 'closed' | 'open' | 'half-open';
  readonly queued: number;
  /** How long it took to answer the last question that every node answers at once; undefined before the first. */
  readonly roundTripMs?: number | undefined;
  /** How long a question waits that it has not answered; undefined while it answers. */
  readonly silentMs?: number | undefined;
  /** The newest validity rules that it says it knows, while it is linked. */
  readonly rules?: number;
  /**
   * `isPublic`: offered to everybody; without it the register is offered to this node alone, and its existence
   * concerns no other node.
   */
  readonly advertised: readonly { readonly registerId: string; readonly height: number; readonly isPublic?: boolean }[];
}

export type SyncState = 'synced' | 'recovering' | 'stalled';

/** A register as it is replicated here. */
export interface ReplicaView {
  readonly registerId: string;
  readonly state: SyncState;
  /** Height here, and the highest tip that a peer proved. */
  readonly height: number;
  readonly targetHeight: number;
  readonly dockets: number;
  readonly lastSyncMs?: number;
  readonly failures: number;
  readonly lastError?: string;
  readonly isSeated: boolean;
  /** Peers from which it hears. */
  readonly providers: readonly string[];
  /** Followed from peers by order; unsubscribe ends it. */
  readonly isSubscribed?: boolean;
  /**
   * Where this node holds a seat: the round of the height that is being decided, and the validatorId that proposes in
   * it.
   */
  readonly consensus?: { readonly round: number; readonly leader: string } | undefined;
  /** Tips of other peers of the roster, by their own word; a peer that told nothing is left out. */
  readonly tips?: readonly (TipSeen & { readonly peerId: string })[];
}

export interface TipSeen {
  readonly height: number;
  readonly heardAtMs: number;
  /** Dockets that this node sealed more than two seconds ago, and the peer has not told since. */
  readonly lag: number;
}

export interface AvailableRegister {
  readonly registerId: string;
  readonly name: string;
  readonly description: string;
  readonly height: number;
  readonly peers: readonly string[];
  readonly fullReplicas: number;
  /** A peer offers it to everybody; without this it is offered to this node alone. */
  readonly isPublic?: boolean;
}

export interface MeshStatus {
  readonly isOn: boolean;
  readonly peerId: string;
  readonly orgId: string;
  readonly orgName?: string | undefined;
  readonly endpoint: string;
  readonly peersUp: number;
  readonly peersKnown: number;
}

export interface Mesh {
  status(): MeshStatus;
  peers(): readonly PeerView[];
  peer(peerId: string): PeerView | undefined;
  /** The seat that a node would take in a new register, this node's own included. Issues: PEER_NOT_FOUND, MESH_OFF. */
  seatOf(peerId: string): Result<Validator>;
  /**
   * Attestations of docket 0 by the seats of other nodes. Issues: ATTESTATION_MISSING for each that is not connected,
   * refuses or does not answer.
   */
  collectAttestations(docket: Docket, seats: readonly Validator[]): Promise<Result<readonly GenesisSignature[]>>;
  /**
   * `force` is needed for a member of a roster that this node shares: it may cost quorum. Issues: PEER_NOT_FOUND,
   * PEER_BANNED, PEER_IN_ROSTER.
   */
  ban(peerId: string, given: { readonly reason: string; readonly force: boolean }): Promise<Result<PeerView>>;
  /** Issues: PEER_NOT_FOUND, PEER_NOT_BANNED. */
  unban(peerId: string): Promise<Result<PeerView>>;
  /** Forgets failures and score; gives the failures that there were. */
  reset(peerId: string): Promise<Result<number>>;
  /**
   * True once as many validators as a quorum of the register have the transactions on disk; false when they cannot be
   * reached in time.
   */
  spread(registerId: string, transactions: readonly Transaction[]): Promise<boolean>;
  replicas(): readonly ReplicaView[];
  replica(registerId: string): ReplicaView | undefined;
  /** Registers that peers advertise. */
  available(): readonly AvailableRegister[];
  /** Replicates a register of a peer from docket 0 on. Issues: REGISTER_NOT_ADVERTISED, REGISTER_IN_USE, MESH_OFF. */
  subscribe(
    registerId: string,
    given: {
      readonly genesisHash?: string;
      /**
       * A docket that is on its chain. It may be given later, for a register that is followed or has a seat here
       * already.
       */
      readonly checkpoint?: Checkpoint;
      /** The organisation of this node that will see it; the one of the node without. */
      readonly tenantId?: string;
      /** This node has it for others, who alone are to know that. */
      readonly isOfOthers?: boolean;
    },
  ): Promise<Result<ReplicaView>>;
  /** Stops following and keeps the data; REGISTER_SEATED for a member of its roster. */
  unsubscribe(registerId: string): Promise<Issue | undefined>;
}
