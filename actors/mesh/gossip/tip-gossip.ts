// Tips of advertised registers by gossip: the builder of a docket tells it at once, another holder only when it heard
// of none. A tip that is heard makes this node ask a linked peer for its own tip, and nothing more: a false one sets
// no target and costs one question.
import type { Clock, Log, Random, Timer } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Hash } from '../../../core/model/register.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import type { GossipCast, GossipVerdict } from './ports.js';
import type { TipAnnouncer } from './tip-announcer.js';
import { isGossipHead, judgeTip, type TipProofPorts } from './tip-proof.js';

/** Tips of one register that follow each other faster are told as one. */
const GAP_MS = 250;
/** When other holders tell, from and until (docs/protocol.md 14). */
const OTHERS_MIN_MS = 1000;
const OTHERS_SPREAD_MS = 2000;
/** The docket of a tip that was heard usually comes by itself so soon: then no peer is asked. */
const ASK_AFTER_MS = 200;
/** Work that could not be done yet is looked at again after this. */
const TICK_MS = 50;
/** Peers asked for one head. */
const ASKED_MAX = 2;
/** Questions under way on the node. */
const ASKING_MAX = 16;

export interface TipGossipPorts extends TipProofPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'register' | 'state'>;
  readonly rosters: Pick<Rosters, 'peers'>;
  readonly tipAnnouncer: Pick<TipAnnouncer, 'claim' | 'onHeard'>;
  net(): PeerNet | undefined;
  cast(): GossipCast | undefined;
  /** True for the id of a seat key of this node. */
  isOwn(validatorId: Hash): boolean;
  /** Linked or not, peers that offer the register to this node. */
  providers(registerId: string): readonly string[];
  /** Whether gossip about the register concerns this node. */
  isInteresting(record: RegisterRecord): boolean;
}

interface Due {
  tellMs: number | undefined;
  askMs: number | undefined;
  /** The peer that relayed the tip which is asked for. */
  from: string;
}

interface Known {
  readonly height: number;
  readonly hash: Hash;
  /** Of the roster that signed it. */
  readonly rosterHash: Hash;
  readonly toldMs: number;
}

export class TipGossip {
  private readonly ports: TipGossipPorts;
  private readonly due = new Map<string, Due>();
  /** The highest tip of each register that was told or heard, and when this node told one last. */
  private readonly known = new Map<string, Known>();
  private asking = 0;
  private timer: Timer | undefined;
  private armedMs = 0;
  private stopped = false;

  constructor(ports: TipGossipPorts) {
    this.ports = ports;
  }

  /** A docket became durable here. */
  onSealed(registerId: string, height: number): void {
    const record = this.ports.ledger.register(registerId);
    if (this.stopped || !record?.advertise || height === 0) return;
    const known = this.knownTip(registerId);
    if (known && known.height >= height) return;
    const state = this.ports.ledger.state(registerId);
    if (isFailure(state)) return;
    const { clock, random } = this.ports;
    const now = clock.steady();
    const others = () => now + OTHERS_MIN_MS + random.number() * OTHERS_SPREAD_MS;
    const atMs = this.ports.isOwn(state.proposer)
      ? Math.max(now, (known?.toldMs ?? Number.NEGATIVE_INFINITY) + GAP_MS)
      : others();
    const due = this.of(registerId);
    due.tellMs = Math.min(due.tellMs ?? atMs, atMs);
    this.arm(atMs);
  }

  /** A tip from gossip; `from` relayed it. */
  async onHeard(from: string, head: HeadClaim): Promise<GossipVerdict> {
    if (!isGossipHead(head)) return { offence: 'protocol', detail: 'A gossiped head that contradicts itself.' };
    const { registerId, header, certificate } = head;
    const record = this.ports.ledger.register(registerId);
    if (this.stopped || !record || !this.ports.isInteresting(record)) return 'ignore';
    const known = this.knownTip(registerId);
    // Each holder may have other signatures under the same docket; one of them passes.
    if (known && (header.height < known.height || known.hash === certificate.docketHash)) return 'ignore';
    const verdict = await judgeTip(this.ports, record, head);
    if (verdict === 'invalid')
      return { offence: 'invalid-signature', detail: 'A gossiped head whose certificate does not hold.' };
    if (verdict === 'unknown' || this.stopped) return 'ignore';
    if (verdict === 'conflict') {
      this.ports.tipAnnouncer.onHeard(this.peerOf(from), head);
      return 'accept';
    }
    return this.noteTip(from, head, verdict);
  }

  forget(registerId: string): void {
    this.due.delete(registerId);
    this.known.delete(registerId);
  }

  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
    this.due.clear();
  }

  private noteTip(
    from: string,
    { registerId, header, certificate }: HeadClaim,
    verdict: 'sealed' | 'valid',
  ): GossipVerdict {
    const state = this.ports.ledger.state(registerId);
    const local = isFailure(state) ? -1 : state.height;
    // A tip that was passed on while there was a later one is history.
    if (header.height < local) return 'ignore';
    const toldMs = this.known.get(registerId)?.toldMs ?? Number.NEGATIVE_INFINITY;
    const { height, rosterHash } = header;
    this.known.set(registerId, { height, hash: certificate.docketHash, rosterHash, toldMs });
    const due = this.due.get(registerId);
    if (due) due.tellMs = undefined;
    if (verdict === 'valid') {
      const asked = this.of(registerId);
      asked.askMs ??= this.ports.clock.steady() + ASK_AFTER_MS;
      asked.from = from;
      this.arm(asked.askMs);
    }
    return 'accept';
  }

  /**
   * A tip above the one here that was signed by members who lost their seats says nothing any more: it would keep every
   * other tip from being told and heard.
   */
  private knownTip(registerId: string): Known | undefined {
    const known = this.known.get(registerId);
    const state = known && this.ports.ledger.state(registerId);
    if (!known || !state || isFailure(state) || known.height <= state.height) return known;
    if (known.rosterHash === rosterHashOf(state.roster)) return known;
    this.known.delete(registerId);
    return undefined;
  }

  private of(registerId: string): Due {
    const due = this.due.get(registerId) ?? { tellMs: undefined, askMs: undefined, from: '' };
    this.due.set(registerId, due);
    return due;
  }

  /** A timer for all registers, set for the first of them. */
  private arm(atMs: number): void {
    if (this.stopped || (this.timer && this.armedMs <= atMs)) return;
    const { clock } = this.ports;
    this.timer?.cancel();
    this.armedMs = atMs;
    this.timer = clock.setTimer(
      () => {
        this.timer = undefined;
        this.work();
        const next = [...this.due.values()].flatMap(({ tellMs, askMs }) => [tellMs, askMs].filter(isNumber));
        if (next.length > 0) this.arm(Math.max(clock.steady() + TICK_MS, least(next)));
      },
      Math.max(0, atMs - clock.steady()),
    );
  }

  private work(): void {
    const now = this.ports.clock.steady();
    for (const [registerId, due] of [...this.due]) {
      if (due.tellMs !== undefined && due.tellMs <= now) {
        due.tellMs = undefined;
        this.tell(registerId, now).catch((error) => this.complain(error));
      }
      if (due.askMs !== undefined && due.askMs <= now && this.asking < ASKING_MAX) {
        due.askMs = undefined;
        this.ask(registerId, due.from).catch((error) => this.complain(error));
      }
      if (due.tellMs === undefined && due.askMs === undefined) this.due.delete(registerId);
    }
  }

  private async tell(registerId: string, now: number): Promise<void> {
    const record = this.ports.ledger.register(registerId);
    const head = record?.advertise ? await this.ports.tipAnnouncer.claim(record, 'never') : undefined;
    // It may have been withdrawn while the claim was read: then no peer is told of it any more.
    if (!head || this.stopped || !this.ports.ledger.register(registerId)?.advertise) return;
    const { height, rosterHash } = head.header;
    if (height <= (this.knownTip(registerId)?.height ?? 0)) return;
    if (this.ports.cast()?.head(head))
      this.known.set(registerId, { height, hash: head.certificate.docketHash, rosterHash, toldMs: now });
  }

  /** Asks linked peers for their own tips, which are their claims. */
  private async ask(registerId: string, from: string): Promise<void> {
    const net = this.ports.net();
    const target = this.knownTip(registerId)?.height ?? 0;
    if (!net || this.isAt(registerId, target)) return;
    const candidates = [...this.ports.providers(registerId), ...this.ports.rosters.peers(registerId), from];
    const asked = [...new Set(candidates)].flatMap((peerId) => net.peer(peerId) ?? []).slice(0, ASKED_MAX);
    this.asking++;
    try {
      for (const peer of asked) {
        const heads = await net.heads(peer.peerId, { registerIds: [registerId] }).catch(() => []);
        for (const head of heads) if (head.registerId === registerId) this.ports.tipAnnouncer.onHeard(peer, head);
        if (heads.some(({ header }) => header.height >= target) || this.stopped) return;
      }
    } finally {
      this.asking--;
    }
  }

  private isAt(registerId: string, height: number): boolean {
    const state = this.ports.ledger.state(registerId);
    return isFailure(state) || state.height >= height;
  }

  private peerOf(peerId: string): Peer {
    const stranger: Peer = { peerId, orgId: '', consensusKey: '', standing: 'guest', bootId: '' };
    return this.ports.net()?.peer(peerId) ?? stranger;
  }

  private complain(error: unknown): void {
    this.ports.log.error({ err: error }, 'A head could not be told by gossip.');
  }
}

/** Of thousands: too many for the arguments of one call. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b));
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}
