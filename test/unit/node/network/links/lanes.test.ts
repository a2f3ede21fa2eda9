// Large frames of a link whose rate and distance are drawn: they fill it, and what is small waits behind little, as
// does what is large of another register. The narrow place holds all that it is given, as the worst router does.
import { expect } from 'chai';
import { Lanes } from '../../../../../node/network/links/lanes.js';
import { FramePieces } from '../../../../../node/network/links/pieces.js';
import { decodeFrame, encodeFrame } from '../../../../../proto/codec/frame.js';
import { Dice } from '../../../../support/base/dice.js';

const [BUSY, OTHER] = ['a', 'b'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [string, string];
const MIB = 1024 * 1024;
/** A vote in the bytes of the wire, with what encryption adds. */
const VOTE = Buffer.from(encodeFrame({ type: 'again', id: 1 }));
const OVERHEAD = 40;

interface Shape {
  readonly bytesPerSecond: number;
  /** One way. */
  readonly delayMs: number;
  /** The other end looks at what came only so often, as a busy process does. */
  readonly everyMs?: number;
}

/** Time in steps of its events, which are kept in their order. */
class Schedule {
  nowMs = 1000;
  readonly #events: { readonly atMs: number; readonly run: () => void }[] = [];

  at(atMs: number, run: () => void): void {
    const behind = this.#events.findLastIndex((event) => event.atMs <= atMs);
    this.#events.splice(behind + 1, 0, { atMs, run });
  }

  /** Until nothing happens any more, or the bound. */
  play(untilMs: number): void {
    for (let [event] = this.#events; event && event.atMs <= untilMs; [event] = this.#events) {
      this.#events.shift();
      this.nowMs = Math.max(this.nowMs, event.atMs);
      event.run();
    }
  }
}

/** One direction of a link, from the lanes of one end to the taker at the other. */
class ModelLink {
  readonly schedule = new Schedule();
  readonly lanes: Lanes;
  /** Whole frames and votes, with the time at which they came. */
  readonly arrived: { readonly bytes: Buffer; readonly atMs: number }[] = [];
  shape: Shape;
  #freeMs = 0;
  #lastMs = 0;
  readonly #pieces = new FramePieces();

  constructor(shape: Shape) {
    this.shape = shape;
    const stream = { isOpen: true, send: (bytes: Buffer) => this.send(bytes) };
    this.lanes = new Lanes({ clock: { steady: () => this.schedule.nowMs }, stream: () => stream });
  }

  send(bytes: Buffer): boolean {
    const { bytesPerSecond, delayMs, everyMs = 0 } = this.shape;
    const { schedule } = this;
    this.#freeMs = Math.max(this.#freeMs, schedule.nowMs) + ((bytes.length + OVERHEAD) / bytesPerSecond) * 1000;
    const atMs = this.#freeMs + delayMs;
    const looksMs = everyMs > 0 ? Math.ceil(atMs / everyMs) * everyMs : atMs;
    this.#lastMs = Math.max(this.#lastMs, looksMs);
    schedule.at(this.#lastMs, () => this.#onArrived(bytes));
    return true;
  }

  large(registerId: string, bytes: number, isOffer = false): number | undefined {
    const content = Buffer.alloc(bytes, 0xff);
    return this.lanes.send('peer', { registerId, bytes: content, isOffer });
  }

  #onArrived(bytes: Buffer): void {
    const { schedule, shape } = this;
    const frame = bytes[0] === 0xff ? undefined : decodeFrame(bytes);
    if (frame && 'type' in frame && frame.type === 'mark')
      schedule.at(schedule.nowMs + shape.delayMs, () => this.lanes.onAnswered('peer', frame.id));
    else if (frame && 'type' in frame && frame.type === 'piece') {
      const whole = this.#pieces.take(frame);
      expect(whole).to.not.equal('lost');
      if (typeof whole !== 'string') this.arrived.push({ bytes: whole, atMs: schedule.nowMs });
    } else this.arrived.push({ bytes, atMs: schedule.nowMs });
  }
}

/** How long votes took that were sent beside a docket, and how much longer than the link needs the docket took. */
function besideDocket(shape: Shape, docketBytes: number): { readonly votesMs: number[]; readonly ratio: number } {
  const link = new ModelLink(shape);
  const { schedule } = link;
  const needsMs = (docketBytes / shape.bytesPerSecond) * 1000 + 2 * shape.delayMs + (shape.everyMs ?? 0);
  link.large(BUSY, docketBytes);
  const sentMs = Array.from({ length: 40 }, (_, n) => 1000 + (needsMs / 40) * n);
  for (const atMs of sentMs) schedule.at(atMs, () => link.send(VOTE));
  schedule.play(1000 + 20 * needsMs + 60_000);
  const votes = link.arrived.filter(({ bytes }) => bytes.length === VOTE.length);
  const docket = link.arrived.find(({ bytes }) => bytes.length === docketBytes);
  return {
    votesMs: votes.map(({ atMs }, n) => atMs - (sentMs[n] ?? 0)),
    ratio: ((docket?.atMs ?? Number.POSITIVE_INFINITY) - 1000) / needsMs,
  };
}

/**
 * So long a vote may take: its way, spare time, a round trip and a half while the link is learnt, and a part that just
 * left.
 */
function mostMs({ bytesPerSecond, delayMs, everyMs = 0 }: Shape): number {
  return 4.2 * delayMs + 75 + everyMs * 2.2 + (20 * 1024 * 1000) / bytesPerSecond;
}

describe('node/network/links/lanes', function () {
  this.timeout(60_000);
  const dice = new Dice('lanes');
  const drawn = Array.from({ length: 12 }, (): Shape => {
    const everyMs = dice.chance(0.3) ? dice.skewed(1, 60) : 0;
    return { bytesPerSecond: dice.skewed(20_000, 50_000_000), delayMs: dice.skewed(1, 300), everyMs };
  });
  /** The link of the report, and one between continents. */
  const shapes: readonly Shape[] = [
    { bytesPerSecond: 125_000, delayMs: 20 },
    { bytesPerSecond: 12_500_000, delayMs: 125 },
    ...drawn,
  ];

  it('let a vote pass beside a docket of some seconds, whatever the link is', () => {
    for (const shape of shapes) {
      const { votesMs } = besideDocket(shape, Math.min(10 * MIB, Math.ceil(shape.bytesPerSecond * 8)));
      expect(votesMs).to.have.length(40);
      expect(Math.max(...votesMs), JSON.stringify(shape)).to.be.below(mostMs(shape));
    }
  });

  it('fill the link with the docket', () => {
    for (const shape of shapes) {
      // What is learnt of a link between continents takes a dozen round trips.
      const bytes = Math.min(10 * MIB, Math.ceil(shape.bytesPerSecond * (8 + (40 * shape.delayMs) / 1000)));
      const learningMs = 24 * shape.delayMs + 20 * (shape.everyMs ?? 0) + 200;
      const most = 1.2 + learningMs / ((bytes / shape.bytesPerSecond) * 1000);
      expect(besideDocket(shape, bytes).ratio, JSON.stringify(shape)).to.be.below(most);
    }
  });

  it('are what holds back the docket: given to the link at once, it holds up each vote (planted)', () => {
    const link = new ModelLink({ bytesPerSecond: 125_000, delayMs: 20 });
    link.send(Buffer.alloc(MIB, 0xff));
    link.send(VOTE);
    link.schedule.play(60_000);
    expect((link.arrived.at(-1)?.atMs ?? 0) - 1000).to.be.above(8000);
  });

  it('give each register its turn: a docket of another one comes after a part of the long one', () => {
    const link = new ModelLink({ bytesPerSecond: 125_000, delayMs: 20 });
    link.large(BUSY, MIB);
    let sentMs = 0;
    link.schedule.at(4000, () => {
      sentMs = link.schedule.nowMs;
      link.large(OTHER, 1650);
    });
    link.schedule.play(60_000);
    const other = link.arrived.find(({ bytes }) => bytes.length === 1650);
    expect((other?.atMs ?? Number.POSITIVE_INFINITY) - sentMs).to.be.below(200);
    expect(link.arrived.map(({ bytes }) => bytes.length)).to.eql([1650, MIB]);
  });

  it('follow a link that becomes thin, and one that becomes far', () => {
    const link = new ModelLink({ bytesPerSecond: 12_500_000, delayMs: 5 });
    const { schedule } = link;
    for (let n = 0; n < 20; n++) schedule.at(1000 + n * 200, () => link.large(BUSY, MIB));
    schedule.at(5000, () => {
      link.shape = { bytesPerSecond: 125_000, delayMs: 200 };
      link.large(BUSY, 8 * MIB);
    });
    const votes: number[] = [];
    for (let atMs = 30_000; atMs < 60_000; atMs += 1000)
      schedule.at(atMs, () => {
        const before = link.arrived.length;
        votes.push(before);
        link.send(Buffer.from(VOTE));
      });
    schedule.play(120_000);
    const late = link.arrived
      .filter(({ bytes }) => bytes.length === VOTE.length)
      .map(({ atMs }) => (atMs - 30_000) % 1000);
    expect(late).to.have.length(30);
    expect(Math.max(...late)).to.be.below(700);
    expect(link.arrived.filter(({ bytes }) => bytes.length === 8 * MIB)).to.have.length(1);
  });

  it('drop offers that would wait too long, and no docket', () => {
    const link = new ModelLink({ bytesPerSecond: 125_000, delayMs: 20 });
    link.large(BUSY, 200_000);
    link.schedule.play(10_000);
    const offers = Array.from({ length: 20 }, () => link.large(BUSY, 80_000, true));
    const taken = offers.filter((number) => number !== undefined).length;
    expect(taken).to.be.within(6, 9);
    expect(link.large(BUSY, 80_000)).to.be.a('number');
    expect(link.large(OTHER, 80_000, true), 'of a register that waits for nothing').to.be.a('number');
  });

  it('say what waits, and forget it with the link', () => {
    const link = new ModelLink({ bytesPerSecond: 125_000, delayMs: 20 });
    const number = link.large(BUSY, 200_000) ?? -1;
    expect(link.lanes.isWaiting('peer', number)).to.equal(true);
    link.schedule.play(20_000);
    expect(link.lanes.isWaiting('peer', number)).to.equal(false);
    const other = link.large(BUSY, 200_000) ?? -1;
    link.lanes.forget('peer');
    expect(link.lanes.isWaiting('peer', other)).to.equal(false);
  });

  it('stay on a stream while anything is under way on it', () => {
    const out: string[] = [];
    const streamOf = (name: string) => ({ isOpen: true, send: () => out.push(name) > 0 });
    let [stream, id] = [streamOf('first'), 0];
    const lanes = new Lanes({ clock: { steady: () => 1000 }, stream: () => stream });
    const send = () => lanes.send('peer', { registerId: BUSY, bytes: Buffer.alloc(30_000, 0xff), isOffer: false });
    send();
    stream = streamOf('second');
    while (out.length < 40 && id < 40) lanes.onAnswered('peer', ++id);
    expect(new Set(out)).to.eql(new Set(['first']));
    send();
    expect(new Set(out)).to.eql(new Set(['first', 'second']));
  });

  it('hold a bounded number of bytes', () => {
    const link = new ModelLink({ bytesPerSecond: 125_000, delayMs: 20 });
    const taken = Array.from({ length: 10 }, () => link.large(BUSY, 4 * MIB)).filter((number) => number !== undefined);
    expect(taken).to.have.length(4);
  });

  it('go on where an answer stays away', () => {
    let nowMs = 1000;
    const out: Buffer[] = [];
    const stream = { isOpen: true, send: (bytes: Buffer) => out.push(bytes) > 0 };
    const lanes = new Lanes({ clock: { steady: () => nowMs }, stream: () => stream });
    const send = () => lanes.send('peer', { registerId: BUSY, bytes: Buffer.alloc(100_000, 0xff), isOffer: false });
    send();
    const before = out.length;
    nowMs += 4000;
    send();
    expect(out.length, 'the answer may come yet').to.equal(before);
    nowMs += 2000;
    send();
    expect(out.length).to.be.above(before);
  });
});
