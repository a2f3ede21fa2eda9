// The one place that knows the peers of this node: their descriptors, scores, breakers and budgets, with the bans of
// peer-bans.ts. All but bans is written in batches by `sweep`, so that no frame of a peer costs a write. It opens no
// link and sends nothing: node/network asks it.
import { type Issue, issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { admission, type CertStanding } from '../../../core/mesh/admission.js';
import {
  afterOutcome,
  PAUSE_CONSENSUS_MAX_MS,
  PAUSE_MAX_MS,
  permit,
  type RequestClass,
} from '../../../core/mesh/breaker.js';
import { type PeerBudget, RANGE_STREAMS_MAX } from '../../../core/mesh/budget.js';
import { checkDescriptor } from '../../../core/mesh/descriptor.js';
import { afterPraise, CLEAN, pointsAt } from '../../../core/mesh/score.js';
import type { NodeDescriptor, Offence, Peer } from '../../../core/mesh/types.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { PEERS_MAX } from '../../../storage/tables/node/peers.js';
import type { PeerView } from '../mesh.js';
import { PeerBans, UNKNOWN_PEER } from './peer-bans.js';
import type { KnownPeer, PeerBookOptions, PeerBookPorts } from './peer-book-ports.js';
import { type Acquaintance, placeFor } from './peer-places.js';
import {
  breakerOf,
  countRequest,
  foreignIssue,
  isBanned,
  type LinkFacts,
  newRecord,
  type PeerRecord,
  recordOf,
  rowOf,
  takeBudget,
  takeRoundChange,
  VERSION_LENGTH_MAX,
  viewOf,
} from './peer-record.js';

const CROWDED = issue('PEER_NOT_ADMITTED', '', `This node knows ${PEERS_MAX} peers already.`);
/** A peer unseen for longer is forgotten (docs/protocol.md 16). */
const FORGET_MS = 7 * 24 * 60 * 60 * 1000;
/** The durable time of a peer that is only seen may lag by this: else every sweep would write every peer. */
const SEEN_WRITE_MS = 5 * 60 * 1000;

interface Proven extends Pick<Peer, 'peerId' | 'orgId' | 'standing'> {
  /** Of the certificate. */
  readonly serial: string;
}

export class PeerBook {
  readonly bans: PeerBans;
  private readonly ports: PeerBookPorts;
  private readonly options: PeerBookOptions;
  private readonly allowedPeers: ReadonlySet<string>;
  private readonly records = new Map<string, PeerRecord>();
  private readonly dirty = new Set<string>();
  private readonly forgotten = new Set<string>();
  /** lastSeenMs as it is on disk. */
  private readonly seenOnDisk = new Map<string, number>();

  constructor(ports: PeerBookPorts, options: PeerBookOptions) {
    this.ports = ports;
    this.options = options;
    this.allowedPeers = new Set(options.allowedPeers);
    this.bans = new PeerBans(ports, options, this.records);
  }

  /** Reads what is durable; before any other call. */
  async load(): Promise<void> {
    for await (const row of this.ports.peers.all()) {
      this.records.set(row.peerId, recordOf(row));
      this.seenOnDisk.set(row.peerId, row.lastSeenMs);
    }
  }

  /** Every peer, banned ones too: who dials or passes descriptors on leaves those out. */
  knownPeers(): readonly KnownPeer[] {
    const nowMs = this.ports.clock.now();
    return [...this.records.values()].map((record) => ({
      peerId: record.peerId,
      orgId: record.orgId,
      descriptor: record.descriptor,
      isSeed: record.isSeed,
      isBanned: isBanned(record, nowMs),
      lastSeenMs: record.lastSeenMs,
      score: pointsAt(record.score, nowMs),
    }));
  }

  has(peerId: string): boolean {
    return this.records.has(peerId);
  }

  descriptor(peerId: string): NodeDescriptor | undefined {
    return this.records.get(peerId)?.descriptor;
  }

  isBanned(peerId: string): boolean {
    const record = this.records.get(peerId);
    return record !== undefined && isBanned(record, this.ports.clock.now());
  }

  /** Points now; 0 for a peer that is not known. */
  score(peerId: string): number {
    const record = this.records.get(peerId);
    return record === undefined ? 0 : pointsAt(record.score, this.ports.clock.now());
  }

  /**
   * Keeps a descriptor that is well signed; the highest seq wins. `isSeed` marks a peer of the configuration.
   * PEER_DESCRIPTOR_INVALID, or PEER_NOT_ADMITTED when the book is full of peers that this node has met.
   */
  learn(descriptor: NodeDescriptor, { isSeed }: { readonly isSeed: boolean }): Result<'new' | 'newer' | 'known'> {
    const nowMs = this.ports.clock.now();
    const { peerId } = descriptor;
    if (peerId === this.options.selfPeerId) return 'known';
    const held = this.records.get(peerId);
    // Checked before the signature: nearly everything that peers exchange is known.
    if (held?.descriptor !== undefined && descriptor.seq <= held.descriptor.seq) {
      if (isSeed) held.isSeed = true;
      return 'known';
    }
    const [problem] = checkDescriptor(descriptor, nowMs);
    if (problem !== undefined) return fail(problem);
    // A member of a roster is dialled by what others pass on: made-up names must not keep it out.
    const record = held ?? this.add(peerId, this.options.isRosterMember(peerId) ? 'member' : 'hearsay');
    if (record === undefined) return fail(CROWDED);
    record.descriptor = descriptor;
    // Until a certificate says it, the organisation is what the descriptor claims.
    if (record.lastSeenMs === 0) record.orgId = descriptor.orgId;
    if (isSeed) record.isSeed = true;
    this.dirty.add(peerId);
    return held === undefined ? 'new' : 'newer';
  }

  /** Decides on a link whose other end proved that it is `peerId`. Issues: PEER_BANNED, PEER_NOT_ADMITTED. */
  admit(peerId: string, certStanding: CertStanding): ReturnType<typeof admission> {
    const decision = admission({
      ...{ mode: this.options.admission, peerId, certStanding },
      allowedPeers: this.allowedPeers,
      isBanned: this.isBanned(peerId),
      isRosterMember: this.options.isRosterMember(peerId),
    });
    if (isFailure(decision)) return decision;
    const record = this.records.get(peerId) ?? this.add(peerId, decision);
    if (record === undefined) return fail(CROWDED);
    record.standing = decision;
    this.onSeen(peerId, {});
    return decision;
  }

  /** See `foreignIssue`; guests are members of nothing. */
  whyForeign({ peerId, orgId, standing }: Pick<Peer, 'peerId' | 'orgId' | 'standing'>): Issue | undefined {
    return standing === 'member' ? foreignIssue(this.records.get(peerId), orgId) : undefined;
  }

  /** The member proved its node key with a certificate of this organisation. */
  bind({ peerId, orgId, standing, serial }: Proven): void {
    const record = this.records.get(peerId);
    if (standing !== 'member' || record === undefined) return;
    if (record.memberOf !== undefined && record.serial === serial) return;
    record.memberOf ??= orgId;
    record.serial = serial;
    this.dirty.add(peerId);
  }

  /** The certificate with which it proved its node key last as a member: who issued it, and its serial number. */
  provenBy(peerId: string): Pick<Proven, 'orgId' | 'serial'> | undefined {
    const { memberOf: orgId, serial } = this.records.get(peerId) ?? {};
    return orgId === undefined || serial === undefined ? undefined : { orgId, serial };
  }

  /** An authenticated sign of life. Its claims about itself are cut to their bounds. */
  onSeen(peerId: string, claims: { readonly version?: string; readonly orgId?: string }): void {
    const record = this.records.get(peerId);
    if (record === undefined) return;
    record.lastSeenMs = this.ports.clock.now();
    const version = claims.version?.slice(0, VERSION_LENGTH_MAX) ?? record.version;
    const orgId = claims.orgId ?? record.orgId;
    const changed = version !== record.version || orgId !== record.orgId;
    record.version = version;
    record.orgId = orgId;
    if (changed || record.lastSeenMs - (this.seenOnDisk.get(peerId) ?? 0) >= SEEN_WRITE_MS) this.dirty.add(peerId);
  }

  /** Counts an offence, and bans for it as `PeerBans.weigh` says. */
  blame(peerId: string, offence: Offence, detail: string): void {
    const record = this.records.get(peerId);
    if (record === undefined) return;
    if (this.bans.weigh(record, offence, detail)) this.dirty.add(peerId);
  }

  /** A verified range or head. */
  praise(peerId: string): void {
    const record = this.records.get(peerId);
    if (record === undefined) return;
    record.score = afterPraise(record.score, this.ports.clock.now());
    this.dirty.add(peerId);
  }

  /** The outcome of a request that `mayAsk` allowed; `ms` is how long it took. */
  onRequested(peerId: string, klass: RequestClass, outcome: { readonly ok: boolean; readonly ms: number }): void {
    const record = this.records.get(peerId);
    if (record === undefined) return;
    countRequest(record, outcome);
    if (!outcome.ok) this.dirty.add(peerId);
    const spared = klass === 'consensus' && this.options.isRosterMember(peerId);
    const breaker = afterOutcome(breakerOf(record, klass), outcome.ok, {
      nowMs: this.ports.clock.steady(),
      chance: this.ports.random.number(),
      pauseMaxMs: spared ? PAUSE_CONSENSUS_MAX_MS : PAUSE_MAX_MS,
    });
    record.breakers.set(klass, breaker);
  }

  /**
   * A permit: the caller that gets true asks, and reports with `onRequested`. False for a banned peer, and while its
   * breaker is open or tries.
   */
  mayAsk(peerId: string, klass: RequestClass): boolean {
    const record = this.records.get(peerId);
    if (record === undefined) return true;
    const { clock } = this.ports;
    if (isBanned(record, clock.now())) return false;
    const { allowed, breaker } = permit(breakerOf(record, klass), clock.steady());
    if (breaker !== breakerOf(record, klass)) record.breakers.set(klass, breaker);
    return allowed;
  }

  /**
   * Takes the amount from a budget of an admitted peer; false means to drop what came (or, for bytes that are sent, to
   * wait).
   */
  takes(peerId: string, budget: PeerBudget, amount: number): boolean {
    const record = this.records.get(peerId);
    return record !== undefined && takeBudget(record, budget, { amount, nowMs: this.ports.clock.steady() });
  }

  /** A round change, which counts for its register alone. */
  takesRoundChange(peerId: string, registerId: string): boolean {
    const record = this.records.get(peerId);
    return record !== undefined && takeRoundChange(record, registerId, this.ports.clock.steady());
  }

  /** A range that a peer may read at the same time; give it back with `endsRange`. */
  beginsRange(peerId: string): boolean {
    const record = this.records.get(peerId);
    if (record === undefined || record.rangeStreams >= RANGE_STREAMS_MAX) return false;
    record.rangeStreams += 1;
    return true;
  }

  endsRange(peerId: string): void {
    const record = this.records.get(peerId);
    if (record !== undefined && record.rangeStreams > 0) record.rangeStreams -= 1;
  }

  /**
   * Forgets failures, score, breakers and the count of bans, but not a ban. Gives the failures that there were, or
   * PEER_NOT_FOUND.
   */
  async reset(peerId: string): Promise<Result<number>> {
    const record = this.records.get(peerId);
    if (record === undefined) return fail(UNKNOWN_PEER);
    const before = record.failures;
    record.failures = 0;
    record.score = CLEAN;
    record.bans = record.ban === undefined ? 0 : record.bans;
    record.breakers.clear();
    record.offences.clear();
    await this.ports.journal.commit([this.ports.peers.put(rowOf(record))]);
    return before;
  }

  view(peerId: string, link: LinkFacts): PeerView | undefined {
    const record = this.records.get(peerId);
    return record === undefined ? undefined : viewOf(record, link, this.ports.clock);
  }

  /**
   * Ends bans that ran out, forgets who was unseen for a week, and writes what changed, in one batch. Every 10 s or so,
   * and at stop.
   */
  async sweep(nowMs: number): Promise<void> {
    for (const record of this.records.values()) {
      if (record.ban !== undefined && !isBanned(record, nowMs)) {
        record.ban = undefined;
        this.dirty.add(record.peerId);
      }
      if (this.isForgettable(record, nowMs)) this.forget(record.peerId);
    }
    const ops: KvOp[] = [];
    for (const peerId of this.forgotten) ops.push(this.ports.peers.del(peerId));
    for (const peerId of this.dirty) {
      const record = this.records.get(peerId);
      if (record === undefined) continue;
      ops.push(this.ports.peers.put(rowOf(record)));
      this.seenOnDisk.set(peerId, record.lastSeenMs);
    }
    this.dirty.clear();
    this.forgotten.clear();
    if (ops.length > 0) await this.ports.journal.commit(ops);
  }

  private add(peerId: string, as: Acquaintance): PeerRecord | undefined {
    const nowMs = this.ports.clock.now();
    const place = placeFor(as, { records: this.records, nowMs, isKept: (record) => this.isKept(record) });
    if (place === 'full') return undefined;
    if (place !== 'free') this.forget(place.peerId);
    const record = newRecord(peerId, nowMs);
    this.records.set(peerId, record);
    this.forgotten.delete(peerId);
    this.dirty.add(peerId);
    return record;
  }

  private isForgettable(record: PeerRecord, nowMs: number): boolean {
    const lastMs = Math.max(record.lastSeenMs, record.firstSeenMs, descriptorMs(record));
    return (
      nowMs - lastMs > FORGET_MS && record.pending === undefined && !isBanned(record, nowMs) && !this.isKept(record)
    );
  }

  private isKept(record: PeerRecord): boolean {
    return record.isSeed || this.options.isRosterMember(record.peerId);
  }

  private forget(peerId: string): void {
    this.records.delete(peerId);
    this.dirty.delete(peerId);
    this.seenOnDisk.delete(peerId);
    this.forgotten.add(peerId);
  }
}

/** A node that signs a new descriptor lives, though this one may never have met it. */
function descriptorMs(record: PeerRecord): number {
  return record.descriptor?.seq ?? 0;
}
