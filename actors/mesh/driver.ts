// The mesh of this node: routes what peers send and ask to the part that answers it, and what the ledger announces to the peers that should know. It
// holds no rule; a peer that breaks one is blamed, and nothing of it is stored.
import { type Issue, isIssue, issue } from '../../core/base/issue.js';
import { HEADS_MAX } from '../../core/base/limits.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import type { Advert, DocketAnswer, DocketRange, Frame, HeadClaim, SubmitAnswer } from '../../core/mesh/frames.js';
import type { Peer } from '../../core/mesh/types.js';
import type { SealedDocket } from '../../core/register/types.js';
import { kindOf } from '../../core/transaction/kinds/index.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { AnnouncementHub } from '../announcements.js';
import type { ClaimsVerifier } from '../docket/inbox.js';
import type { SharedFiles } from '../files/ports.js';
import type { Announcement, ConsensusKeys } from '../ports.js';
import { ConsensusLink } from './consensus/consensus-link.js';
import { Forwarder } from './forwarder.js';
import { TipAnnouncer } from './gossip/tip-announcer.js';
import { EvidenceGossip } from './misbehaviour/evidence-gossip.js';
import { VoteGuard } from './misbehaviour/vote-guard.js';
import { advertsFor } from './peers/adverts.js';
import { knowsMost } from './peers/reach.js';
import { Renewals } from './peers/renewals.js';
import { Rosters, UNSEATED } from './peers/rosters.js';
import type { MeshChain, MeshLedger, PeerNet, PeerService } from './ports.js';
import { relayedBy } from './relayed.js';
import { AntiEntropy } from './replication/anti-entropy.js';
import { copiesFrom } from './replication/copies.js';
import { Divergence, isParted } from './replication/divergence.js';
import { Attestations } from './replication/founding.js';
import { chunkFor, rangeFor } from './replication/ranges.js';
import { MeshReplication } from './replication/replication.js';
import { Subscriptions } from './replication/subscriptions.js';
import { spread } from './spread.js';

export interface MeshPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly chain: MeshChain;
  readonly files: SharedFiles;
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

export class MeshDriver implements PeerService {
  readonly rosters: Rosters;
  readonly consensus: ConsensusLink;
  readonly forwarder: Forwarder;
  readonly replication: MeshReplication;
  readonly tipAnnouncer: TipAnnouncer;
  readonly antiEntropy: AntiEntropy;
  readonly subscriptions: Subscriptions;
  readonly attestations: Attestations;
  readonly divergence: Divergence;
  readonly votes: VoteGuard;
  readonly evidence: EvidenceGossip;
  readonly chunk: PeerService['chunk'] = (from, ask) => chunkFor({ ...this.ports, rosters: this.rosters }, from, ask);
  private readonly renewals: Renewals;
  private readonly ports: MeshPorts;
  private network: PeerNet | undefined;
  private unsubscribe: (() => void) | undefined;

  constructor(ports: MeshPorts, options: MeshOptions) {
    this.ports = ports;
    const net = () => this.network;
    const rosters = new Rosters(ports, options.peerId);
    const suspect = (registerId: string, peerId: string) => {
      if (this.divergence.isFollowed(registerId, peerId)) this.replication.suspect(registerId, peerId);
    };
    this.divergence = new Divergence({ ...ports, net, forked: (proof) => this.evidence.tell(proof) });
    const parted = (...given: Parameters<Divergence['parted']>) => this.parted(...given);
    const behind = (...given: Parameters<MeshReplication['hint']>) => this.behind(...given);
    this.rosters = rosters;
    this.votes = new VoteGuard({ ...ports, rosters });
    this.consensus = new ConsensusLink({
      ...{ ...ports, rosters, net, verify: ports.verifyClaims, behind: suspect },
      verified: (message) => this.votes.note(message),
    });
    this.forwarder = new Forwarder({
      ...ports,
      takers: (registerId) => this.takers(registerId),
      isShared: (registerId) => rosters.peers(registerId).length > 0,
      offer: (registerId, peerIds, transactions) => this.consensus.offer(registerId, peerIds, transactions),
    });
    this.renewals = new Renewals({ ...ports, rosters });
    this.subscriptions = new Subscriptions({ ...ports, rosters, net, behind });
    this.replication = new MeshReplication({
      ...{ ...ports, net, parted, mode: options.sync, chosen: this.subscriptions },
      knowsMost: (registerId) => knowsMost(this, registerId),
      proven: (registerId) => this.tipAnnouncer.proven.height(registerId),
    });
    this.tipAnnouncer = new TipAnnouncer({
      ...{ ...ports, rosters, net },
      isHeard: (record, { peerId, standing }) =>
        rosters.isSeated(record.id, peerId) ||
        (standing === 'member' && (rosters.mayRead(record, peerId) || this.subscriptions.isShown(record.id, peerId))),
      isProvider: (registerId, peerId) => this.subscriptions.isProvider(registerId, peerId),
      isOwn: (validatorId) => ports.keys.all().some((key) => key.validatorId === validatorId),
      behind,
      parted,
      verify: ports.verifyClaims,
      unknown: (peer, head) => void this.subscriptions.join(peer, head).catch((error) => this.complain(error)),
      forked: (proof) => this.evidence.tell(proof),
    });
    this.antiEntropy = new AntiEntropy({
      ...ports,
      net,
      isShared: (record, peerId) =>
        rosters.isSeated(record.id, peerId) ||
        this.tipAnnouncer.isInterested(record.id, peerId) ||
        this.subscriptions.isProvider(record.id, peerId),
      isSeated: (registerId) => rosters.isSeated(registerId),
      heard: (peer, head) => this.tipAnnouncer.heard(peer, head),
      compared: (registerIds) => this.replication.compared(registerIds),
      subscriptions: this.subscriptions,
    });
    this.evidence = new EvidenceGossip({ ...ports, rosters, net });
    this.attestations = new Attestations({ ...ports, net, attests: options.attests });
  }

  /** Begins to take part: from now on peers are heard and told. Call it before the network starts. */
  start(net: PeerNet): void {
    this.network = net;
    this.rosters.load();
    for (const { id } of this.ports.ledger.registers()) this.resumed(id);
    this.unsubscribe = this.ports.announcements.listen((fact) => this.announced(fact));
    this.antiEntropy.start();
    this.ports.ledger.damage?.from(copiesFrom(net, this.rosters));
  }

  async stop(): Promise<void> {
    this.ports.ledger.damage?.from(undefined);
    this.unsubscribe?.();
    this.antiEntropy.stop();
    this.tipAnnouncer.stop();
    this.forwarder.stop();
    this.renewals.stop();
    this.network = undefined;
    await this.replication.stop();
  }

  get net(): PeerNet | undefined {
    return this.network;
  }

  /** A submission was accepted by this node; `relayed` when a peer brought it. */
  accepted(registerId: string, tx: Transaction, relayed: boolean): void {
    if (!relayed) this.forwarder.accepted(registerId, tx);
  }

  /** See spread.ts. */
  spread(registerId: string, transactions: readonly Transaction[]): Promise<boolean> {
    return spread({ ...this.ports, rosters: this.rosters, net: this.network }, registerId, transactions);
  }

  // ---- What peers send.

  linked(peer: Peer): void {
    this.subscriptions.linked(peer.peerId).catch((error) => this.complain(error));
    this.antiEntropy.linked(peer.peerId);
    this.evidence.linked(peer.peerId);
    this.ports.files.linked(peer.peerId);
    this.ports.ledger.damage?.hurry();
    this.renewals.linked(peer.peerId);
    this.forwarder.hurry((registerId) => this.rosters.isSeated(registerId, peer.peerId));
  }

  unlinked(peerId: string): void {
    this.tipAnnouncer.unlinked(peerId);
    this.subscriptions.unlinked(peerId);
    this.replication.unlinked(peerId);
    this.renewals.unlinked(peerId);
    this.antiEntropy.unlinked(peerId);
  }

  frame(from: Peer, frame: Frame): void {
    if (!this.network) return;
    if (!this.accepts(from, frame))
      this.network.blame(from.peerId, 'protocol', `A frame of type ${frame.type} that is not its to send.`);
  }

  /** False for what an honest peer does not send. */
  private accepts(from: Peer, frame: Frame): boolean {
    switch (frame.type) {
      case 'consensus':
      case 'want-body':
      case 'body':
      case 'want-docket':
        return this.consensus.receive(from, frame);
      case 'offer':
        return this.offered(from, frame);
      case 'interest':
        return this.tipAnnouncer.interest(from, frame) || frame.on;
      case 'head':
        return this.tipAnnouncer.heard(from, frame.head);
      case 'digest':
        this.antiEntropy.heard(from, frame.buckets).catch((error) => this.complain(error));
        return true;
      case 'fork':
        this.tipAnnouncer.fork(from, frame.proof);
        return true;
      case 'evidence':
        return this.evidence.heard(from, frame);
    }
  }

  // ---- What peers ask.

  dockets(from: Peer, range: DocketRange): AsyncIterable<SealedDocket> | Issue {
    return rangeFor({ ...this.ports, rosters: this.rosters }, from.peerId, range);
  }

  async heads(from: Peer, which: Parameters<PeerService['heads']>[1]): Promise<readonly HeadClaim[]> {
    const records =
      'bucket' in which
        ? this.antiEntropy.bucket(from.peerId, which.bucket)
        : which.registerIds.slice(0, HEADS_MAX).flatMap((id) => this.ports.ledger.register(id) ?? []);
    const claims = await Promise.all(
      records.slice(0, HEADS_MAX).map((record) => this.tipAnnouncer.claimFor(record, from)),
    );
    return claims.filter((claim) => claim !== undefined);
  }

  adverts(from: Peer): readonly Advert[] {
    return advertsFor({ ...this.ports, rosters: this.rosters }, from.peerId);
  }

  async submit(
    from: Peer,
    ask: { readonly registerId: string; readonly transactions: readonly Transaction[]; readonly durable: boolean },
  ): Promise<readonly SubmitAnswer[]> {
    const { registerId, transactions, durable } = ask;
    const record = this.writable(from, registerId);
    if (!isIssue(record)) this.ports.files.offered(registerId, from.peerId, transactions);
    return Promise.all(
      transactions.map(async (tx): Promise<SubmitAnswer> => {
        const { txId } = tx;
        if (isIssue(record)) return { txId, status: 'refused', issue: record };
        if (tx.header.registerId !== registerId)
          return { txId, status: 'refused', issue: issue('VAL_STRUCT_002', '', 'It is for another register.') };
        const outcome = await this.ports.ledger.submit(tx, { ...relayedBy(from), ...(durable && { durable }) });
        if (outcome.status === 'sealed')
          return { txId, status: 'sealed', height: outcome.height, index: outcome.index };
        if (outcome.status === 'pending') return { txId, status: 'accepted' };
        return { txId, status: 'refused', issue: outcome.issues[0] ?? issue('INTERNAL', '', 'Refused.') };
      }),
    );
  }

  readonly attest: PeerService['attest'] = (...given) => this.attestations.give(...given);

  readonly requestVote: PeerService['requestVote'] = (...given) => this.consensus.requestVote(...given);

  async validateDocket(from: Peer, sealed: SealedDocket): Promise<DocketAnswer> {
    const { registerId, height } = sealed.docket.header;
    const record = this.writable(from, registerId);
    if (isIssue(record)) return { status: 'invalid', height: 0, issues: [record] };
    const local = this.next(registerId) - 1;
    if (height > local + 1) {
      this.replication.hint(registerId, from.peerId, height);
      return { status: 'behind', height: local, issues: [] };
    }
    const result = await this.ports.ledger.adopt(registerId, sealed);
    if (result === 'sealed' || result === 'already-sealed')
      return { status: result, height: this.next(registerId) - 1, issues: [] };
    if (result.some(isParted)) this.parted(registerId, from.peerId, height - 1);
    return { status: 'invalid', height: local, issues: result };
  }

  // ---- What the ledger announces.

  private announced(fact: Announcement): void {
    switch (fact.type) {
      case 'docket-sealed': {
        const { registerId, height, transactions } = fact;
        if (transactions.some((tx) => kindOf(tx.header).kind === 'governance')) this.governed(registerId);
        this.replication.sealed(registerId, height);
        this.tipAnnouncer.sealed(registerId, height);
        this.forwarder.sealed(registerId);
        return;
      }
      case 'register-created':
        this.created(fact.registerId);
        return;
      case 'register-status':
        this.moved(fact.registerId, fact.status);
        return;
      case 'validator-faulted':
        this.evidence.faulted(fact).catch((error) => this.complain(error));
        return;
      case 'register-deleted':
        this.subscriptions.drop(fact.registerId);
        this.replication.forget(fact.registerId);
        this.tipAnnouncer.forget(fact.registerId);
        this.votes.forget(fact.registerId);
        this.rosters.forget(fact.registerId);
    }
  }

  /** Nothing is asked for a register that stands still; one that goes on is heard of again. */
  private moved(registerId: string, status: string): void {
    if (status === 'OFFLINE') {
      this.evidence.stopped(registerId);
      // A docket of another branch that a quorum decided stops the seat before the split below it is proven.
      for (const peerId of this.rosters.peers(registerId)) this.divergence.isFollowed(registerId, peerId);
      this.subscriptions.drop(registerId);
      this.replication.forget(registerId);
    } else this.resumed(registerId);
  }

  private resumed(registerId: string): void {
    this.forwarder.watch(registerId);
    this.subscriptions.resumed(registerId).catch((error) => this.complain(error));
  }

  /** The roster may have changed. A node that lost its seat goes on as a replica, as far as its peers let it. */
  private governed(registerId: string): void {
    const wasSeated = this.rosters.isSeated(registerId);
    this.rosters.refresh(registerId);
    const record = this.ports.ledger.register(registerId);
    const isLost = wasSeated && !this.rosters.isSeated(registerId);
    if (isLost) this.ports.log.warn({ registerId }, UNSEATED);
    if (isLost) this.resumed(registerId);
    // Its providers may be members no more.
    else if (record) this.subscriptions.choose(record);
  }

  /** The members of a register that was founded here get docket 0 at once; one that misses it learns by anti-entropy. */
  private created(registerId: string): void {
    const record = this.ports.ledger.register(registerId);
    const peers = record ? this.rosters.peers(registerId) : [];
    if (!record || peers.length === 0) return;
    this.tipAnnouncer.tell(record, peers, false).catch((error) => this.complain(error));
  }

  /** A node without a seat offers only to members that show it the register: for the others it does not exist, as far as this node may know. */
  private takers(registerId: string): readonly string[] {
    const members = this.rosters.peers(registerId);
    if (this.rosters.isSeated(registerId)) return members;
    return members.filter((peerId) => this.subscriptions.isShown(registerId, peerId));
  }

  private offered(from: Peer, frame: Extract<Frame, { type: 'offer' }>): boolean {
    if (frame.transactions.some((tx) => tx.header.registerId !== frame.registerId)) return false;
    // A replica may learn late that a register is shown to it no more.
    if (isIssue(this.writable(from, frame.registerId))) return true;
    this.ports.files.offered(frame.registerId, from.peerId, frame.transactions);
    for (const tx of frame.transactions)
      this.ports.ledger.submit(tx, relayedBy(from)).catch((error) => this.complain(error));
    return true;
  }

  private readable(from: Peer, registerId: string): RegisterRecord | Issue {
    const record = this.ports.ledger.register(registerId);
    // What a peer may not know exists looks as if it did not.
    return record && this.rosters.mayRead(record, from.peerId)
      ? record
      : issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');
  }

  /** What a guest may read it may not write to (docs/protocol.md 16). */
  private writable(from: Peer, registerId: string): RegisterRecord | Issue {
    const record = this.readable(from, registerId);
    return isIssue(record) || from.standing === 'member' || this.rosters.isSeated(registerId, from.peerId)
      ? record
      : issue('FORBIDDEN', '', 'A guest may only read.');
  }

  private parted(registerId: string, peerId: string, height?: number): void {
    this.tipAnnouncer.proven.parted(registerId, peerId);
    this.divergence.parted(registerId, peerId, height);
  }

  /** False for a peer whose dockets are not wanted. */
  private behind(registerId: string, peerId: string, height: number): boolean {
    const isFollowed = this.divergence.isFollowed(registerId, peerId);
    if (isFollowed) this.replication.hint(registerId, peerId, height);
    return isFollowed;
  }

  private next(registerId: string): number {
    const state = this.ports.ledger.state(registerId);
    return isIssue(state) ? 1 : state.height + 1;
  }

  private complain(error: unknown): void {
    this.ports.log.error({ err: error }, 'The mesh failed to do something for a peer.');
  }
}
