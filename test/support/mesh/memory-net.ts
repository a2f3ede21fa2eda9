// A network of mesh drivers in one process: frames arrive after a moment of the shared clock, calls answer at once,
// links can be cut, and what peers are blamed for is remembered. It fulfils PeerNet as node/network does.
import type { PeerFailure, PeerNet, PeerService, RangeUse } from '../../../actors/mesh/ports.js';
import type { Clock } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { afterOutcome, type Breaker, CLOSED, PAUSE_MAX_MS, permit } from '../../../core/mesh/breaker.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Offence, Peer } from '../../../core/mesh/types.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { readAs } from '../cells/read-as-sealed.js';

export interface Blame {
  readonly by: string;
  readonly peerId: string;
  readonly offence: Offence;
  readonly detail: string;
}

interface End {
  readonly peer: Peer;
  service: PeerService | undefined;
}

const DELAY_MS = 1;

export class MemoryNet {
  readonly blames: Blame[] = [];
  /** Every frame that was sent, for tests of silence. */
  frames = 0;
  /** Puts another frame, or none, in the place of one on its way. */
  alter: ((from: string, to: string, frame: Frame) => Frame | undefined) | undefined;
  /** Whether a node may answer another with that many bytes now. */
  affords: (from: string, to: string, bytes: number) => boolean = () => true;
  /** Whether a node lets a peer alone for a while whose ranges failed. */
  breaks = false;
  private readonly breakers = new Map<string, Breaker>();
  private readonly clock: Clock;
  private readonly ends = new Map<string, End>();
  private readonly up = new Set<string>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The net of one node; links come with `link`. */
  open(peer: Peer): PeerNet {
    const end: End = { peer, service: undefined };
    this.ends.set(peer.peerId, end);
    const service = (peerId: string): PeerService => {
      const other = this.ends.get(peerId)?.service;
      if (!other || !this.isUp(peer.peerId, peerId)) throw failure(peerId, 'not-connected');
      return other;
    };
    return {
      self: peer,
      peers: () =>
        [...this.ends.values()].map((one) => one.peer).filter(({ peerId }) => this.isUp(peer.peerId, peerId)),
      peer: (peerId) => (this.isUp(peer.peerId, peerId) ? this.ends.get(peerId)?.peer : undefined),
      send: (peerId, frame) => this.send(peer, peerId, frame),
      hasPassed: () => false,
      affords: (peerId, bytes) => this.affords(peer.peerId, peerId, bytes),
      dockets: (peerId, range, use) => {
        const other = service(peerId);
        if (!this.permits(peer.peerId, peerId)) throw failure(peerId, 'refused');
        const found = other.dockets(peer, range);
        if (isFailure(found)) throw failure(peerId, 'refused');
        return this.reported({ by: peer.peerId, peerId }, readAs(use?.mode, found), use);
      },
      heads: async (peerId, which) => service(peerId).heads(peer, which),
      adverts: async (peerId) => service(peerId).adverts(peer),
      submit: async (peerId, ask) => service(peerId).submit(peer, ask),
      attest: async (peerId, genesis) => service(peerId).attest(peer, genesis),
      chunk: async (peerId, ask) => service(peerId).chunk(peer, ask),
      askWallet: async (peerId, ask) => service(peerId).askWallet(peer, ask),
      blame: (peerId, offence, detail) => void this.blames.push({ by: peer.peerId, peerId, offence, detail }),
      praise: () => undefined,
    };
  }

  serve(peerId: string, service: PeerService | undefined): void {
    const end = this.ends.get(peerId);
    if (end) end.service = service;
  }

  link(a: string, b: string): void {
    if (this.isUp(a, b)) return;
    this.up.add(pairOf(a, b));
    const [one, other] = [this.ends.get(a), this.ends.get(b)];
    if (one && other) {
      one.service?.onLinked(other.peer);
      other.service?.onLinked(one.peer);
    }
  }

  cut(a: string, b: string): void {
    if (!this.up.delete(pairOf(a, b))) return;
    this.ends.get(a)?.service?.onUnlinked(b);
    this.ends.get(b)?.service?.onUnlinked(a);
  }

  linkAll(): void {
    const ids = [...this.ends.keys()];
    for (const a of ids) for (const b of ids) if (a < b) this.link(a, b);
  }

  /** Cuts a node off from all others. */
  isolate(peerId: string): void {
    for (const other of this.ends.keys()) if (other !== peerId) this.cut(peerId, other);
  }

  private permits(by: string, peerId: string): boolean {
    const pair = `${by} ${peerId}`;
    const { allowed, breaker } = permit(this.breakers.get(pair) ?? CLOSED, this.clock.now());
    this.breakers.set(pair, breaker);
    return allowed || !this.breaks;
  }

  /** Tells the breaker how a range ended, as node/network/calls/asks.ts does. */
  private async *reported(
    { by, peerId }: { readonly by: string; readonly peerId: string },
    dockets: AsyncIterable<SealedDocket>,
    use: RangeUse | undefined,
  ): AsyncGenerator<SealedDocket> {
    let isOver = true;
    try {
      for await (const sealed of dockets) {
        isOver = false;
        yield sealed;
        isOver = true;
      }
    } finally {
      const pair = `${by} ${peerId}`;
      const given = { nowMs: this.clock.now(), chance: 0.5, pauseMaxMs: PAUSE_MAX_MS };
      this.breakers.set(pair, afterOutcome(this.breakers.get(pair) ?? CLOSED, !use?.isShort?.(isOver), given));
    }
  }

  private send(from: Peer, to: string, frame: Frame): boolean {
    if (!this.isUp(from.peerId, to)) return false;
    const sent = this.alter ? this.alter(from.peerId, to, frame) : frame;
    this.frames++;
    if (sent)
      this.clock.setTimer(() => {
        if (this.isUp(from.peerId, to)) this.ends.get(to)?.service?.frame(from, sent);
      }, DELAY_MS);
    return true;
  }

  private isUp(a: string, b: string): boolean {
    return this.up.has(pairOf(a, b));
  }
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function failure(peerId: string, reason: PeerFailure['reason']): PeerFailure {
  return Object.assign(new Error(`The peer is ${reason}.`), { peerId, reason });
}
