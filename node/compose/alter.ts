// The layer that a program of the tests may put around the mesh of a node, to make one that lies: a seam of
// `composeNode`, which no setting, flag or variable reaches, so that `quorate start` runs honest nodes only. Types
// only.
import type { ConsensusTransport } from '../../actors/docket/ports.js';
import type { LedgerHost } from '../../actors/ledger/host.js';
import type { PeerNet, PeerService } from '../../actors/mesh/ports.js';
import type { ConsensusKeys } from '../../actors/ports.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';

export interface Inside {
  readonly ledger: LedgerHost;
  readonly chain: ChainStore;
  readonly keys: ConsensusKeys;
}

export interface Alterations {
  /** Around what a register sends to its other validators. */
  transport(registerId: string, honest: ConsensusTransport): ConsensusTransport;
  /** Around the network as the drivers use it. */
  net(honest: PeerNet): PeerNet;
  /** Around what answers peers. */
  service(honest: PeerService): PeerService;
}

export type Alter = (inside: Inside) => Alterations;
