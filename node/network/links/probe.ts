// Whether the process at the other end of a stream is still there: a question that every node answers at once. A
// connection that was not closed looks alive for half a minute after its host lost power. It closes nothing: the caller
// decides what silence means.
import type { Clock } from '../../../core/base/ports.js';
import { encodeFrame } from '../../../proto/codec/frame.js';
import { asBuffer } from '../transport/client.js';
import type { FrameStream } from '../transport/stream.js';

/**
 * A live process answers in a round trip and a pause of its garbage collection; a hello that waits for this still ends
 * in time (HANDSHAKE_MS).
 */
export const PROBE_MS = 3000;
/** Questions that come sooner are left to the budget of frames, where they are not ones that a node sends. */
const ANSWER_EVERY_MS = 500;

const QUESTION = asBuffer(encodeFrame({ type: 'probe', isAnswer: false }));
const ANSWER = asBuffer(encodeFrame({ type: 'probe', isAnswer: true }));

interface Asked {
  /** Questions on this stream without an answer so far: another answer is nothing that a node sends. */
  open: number;
  /** When the last one was sent. */
  sentMs: number;
  onTold: (() => void) | undefined;
}

export class Probes {
  readonly #clock: Clock;
  readonly #asked = new WeakMap<FrameStream, Asked>();
  readonly #answeredMs = new WeakMap<FrameStream, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** True when the message was a probe and is dealt with. */
  took(bytes: Buffer, stream: FrameStream): boolean {
    // Every message of a link comes by here, and a probe is shorter than any other.
    if (bytes.length > ANSWER.length) return false;
    if (bytes.equals(ANSWER)) return this.#tell(stream);
    if (!bytes.equals(QUESTION)) return false;
    const nowMs = this.#clock.steady();
    const lastMs = this.#answeredMs.get(stream);
    if (lastMs !== undefined && nowMs - lastMs < ANSWER_EVERY_MS) return false;
    this.#answeredMs.set(stream, nowMs);
    stream.send(ANSWER);
    return true;
  }

  /** Resolves to true at the first answer on any of the streams, and to false when there is none within PROBE_MS. */
  ask(streams: readonly FrameStream[]): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isThere: boolean) => {
        timer.cancel();
        for (const stream of streams) {
          const asked = this.#asked.get(stream);
          if (asked) asked.onTold = undefined;
        }
        resolve(isThere);
      };
      const timer = this.#clock.setTimer(() => end(false), PROBE_MS);
      for (const stream of streams) this.#send(stream, () => end(true));
    });
  }

  /** Asks, unless a question is open, and tells how long the answer took, however late it comes. */
  measure(stream: FrameStream, onAnswered: (ms: number) => void): void {
    if ((this.#asked.get(stream)?.open ?? 0) > 0) return;
    const sentMs = this.#clock.steady();
    this.#send(stream, () => onAnswered(this.#clock.steady() - sentMs));
  }

  /** A question that was just sent is not sent again: the other end would answer the first one alone. */
  #send(stream: FrameStream, onTold: () => void): void {
    const nowMs = this.#clock.steady();
    const { open, sentMs } = this.#asked.get(stream) ?? { open: 0, sentMs: 0 };
    const isSent = open > 0 && nowMs - sentMs < ANSWER_EVERY_MS;
    this.#asked.set(stream, isSent ? { open, sentMs, onTold } : { open: open + 1, sentMs: nowMs, onTold });
    if (!isSent) stream.send(QUESTION);
  }

  #tell(stream: FrameStream): boolean {
    const asked = this.#asked.get(stream);
    if (!asked || asked.open === 0) return false;
    asked.open -= 1;
    const { onTold } = asked;
    asked.onTold = undefined;
    onTold?.();
    return true;
  }
}
