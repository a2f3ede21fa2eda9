// The peers that are linked now: the stream that this node dialled and those that the peer dialled, frames out over the better one,
// and linked and unlinked told once a peer. It neither dials nor decodes.
import type { Log } from '../../core/base/ports.js';
import type { NodeDescriptor, Peer } from '../../core/mesh/types.js';
import type { FrameStream } from './stream.js';

export type Side = 'out' | 'in';

export interface Shaken {
  readonly peer: Peer;
  readonly descriptor: NodeDescriptor;
}

export interface LinksPorts {
  readonly log: Log;
  linked(peer: Peer): void;
  /** One of several streams has ended, and with it what waited on it; the peer stays linked. */
  replaced(peer: Peer): void;
  unlinked(peerId: string): void;
}

interface Linked extends Shaken {
  readonly out: FrameStream | undefined;
  /** Oldest first. A peer that dials twice at one time gives one of them up itself: which one is not known here. */
  readonly ins: readonly FrameStream[];
}

/** Streams that one peer may have open to this node: more than two crossing dials leave. */
const INS_MAX = 4;

export class Links {
  readonly #ports: LinksPorts;
  readonly #linked = new Map<string, Linked>();
  /** Peers whose streams all end now, one after the other. */
  readonly #closing = new Set<string>();

  constructor(ports: LinksPorts) {
    this.#ports = ports;
  }

  /** False when another process with the same keys is linked: the first one stays. */
  accepts(peer: Peer): boolean {
    const held = this.#linked.get(peer.peerId);
    if (!held || held.peer.bootId === peer.bootId) return true;
    this.#ports.log.error(
      { peerId: peer.peerId },
      'Two processes run with the keys of one node. The one that linked first is kept; stop one of them, it may sign against itself.',
    );
    return false;
  }

  /** True when this node's own stream to the peer is up. */
  hasOut(peerId: string): boolean {
    return this.#linked.get(peerId)?.out !== undefined;
  }

  /** After `accepts`. */
  join(side: Side, shaken: Shaken, stream: FrameStream): void {
    const { peer } = shaken;
    const held = this.#linked.get(peer.peerId);
    // Who is linked already keeps its Peer: drivers hold it.
    const kept = held ?? { ...shaken, out: undefined, ins: [] };
    const ins = side === 'in' ? [...kept.ins, stream] : kept.ins;
    const out = side === 'out' ? stream : kept.out;
    this.#linked.set(peer.peerId, { ...kept, out, ins: ins.slice(-INS_MAX) });
    for (const oldest of ins.slice(0, -INS_MAX)) oldest.close();
    if (!held) this.#ports.linked(peer);
  }

  /** Forgets the stream. The last one of a peer unlinks it. */
  leave(side: Side, peerId: string, stream: FrameStream): void {
    const held = this.#linked.get(peerId);
    if (!held) return;
    const out = side === 'out' && held.out === stream ? undefined : held.out;
    const ins = side === 'in' ? held.ins.filter((one) => one !== stream) : held.ins;
    if (out === held.out && ins.length === held.ins.length) return;
    if (out || ins.length > 0) {
      this.#linked.set(peerId, { ...held, out, ins });
      if (!this.#closing.has(peerId)) this.#ports.replaced(held.peer);
      return;
    }
    this.#linked.delete(peerId);
    this.#ports.unlinked(peerId);
  }

  peers(): readonly Peer[] {
    return [...this.#linked.values()].map(({ peer }) => peer);
  }

  get size(): number {
    return this.#linked.size;
  }

  peer(peerId: string): Peer | undefined {
    return this.#linked.get(peerId)?.peer;
  }

  descriptor(peerId: string): NodeDescriptor | undefined {
    return this.#linked.get(peerId)?.descriptor;
  }

  /** False when the peer is not linked or its queue is full. */
  send(peerId: string, bytes: Buffer): boolean {
    const held = this.#linked.get(peerId);
    return (held?.out ?? held?.ins.at(-1))?.send(bytes) ?? false;
  }

  /** Frames that wait for the peer. */
  queued(peerId: string): number {
    const held = this.#linked.get(peerId);
    return (held?.ins ?? []).reduce((sum, { queued }) => sum + queued, held?.out?.queued ?? 0);
  }

  close(peerId: string): void {
    const held = this.#linked.get(peerId);
    this.#closing.add(peerId);
    held?.out?.close();
    for (const stream of held?.ins ?? []) stream.close();
    this.#closing.delete(peerId);
  }

  closeAll(): void {
    for (const peerId of [...this.#linked.keys()]) this.close(peerId);
  }
}
