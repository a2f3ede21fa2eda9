// How long a seat gives a round by how long heights took: no more than usual where they are quick, long enough where
// they are slow, and never without a bound.
import { expect } from 'chai';
import { initial, tipOf } from '../../../../core/consensus/state.js';
import { Tempo } from '../../../../core/consensus/tempo.js';
import { TRIO } from '../../../model/scenarios.js';
import { genesisOf } from '../../../model/world.js';

const ROUND_MS = 500;
const GENESIS = initial(tipOf(genesisOf(TRIO)));
const PREPARED = { round: 0 } as never;

/** The state of a seat that decides `height`, whose head was decided in a round. */
function at(height: number, { decidedIn = 0, prepared = null as never } = {}) {
  const certificate = { ...GENESIS.tip.certificate, round: decidedIn };
  return { record: { ...GENESIS.record, height, prepared }, tip: { ...GENESIS.tip, certificate } };
}

/** A seat and its time; each entry is how long a height took in round 0. */
function seat(...took: readonly number[]) {
  const tempo = new Tempo();
  let nowMs = 1000;
  const heights = (...more: readonly number[]) => {
    for (const ms of more) {
      tempo.begins({ height: 1, round: 0 }, at(1), nowMs);
      nowMs += ms;
      tempo.onStepped(at(2), nowMs);
    }
  };
  heights(...took);
  const round = () => tempo.leastMs({ timer: 'round' }, ROUND_MS);
  return { tempo, heights, round };
}

describe('the tempo of a register', () => {
  it('asks for nothing before anything was decided, and for a multiple of what a height takes then', () => {
    expect(seat().round()).to.equal(0);
    expect(seat(20).round()).to.equal(60);
    const { tempo, round } = seat(400);
    expect(round()).to.equal(1200);
    expect(tempo.leastMs({ timer: 'resend' }, ROUND_MS)).to.equal(600);
  });

  it('follows a slower height at once and quicker ones step by step', () => {
    const { heights, round } = seat(100);
    heights(800);
    expect(round()).to.equal(2400);
    heights(0);
    expect(round()).to.equal(2100);
    heights(...new Array<number>(60).fill(0));
    expect(round()).to.be.below(1);
  });

  it('has a bound: a member that is slow on purpose keeps no seat longer', () => {
    const { heights, round } = seat(3_600_000);
    expect(round()).to.equal(8 * ROUND_MS);
    heights(0);
    expect(round(), 'and an hour is forgotten like a second').to.be.closeTo(7 * ROUND_MS, 1e-6);
  });

  it('counts a height whose round was given up too soon from its beginning', () => {
    for (const [name, height, state] of [
      ['decided in a round that this seat had left', 1, at(2)],
      ['decided with the docket of a round before', 2, at(2, { decidedIn: 1 })],
    ] as const) {
      const { tempo, round } = seat();
      tempo.begins({ height: 1, round: 0 }, at(1), 0);
      tempo.begins({ height: 1, round: 1 }, at(1, height === 2 ? { prepared: PREPARED } : {}), 500);
      tempo.onStepped(state, 700);
      expect(round(), name).to.equal(2100);
    }
  });

  it('does not count the time in which a dead proposer was waited for', () => {
    const { tempo, round } = seat();
    tempo.begins({ height: 1, round: 0 }, at(1), 0);
    tempo.begins({ height: 1, round: 1 }, at(1), 500);
    tempo.onStepped(at(2, { decidedIn: 1 }), 520);
    expect(round()).to.equal(60);
  });

  it('does not count the time in which nothing was waited for, and counts on where a timer is set anew', () => {
    const { tempo, round } = seat();
    tempo.begins({ height: 1, round: 0 }, at(1), 0);
    tempo.onStepped(at(1), 10);
    tempo.ends();
    tempo.begins({ height: 1, round: 0 }, at(1), 60_000);
    tempo.begins({ height: 1, round: 0 }, at(1), 60_100);
    tempo.onStepped(at(2), 60_200);
    expect(round()).to.equal(600);
    tempo.onStepped(at(3), 99_000);
    expect(round(), 'a height that nobody here waited for').to.equal(600);
  });
});
