// The large frames of each link, beside the small ones that never wait for them (decision 0278): registers take turns,
// what is long leaves in pieces, and little is under way at a time. Small frames do not come by here.
import type { Clock } from '../../../core/base/ports.js';
import { encodeFrame } from '../../../proto/codec/frame.js';
import { PIECE_BYTES_MAX } from '../../../proto/codec/limits.js';
import { asBuffer } from '../transport/client.js';
import { LinkDrain } from './drain.js';
import { LinkTurns } from './turns.js';

export interface LargeFrame {
  /** Whose turn it is. */
  readonly registerId: string;
  readonly bytes: Buffer;
  /** It is offered again by itself, while it is not sealed. */
  readonly isOffer: boolean;
}

/** Where large frames go. */
export interface BulkLanes {
  /** A number by which the frame is known while it waits; undefined when it is lost. */
  send(peerId: string, frame: LargeFrame): number | undefined;
  isWaiting(peerId: string, number: number): boolean;
  /** The peer answered the mark of that id. */
  onAnswered(peerId: string, id: number): void;
  /** All that waits for the peer is lost, and what was learnt of the link. */
  forget(peerId: string): void;
}

export interface LanesPorts {
  readonly clock: Pick<Clock, 'steady'>;
  /** The one on which frames go to the peer now. */
  stream(peerId: string): LaneStream | undefined;
}

export interface LaneStream {
  readonly isOpen: boolean;
  /** False when the bytes are lost. They leave in the order of the calls. */
  send(bytes: Buffer): boolean;
}

/** Offers wait no longer than this at the rate of the link: unsealed, they come again after 2 s (forwarder.ts). */
const OFFERS_MS = 4000;

interface Lane {
  readonly turns: LinkTurns<Buffer>;
  readonly drain: LinkDrain;
  /** It stays while anything is under way: on another one, frames and pieces would overtake each other. */
  stream: LaneStream | undefined;
}

export class Lanes implements BulkLanes {
  readonly #ports: LanesPorts;
  readonly #lanes = new Map<string, Lane>();

  constructor(ports: LanesPorts) {
    this.#ports = ports;
  }

  send(peerId: string, { registerId, bytes, isOffer }: LargeFrame): number | undefined {
    const lane = this.#lanes.get(peerId) ?? { turns: new LinkTurns(), drain: new LinkDrain(), stream: undefined };
    this.#lanes.set(peerId, lane);
    const number = isOffer && isLate(lane, registerId) ? undefined : lane.turns.push(registerId, bytes, bytes.length);
    this.#leave(peerId, lane);
    return number;
  }

  isWaiting(peerId: string, number: number): boolean {
    return this.#lanes.get(peerId)?.turns.isWaiting(number) === true;
  }

  onAnswered(peerId: string, id: number): void {
    const lane = this.#lanes.get(peerId);
    if (!lane) return;
    lane.drain.onAnswered(id, this.#ports.clock.steady());
    this.#leave(peerId, lane);
  }

  forget(peerId: string): void {
    this.#lanes.delete(peerId);
  }

  #leave(peerId: string, lane: Lane): void {
    const { clock } = this.#ports;
    const { turns, drain } = lane;
    if (!lane.stream?.isOpen || drain.isIdle) lane.stream = this.#ports.stream(peerId);
    const { stream } = lane;
    if (!stream) return;
    const nowMs = clock.steady();
    for (let room = drain.roomBytes(nowMs); room > 0; room = drain.roomBytes(nowMs)) {
      const part = turns.next(Math.min(room, PIECE_BYTES_MAX));
      if (!part) return;
      const { item, number, from, to, isLast } = part;
      const bytes =
        from === 0 && isLast
          ? item
          : asBuffer(
              encodeFrame({ type: 'piece', frame: number, offset: from, isLast, bytes: item.subarray(from, to) }),
            );
      // Its end took it from us, or its queue is full of small frames: what is repeated comes again.
      if (!stream.send(bytes)) return;
      const id = drain.onSent(bytes.length, turns.bytes > 0, nowMs);
      if (id !== undefined) stream.send(asBuffer(encodeFrame({ type: 'mark', id, isAnswer: false })));
    }
  }
}

function isLate({ turns, drain: { bytesPerSecond } }: Lane, registerId: string): boolean {
  if (bytesPerSecond === undefined || turns.bytesOf(registerId) === 0) return false;
  return turns.bytes > (bytesPerSecond * OFFERS_MS) / 1000;
}
