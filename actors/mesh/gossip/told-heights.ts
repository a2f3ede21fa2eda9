// Heights that peers tell and this node has not: whether their dockets are asked for, and what follows where they turn
// out to be of another branch. It fetches nothing and proves nothing.

import type { Divergence } from '../replication/divergence.js';
import type { MeshReplication } from '../replication/replication.js';
import type { ProvenTips } from './proven-tips.js';

export interface ToldHeightsPorts {
  readonly divergence: Pick<Divergence, 'isFollowed' | 'onParted'>;
  replication(): Pick<MeshReplication, 'hint' | 'suspect'>;
  proven(): Pick<ProvenTips, 'onParted'>;
}

export class ToldHeights {
  private readonly ports: ToldHeightsPorts;

  constructor(ports: ToldHeightsPorts) {
    this.ports = ports;
  }

  /** The peer says that it has this height. False for a peer whose dockets are not wanted. */
  behind(registerId: string, peerId: string, height: number): boolean {
    const isFollowed = this.ports.divergence.isFollowed(registerId, peerId);
    if (isFollowed) this.ports.replication().hint(registerId, peerId, height);
    return isFollowed;
  }

  /** The peer is ahead, without a word on how far. */
  onSuspected(registerId: string, peerId: string): void {
    if (this.ports.divergence.isFollowed(registerId, peerId)) this.ports.replication().suspect(registerId, peerId);
  }

  /** Its dockets do not follow those that are sealed here: what it proved of its tip counts no longer. */
  onParted(registerId: string, peerId: string, height?: number): void {
    this.ports.proven().onParted(registerId, peerId);
    this.ports.divergence.onParted(registerId, peerId, height);
  }
}
