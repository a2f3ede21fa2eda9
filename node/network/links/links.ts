// The peers that are linked now: the stream that this node dialled and those that the peer dialled. Frames go out over
// the better one, and linked and unlinked is told once a peer. It neither dials nor decodes.
import type { Log } from '../../../core/base/ports.js';
import type { NodeDescriptor, Peer } from '../../../core/mesh/types.js';
import type { FrameStream } from '../transport/stream.js';

export type Side = 'out' | 'in';

export interface Shaken {
  readonly peer: Peer;
  readonly descriptor: NodeDescriptor;
}

export interface LinksPorts {
  readonly log: Log;
  /** Whether the process at the other end of one of the streams answers, within a short bound. */
  isThere(streams: readonly FrameStream[]): Promise<boolean>;
  onLinked(peer: Peer): void;
  /** A stream of several has ended, and with it what waited on it; the peer stays linked. */
  onReplaced(peer: Peer): void;
  onUnlinked(peerId: string): void;
}

interface Linked extends Shaken {
  readonly out: FrameStream | undefined;
  /** Oldest first. A peer that dials twice at one time gives one of them up itself: which one is not known here. */
  readonly ins: readonly FrameStream[];
}

/** Streams that one peer may have open to this node: more than two crossing dials leave. */
const INS_MAX = 4;

export class PeerLinks {
  readonly #ports: LinksPorts;
  readonly #linked = new Map<string, Linked>();
  /** Peers whose streams all end now, one after the other. */
  readonly #closing = new Set<string>();
  /** Peers whose linked process is asked whether it is still there. */
  readonly #contests = new Map<string, Promise<void>>();

  constructor(ports: LinksPorts) {
    this.#ports = ports;
  }

  /** True while another process with the same keys is linked: this one may not join. */
  isContested({ peerId, bootId }: Peer): boolean {
    const held = this.#linked.get(peerId);
    return held !== undefined && held.peer.bootId !== bootId;
  }

  /**
   * Asks the process that is linked whether it is still there. A link that answers stays, and the other is its twin. A
   * silent one lost its power or its network: its streams are closed, although nothing else told of their end. Look at
   * `isContested` again when it resolves.
   */
  contest({ peerId }: Peer): Promise<void> {
    const running = this.#contests.get(peerId);
    if (running) return running;
    const contest = this.#judge(peerId).finally(() => this.#contests.delete(peerId));
    this.#contests.set(peerId, contest);
    return contest;
  }

  async #judge(peerId: string): Promise<void> {
    const { log, isThere } = this.#ports;
    const bootId = this.peer(peerId)?.bootId;
    const isAlive = await isThere(this.#streams(peerId));
    // Its streams may have ended meanwhile, and another process may be linked.
    if (this.peer(peerId)?.bootId !== bootId || bootId === undefined) return;
    if (isAlive) {
      log.error(
        { peerId },
        'Two processes run with the keys of one node. The one that linked first is kept; stop one of them, it may sign against itself.',
      );
      return;
    }
    log.warn({ peerId }, 'A node came back before its old connections ended; they are silent and dropped.');
    this.close(peerId);
  }

  /** True when this node's own stream to the peer is up. */
  hasOut(peerId: string): boolean {
    return this.#linked.get(peerId)?.out !== undefined;
  }

  /** After `isContested` was false. */
  join(side: Side, shaken: Shaken, stream: FrameStream): void {
    const { peer } = shaken;
    const held = this.#linked.get(peer.peerId);
    // A peer that is linked already keeps its Peer: drivers hold it.
    const kept = held ?? { ...shaken, out: undefined, ins: [] };
    const ins = side === 'in' ? [...kept.ins, stream] : kept.ins;
    const out = side === 'out' ? stream : kept.out;
    this.#linked.set(peer.peerId, { ...kept, out, ins: ins.slice(-INS_MAX) });
    for (const oldest of ins.slice(0, -INS_MAX)) oldest.close();
    if (!held) this.#ports.onLinked(peer);
  }

  /** Forgets the stream. The last one of a peer unlinks it. */
  leave(side: Side, peerId: string, stream: FrameStream): void {
    const held = this.#linked.get(peerId);
    if (!held) return;
    const out = side === 'out' && held.out === stream ? undefined : held.out;
    const ins = side === 'in' ? held.ins.filter((item) => item !== stream) : held.ins;
    if (out === held.out && ins.length === held.ins.length) return;
    if (out || ins.length > 0) {
      this.#linked.set(peerId, { ...held, out, ins });
      if (!this.#closing.has(peerId)) this.#ports.onReplaced(held.peer);
      return;
    }
    this.#linked.delete(peerId);
    this.#ports.onUnlinked(peerId);
  }

  /** A linked peer has another key for new seats. Drivers that ask for the peer again see it. */
  seatsWith(peerId: string, consensusKey: string): void {
    const held = this.#linked.get(peerId);
    if (held) this.#linked.set(peerId, { ...held, peer: { ...held.peer, consensusKey } });
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

  isLinked(peerId: string): boolean {
    return this.#linked.has(peerId);
  }

  /** False when the peer is not linked or its queue is full. */
  send(peerId: string, bytes: Buffer): boolean {
    return this.stream(peerId)?.send(bytes) ?? false;
  }

  /** The one on which frames go out. */
  stream(peerId: string): FrameStream | undefined {
    const held = this.#linked.get(peerId);
    return held?.out ?? held?.ins.at(-1);
  }

  /** Frames that wait for the peer. */
  queueLength(peerId: string): number {
    const held = this.#linked.get(peerId);
    return (held?.ins ?? []).reduce((sum, { queued }) => sum + queued, held?.out?.queued ?? 0);
  }

  /** Bytes that wait for the peer where frames go out now. */
  queuedBytes(peerId: string): number {
    return this.stream(peerId)?.queuedBytes ?? 0;
  }

  close(peerId: string): void {
    this.#closing.add(peerId);
    for (const stream of this.#streams(peerId)) stream.close();
    this.#closing.delete(peerId);
  }

  #streams(peerId: string): readonly FrameStream[] {
    const { out, ins } = this.#linked.get(peerId) ?? {};
    return [...(out ? [out] : []), ...(ins ?? [])];
  }

  closeAll(): void {
    for (const peerId of [...this.#linked.keys()]) this.close(peerId);
  }
}
