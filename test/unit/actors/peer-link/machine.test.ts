// The life of a peer link under a virtual clock: dials, failures, bans and what is left behind.
import { expect } from 'chai';
import {
  BACKOFF_MAX_MS,
  backoffMs,
  DIAL_MS,
  HANDSHAKE_MS,
  HEALTHY_MS,
  type PeerLinkActs,
  type PeerLinkState,
  startPeerLink,
} from '../../../../actors/peer-link/machine.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

function world(given: Partial<PeerLinkActs> = {}) {
  const clock = new VirtualClock();
  const states: PeerLinkState[] = [];
  const done = { dials: 0, drops: 0 };
  const acts: PeerLinkActs = {
    dial: () => void done.dials++,
    drop: () => void done.drops++,
    random: () => 0,
    backoffMaxMs: () => BACKOFF_MAX_MS,
    onChanged: (state) => void states.push(state),
    ...given,
  };
  return { clock, states, done, link: startPeerLink(acts, clock) };
}

function up() {
  const it = world();
  for (const type of ['WANT', 'CONNECTED', 'SHAKEN'] as const) it.link.send({ type });
  return it;
}

describe('actors/peer-link/machine', () => {
  it('waits until it is wanted, then dials, greets and is up', () => {
    const { link, states, done } = world();
    expect(done.dials).to.equal(0);
    for (const type of ['WANT', 'WANT', 'CONNECTED', 'SHAKEN'] as const) link.send({ type });
    expect(states).to.deep.equal(['idle', 'dialling', 'handshaking', 'up']);
    expect(done).to.deep.equal({ dials: 1, drops: 0 });
  });

  it('backs off longer after each failure, up to the cap, and starts again after a healthy time', async () => {
    const { clock, link, done } = world();
    link.send({ type: 'WANT' });
    const waits: number[] = [];
    for (let n = 0; n < 7; n++) {
      const from = clock.now();
      const dials = done.dials;
      link.send({ type: 'LOST' });
      while (done.dials === dials) await clock.advance(500);
      waits.push(clock.now() - from);
    }
    expect(waits).to.deep.equal([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    link.send({ type: 'CONNECTED' });
    link.send({ type: 'SHAKEN' });
    await clock.advance(HEALTHY_MS);
    link.send({ type: 'LOST' });
    await clock.advance(1000);
    expect(done.dials).to.equal(9);
    link.send({ type: 'STOP' });
  });

  it('keeps the failures of a link that breaks as soon as it is up', async () => {
    const { clock, link, done } = up();
    link.send({ type: 'LOST' });
    await clock.advance(1000);
    link.send({ type: 'CONNECTED' });
    link.send({ type: 'SHAKEN' });
    link.send({ type: 'LOST' });
    await clock.advance(1000);
    expect(done.dials).to.equal(2);
    await clock.advance(1000);
    expect(done.dials).to.equal(3);
    link.send({ type: 'STOP' });
  });

  it('drops a dial and a handshake that take too long', async () => {
    const { clock, link, done } = world();
    link.send({ type: 'WANT' });
    await clock.advance(DIAL_MS);
    expect(done.drops).to.equal(1);
    expect(link.getSnapshot().value).to.equal('backing-off');
    await clock.advance(1000);
    link.send({ type: 'CONNECTED' });
    await clock.advance(HANDSHAKE_MS);
    expect(done.drops).to.equal(2);
    expect(link.getSnapshot().value).to.equal('backing-off');
    link.send({ type: 'STOP' });
  });

  it('ends a back-off when the peer was heard, and not for being wanted again', () => {
    const { link, done } = world();
    link.send({ type: 'WANT' });
    link.send({ type: 'LOST' });
    link.send({ type: 'WANT' });
    expect(done.dials).to.equal(1);
    link.send({ type: 'WAKE' });
    expect(done.dials).to.equal(2);
    link.send({ type: 'STOP' });
  });

  it('closes at a ban, stays banned whatever is asked, and may be wanted again after it', async () => {
    const { clock, link, done } = up();
    for (const type of ['BAN', 'BAN', 'WANT', 'WAKE', 'LOST'] as const) link.send({ type });
    await clock.advance(3_600_000);
    expect(link.getSnapshot().value).to.equal('banned');
    expect(done).to.deep.equal({ dials: 1, drops: 1 });
    link.send({ type: 'UNBAN' });
    link.send({ type: 'WANT' });
    expect(done.dials).to.equal(2);
    link.send({ type: 'STOP' });
  });

  it('leaves a peer that no part wants, from every state', () => {
    for (const events of [['WANT'], ['WANT', 'CONNECTED'], ['WANT', 'CONNECTED', 'SHAKEN']] as const) {
      const { link, done, states } = world();
      for (const type of events) link.send({ type });
      link.send({ type: 'UNWANT' });
      expect(states.at(-1)).to.equal('idle');
      expect(done.drops).to.equal(1);
    }
  });

  it('stops from every state and leaves no timer', () => {
    for (const events of [
      [],
      ['WANT'],
      ['WANT', 'LOST'],
      ['WANT', 'CONNECTED'],
      ['WANT', 'CONNECTED', 'SHAKEN'],
      ['BAN'],
    ]) {
      const { clock, link, states } = world();
      for (const type of events) link.send({ type } as { type: 'WANT' });
      link.send({ type: 'STOP' });
      expect(states.at(-1)).to.equal('stopped');
      expect(clock.armed, events.join()).to.equal(0);
    }
  });

  it('spreads the back-off over 40 % and never above the cap', () => {
    expect(backoffMs(1, 30_000, 0)).to.equal(1000);
    expect(backoffMs(1, 30_000, 0.999)).to.be.within(600, 602);
    expect(backoffMs(1000, 5000, 0)).to.equal(5000);
  });
});
