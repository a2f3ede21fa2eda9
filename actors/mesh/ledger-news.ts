// Reactions of the mesh to announcements of the ledger: whom it tells, whom it follows, and what it forgets. It decides
// nothing about the register itself.
import type { Log } from '../../core/base/ports.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Announcement } from '../ports.js';
import { complainTo } from './complain.js';
import type { Forwarder } from './forwarder.js';
import type { PeerTips } from './gossip/peer-tips.js';
import type { TipAnnouncer } from './gossip/tip-announcer.js';
import type { EvidenceGossip } from './misbehaviour/evidence-gossip.js';
import type { VoteGuard } from './misbehaviour/vote-guard.js';
import { type Rosters, UNSEATED } from './peers/rosters.js';
import type { MeshLedger } from './ports.js';
import type { Divergence } from './replication/divergence.js';
import type { MeshReplication } from './replication/replication.js';
import type { Subscriptions } from './replication/subscriptions.js';

export interface LedgerNewsPorts {
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly ledger: Pick<MeshLedger, 'register'>;
  readonly rosters: Pick<Rosters, 'peers' | 'isSeated' | 'refresh' | 'forget'>;
  readonly replication: Pick<MeshReplication, 'onSealed' | 'forget'>;
  readonly tipAnnouncer: Pick<TipAnnouncer, 'onSealed' | 'tell' | 'forget'>;
  readonly tips: Pick<PeerTips, 'onSealed'>;
  readonly forwarder: Pick<Forwarder, 'onSealed' | 'watch'>;
  readonly evidence: Pick<EvidenceGossip, 'onFaulted' | 'onStopped'>;
  readonly subscriptions: Pick<Subscriptions, 'drop' | 'onResumed' | 'choose'>;
  readonly divergence: Pick<Divergence, 'isFollowed'>;
  readonly votes: Pick<VoteGuard, 'forget'>;
}

export class LedgerNews {
  private readonly ports: LedgerNewsPorts;
  private readonly complain: (error: unknown) => void;

  constructor(ports: LedgerNewsPorts) {
    this.ports = ports;
    this.complain = complainTo(ports.log);
  }

  take(fact: Announcement): void {
    const { replication, tipAnnouncer, tips, forwarder, evidence, subscriptions, votes, rosters } = this.ports;
    switch (fact.type) {
      case 'docket-sealed': {
        const { registerId, height, transactions } = fact;
        // First: whom the docket is told follows from the roster that it made.
        if (transactions.some((tx) => kindOf(tx.header).kind === 'governance')) this.onGoverned(registerId);
        replication.onSealed(registerId, height);
        tipAnnouncer.onSealed(registerId, height);
        tips.onSealed(registerId, height);
        forwarder.onSealed(registerId);
        return;
      }
      case 'register-created':
        this.onCreated(fact.registerId);
        return;
      case 'register-status':
        if (fact.status === 'OFFLINE') this.onStopped(fact.registerId);
        else this.onResumed(fact.registerId);
        return;
      case 'validator-faulted':
        evidence.onFaulted(fact).catch(this.complain);
        return;
      case 'register-deleted':
        subscriptions.drop(fact.registerId);
        replication.forget(fact.registerId);
        tipAnnouncer.forget(fact.registerId);
        votes.forget(fact.registerId);
        rosters.forget(fact.registerId);
    }
  }

  /** The register goes on, or the mesh begins: it is heard of again. */
  onResumed(registerId: string): void {
    this.ports.forwarder.watch(registerId);
    this.ports.subscriptions.onResumed(registerId).catch(this.complain);
  }

  /** Nothing is asked for a register that stands still. */
  private onStopped(registerId: string): void {
    const { evidence, rosters, divergence, subscriptions, replication } = this.ports;
    evidence.onStopped(registerId);
    // A docket of another branch that a quorum decided stops the seat before the split below it is proven.
    for (const peerId of rosters.peers(registerId)) divergence.isFollowed(registerId, peerId);
    subscriptions.drop(registerId);
    replication.forget(registerId);
  }

  /** The roster may have changed. A node that lost its seat goes on as a replica, as far as its peers let it. */
  private onGoverned(registerId: string): void {
    const { rosters, ledger, log, subscriptions } = this.ports;
    const wasSeated = rosters.isSeated(registerId);
    rosters.refresh(registerId);
    const record = ledger.register(registerId);
    const isLost = wasSeated && !rosters.isSeated(registerId);
    if (isLost) log.warn({ registerId }, UNSEATED);
    if (isLost) this.onResumed(registerId);
    // Its providers may be members no more.
    else if (record) subscriptions.choose(record);
  }

  /**
   * The members of a register that was founded here get docket 0 at once; one that misses it learns by anti-entropy.
   */
  private onCreated(registerId: string): void {
    const { rosters, ledger, tipAnnouncer } = this.ports;
    const record = ledger.register(registerId);
    const peers = record ? rosters.peers(registerId) : [];
    if (!record || peers.length === 0) return;
    tipAnnouncer.tell(record, peers, false).catch(this.complain);
  }
}
