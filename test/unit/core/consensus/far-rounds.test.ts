// Rounds far ahead: a member's word carries a seat a bounded number of rounds a timeout, and members that are honestly
// far apart still meet.
import { expect } from 'chai';
import { ROUND_MAX, ROUNDS_AHEAD_MAX } from '../../../../core/base/limits/ledger/consensus.js';
import type { Effect } from '../../../../core/consensus/effect.js';
import { proposerAt } from '../../../../core/consensus/environment.js';
import { changeBy, Seat, TRIO } from '../../../model/scenarios.js';
import { envOf, nameOf, type World } from '../../../model/world.js';

const DUO: World = { ...TRIO, rosters: ['AB'] };
const FIVE: World = { ...TRIO, rosters: ['ABCDE'] };
const WIDE: World = { ...TRIO, rosters: ['ABCDEFGHIJKLMNOPQRSTUVWXY'] };
const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };

function change(world: World, name: string, round: number, busy = true) {
  return { type: 'round-change', change: changeBy(world, name, 1, round), prepared: null, busy } as const;
}

/** A seat with work, after its first round ran out. */
function working(world: World, name: string): Seat {
  const node = new Seat(world, name);
  node.feed({ type: 'work', on: true });
  return node;
}

const timesOut = (node: Seat) => node.feed({ type: 'timer', height: 1, round: node.state.record.round });

/** Delivers what seats send to one another, until they are silent. */
function exchange(seats: readonly Seat[], first: readonly { by: Seat; effects: readonly Effect[] }[]): void {
  const waiting = [...first];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    for (const effect of one.effects) {
      if (effect.type !== 'send') continue;
      for (const to of effect.to) {
        const seat = seats.find(({ name }) => name === nameOf(to));
        if (seat) waiting.push({ by: seat, effects: seat.hear(one.by.name, effect.message) });
      }
    }
  }
}

describe('a round far ahead', () => {
  it('that one member claims carries no seat further than the bound, at each timeout', () => {
    for (const world of [TRIO, FIVE]) {
      const node = working(world, 'C');
      node.hear('B', change(world, 'B', ROUND_MAX));
      expect(node.state.record.round).to.equal(0);
      timesOut(node);
      expect(node.state.record.round).to.equal(ROUNDS_AHEAD_MAX);
      expect(node.state.record.roundChange?.round).to.equal(ROUNDS_AHEAD_MAX);
    }
  });

  it('that the only other member claims carries a seat no further than the bound', () => {
    const node = working(DUO, 'B');
    node.hear('A', change(DUO, 'A', ROUND_MAX));
    expect(node.state.record.round).to.equal(ROUNDS_AHEAD_MAX);
    node.hear('A', change(DUO, 'A', ROUND_MAX));
    expect(node.state.record.round).to.equal(ROUNDS_AHEAD_MAX);
  });

  it('that one of four claims moves no seat in bft, before and at the timeout', () => {
    const node = working(BFT, 'C');
    node.hear('B', change(BFT, 'B', ROUND_MAX));
    timesOut(node);
    expect(node.state.record.round).to.equal(1);
  });

  it('that one member claims does not let him choose whose round it is', () => {
    const rosters: readonly [World, string][] = [
      [TRIO, 'C'],
      [FIVE, 'E'],
      [FIVE, 'D'],
    ];
    for (const [world, silent] of rosters) {
      const node = working(world, 'A');
      const liar = world === TRIO ? 'C' : 'E';
      const env = envOf(world, 'A', 1);
      const leader = (round: number) => nameOf(proposerAt(node.state.tip, round, env));
      const led = new Set<string>();
      for (let timeouts = 0; timeouts < 5; timeouts++) {
        // The furthest round of a member that proposes nothing: the liar himself, or one that is away.
        let round = node.state.record.round + ROUNDS_AHEAD_MAX;
        while (leader(round) !== silent) round -= 1;
        node.hear(liar, change(world, liar, round));
        // Another one is in the round of this seat, so that it is followed.
        for (const name of 'BC') if (name !== liar) node.hear(name, change(world, name, node.state.record.round));
        timesOut(node);
        led.add(leader(node.state.record.round));
      }
      expect([...led].sort().join('')).to.equal(world.rosters[0]);
    }
  });

  it('that one member of a wide roster claims is followed by whole turns', () => {
    const node = working(WIDE, 'C');
    node.hear('B', change(WIDE, 'B', ROUND_MAX));
    timesOut(node);
    expect(node.state.record.round).to.equal(26);
  });

  it('that so many reached as every quorum has one of is followed at once', () => {
    const node = working(TRIO, 'C');
    node.hear('A', change(TRIO, 'A', 200));
    node.hear('B', change(TRIO, 'B', 200));
    expect(node.state.record.round).to.equal(200);
  });

  it('is reached from timeout to timeout by the only other member that is up', () => {
    const ahead = working(TRIO, 'A');
    ahead.hear('B', change(TRIO, 'B', 200));
    ahead.hear('C', change(TRIO, 'C', 200));
    expect(ahead.state.record.round).to.equal(200);
    const behind = working(TRIO, 'C');
    const seats = [ahead, behind];
    let timeouts = 0;
    for (; behind.state.record.round < 200 && timeouts < 50; timeouts++)
      exchange(seats, [{ by: behind, effects: timesOut(behind) }]);
    expect([behind.state.record.round, timeouts]).to.deep.equal([200, 14]);
    expect(ahead.state.record.round).to.equal(200);
  });
});
