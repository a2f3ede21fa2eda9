// The parts of the mesh, and what each is given of the others. It builds them and starts nothing: driver.ts does. A
// caller that needs a few of them names those few.
import type { Clock, Log, Random } from '../../core/base/ports.js';
import type { AnnouncementHub } from '../announcements.js';
import type { SharedFiles } from '../files/ports.js';
import type { ClaimsVerifier, ConsensusKeys } from '../ports.js';
import type { WalletHost } from '../wallet-asks/ports.js';
import { complainTo } from './complain.js';
import { ConsensusLink } from './consensus/consensus-link.js';
import { Forwarder } from './forwarder.js';
import { PeerTips } from './gossip/peer-tips.js';
import { TipAnnouncer, type TipAnnouncerPorts } from './gossip/tip-announcer.js';
import { ToldHeights } from './gossip/told-heights.js';
import { EvidenceGossip } from './misbehaviour/evidence-gossip.js';
import { VoteGuard } from './misbehaviour/vote-guard.js';
import { RegisterAccess } from './peers/register-access.js';
import { Renewals } from './peers/renewals.js';
import { Rosters } from './peers/rosters.js';
import type { MeshChain, MeshLedger, PeerNet } from './ports.js';
import { knowsMost } from './reach.js';
import { AntiEntropy } from './replication/anti-entropy.js';
import { Divergence } from './replication/divergence.js';
import { Attestations } from './replication/founding.js';
import { MeshReplication } from './replication/replication.js';
import { Subscriptions } from './replication/subscriptions.js';

export interface MeshPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: MeshChain;
  readonly files: SharedFiles;
  /** Absent on a node without wallets. */
  readonly wallets?: WalletHost | undefined;
  readonly keys: Pick<ConsensusKeys, 'signerIn' | 'all'>;
  readonly ledger: MeshLedger;
  readonly announcements: AnnouncementHub;
  readonly verifyClaims: ClaimsVerifier;
}

export interface MeshOptions {
  readonly peerId: string;
  /** Takes a seat in registers that admitted members found with this node. */
  readonly attests: boolean;
  /** Whether transaction signatures are checked again in dockets that a certificate covers. */
  readonly sync: 'all' | 'certified';
}

export class MeshParts {
  readonly rosters: Rosters;
  readonly access: RegisterAccess;
  readonly consensus: ConsensusLink;
  readonly forwarder: Forwarder;
  readonly replication: MeshReplication;
  readonly told: ToldHeights;
  readonly tipAnnouncer: TipAnnouncer;
  readonly antiEntropy: AntiEntropy;
  readonly tips: PeerTips;
  readonly subscriptions: Subscriptions;
  readonly attestations: Attestations;
  readonly divergence: Divergence;
  readonly votes: VoteGuard;
  readonly evidence: EvidenceGossip;
  readonly renewals: Renewals;
  private network: PeerNet | undefined;

  constructor(ports: MeshPorts, options: MeshOptions) {
    const { net } = this;
    const rosters = new Rosters(ports, options.peerId);
    this.rosters = rosters;
    this.access = new RegisterAccess({ ...ports, rosters });
    this.votes = new VoteGuard({ ...ports, rosters });
    this.evidence = new EvidenceGossip({ ...ports, rosters, net });
    this.renewals = new Renewals({ ...ports, rosters });
    this.attestations = new Attestations({ ...ports, net, attests: options.attests });
    this.divergence = new Divergence({ ...ports, net, onForked: (proof) => this.evidence.tell(proof) });
    const heights = new ToldHeights({
      divergence: this.divergence,
      replication: () => this.replication,
      proven: () => this.tipAnnouncer.proven,
    });
    this.told = heights;
    this.consensus = new ConsensusLink({
      ...{ ...ports, rosters, net, verify: ports.verifyClaims },
      behind: (registerId, peerId) => heights.onSuspected(registerId, peerId),
      onVerified: (message) => this.votes.note(message),
    });
    this.forwarder = new Forwarder({
      ...ports,
      takers: (registerId) => this.takers(registerId),
      isShared: (registerId) => rosters.peers(registerId).length > 0,
      offer: (registerId, peerIds, transactions) => this.consensus.offer(registerId, peerIds, transactions),
    });
    const behind: ToldHeights['behind'] = (...given) => heights.behind(...given);
    this.subscriptions = new Subscriptions({ ...ports, rosters, net, behind });
    this.replication = new MeshReplication({
      ...{ ...ports, net, mode: options.sync, chosen: this.subscriptions },
      onParted: (...given) => heights.onParted(...given),
      knowsMost: (registerId) => knowsMost(this, registerId),
      proven: (registerId) => this.tipAnnouncer.proven.height(registerId),
    });
    this.tipAnnouncer = new TipAnnouncer({ ...this.tipPorts(ports), behind });
    this.antiEntropy = this.antiEntropyOf(ports);
    this.tips = new PeerTips({
      ...{ ...ports, rosters, equalMs: (...given) => this.antiEntropy.equalMs(...given) },
      ask: (...given) => void this.antiEntropy.askTip(...given).catch(complainTo(ports.log)),
    });
  }

  /** The network while the mesh is up: without it nothing is sent, and nothing is taken. */
  readonly net = (): PeerNet | undefined => this.network;

  connect(network: PeerNet | undefined): void {
    this.network = network;
  }

  private tipPorts(ports: MeshPorts): Omit<TipAnnouncerPorts, 'behind'> {
    const { rosters, net, subscriptions, told: heights } = this;
    return {
      ...{ ...ports, rosters, net, verify: ports.verifyClaims },
      isHeard: (record, { peerId, standing }) =>
        rosters.isSeated(record.id, peerId) ||
        (standing === 'member' && (rosters.mayRead(record, peerId) || subscriptions.isShown(record.id, peerId))),
      isProvider: (registerId, peerId) => subscriptions.isProvider(registerId, peerId),
      isOwn: (validatorId) => ports.keys.all().some((key) => key.validatorId === validatorId),
      onParted: (...given) => heights.onParted(...given),
      unknown: (peer, head) => void subscriptions.join(peer, head).catch(complainTo(ports.log)),
      onForked: (proof) => this.evidence.tell(proof),
    };
  }

  private antiEntropyOf(ports: MeshPorts): AntiEntropy {
    const { rosters, net, subscriptions, tipAnnouncer, replication } = this;
    return new AntiEntropy({
      ...{ ...ports, net, subscriptions },
      isShared: (record, peerId) =>
        rosters.isSeated(record.id, peerId) ||
        tipAnnouncer.isInterested(record.id, peerId) ||
        subscriptions.isProvider(record.id, peerId),
      isSeated: (registerId) => rosters.isSeated(registerId),
      onHeard: (peer, head) => {
        const isTrue = tipAnnouncer.onHeard(peer, head);
        if (isTrue) this.tips.onHeard(peer.peerId, { type: 'head', head });
        return isTrue;
      },
      onCompared: (registerIds) => replication.onCompared(registerIds),
    });
  }

  /**
   * A node without a seat offers only to members that show it the register: for the others it does not exist, as far as
   * this node may know.
   */
  private takers(registerId: string): readonly string[] {
    const members = this.rosters.peers(registerId);
    if (this.rosters.isSeated(registerId)) return members;
    return members.filter((peerId) => this.subscriptions.isShown(registerId, peerId));
  }
}
