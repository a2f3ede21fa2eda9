// Knowledge of nodes about each other: identities, good and bad deeds, and the offences that a score counts. Types
// only.

/** A node as it presents itself: signed by its node key, so that any peer may pass it on. */
export interface NodeDescriptor {
  /** libp2p peer id of the node key, base58btc. */
  readonly peerId: string;
  readonly orgId: string;
  /** SHA-256 of the TLS public key (SPKI, DER), 64 hex digits: binds the node certificate to the node key. */
  readonly tlsKeyHash: string;
  /** Ed25519 consensus key of the node's seats, 64 hex digits. */
  readonly consensusKey: string;
  /** Where its gRPC server is reached, `host:port`; empty for a node that only dials. */
  readonly endpoints: readonly string[];
  /** libp2p multiaddrs; empty without gossip. */
  readonly multiaddrs: readonly string[];
  /** Rises with every change; the highest wins. Milliseconds of the change. */
  readonly seq: number;
  /** Unix ms after which no node passes it on. */
  readonly notAfterMs: number;
  /** Ed25519 under the node key over `descriptorDigest`, 128 hex digits. */
  readonly signature: string;
}

/** The other end of an authenticated link: its certificate and descriptor agree. */
export interface Peer {
  readonly peerId: string;
  readonly orgId: string;
  /** Ed25519 consensus key that its descriptor names. */
  readonly consensusKey: string;
  /** Certificate of a trusted organisation, or (admission open) any: then read-only and advertised registers only. */
  readonly standing: 'member' | 'guest';
  /** New for each start of its process. */
  readonly bootId: string;
  /** The newest validity rules that it says it knows; absent for a peer that said no hello, as this node itself. */
  readonly rules?: number;
}

/** The deeds of a peer. core/mesh/score.ts gives each its points (docs/protocol.md 16). */
export type Offence =
  | 'invalid-signature'
  | 'equivocation'
  | 'protocol'
  | 'oversize'
  | 'flood'
  | 'timeout'
  | 'slow'
  | 'broken-promise'
  | 'withheld';
