// Finds what every other way missed: about once a minute two nodes compare a digest of the tips of the registers that
// both hold, and list only the buckets that differ. The digest is a hint about equality and proves nothing.
import { LRUCache } from 'lru-cache';
import { HEADS_MAX } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Random, Timer } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import {
  bucketOf,
  differingBuckets,
  emptyDigest,
  type Leaf,
  leafOf,
  toggleLeaf,
} from '../../../core/mesh/heads-digest.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Hash } from '../../../core/model/register.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { AnnouncementHub } from '../../announcements.js';
import type { MeshLedger, PeerNet } from '../ports.js';

const ROUND_MS = 60_000;
/** The offers of peers are asked for again after so many rounds: without gossip no node tells of a new register. */
const REFRESH_ROUNDS = 5;
/** Buckets asked for after one digest: the rest comes with the next. */
const BUCKETS_MAX = 32;
/**
 * A peer that was linked so long without a digest, or without the tips that differ, has nothing to tell: it keeps no
 * answer back any longer.
 */
const COMPARED_MS_MAX = 10_000;
/** Digests of one peer closer together are passed over: each makes this node read the tips of all that both hold. */
const HEARD_MS = 1000;
/** A tip that was read so long ago is read again, whether or not a seal was told. */
const LEAF_MS = 10 * 60_000;
/** Peers of which it is kept when their tips were equal: more than a node is linked with. */
const EQUAL_PEERS_MAX = 1000;

export interface AntiEntropyPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'register' | 'registers' | 'state'>;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  net(): PeerNet | undefined;
  /** True if both nodes hold the register, as far as this one knows. */
  isShared(record: RegisterRecord, peerId: string): boolean;
  /** True if this node has a seat in the register, as far as it knows. */
  isSeated(registerId: string): boolean;
  onHeard(peer: Peer, head: HeadClaim): boolean;
  /**
   * The tips of a peer that differ from ours were heard, or there are none; of these registers alone where they are
   * named.
   */
  onCompared(registerIds?: ReadonlySet<string>): void;
  readonly subscriptions: {
    /**
     * Tells the peer again in which registers this node is interested: its digest leaves out what it does not count as
     * shared.
     */
    repeat(peerId: string): void;
    /** Asks the peer again what it offers. Never rejects. */
    refreshAdverts(peerId: string): Promise<void>;
  };
}

interface KeptLeaf {
  readonly leaf: Leaf;
  readonly atMs: number;
  readonly hash: Hash;
  /** Since when the tip is known to be this one. */
  readonly sinceMs: number;
}

export class AntiEntropy {
  private readonly ports: AntiEntropyPorts;
  private readonly asking = new Set<string>();
  /** When the last digest of a peer was compared; emptied with each round. */
  private readonly heardAtMs = new Map<string, number>();
  /** Peers whose tips were not heard since they were linked, and when that was. */
  private readonly uncompared = new Map<string, number>();
  /** Registers of which the peers are asked as soon as they can be: see `onOpened`. */
  private readonly untold = new Set<string>();
  private isAsking = false;
  private readonly buckets = new WeakMap<RegisterRecord, number>();
  /**
   * Of tips that have not moved since they were read: ten thousand of them for each peer, each minute, would be read
   * from disk for nothing.
   */
  private readonly leaves = new Map<string, KeptLeaf>();
  /** When the tips of all that is shared with a peer were equal last. */
  private readonly equalAtMs = new LRUCache<string, number>({ max: EQUAL_PEERS_MAX });
  private deafen: (() => void) | undefined;
  private timer: Timer | undefined;
  private stopped = false;
  private rounds = 0;

  constructor(ports: AntiEntropyPorts) {
    this.ports = ports;
  }

  start(): void {
    this.deafen ??= this.ports.announcements.listen((fact) => {
      if (!('registerId' in fact)) return;
      this.leaves.delete(fact.registerId);
      if (fact.type === 'register-status' && fact.status === 'RECOVERY') this.onOpened(fact.registerId);
    });
    this.timer = this.ports.clock.setTimer(
      () => {
        if (this.stopped) return;
        this.heardAtMs.clear();
        this.round();
        this.start();
      },
      ROUND_MS * (0.8 + 0.4 * this.ports.random.number()),
    );
  }

  stop(): void {
    this.stopped = true;
    this.deafen?.();
    this.timer?.cancel();
  }

  onLinked(peerId: string): void {
    this.uncompared.set(peerId, this.ports.clock.steady());
    // Both nodes dial, so that a link may come up twice within a second: the digest over the second one counts too.
    this.heardAtMs.delete(peerId);
    this.tell(peerId);
  }

  onUnlinked(peerId: string): void {
    this.uncompared.delete(peerId);
  }

  /** False for a peer that was just linked, and may have told elsewhere what it has not told here. */
  isCompared(peerId: string): boolean {
    const sinceMs = this.uncompared.get(peerId);
    return sinceMs === undefined || this.ports.clock.steady() - sinceMs >= COMPARED_MS_MAX;
  }

  /** When the peer had the very tip that this node has, by the last digest that differed in nothing. */
  equalMs(registerId: string, peerId: string): number | undefined {
    const atMs = this.equalAtMs.get(peerId);
    const known = this.leaves.get(registerId);
    const record = this.ports.ledger.register(registerId);
    // A tip that was read later may be another one.
    if (atMs === undefined || known === undefined || known.sinceMs > atMs || record === undefined) return undefined;
    return this.ports.isShared(record, peerId) ? atMs : undefined;
  }

  /**
   * A register is in RECOVERY. While it was closed for a repair every tip that a peer told of it was passed over;
   * without a question of its own it would be behind, by what it says, until the next round.
   */
  private onOpened(registerId: string): void {
    if (this.stopped || this.ports.ledger.register(registerId)?.damage !== undefined) return;
    this.untold.add(registerId);
    if (this.isAsking) return;
    this.isAsking = true;
    this.askUntold()
      .catch((error) => this.ports.log.error({ err: error }, 'Peers could not be asked for heads.'))
      .finally(() => {
        this.isAsking = false;
      });
  }

  private async askUntold(): Promise<void> {
    // The caller that announced the status goes on first.
    await null;
    while (this.untold.size > 0 && !this.stopped) {
      const due = [...this.untold].slice(0, HEADS_MAX);
      for (const registerId of due) this.untold.delete(registerId);
      const net = this.ports.net();
      for (const peer of net?.peers() ?? []) if (net) await this.askFor(net, peer, due);
    }
  }

  private async askFor(net: PeerNet, peer: Peer, due: readonly string[]): Promise<void> {
    const registerIds = due.filter((registerId) => {
      const record = this.ports.ledger.register(registerId);
      return record?.status === 'RECOVERY' && this.ports.isShared(record, peer.peerId);
    });
    if (registerIds.length === 0) return;
    const heads = await net.heads(peer.peerId, { registerIds }).catch(() => []);
    const claims = heads.filter(({ registerId }) => registerIds.includes(registerId));
    if (!this.hears(net, peer, claims)) return;
    if (claims.length > 0) this.ports.onCompared(new Set(claims.map(({ registerId }) => registerId)));
  }

  /** Asks a linked peer for its tip of one register. */
  async askTip(registerId: string, peerId: string): Promise<void> {
    const net = this.ports.net();
    const peer = net?.peer(peerId);
    if (!net || !peer || this.stopped) return;
    const heads = await net.heads(peerId, { registerIds: [registerId] }).catch(() => []);
    const claims = heads.filter((head) => head.registerId === registerId);
    this.hears(net, peer, claims);
  }

  private round(): void {
    this.rounds++;
    for (const { peerId } of this.ports.net()?.peers() ?? []) {
      this.tell(peerId);
      if (this.rounds % REFRESH_ROUNDS === 0) void this.ports.subscriptions.refreshAdverts(peerId);
    }
  }

  /**
   * Sends the digest of what is shared with the peer; also right after a link comes up or a stream of it is replaced.
   */
  tell(peerId: string): void {
    this.ports.subscriptions.repeat(peerId);
    this.ports.net()?.send(peerId, { type: 'digest', buckets: this.digest(peerId) });
  }

  /** The peer's digest: what differs is asked for. */
  async onHeard(peer: Peer, buckets: Uint8Array): Promise<void> {
    const net = this.ports.net();
    if (!net || this.stopped || this.asking.has(peer.peerId)) return;
    const nowMs = this.ports.clock.steady();
    if (nowMs - (this.heardAtMs.get(peer.peerId) ?? Number.NEGATIVE_INFINITY) < HEARD_MS) return;
    this.heardAtMs.set(peer.peerId, nowMs);
    const differing = differingBuckets(this.digest(peer.peerId), buckets).slice(0, BUCKETS_MAX);
    if (differing.length === 0) {
      this.equalAtMs.set(peer.peerId, nowMs);
      this.uncompared.delete(peer.peerId);
      this.ports.onCompared();
      return;
    }
    this.asking.add(peer.peerId);
    try {
      for (const bucket of differing) if (!this.hears(net, peer, await this.headsIn(net, peer.peerId, bucket))) return;
      this.uncompared.delete(peer.peerId);
      this.ports.onCompared();
    } catch (error) {
      this.ports.log.debug({ peerId: peer.peerId, err: error }, 'A peer did not list its heads.');
    } finally {
      this.asking.delete(peer.peerId);
    }
  }

  /** False for a peer whose word cannot be true; then it is blamed. */
  private hears(net: PeerNet, peer: Peer, heads: readonly HeadClaim[]): boolean {
    const isTrue = heads.every((head) => this.ports.onHeard(peer, head));
    if (!isTrue) net.blame(peer.peerId, 'protocol', 'A head that contradicts itself.');
    return isTrue;
  }

  /**
   * A peer that knows of a later roster may hold this node for a stranger to a register. It tells its tip only when it
   * is asked for by name.
   */
  private async headsIn(net: PeerNet, peerId: string, bucket: number): Promise<readonly HeadClaim[]> {
    const listed = await net.heads(peerId, { bucket });
    const known = new Set(listed.map(({ registerId }) => registerId));
    const missing = this.bucket(peerId, bucket).flatMap(({ id, subscribed }) =>
      known.has(id) || !(subscribed || this.ports.isSeated(id)) ? [] : [id],
    );
    if (missing.length === 0) return listed;
    return [...listed, ...(await net.heads(peerId, { registerIds: missing.slice(0, HEADS_MAX) }))];
  }

  /** Registers of one bucket that both hold. */
  bucket(peerId: string, bucket: number): readonly RegisterRecord[] {
    return this.ports.ledger
      .registers()
      .filter((record) => this.bucketOf(record) === bucket && this.ports.isShared(record, peerId));
  }

  /** Hashed once a record: a peer may ask for one bucket after the other. */
  private bucketOf(record: RegisterRecord): number {
    const bucket = this.buckets.get(record) ?? bucketOf(record.id);
    this.buckets.set(record, bucket);
    return bucket;
  }

  private digest(peerId: string): Uint8Array {
    const digest = emptyDigest();
    for (const { id } of this.sharedRegisters(peerId)) {
      const leaf = this.leafOf(id);
      if (leaf) toggleLeaf(digest, leaf);
    }
    return digest;
  }

  private leafOf(registerId: string): Leaf | undefined {
    const nowMs = this.ports.clock.steady();
    const known = this.leaves.get(registerId);
    if (known && nowMs - known.atMs < LEAF_MS) return known.leaf;
    const state = this.ports.ledger.state(registerId);
    if (isFailure(state)) return undefined;
    const leaf = leafOf({ registerId, height: state.height, hash: state.hash });
    const sinceMs = known?.hash === state.hash ? known.sinceMs : nowMs;
    this.leaves.set(registerId, { leaf, atMs: nowMs, hash: state.hash, sinceMs });
    return leaf;
  }

  private sharedRegisters(peerId: string): readonly RegisterRecord[] {
    return this.ports.ledger.registers().filter((record) => this.ports.isShared(record, peerId));
  }
}
