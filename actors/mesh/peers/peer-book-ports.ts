// Ports of the peer book, its settings, and the view of a known peer. Types only.
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import type { AdmissionMode } from '../../../core/mesh/admission.js';
import type { NodeDescriptor, Offence } from '../../../core/mesh/types.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { PeerStore } from '../../../storage/tables/node/peers.js';

export interface PeerBookPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly journal: Pick<Journal, 'commit'>;
  readonly peers: PeerStore;
  readonly metrics?: PeerBookMetrics | undefined;
}

export interface PeerBookMetrics {
  offence(offence: Offence): void;
  onBanned(): void;
}

export interface PeerBookOptions {
  /** Never in the book. */
  readonly selfPeerId: string;
  readonly admission: AdmissionMode;
  /** peerIds that `closed` admits. */
  readonly allowedPeers: readonly string[];
  /** Whether it holds a seat in a register of this node. Asked for every decision, so it answers from memory. */
  isRosterMember(peerId: string): boolean;
}

/** The facts of a known peer that dialling and exchange need. */
export interface KnownPeer {
  readonly peerId: string;
  readonly orgId: string;
  /** Undefined for a peer that has shown none yet. */
  readonly descriptor: NodeDescriptor | undefined;
  readonly isSeed: boolean;
  readonly isBanned: boolean;
  readonly lastSeenMs: number;
  readonly score: number;
}
