// Tells peers of new tips and judges what they tell: interested replicas hear of every tip, members of the roster
// once a register has come to rest. A tip is believed only as far as it proves itself; a bare height is never a target
// for anybody but its teller.
import { HEAD_INLINE_BYTES_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Timer } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { forkHeight } from '../../../core/mesh/fork.js';
import type { ForkProof, Frame, HeadClaim } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Hash } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ForkVerdict } from '../../misbehaviour/fork-stop.js';
import type { ClaimsVerifier } from '../../ports.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { isParted } from '../replication/divergence.js';
import { ProvenTips } from './proven-tips.js';

/** Tips of one register that come together are told once. */
const PUSH_MS = 20;
/** A register without a seal for so long is at rest. */
const SETTLE_MS = 1000;
const INTERESTS_PER_PEER_MAX = 20_000;

export interface TipAnnouncerPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'sealedDocket' | 'docketAt' | 'docket'>;
  readonly ledger: Pick<MeshLedger, 'register' | 'state' | 'adopt' | 'forks' | 'heads'>;
  readonly rosters: Rosters;
  net(): PeerNet | undefined;
  /**
   * True for a peer whose word on the register is asked for: a member, a provider. To the others this node does not
   * show that it has the register.
   */
  isHeard(record: RegisterRecord, peer: Peer): boolean;
  /** True for a peer that this node chose to hear of the register from. */
  isProvider(registerId: string, peerId: string): boolean;
  /** True for the id of a seat key of this node. */
  isOwn(validatorId: Hash): boolean;
  /** A peer is ahead of this node, as far as it says. False where its dockets are not wanted. */
  behind(registerId: string, peerId: string, height: number): boolean;
  /** A peer has dockets that do not follow those that are sealed here, another one at `height`. */
  onParted(registerId: string, peerId: string, height?: number): void;
  /** A tip of a register that is not here. */
  unknown(peer: Peer, head: HeadClaim): void;
  onForked(proof: ForkProof): void;
  readonly verify: ClaimsVerifier;
}

export class TipAnnouncer {
  readonly proven: ProvenTips;
  private readonly ports: TipAnnouncerPorts;
  private readonly interested = new Map<string, Set<string>>();
  private readonly interests = new Map<string, Set<string>>();
  private readonly due = new Map<string, { pushMs: number | undefined; settleMs: number | undefined; told: number }>();
  /**
   * Peers whose claim of a fork is being judged, one at a time: it costs two certificates and the reading of a docket.
   */
  private readonly judging = new Set<string>();
  /** Heights of tips that came with their docket, while that is verified and sealed. */
  private readonly adopting = new Map<string, number>();
  private timer: Timer | undefined;
  /** When the timer fires. */
  private timerMs = 0;
  private stopped = false;

  constructor(ports: TipAnnouncerPorts) {
    this.ports = ports;
    this.proven = new ProvenTips(ports);
  }

  /** A docket became durable here. */
  onSealed(registerId: string, height: number): void {
    if (this.stopped) return;
    const listeners = this.interested.get(registerId)?.size ?? 0;
    const members = this.ports.rosters.isSeated(registerId) ? this.ports.rosters.peers(registerId).length : 0;
    if (listeners === 0 && members === 0) return;
    const now = this.ports.clock.steady();
    const entry = this.due.get(registerId) ?? { pushMs: undefined, settleMs: undefined, told: height - 1 };
    if (listeners > 0) entry.pushMs ??= now + PUSH_MS;
    if (members > 0) entry.settleMs = now + SETTLE_MS;
    this.due.set(registerId, entry);
    this.arm(listeners > 0 ? PUSH_MS : SETTLE_MS);
  }

  /** False when the peer may not follow the register or asks for too many. */
  interest(peer: Peer, frame: Extract<Frame, { type: 'interest' }>): boolean {
    const { registerId, on } = frame;
    const mine = this.interests.get(peer.peerId) ?? new Set();
    if (!on) {
      mine.delete(registerId);
      this.interested.get(registerId)?.delete(peer.peerId);
      return true;
    }
    const record = this.ports.ledger.register(registerId);
    if (!record || !this.ports.rosters.mayRead(record, peer.peerId)) return false;
    // It is repeated, because one may be lost; the digests of tips tell what else was.
    if (mine.has(registerId) && this.isInterested(registerId, peer.peerId)) return true;
    if (mine.size >= INTERESTS_PER_PEER_MAX) return false;
    mine.add(registerId);
    this.interests.set(peer.peerId, mine);
    const peers = this.interested.get(registerId) ?? new Set();
    peers.add(peer.peerId);
    this.interested.set(registerId, peers);
    this.report(this.tell(record, [peer.peerId], false));
    return true;
  }

  isInterested(registerId: string, peerId: string): boolean {
    return this.interested.get(registerId)?.has(peerId) ?? false;
  }

  onUnlinked(peerId: string): void {
    for (const registerId of this.interests.get(peerId) ?? []) this.interested.get(registerId)?.delete(peerId);
    this.interests.delete(peerId);
  }

  forget(registerId: string): void {
    this.interested.delete(registerId);
    this.due.delete(registerId);
    this.proven.forget(registerId);
  }

  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
    this.due.clear();
  }

  /** The tip for a peer that asks: of what it may read, or the docket that took its seat. */
  claimFor(record: RegisterRecord, { peerId }: Peer): Promise<HeadClaim | undefined> {
    const { rosters } = this.ports;
    if (rosters.mayRead(record, peerId)) return this.claim(record, 'never');
    const until = rosters.mayReadUntil(record, peerId);
    return until === undefined ? Promise.resolve(undefined) : this.claim(record, 'never', until);
  }

  /** The tip of a register of this node as it is told, with its docket when that is small or `whole` is asked for. */
  async claim(
    record: RegisterRecord,
    inline: 'small' | 'never' | 'always',
    height?: number,
  ): Promise<HeadClaim | undefined> {
    const state = this.ports.ledger.state(record.id);
    // Nor is one told that this node does not believe itself: another would count it as a second voice.
    if (this.ports.ledger.heads?.holds(record.id)) return undefined;
    // Of a split chain nothing is told: the branches differ at the head.
    if (isFailure(state) || this.ports.ledger.forks.forkHeight(record.id) !== undefined) return undefined;
    // Peers ask for tips by the hundred: what fills a docket is read only for who gets it.
    const stored = this.ports.chain.docket(record.reg, height ?? state.height);
    if (!stored) return undefined;
    const { header, certificate } = stored;
    const isInline = inline === 'always' || (inline === 'small' && header.bytes <= HEAD_INLINE_BYTES_MAX);
    const sealed = isInline ? await this.ports.chain.sealedDocket(record.reg, header.height) : undefined;
    return { registerId: record.id, header, certificate, docket: sealed?.docket ?? null };
  }

  /** Tells the tip to peers now. */
  async tell(record: RegisterRecord, peerIds: readonly string[], isInline: boolean): Promise<void> {
    const head = await this.claim(record, isInline ? 'small' : 'never');
    const net = this.ports.net();
    if (!head || !net || this.stopped) return;
    const frame: Frame = { type: 'head', head };
    for (const peerId of peerIds) net.send(peerId, frame);
  }

  /**
   * The register is at rest: the builder of its tip tells the other members, so that the last message of all cannot be
   * lost for long.
   */
  private async settle(record: RegisterRecord, members: readonly string[]): Promise<void> {
    const state = this.ports.ledger.state(record.id);
    if (!isFailure(state) && this.ports.isOwn(state.proposer)) await this.tell(record, members, false);
  }

  /** A claim of a peer. False when it contradicts itself, which only a broken or lying peer does. */
  onHeard(peer: Peer, head: HeadClaim): boolean {
    const { registerId, header, certificate, docket } = head;
    const { height } = header;
    if (
      header.registerId !== registerId ||
      certificate.height !== height ||
      certificate.docketHash !== docketHash(header) ||
      (docket !== null && docket.hash !== certificate.docketHash)
    )
      return false;
    const record = this.ports.ledger.register(registerId);
    if (!record) {
      this.ports.unknown(peer, head);
      return true;
    }
    if (!this.ports.isHeard(record, peer)) return true;
    const state = this.ports.ledger.state(registerId);
    if (isFailure(state)) return true;
    if (height <= state.height) this.report(this.compare(peer, record, head));
    else if (height === state.height + 1 && docket !== null) this.report(this.adopt(peer, head));
    else if (this.ports.behind(registerId, peer.peerId, height)) this.report(this.prove(peer, record, head));
    return true;
  }

  private async prove({ peerId }: Peer, record: RegisterRecord, head: HeadClaim): Promise<void> {
    if ((await this.proven.onTold(record, peerId, head)) === 'invalid')
      this.ports.net()?.blame(peerId, 'invalid-signature', 'A head whose certificate does not hold.');
  }

  /** The height of a tip that is being adopted; -1 without one. */
  coming(registerId: string): number {
    return this.adopting.get(registerId) ?? -1;
  }

  private async adopt(peer: Peer, head: HeadClaim): Promise<void> {
    const { registerId, certificate, docket, header } = head;
    if (!docket) return;
    this.adopting.set(registerId, header.height);
    const result = await this.ports.ledger.adopt(registerId, { docket, certificate }).finally(() => {
      if (this.adopting.get(registerId) === header.height) this.adopting.delete(registerId);
    });
    if (result === 'sealed') this.ports.net()?.praise(peer.peerId);
    else if (result !== 'already-sealed' && result.issues.some(isParted))
      this.ports.onParted(registerId, peer.peerId, header.height - 1);
    // The range that follows finds every other fault of it, and says whose fault it is.
    else if (result !== 'already-sealed') this.ports.behind(registerId, peer.peerId, header.height);
  }

  /**
   * A certificate for another docket that follows the same one proves a fork, or that the peer made it up. Where the
   * branches parted earlier the peer is asked where: rosters may differ since, and no peer is to blame for being on the
   * other one.
   */
  private async compare(peer: Peer, record: RegisterRecord, head: HeadClaim): Promise<void> {
    const { height } = head.header;
    const stored = this.ports.chain.docketAt(record.reg, height);
    if (!stored || stored.hash === head.certificate.docketHash) return;
    const ours = this.ports.chain.docket(record.reg, height);
    if (!ours) return;
    if (ours.header.prevHash !== head.header.prevHash) {
      this.ports.onParted(record.id, peer.peerId, height);
      return;
    }
    const proof: ForkProof = {
      registerId: record.id,
      headers: [ours.header, head.header],
      certificates: [ours.certificate, head.certificate],
    };
    if ((await this.judge(peer.peerId, proof)) === 'false')
      this.ports
        .net()
        ?.blame(peer.peerId, 'invalid-signature', 'A head at a sealed height whose certificate does not hold.');
  }

  /** A proof that a peer shows. */
  fork(peer: Peer, proof: ForkProof): void {
    const { ledger } = this.ports;
    const { registerId } = proof;
    const record = ledger.register(registerId);
    // A proof is enough to stop it, until people settled the split: another one stops it again.
    if (!record || !this.mayAccuse(record, peer) || ledger.forks.forkHeight(registerId) !== undefined) return;
    const state = ledger.state(registerId);
    // A node that is behind cannot know yet who had to decide that height.
    if (isFailure(state) || forkHeight(proof) > state.height + 1) return;
    this.report(
      this.judge(peer.peerId, proof).then((verdict) => {
        if (verdict === 'false') this.ports.net()?.blame(peer.peerId, 'protocol', 'A fork proof that proves nothing.');
      }),
    );
  }

  /** To judge a proof costs up to two certificates: who only says that it has the register too is not heard. */
  private mayAccuse(record: RegisterRecord, peer: Peer): boolean {
    const { rosters } = this.ports;
    const isKnown = rosters.mayRead(record, peer.peerId) || this.ports.isProvider(record.id, peer.peerId);
    return isKnown && this.ports.isHeard(record, peer);
  }

  /**
   * Whether what a peer shows proves a fork, which is kept and told then. Undefined while another claim of the peer is
   * under judgement.
   */
  private async judge(peerId: string, proof: ForkProof): Promise<ForkVerdict | undefined> {
    if (this.judging.has(peerId)) return undefined;
    this.judging.add(peerId);
    try {
      const verdict = await this.ports.ledger.forks.report(proof);
      if (verdict === 'split') this.ports.onForked(proof);
      return verdict;
    } finally {
      this.judging.delete(peerId);
    }
  }

  /** A push does not wait for a register that is about to settle: the timer stands at what is due first. */
  private arm(delayMs: number): void {
    const dueMs = this.ports.clock.steady() + delayMs;
    if (this.timer && this.timerMs <= dueMs) return;
    this.timer?.cancel();
    this.timerMs = dueMs;
    this.timer = this.ports.clock.setTimer(() => {
      this.timer = undefined;
      this.work();
      const next = [...this.due.values()].flatMap(({ pushMs, settleMs }) => [pushMs, settleMs].filter(isNumber));
      if (next.length > 0) this.arm(Math.max(PUSH_MS, Math.min(...next) - this.ports.clock.steady()));
    }, delayMs);
  }

  private work(): void {
    const now = this.ports.clock.steady();
    for (const [registerId, entry] of [...this.due]) {
      const record = this.ports.ledger.register(registerId);
      if (!record) {
        this.due.delete(registerId);
        continue;
      }
      const members = new Set(this.ports.rosters.peers(registerId));
      if (entry.pushMs !== undefined && entry.pushMs <= now) {
        entry.pushMs = undefined;
        const listeners = this.listeners(record).filter((peerId) => !members.has(peerId));
        const state = this.ports.ledger.state(registerId);
        const height = isFailure(state) ? entry.told : state.height;
        this.report(this.tell(record, listeners, height === entry.told + 1));
        entry.told = height;
      }
      if (entry.settleMs !== undefined && entry.settleMs <= now) {
        entry.settleMs = undefined;
        this.report(this.settle(record, [...members]));
      }
      if (entry.pushMs === undefined && entry.settleMs === undefined) this.due.delete(registerId);
    }
  }

  /**
   * Peers that asked to hear of the register. A peer that may read it no more, because it is withdrawn or its seat is
   * gone, is a stranger to it from now on.
   */
  private listeners(record: RegisterRecord): string[] {
    const peers = this.interested.get(record.id) ?? new Set<string>();
    for (const peerId of peers) {
      if (this.ports.rosters.mayRead(record, peerId)) continue;
      peers.delete(peerId);
      this.interests.get(peerId)?.delete(record.id);
    }
    return [...peers];
  }

  private report(done: Promise<void>): void {
    done.catch((error) => this.ports.log.error({ err: error }, 'A head could not be told or judged.'));
  }
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}
