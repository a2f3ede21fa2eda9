// Gossip of lies: split chains and proven lies of members. The ledger judges both; here they are passed on, once, to
// the members that have to know. It believes nothing.
import type { Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { offenceOf } from '../../../core/chain/annex.js';
import type { ForkProof, Frame } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Announcement } from '../../ports.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';

export interface EvidenceGossipPorts {
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'register' | 'registers' | 'state' | 'forks' | 'watch' | 'misbehaviour'>;
  readonly rosters: Pick<Rosters, 'peers' | 'mayRead' | 'isSeated'>;
  net(): PeerNet | undefined;
}

export class EvidenceGossip {
  private readonly ports: EvidenceGossipPorts;

  constructor(ports: EvidenceGossipPorts) {
    this.ports = ports;
  }

  /** Always true: what evidence is worth is known only later. */
  onHeard(from: Peer, frame: Extract<Frame, { type: 'evidence' }>): true {
    this.hearEvidence(from, frame).catch((err) =>
      this.ports.log.error({ err }, 'Evidence of a peer could not be recorded.'),
    );
    return true;
  }

  /**
   * A register stopped here: when its chain is split, whichever node found that, everybody who holds a seat must know
   * before it signs on.
   */
  onStopped(registerId: string): void {
    const proof = this.open(registerId);
    if (proof) this.tell(proof);
  }

  /** Everybody who holds a seat in the register must know before it signs on. */
  tell(proof: ForkProof): void {
    this.send(proof.registerId, { type: 'fork', proof });
  }

  /** A peer that was away hears of the split chains in which it has a seat. */
  onLinked(peerId: string): void {
    const { ledger, rosters } = this.ports;
    for (const { id } of ledger.registers()) {
      const proof = this.open(id);
      if (proof && rosters.isSeated(id, peerId)) this.ports.net()?.send(peerId, { type: 'fork', proof });
    }
  }

  /** The proof of a split that is not settled here. */
  private open(registerId: string): ForkProof | undefined {
    const { ledger } = this.ports;
    return ledger.forks.forkHeight(registerId) === undefined ? undefined : ledger.watch.forkProof(registerId);
  }

  /** A member was proven a liar here: the others may propose the docket that says so before this node does. */
  async onFaulted(fact: Extract<Announcement, { type: 'validator-faulted' }>): Promise<void> {
    const { registerId, validatorId, kind, height } = fact;
    if (this.ports.rosters.peers(registerId).length === 0) return;
    const known = await this.ports.ledger.misbehaviour(registerId);
    if (isFailure(known)) return;
    for (const evidence of known.pending) {
      const offence = offenceOf(evidence);
      if (offence.voter === validatorId && offence.kind === kind && offence.height === height)
        this.send(registerId, { type: 'evidence', registerId, evidence });
    }
  }

  /** No peer is blamed for evidence that proves nothing new: a docket may have brought it first. */
  private async hearEvidence(
    from: Peer,
    { registerId, evidence }: Extract<Frame, { type: 'evidence' }>,
  ): Promise<void> {
    const record = this.ports.ledger.register(registerId);
    if (record && this.ports.rosters.mayRead(record, from.peerId))
      await this.ports.ledger.watch.report(registerId, evidence);
  }

  private send(registerId: string, frame: Frame): void {
    for (const peerId of this.ports.rosters.peers(registerId)) this.ports.net()?.send(peerId, frame);
  }
}
