// How long each linked peer takes to answer now: a question every few seconds that every node answers at once. Times of
// calls say something else: a call may wait for a seal. It closes no link.
import type { Clock, Timer } from '../../../core/base/ports.js';
import type { FrameStream } from '../transport/stream.js';
import type { Probes } from './probe.js';

const ASK_MS = 5000;
/** A live process answers in a round trip and a pause of its garbage collection. */
const SILENT_MS = 2000;

export interface RoundTripPorts {
  readonly clock: Clock;
  readonly probes: Pick<Probes, 'measure'>;
  readonly links: {
    peers(): readonly { readonly peerId: string }[];
    /** The stream on which frames go to the peer. */
    stream(peerId: string): FrameStream | undefined;
  };
}

interface Asked {
  readonly stream: FrameStream;
  /** Since when a question waits; undefined while none does. */
  openMs: number | undefined;
  roundTripMs: number | undefined;
}

export class RoundTrips {
  readonly #ports: RoundTripPorts;
  /** Of linked peers alone. */
  readonly #asked = new Map<string, Asked>();
  #timer: Timer | undefined;

  constructor(ports: RoundTripPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#timer = this.#ports.clock.setTimer(() => {
      for (const { peerId } of this.#ports.links.peers()) this.#ask(peerId);
      this.start();
    }, ASK_MS);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  onUnlinked(peerId: string): void {
    this.#asked.delete(peerId);
  }

  of(peerId: string): { readonly roundTripMs?: number | undefined; readonly silentMs?: number | undefined } {
    const asked = this.#asked.get(peerId);
    if (asked === undefined) return {};
    const waitsMs = asked.openMs === undefined ? 0 : this.#ports.clock.steady() - asked.openMs;
    return { roundTripMs: asked.roundTripMs, silentMs: waitsMs >= SILENT_MS ? waitsMs : undefined };
  }

  #ask(peerId: string): void {
    const stream = this.#ports.links.stream(peerId);
    if (stream === undefined) return;
    const before = this.#asked.get(peerId);
    // Another stream has no question open, and one that waits on the old one gets no answer.
    const asked = before?.stream === stream ? before : { stream, openMs: undefined, roundTripMs: before?.roundTripMs };
    this.#asked.set(peerId, asked);
    asked.openMs ??= this.#ports.clock.steady();
    this.#ports.probes.measure(stream, (ms) => {
      asked.openMs = undefined;
      asked.roundTripMs = ms;
    });
  }
}
