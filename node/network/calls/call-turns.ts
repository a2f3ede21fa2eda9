// Calls to one peer at a time: as many as it takes at once, and a bounded number that wait for their turn, for a
// bounded time. Without it a burst is refused at the other end, although a moment later there would be room. It knows
// no call.
import type { Clock, Timer } from '../../../core/base/ports.js';

/** Below what the other end takes of a member (gate.ts), which counts links and ranges too. */
export const CALLS_AT_ONCE = 32;
/**
 * Calls that wait for one peer: a second of them at two milliseconds each, and far less memory than what they would
 * send.
 */
export const CALLS_WAITING_MAX = 512;
/** A caller that waits longer is better told to come back. */
export const TURN_WAIT_MS = 5000;

interface Peer {
  running: number;
  readonly waiting: Set<(isGiven: boolean) => void>;
}

export class CallTurns {
  readonly #clock: Clock;
  readonly #peers = new Map<string, Peer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * True when the call may go out, which `end` must follow; false when too many wait or the wait was too long. First
   * come, first served.
   */
  begin(peerId: string): boolean | Promise<boolean> {
    const peer = this.#peers.get(peerId) ?? { running: 0, waiting: new Set() };
    this.#peers.set(peerId, peer);
    if (peer.running < CALLS_AT_ONCE) {
      peer.running += 1;
      return true;
    }
    if (peer.waiting.size >= CALLS_WAITING_MAX) return false;
    return new Promise((resolve) => {
      const done = (isGiven: boolean): void => {
        timer.cancel();
        peer.waiting.delete(done);
        resolve(isGiven);
      };
      const timer: Timer = this.#clock.setTimer(() => done(false), TURN_WAIT_MS);
      peer.waiting.add(done);
    });
  }

  /** The call ended: the caller that waited longest has its turn. */
  end(peerId: string): void {
    const peer = this.#peers.get(peerId);
    if (!peer) return;
    const [next] = peer.waiting;
    if (next) next(true);
    else peer.running -= 1;
    if (peer.running === 0) this.#peers.delete(peerId);
  }
}
