// How much may be under way to a peer before it has answered, so that what is said next waits behind little. Marks
// between the frames tell when they arrived, and so the rate of the link and its shortest round trip. As much is under
// way as the link brings within that and SPARE_MS: more would wait in front of it, less would leave it idle. Pure.

/** Time that frames may wait in front of the narrow place, beside a quarter of the round trip. */
const SPARE_MS = 40;
const ROOM = 1.25;
/** While nothing says that the link is full: what a far one brings is known after a few round trips. */
const GROWING_ROOM = 2.5;
/** Before anything is known: 130 ms of a link of 1 Mbit/s. */
const FIRST_BYTES = 16 * 1024;
/** A link of less than this carries no dockets in time. */
const LEAST_BYTES = 4 * 1024;
const MOST_BYTES = 8 * 1024 * 1024;
/** A part of what may be under way leaves at once, and has a mark behind it. */
const PARTS = 4;
/** The best rate of so long counts: a pause of the other process says nothing about the link. */
const RATE_MS = 2500;
/** After so long the round trip is measured again with nothing else under way: the way may be another one now. */
const ROUND_TRIP_MS = 10_000;
/** A mark is asked again where its answer stays away; it may have been dropped there. */
const SILENT_MS = 5000;

interface Mark {
  readonly id: number;
  /** Bytes that were sent up to it. */
  readonly sent: number;
  readonly sentMs: number;
  /** The bytes that were answered by then, and since when. */
  readonly answered: number;
  readonly answeredMs: number;
  /** More waited behind it: then the link set the pace. */
  readonly isBusy: boolean;
  /** Next to nothing was under way before it. */
  readonly isAlone: boolean;
}

export class LinkDrain {
  #sent = 0;
  #answered = 0;
  #answeredMs = 0;
  /** Without an answer, oldest first. */
  #marks: Mark[] = [];
  #id = 0;
  #markedMs = 0;
  #marked = 0;
  /** The best of the last times, the younger first; bytes a millisecond. */
  #rates: [number, number] = [0, 0];
  #ratesMs = 0;
  #roundTripMs = Number.POSITIVE_INFINITY;
  #roundTripSinceMs = 0;
  /** Frames waited in front of the narrow place. */
  #hasFilled = false;

  /** Bytes a second that the link was seen to bring; undefined while nothing is known. */
  get bytesPerSecond(): number | undefined {
    const best = Math.max(...this.#rates);
    return best > 0 ? best * 1000 : undefined;
  }

  /** Nothing is known to be under way. */
  get isIdle(): boolean {
    return this.#marks.length === 0;
  }

  /** So many bytes may be under way. */
  get windowBytes(): number {
    const best = Math.max(...this.#rates);
    if (best === 0) return FIRST_BYTES;
    const room = this.#hasFilled ? ROOM : GROWING_ROOM;
    return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, best * (room * this.#roundTripMs + SPARE_MS)));
  }

  /** So many bytes may leave in this moment; 0 while an answer is awaited. */
  roomBytes(nowMs: number): number {
    const part = Math.floor(this.windowBytes / PARTS);
    const isUnasked = this.#marks.length === 0 || nowMs - this.#markedMs >= SILENT_MS;
    if (isUnasked) return part;
    if (this.#isStale(nowMs)) return 0;
    return this.#sent - this.#answered + part <= this.windowBytes ? part : 0;
  }

  /** Bytes have left. The id of a mark that has to follow them, if it is time for one. */
  onSent(bytes: number, isBusy: boolean, nowMs: number): number | undefined {
    const isAlone = this.#marks.length === 0;
    // Nothing was under way: the time until now was not the link's.
    if (this.#sent === this.#answered) this.#answeredMs = nowMs;
    this.#sent += bytes;
    // Little says nothing about a link, and a mark costs two messages: a lone frame of a few hundred bytes has none.
    const isDue = this.#sent - this.#marked >= this.windowBytes / (2 * PARTS);
    if (!isDue && nowMs - this.#markedMs < SILENT_MS) return undefined;
    this.#id = (this.#id + 1) >>> 0;
    const [answered, answeredMs] = [this.#answered, this.#answeredMs];
    this.#marks.push({ id: this.#id, sent: this.#sent, sentMs: nowMs, answered, answeredMs, isBusy, isAlone });
    this.#markedMs = nowMs;
    this.#marked = this.#sent;
    return this.#id;
  }

  /** An answer to a mark: what left before it has arrived. An unasked or repeated answer changes nothing. */
  onAnswered(id: number, nowMs: number): void {
    const at = this.#marks.findIndex((mark) => mark.id === id);
    const mark = this.#marks[at];
    if (!mark) return;
    this.#marks = this.#marks.slice(at + 1);
    this.#answered = mark.sent;
    this.#answeredMs = nowMs;
    this.#onRoundTrip(mark, nowMs);
    // The time before the mark counts where answers were held back: they come in one moment then.
    const tookMs = Math.max(nowMs - Math.min(mark.sentMs, mark.answeredMs), this.#roundTripMs, 0.1);
    this.#onRate((mark.sent - mark.answered) / tookMs, mark.isBusy, nowMs);
  }

  #isStale(nowMs: number): boolean {
    return this.#roundTripMs < Number.POSITIVE_INFINITY && nowMs - this.#roundTripSinceMs >= ROUND_TRIP_MS;
  }

  #onRoundTrip({ sentMs, isAlone }: Mark, nowMs: number): void {
    const tookMs = nowMs - sentMs;
    if (tookMs > ROOM * this.#roundTripMs + SPARE_MS) this.#hasFilled = true;
    const isAnew = isAlone && this.#isStale(nowMs);
    if (!isAnew && tookMs > this.#roundTripMs) return;
    this.#roundTripMs = tookMs;
    if (isAnew || isAlone) this.#roundTripSinceMs = nowMs;
  }

  #onRate(rate: number, isBusy: boolean, nowMs: number): void {
    const [young, old] = this.#rates;
    // Where the link was not busy, the rate says what was asked of it and no more.
    if (!isBusy && rate < Math.max(young, old)) return;
    if (nowMs - this.#ratesMs < RATE_MS) this.#rates = [Math.max(young, rate), old];
    else {
      this.#rates = [rate, young];
      this.#ratesMs = nowMs;
    }
  }
}
