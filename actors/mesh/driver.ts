// The mesh of this node as its network and its ledger see it: what begins and ends with it, and which part takes what
// comes. It holds no rule; a peer that breaks one is blamed, and nothing of it is stored.
import type { Frame } from '../../core/mesh/frames.js';
import type { Peer } from '../../core/mesh/types.js';
import type { Transaction } from '../../core/model/transaction.js';
import { complainTo } from './complain.js';
import { PeerAnswers } from './inbound/answers.js';
import { InboundFrames } from './inbound/frames.js';
import { LedgerNews } from './ledger-news.js';
import { type MeshOptions, MeshParts, type MeshPorts } from './parts.js';
import type { PeerNet, PeerService } from './ports.js';
import { copiesFrom } from './replication/copies.js';
import { spread } from './spread.js';

export class MeshDriver implements PeerService {
  readonly parts: MeshParts;
  private readonly ports: MeshPorts;
  private readonly frames: InboundFrames;
  private readonly answers: PeerAnswers;
  private readonly news: LedgerNews;
  private readonly complain: (error: unknown) => void;
  private unsubscribe: (() => void) | undefined;

  constructor(ports: MeshPorts, options: MeshOptions, parts = new MeshParts(ports, options)) {
    this.ports = ports;
    this.complain = complainTo(ports.log);
    this.parts = parts;
    const given = { ...ports, ...parts };
    this.frames = new InboundFrames(given);
    this.answers = new PeerAnswers(given);
    this.news = new LedgerNews(given);
  }

  /** Begins to take part: from now on peers are heard and told. Call it before the network starts. */
  start(net: PeerNet): void {
    const { parts, ports } = this;
    parts.connect(net);
    parts.rosters.load();
    for (const { id } of ports.ledger.registers()) this.news.onResumed(id);
    this.unsubscribe = ports.announcements.listen((fact) => this.news.take(fact));
    parts.antiEntropy.start();
    ports.ledger.damage?.from(copiesFrom(net, parts.rosters));
  }

  async stop(): Promise<void> {
    const { parts, ports } = this;
    ports.ledger.damage?.from(undefined);
    this.unsubscribe?.();
    parts.antiEntropy.stop();
    parts.tipAnnouncer.stop();
    parts.forwarder.stop();
    parts.renewals.stop();
    parts.connect(undefined);
    await parts.replication.stop();
  }

  /** A submission was accepted by this node; `relayed` when a peer brought it. */
  onAccepted(registerId: string, tx: Transaction, relayed: boolean): void {
    if (!relayed) this.parts.forwarder.onAccepted(registerId, tx);
  }

  /** See spread.ts. */
  spread(registerId: string, transactions: readonly Transaction[]): Promise<boolean> {
    const { rosters, net } = this.parts;
    return spread({ ledger: this.ports.ledger, rosters, net: net() }, registerId, transactions);
  }

  onLinked(peer: Peer): void {
    const { subscriptions, antiEntropy, evidence, renewals, forwarder, rosters } = this.parts;
    subscriptions.onLinked(peer.peerId).catch(this.complain);
    antiEntropy.onLinked(peer.peerId);
    evidence.onLinked(peer.peerId);
    this.ports.files.onLinked(peer.peerId);
    this.ports.ledger.damage?.hurry();
    renewals.onLinked(peer.peerId);
    forwarder.hurry((registerId) => rosters.isSeated(registerId, peer.peerId));
  }

  onUnlinked(peerId: string): void {
    const { tipAnnouncer, subscriptions, replication, renewals, antiEntropy } = this.parts;
    for (const part of [tipAnnouncer, subscriptions, replication, renewals, antiEntropy]) part.onUnlinked(peerId);
  }

  frame(from: Peer, frame: Frame): void {
    const net = this.parts.net();
    if (!net) return;
    if (this.frames.take(from, frame)) this.parts.tips.onHeard(from.peerId, frame);
    else net.blame(from.peerId, 'protocol', `A frame of type ${frame.type} that is not its to send.`);
  }

  dockets(...given: Parameters<PeerService['dockets']>): ReturnType<PeerService['dockets']> {
    return this.answers.dockets(...given);
  }

  heads(...given: Parameters<PeerService['heads']>): ReturnType<PeerService['heads']> {
    return this.answers.heads(...given);
  }

  readonly adverts: PeerService['adverts'] = (from) => this.answers.adverts(from);

  readonly submit: PeerService['submit'] = (...given) => this.answers.submit(...given);

  readonly chunk: PeerService['chunk'] = (...given) => this.answers.chunk(...given);

  readonly askWallet: PeerService['askWallet'] = (...given) => this.answers.askWallet(...given);

  readonly validateDocket: PeerService['validateDocket'] = (...given) => this.answers.validateDocket(...given);

  readonly attest: PeerService['attest'] = (...given) => this.parts.attestations.give(...given);

  readonly requestVote: PeerService['requestVote'] = (...given) => this.parts.consensus.requestVote(...given);
}
