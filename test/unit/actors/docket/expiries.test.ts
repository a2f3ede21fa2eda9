// Timers of many registers that ran out: how many of them act, in which order, and how soon all of them do once
// somebody answers.
import { expect } from 'chai';
import { Expiries } from '../../../../actors/docket/expiries.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const BURST = 256;

describe('actors/docket/expiries', () => {
  let clock: VirtualClock;
  let expiries: Expiries;
  let acted: string[];

  beforeEach(() => {
    clock = new VirtualClock();
    expiries = new Expiries(clock);
    acted = [];
  });

  function expires(name: string, { roster = 'one', isFirst = true } = {}) {
    const act = () => void acted.push(name);
    const waiting = expiries.wait({ roster, isFirst, act });
    if (!waiting) act();
    return waiting;
  }

  function all(count: number, given: { readonly roster?: string; readonly isFirst?: boolean } = {}) {
    return Array.from({ length: count }, (_, n) => expires(`${given.roster ?? 'one'} ${n}`, given));
  }

  it('lets some hundred act at once, and then few a second', async () => {
    all(10_000);
    expect(acted.length).to.equal(BURST);
    await clock.advance(15_000);
    expect(acted.length).to.be.within(BURST + 15 * 60 - 20, BURST + 15 * 60 + 20);
  });

  it('lets those act that wait longest, each once', async () => {
    all(500);
    await clock.advance(60_000);
    expect(acted).to.deep.equal(Array.from({ length: 500 }, (_, n) => `one ${n}`));
    expect(clock.armed).to.equal(0);
  });

  it('lets all act soon once what acted is answered', async () => {
    all(10_000);
    for (let answered = 0; answered < acted.length && acted.length < 10_000; answered++) expiries.onAnswered();
    expect(acted.length).to.equal(10_000);
  });

  it('lets a round that ran out for the first time act at once, where thousands wait in vain for long', async () => {
    all(10_000, { isFirst: false });
    await clock.advance(5000);
    const before = acted.length;
    expires('first');
    expect(acted.slice(before)).to.include('first');
  });

  it('lets rosters take turns', async () => {
    all(10_000);
    await clock.advance(1000);
    acted.length = 0;
    all(10, { roster: 'two' });
    await clock.advance(800);
    expect(acted.filter((name) => name.startsWith('two')).length).to.equal(10);
  });

  it('forgets what is cancelled', async () => {
    const waiting = all(300).slice(BURST);
    for (const one of waiting) one?.cancel();
    await clock.advance(10_000);
    expect([acted.length, clock.armed]).to.deep.equal([BURST, 0]);
  });
});
