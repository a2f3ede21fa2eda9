// How long peers take to answer: measured while they answer, told as silence while they do not.
import { expect } from 'chai';
import { RoundTrips } from '../../../../node/network/links/round-trips.js';
import type { FrameStream } from '../../../../node/network/transport/stream.js';

function asked() {
  let nowMs = 0;
  let due: () => void = () => undefined;
  let stream: object | undefined = {};
  const open: ((ms: number) => void)[] = [];
  const trips = new RoundTrips({
    clock: {
      now: () => nowMs,
      steady: () => nowMs,
      setTimer: (run) => {
        due = run;
        return { cancel: () => (due = () => undefined) };
      },
    },
    probes: { measure: (_, onAnswered) => void open.push(onAnswered) },
    links: { peers: () => [{ peerId: 'p' }], stream: () => stream as FrameStream | undefined },
  });
  trips.start();
  const pass = (ms: number) => (nowMs += ms);
  return { trips, open, pass, tick: () => due(), replace: (other: object | undefined) => (stream = other) };
}

describe('node/network/links/round-trips', () => {
  it('tell the last one, and nothing of a peer that was not asked', () => {
    const { trips, open, tick } = asked();
    expect(trips.of('p')).to.eql({});
    tick();
    expect(trips.of('p')).to.eql({ roundTripMs: undefined, silentMs: undefined });
    open.shift()?.(3);
    expect(trips.of('p')).to.eql({ roundTripMs: 3, silentMs: undefined });
  });

  it('tell how long a peer is silent, from two seconds on, until it answers', () => {
    const { trips, open, pass, tick } = asked();
    tick();
    open.shift()?.(3);
    tick();
    pass(1999);
    expect(trips.of('p').silentMs).to.equal(undefined);
    pass(1);
    expect(trips.of('p')).to.eql({ roundTripMs: 3, silentMs: 2000 });
    pass(3000);
    tick();
    expect(trips.of('p').silentMs, 'from the question that waits').to.equal(5000);
    open.shift()?.(5000);
    expect(trips.of('p')).to.eql({ roundTripMs: 5000, silentMs: undefined });
  });

  it('begin anew with another stream, ask none that is gone, and forget who is not linked', () => {
    const { trips, open, pass, tick, replace } = asked();
    tick();
    pass(4000);
    replace({});
    tick();
    expect(trips.of('p').silentMs).to.equal(undefined);
    replace(undefined);
    tick();
    expect(open.length).to.equal(2);
    trips.onUnlinked('p');
    expect(trips.of('p')).to.eql({});
    trips.stop();
    replace({});
    tick();
    expect(open.length).to.equal(2);
  });
});
