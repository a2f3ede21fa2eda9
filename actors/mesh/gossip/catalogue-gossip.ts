// The offers of this node, told by gossip, and those of others. A register that is not advertised is never named, and
// one that no longer is gets withdrawn at once. An offer that is heard is signed by the node that makes it; it is
// offered to the operator and to the choice of providers, never believed further: a replica begins with the genesis
// that peers prove.

import type { Clock, Log, Random, Timer } from '../../../core/base/ports.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { nextSeq } from '../../../core/base/time/elapsed.js';
import {
  CATALOGUE_ADVERTS_MAX,
  CATALOGUE_WITHDRAWN_MAX,
  type Catalogue,
  catalogueProblem,
  isStaleCatalogue,
  signCatalogue,
} from '../../../core/mesh/catalogue.js';
import { DESCRIPTOR_SEQ_AHEAD_MS } from '../../../core/mesh/descriptor.js';
import type { Advert } from '../../../core/mesh/frames.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';
import { shardOf } from '../../../proto/topics.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { MeshLedger } from '../ports.js';
import type { Subscriptions } from '../replication/subscriptions.js';
import { CatalogueCache } from './catalogue-cache.js';
import type { GossipCast, GossipVerdict } from './ports.js';

/** Everything is told again after this, a fifth more or less. */
const REPEAT_MS = 10 * 60 * 1000;
const SPREAD = 0.2;
/** The first message waits this long at most, so that nodes that start together do not speak together. */
const START_SPREAD_MS = 2000;
/** Records are looked through this often: nothing announces a changed advert, and 10,000 of them take a millisecond. */
const LOOK_MS = 2000;
/** A node that has just come gets told sooner, but not more often than this. */
const GREET_GAP_MS = 15_000;
/** Adverts of one round: who offers more tells the next ones in the next round, and lists them all to those who ask. */
const ROUND_ADVERTS_MAX = 4 * CATALOGUE_ADVERTS_MAX;
/** Characters of a description in gossip; the listing of a linked peer has it whole. */
const DESCRIPTION_MAX = 256;
/**
 * Bytes of the adverts of one message, as a bound from above: what the descriptor and the ids of withdrawn registers
 * leave of the 32 KiB.
 */
const ADVERTS_BYTES_MAX = 18 * 1024;

export interface CatalogueGossipPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'registers' | 'state'>;
  readonly subscriptions: Pick<Subscriptions, 'onAdvertised' | 'withdrawn' | 'advertsOf'>;
  cast(): GossipCast | undefined;
  /** This node as it tells of itself now. */
  descriptor(): NodeDescriptor;
  sign(digest: Uint8Array): Uint8Array;
  /** Whether what the node of the descriptor says is of any interest here: admitted and not banned. */
  admits(descriptor: NodeDescriptor): boolean;
  learn(descriptor: NodeDescriptor): Result<unknown>;
  isLinked(peerId: string): boolean;
}

export class CatalogueGossip {
  private readonly ports: CatalogueGossipPorts;
  private readonly cache: CatalogueCache;
  /** Registers that others were told are offered here. */
  private told = new Set<string>();
  /**
   * Registers that are offered since a look before, told or left to the rounds: else a node that offers thousands would
   * tell more at every look.
   */
  private seen = new Set<string>();
  private greeted = new Set<string>();
  private seq = 0;
  private roundFrom = 0;
  private roundMs = 0;
  private toldMs = Number.NEGATIVE_INFINITY;
  private timer: Timer | undefined;

  constructor(ports: CatalogueGossipPorts) {
    this.ports = ports;
    this.cache = new CatalogueCache(ports);
  }

  start(): void {
    const { clock, random } = this.ports;
    this.roundMs = clock.steady() + random.number() * START_SPREAD_MS;
    this.look();
  }

  stop(): void {
    this.timer?.cancel();
    this.timer = undefined;
  }

  /** Whether somebody told everybody that the register is to be had: then its shard says nothing that is not known. */
  isPublic(registerId: string): boolean {
    return this.cache.has(registerId);
  }

  /** Whether gossip about the register concerns this node. */
  isInteresting(record: RegisterRecord): boolean {
    return record.advertise || (record.subscribed === true && this.isPublic(record.id));
  }

  onHeard(catalogue: Catalogue): GossipVerdict {
    const { descriptor } = catalogue;
    const nowMs = this.ports.clock.now();
    if (descriptor.peerId === this.ports.descriptor().peerId) return 'ignore';
    // Cheap reasons before signatures. None of them is the fault of the relay.
    if (isStaleCatalogue(catalogue, nowMs) || !this.cache.isNews(catalogue)) return 'ignore';
    if (!this.ports.admits(descriptor)) return 'ignore';
    const problem = catalogueProblem(catalogue, nowMs);
    if (problem) {
      if (problem.path === '/seq') return 'ignore';
      return { offence: 'protocol', detail: `catalogue: ${problem.path} ${problem.message}` };
    }
    if (isFailure(this.ports.learn(descriptor))) return 'ignore';
    return this.cache.put(catalogue) ? 'accept' : 'ignore';
  }

  /** The offers of a banned peer are not shown here. */
  onBanned(peerId: string): void {
    this.cache.clear(peerId);
  }

  /** Tells the changes since the last look, and all that is due. */
  private look(): void {
    const { clock, log } = this.ports;
    try {
      this.tend(clock.steady());
    } catch (error) {
      log.error({ err: error }, 'The catalogue could not be told by gossip.');
    }
    this.timer = clock.setTimer(() => this.look(), LOOK_MS);
  }

  private tend(now: number): void {
    const cast = this.ports.cast();
    if (!cast) return;
    this.cache.sweep(now);
    const records = this.ports.ledger.registers();
    cast.join(new Set(records.filter((record) => this.isInteresting(record)).map(({ id }) => shardOf(id))));
    const offered = records.filter(({ advertise, purging }) => advertise && !purging);
    this.change(cast, offered);
    const listeners = cast.listeners();
    const isNew = listeners.some((peerId) => !this.greeted.has(peerId));
    if (listeners.length === 0 || (now < this.roundMs && !(isNew && now >= this.toldMs + GREET_GAP_MS))) return;
    this.greeted = new Set(listeners);
    this.round(cast, offered, now);
  }

  /** Tells at once what is offered anew and what no more. */
  private change(cast: GossipCast, offered: readonly RegisterRecord[]): void {
    const ids = new Set(offered.map(({ id }) => id));
    if (this.toldMs === Number.NEGATIVE_INFINITY) {
      this.seen = ids;
      return;
    }
    for (const id of this.seen) if (!ids.has(id)) this.seen.delete(id);
    const withdrawn = [...this.told].filter((id) => !ids.has(id)).slice(0, CATALOGUE_WITHDRAWN_MAX);
    const added = offered.filter(({ id }) => !this.seen.has(id)).slice(0, CATALOGUE_ADVERTS_MAX);
    if (withdrawn.length === 0 && added.length === 0) return;
    const taken = this.tell(cast, added, withdrawn) ?? 0;
    for (const { id } of added.slice(0, taken)) this.seen.add(id);
  }

  private round(cast: GossipCast, offered: readonly RegisterRecord[], now: number): void {
    const from = this.roundFrom < offered.length ? this.roundFrom : 0;
    const upTo = Math.min(offered.length, from + ROUND_ADVERTS_MAX);
    let at = from;
    do {
      const next = this.tell(cast, offered.slice(at, upTo), []);
      if (next === undefined) break;
      at += next;
    } while (at < upTo);
    this.roundFrom = at >= offered.length ? 0 : at;
    this.toldMs = now;
    this.roundMs = now + REPEAT_MS * (1 + SPREAD * (2 * this.ports.random.number() - 1));
  }

  /** Sends one message with as many of the records as it holds. How many those are; undefined when it was not sent. */
  private tell(cast: GossipCast, records: readonly RegisterRecord[], withdrawn: readonly string[]): number | undefined {
    const adverts: Advert[] = [];
    let bytes = 0;
    let taken = 0;
    for (const record of records) {
      const advert = this.advert(record);
      bytes += advert ? 128 + Buffer.byteLength(advert.name) + Buffer.byteLength(advert.description) : 0;
      if (adverts.length === CATALOGUE_ADVERTS_MAX || bytes > ADVERTS_BYTES_MAX) break;
      if (advert) adverts.push(advert);
      taken++;
    }
    const { clock } = this.ports;
    this.seq = nextSeq(this.seq, clock.now(), DESCRIPTOR_SEQ_AHEAD_MS);
    const unsigned = { descriptor: this.ports.descriptor(), adverts, withdrawn, seq: this.seq };
    if (!cast.catalogue(signCatalogue(unsigned, (digest) => this.ports.sign(digest)))) return undefined;
    for (const { registerId } of adverts) this.told.add(registerId);
    for (const registerId of withdrawn) this.told.delete(registerId);
    return taken;
  }

  private advert(record: RegisterRecord): Advert | undefined {
    const state = this.ports.ledger.state(record.id);
    if (isFailure(state)) return undefined;
    const { id: registerId, genesisHash, name, isFullReplica } = record;
    const description = record.description.slice(0, DESCRIPTION_MAX).toWellFormed();
    return { registerId, genesisHash, name, description, height: state.height, isFullReplica, isPublic: true };
  }
}
