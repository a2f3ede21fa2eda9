// Ranges of one register that are under way: the one whose dockets are judged, and some behind it, so that no round
// trip is waited for. The size of a range and their number bound the memory (asks.ts bounds those of all registers
// together). A giver that failed loses what it was asked for; others keep theirs.
import type { Clock } from '../../../core/base/ports.js';
import type { DocketRange } from '../../../core/mesh/frames.js';
import { isTooSlow, nextSpan, rangeBytes } from '../../../core/mesh/range-plan.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { PeerFailure, PeerNet } from '../ports.js';
import { DONE, pace, STALL_MS, sourceOf } from './paced.js';

/** Ranges of a register that are under way at a time. */
const FLIGHTS_MAX = 3;
/** Dockets are taken to be so much larger than those before: a range that ends early costs a round trip. */
const MARGIN = 1.25;
/** Givers whose rate is remembered for a register, the last ones. */
const RATES_MAX = 64;

/** Bytes a millisecond that givers of a register gave last. */
export class GiverRates {
  private readonly rates = new Map<string, number>();

  of(peerId: string): number | undefined {
    return this.rates.get(peerId);
  }

  note(peerId: string, rate: number): void {
    this.rates.delete(peerId);
    this.rates.set(peerId, rate);
    if (this.rates.size > RATES_MAX) this.rates.delete(this.rates.keys().next().value as string);
  }
}

export interface FlightPorts {
  readonly clock: Clock;
  readonly mode: 'all' | 'certified';
}

/** Somebody who has the docket that is asked for next. */
export interface Giver {
  readonly peerId: string;
  /** Its highest docket. */
  readonly height: number;
  readonly isPromised: boolean;
}

/** Dockets that are wanted now, and the peers who may have them now. */
export interface WantedDockets {
  readonly net: PeerNet;
  /** The lowest docket that is not here. */
  readonly from: number;
  readonly to: number;
  /** `load`: ranges that each has under way for this register. */
  giverOf(height: number, load: (peerId: string) => number): Giver | undefined;
  /** The rates of others that have it as well, as long as they do: undefined for one that was not tried. */
  ratesBeside(peerId: string, height: number): readonly (number | undefined)[];
}

export interface Flight extends ReturnType<typeof watch> {
  readonly peerId: string;
  readonly isPromised: boolean;
  readonly sinceMs: number;
  readonly range: DocketRange;
}

export class Flights {
  private readonly ports: FlightPorts;
  private readonly registerId: string;
  private readonly rates: GiverRates;
  private readonly bytesOf: ((height: number) => number) | undefined;
  private open: Flight[] = [];
  private seen = { dockets: 0, bytes: 0 };

  /** `bytesOf`: of a docket whose header is known. */
  constructor(
    ports: FlightPorts,
    of: { readonly registerId: string; readonly rates: GiverRates; bytesOf?(height: number): number },
  ) {
    this.ports = ports;
    this.registerId = of.registerId;
    this.rates = of.rates;
    this.bytesOf = of.bytesOf;
  }

  /** The range that has the lowest docket; it is the caller's until it is over. Undefined where no giver is left. */
  next(wanted: WantedDockets): Flight | undefined {
    const { from } = wanted;
    // A range that was asked for ahead and found no room is asked for again.
    const isOver = ({ range, failure }: Flight) => range.toHeight < from || failure()?.reason === 'refused';
    this.close(isOver);
    const isNext = ({ range }: Flight) => range.fromHeight <= from && from <= range.toHeight;
    const flight = this.open.find(isNext) ?? this.ask(wanted, { isAhead: false });
    if (!flight) return undefined;
    if (!this.open.includes(flight)) this.open.push(flight);
    while (this.isSized && this.open.length < FLIGHTS_MAX) {
      const ahead = this.ask(wanted, { isAhead: true });
      if (!ahead) break;
      ahead.begin();
      this.open.push(ahead);
    }
    return flight;
  }

  /** The caller is done with it. */
  end(flight: Flight): void {
    const { bytes, dockets } = flight.count();
    this.seen = { dockets: this.seen.dockets + dockets, bytes: this.seen.bytes + bytes };
    const ms = Math.max(1, this.ports.clock.steady() - flight.sinceMs);
    if (bytes > 0) this.rates.note(flight.peerId, bytes / ms);
    this.close((other) => other === flight);
  }

  /** Nothing more is taken of this giver. */
  leave(peerId: string): void {
    this.close((flight) => flight.peerId === peerId);
  }

  stop(): void {
    this.close(() => true);
  }

  private close(which: (flight: Flight) => boolean): void {
    for (const flight of this.open) if (which(flight)) flight.over();
    this.open = this.open.filter((flight) => !which(flight));
  }

  /** Where it is not known how large dockets are, it is not known either where a range ends. */
  private get isSized(): boolean {
    return this.bytesOf !== undefined || this.seen.dockets > 0;
  }

  private ask(wanted: WantedDockets, { isAhead }: { readonly isAhead: boolean }): Flight | undefined {
    const open = this.open.map(({ range }) => ({ from: range.fromHeight, to: range.toHeight }));
    const first = nextSpan({ ...wanted, open, bytesOf: () => 0, bytesMax: 0 })?.from;
    const giver = first === undefined ? undefined : wanted.giverOf(first, (peerId) => this.load(peerId));
    if (first === undefined || !giver) return undefined;
    const { registerId } = this;
    const { peerId, isPromised } = giver;
    const bytesMax = rangeBytes(this.rates.of(peerId));
    const average = this.seen.dockets === 0 ? 0 : (MARGIN * this.seen.bytes) / this.seen.dockets;
    const to = Math.min(wanted.to, giver.height);
    const bytesOf = this.bytesOf ?? (() => average);
    const span = nextSpan({ from: first, to, open, bytesOf, bytesMax });
    if (!span) return undefined;
    const range = { registerId, fromHeight: span.from, toHeight: span.to, bytesMax };
    const isSlow = (bytes: number) => isTooSlow({ bytes, ms: STALL_MS }, wanted.ratesBeside(peerId, span.from));
    const { clock, mode } = this.ports;
    const watched = watch(wanted.net, { peerId, range, use: { mode, isAhead }, isPromised, isTooSlow: isSlow }, clock);
    return { ...watched, peerId, isPromised, range, sinceMs: clock.steady() };
  }

  private load(peerId: string): number {
    return this.open.filter((flight) => flight.peerId === peerId).length;
  }
}

export interface Watching {
  readonly peerId: string;
  readonly range: DocketRange;
  readonly use: { readonly mode?: 'all' | 'certified'; readonly isAhead?: boolean };
  readonly isPromised: boolean;
  /** Whether so many bytes in STALL_MS of waiting are too few. */
  isTooSlow(bytes: number): boolean;
}

/**
 * The dockets that were asked for, one after the other: ended by silence and by anything else, with the peer's failure
 * kept beside them.
 */
export function watch(net: PeerNet, { peerId, range, use, isPromised, isTooSlow: isSlow }: Watching, clock: Clock) {
  let failed: PeerFailure | undefined;
  let height = range.fromHeight;
  let bytes = 0;
  /** Known before the peer ended it. */
  let gaveLess: boolean | undefined;
  const fail = (reason: PeerFailure['reason'], message: string) => {
    failed ??= Object.assign(new Error(message), { peerId, reason });
  };
  /** It ended before all that was asked for, which fills no answer either: the peer has no more. */
  const isCut = () => height <= range.toHeight && bytes < range.bytesMax;
  // A peer that was only supposed to have more promised nothing, and one that this node stopped may have had it.
  const isShort = (isOver: boolean) => gaveLess ?? (isOver && isPromised && isCut());
  const onBytes = (count: number) => paced.hear(count);
  const stop = new AbortController();
  const source = sourceOf(
    () => net.dockets(peerId, range, { ...use, isShort, onBytes, stop: stop.signal }),
    (error) => (failed = error),
  );
  const noteAsked = (result: IteratorResult<SealedDocket>): IteratorResult<SealedDocket> => {
    if (result.done) return result;
    const { header } = result.value.docket;
    if (height <= range.toHeight && header.height === height && header.registerId === range.registerId) {
      height++;
      bytes += header.bytes;
      return result;
    }
    gaveLess = true;
    fail('malformed', 'The peer sent a docket that was not asked for.');
    return DONE;
  };
  const paced = pace(source, clock, {
    isTooSlow: isSlow,
    late: () => {
      // A peer that gave something is slow, and may be the only one who has the rest.
      gaveLess ??= height === range.fromHeight;
      fail('late', 'The peer stopped sending, or sends slowly what others have as well.');
    },
    onBroken: (error) => (failed ??= error),
  });
  const next = () => paced.next().then(noteAsked);
  return {
    dockets: { [Symbol.asyncIterator]: () => ({ next }) } as AsyncIterable<SealedDocket>,
    begin: () => paced.begin(),
    failure: () => failed,
    isCut,
    count: () => ({ dockets: height - range.fromHeight, bytes }),
    over: () => {
      paced.cancel();
      stop.abort();
      // The peer's end of it does no longer matter.
      source.return?.(undefined).catch(() => undefined);
    },
  };
}
