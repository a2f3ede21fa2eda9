// When the timers of a register run out: in a first round as set where heights are quick, later where they take long: a
// mesh with much to do changes no rounds.
import { expect } from 'chai';
import type { LocalInput } from '../../../../actors/docket/inbox.js';
import { Pace } from '../../../../actors/docket/pace.js';
import { Timers } from '../../../../actors/docket/timers.js';
import { initial, tipOf } from '../../../../core/consensus/state.js';
import type { State } from '../../../../core/consensus/types.js';
import { TRIO } from '../../../model/scenarios.js';
import { envOf, genesisOf } from '../../../model/world.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const ROUND_MS = 500;
const GENESIS = initial(tipOf(genesisOf(TRIO)));

function at(height: number): State {
  return { ...GENESIS, folding: false, work: true, record: { ...GENESIS.record, height } };
}

function world() {
  const clock = new VirtualClock();
  const inputs: LocalInput[] = [];
  const env = { ...envOf(TRIO, 'A', 1), timers: { roundMs: ROUND_MS, resendMs: 250, roundMsMax: 30_000 } };
  const pace = new Pace({
    ...{ clock, timers: new Timers(clock), random: { number: () => 0.5 }, env: () => env },
    push: (input) => void inputs.push(input),
  });
  /** A height that is decided after so long, as the reducer arms its timers. */
  const height = async (h: number, ms: number) => {
    pace.arm({ type: 'arm', timer: 'round', height: h, round: 0, delayMs: ROUND_MS }, at(h));
    pace.arm({ type: 'arm', timer: 'resend', height: h, round: 0, delayMs: 250 }, at(h));
    await clock.advance(ms);
    pace.onStepped(at(h + 1));
    return inputs.splice(0).map(({ type }) => type);
  };
  return { height };
}

describe('the pace of a register', () => {
  it('gives a first round its time where heights are quick', async () => {
    const { height } = world();
    expect(await height(1, 20)).to.deep.equal([]);
    expect(await height(2, 499)).to.deep.equal(['resend']);
    expect(await height(3, 20)).to.deep.equal([]);
  });

  it('gives up one round and no more where heights take longer than that', async () => {
    const { height } = world();
    expect(await height(1, 600)).to.deep.equal(['resend', 'timer']);
    for (const h of [2, 3, 4, 5]) expect(await height(h, 600), `height ${h}`).to.deep.equal([]);
    expect(await height(6, 10_000), 'a proposer that is dead').to.deep.equal(['resend', 'timer']);
  });
});
