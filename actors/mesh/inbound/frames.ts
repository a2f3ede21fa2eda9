// Which part takes a frame of a peer. It answers nothing itself; what no honest peer sends it tells its caller, who
// blames the peer.
import type { Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { SharedFiles } from '../../files/ports.js';
import { complainTo } from '../complain.js';
import type { ConsensusLink } from '../consensus/consensus-link.js';
import type { TipAnnouncer } from '../gossip/tip-announcer.js';
import type { EvidenceGossip } from '../misbehaviour/evidence-gossip.js';
import type { RegisterAccess } from '../peers/register-access.js';
import type { MeshLedger } from '../ports.js';
import type { AntiEntropy } from '../replication/anti-entropy.js';
import { relayOptions } from './relayed.js';

export interface InboundFramesPorts {
  readonly log: Pick<Log, 'error'>;
  readonly ledger: Pick<MeshLedger, 'submit'>;
  readonly files: Pick<SharedFiles, 'onOffered'>;
  readonly access: Pick<RegisterAccess, 'writable'>;
  readonly consensus: Pick<ConsensusLink, 'receive'>;
  readonly tipAnnouncer: Pick<TipAnnouncer, 'interest' | 'onHeard' | 'fork'>;
  readonly antiEntropy: Pick<AntiEntropy, 'onHeard'>;
  readonly evidence: Pick<EvidenceGossip, 'onHeard'>;
}

export class InboundFrames {
  private readonly ports: InboundFramesPorts;
  private readonly complain: (error: unknown) => void;

  constructor(ports: InboundFramesPorts) {
    this.ports = ports;
    this.complain = complainTo(ports.log);
  }

  /** False for what an honest peer does not send. */
  take(from: Peer, frame: Frame): boolean {
    const { consensus, tipAnnouncer, antiEntropy, evidence } = this.ports;
    switch (frame.type) {
      case 'consensus':
      case 'want-body':
      case 'body':
      case 'want-docket':
        return consensus.receive(from, frame);
      case 'offer':
        return this.onOffered(from, frame);
      case 'interest':
        return tipAnnouncer.interest(from, frame) || frame.on;
      case 'head':
        return tipAnnouncer.onHeard(from, frame.head);
      case 'digest':
        antiEntropy.onHeard(from, frame.buckets).catch(this.complain);
        return true;
      case 'fork':
        tipAnnouncer.fork(from, frame.proof);
        return true;
      case 'evidence':
        return evidence.onHeard(from, frame);
    }
  }

  private onOffered(from: Peer, { registerId, transactions }: Extract<Frame, { type: 'offer' }>): boolean {
    const { access, files, ledger } = this.ports;
    if (transactions.some((tx) => tx.header.registerId !== registerId)) return false;
    // A replica may learn late that a register is shown to it no more.
    if (isFailure(access.writable(from, registerId))) return true;
    files.onOffered(registerId, from.peerId, transactions);
    for (const tx of transactions) ledger.submit(tx, relayOptions(from)).catch(this.complain);
    return true;
  }
}
