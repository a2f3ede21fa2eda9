// Small frames to one peer that need not leave in this very moment: the first leaves at once, and those that come
// within some milliseconds after it leave together. It neither encodes nor decodes, and counts what waits.
import type { Clock, Timer } from '../../../core/base/ports.js';
import { BATCH_PARTS_MAX, FRAME_BYTES_MAX } from '../../../proto/codec/limits.js';

/** How long a frame waits for others at the most; far less than the shortest round. */
export const GATHER_MS = 20;
/** Tag and length of one part. */
const PART_FRAMING_BYTES = 5;

export interface ParcelsPorts {
  readonly clock: Clock;
  isBlocked(peerId: string): boolean;
  /** False when they are lost. */
  send(peerId: string, parts: readonly Buffer[]): boolean;
}

interface Parcel {
  parts: Buffer[];
  bytes: number;
  timer: Timer;
}

export class Parcels {
  readonly #ports: ParcelsPorts;
  /** Of peers to which something left within the last GATHER_MS, or waits. */
  readonly #parcels = new Map<string, Parcel>();

  constructor(ports: ParcelsPorts) {
    this.#ports = ports;
  }

  /**
   * False when the frame is lost. While the peer is slow one parcel waits for it and no more: a pause must not hold
   * back more than the budget of the other end takes at once. Else honest repetitions would be counted as a flood
   * there.
   */
  add(peerId: string, part: Buffer): boolean {
    const parcel = this.#parcels.get(peerId);
    const bytes = part.length + PART_FRAMING_BYTES;
    if (!parcel) {
      const isHeld = this.#ports.isBlocked(peerId);
      if (!isHeld && !this.#ports.send(peerId, [part])) return false;
      const held = isHeld ? { parts: [part], bytes } : { parts: [], bytes: 0 };
      this.#parcels.set(peerId, { ...held, timer: this.#arm(peerId) });
      return true;
    }
    const isFull = parcel.parts.length >= BATCH_PARTS_MAX || parcel.bytes + bytes > FRAME_BYTES_MAX.batch;
    if (isFull && (this.#ports.isBlocked(peerId) || !this.#leave(peerId, parcel))) return false;
    parcel.parts.push(part);
    parcel.bytes += bytes;
    return true;
  }

  /** A parcel that comes now is lost. */
  isFull(peerId: string): boolean {
    const waiting = this.#parcels.get(peerId)?.parts.length ?? 0;
    return waiting >= BATCH_PARTS_MAX && this.#ports.isBlocked(peerId);
  }

  /** The peer is not linked any more. */
  forget(peerId: string): void {
    this.#parcels.get(peerId)?.timer.cancel();
    this.#parcels.delete(peerId);
  }

  #arm(peerId: string): Timer {
    return this.#ports.clock.setTimer(() => this.#due(peerId), GATHER_MS);
  }

  #due(peerId: string): void {
    const parcel = this.#parcels.get(peerId);
    if (!parcel) return;
    if (parcel.parts.length === 0) {
      this.#parcels.delete(peerId);
      return;
    }
    if (!this.#ports.isBlocked(peerId)) this.#leave(peerId, parcel);
    parcel.timer = this.#arm(peerId);
  }

  #leave(peerId: string, parcel: Parcel): boolean {
    const { parts } = parcel;
    parcel.parts = [];
    parcel.bytes = 0;
    return this.#ports.send(peerId, parts);
  }
}
