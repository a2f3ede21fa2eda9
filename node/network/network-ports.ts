// Ports of the links between nodes, and their settings. Types only.
import type { PeerBook } from '../../actors/mesh/peers/peer-book.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import type { AdmissionMode } from '../../core/mesh/admission.js';
import type { HealthReport } from '../../proto/codec/validator.js';
import type { NodeIdentity } from '../../storage/pki/identity.js';
import type { AskMetrics } from './calls/asks.js';
import type { FrameMetrics } from './links/frames.js';
import type { VoteMemory } from './links/hello-exchange.js';
import type { TransactionCache } from './links/transaction-cache.js';

export interface NetworkOptions {
  readonly identity: NodeIdentity;
  /** Ed25519 key of the seats of this node, 64 hex digits. */
  readonly consensusKey: string;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /**
   * `host:port` under which others reach this node. Host and port of the listener when empty; nothing when that listens
   * everywhere.
   */
  readonly advertise: readonly string[];
  readonly multiaddrs: readonly string[];
  /** `host:port`. */
  readonly seeds: readonly string[];
  readonly admission: AdmissionMode;
  /** New for each start: 1 to 64 letters, digits and hyphens. */
  readonly bootId: string;
  readonly software: string;
  /** The mark that nodes of one machine share, 64 hex digits; absent where the machine tells none. */
  readonly machine?: string | undefined;
}

export interface NetworkMetrics extends FrameMetrics, AskMetrics {
  onFailed(reason: string): void;
}

export interface NetworkPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly book: PeerBook;
  readonly metrics: NetworkMetrics | null;
  readonly votes: VoteMemory | null;
  readonly transactions: TransactionCache;
  /** Peers that the rosters of this node need: dialled first and retried sooner. */
  wantedPeers(): readonly string[];
  health(): HealthReport;
}
