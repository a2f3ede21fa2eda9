// News for a seat that waits: what others say for the first time, and not one member that only raises its round.
import { expect } from 'chai';
import { isNews, progressOf } from '../../../../core/consensus/back-off.js';
import { changeBy, Seat, TRIO } from '../../../model/scenarios.js';
import type { World } from '../../../model/world.js';

const FIVE: World = { ...TRIO, rosters: ['ABCDE'] };
const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };

function hears(node: Seat, name: string, round: number): boolean {
  const before = progressOf(node.state);
  const change = changeBy(node.world, name, 1, round);
  node.hear(name, { type: 'round-change', change, prepared: null, busy: true });
  return isNews(before, progressOf(node.state));
}

describe('news of round changes', () => {
  for (const world of [FIVE, BFT])
    it(`is a member that joins the round or a later one, and never one that only goes further: ${world.mode}`, () => {
      const node = new Seat(world, 'C');
      node.feed({ type: 'work', on: true });
      const told = Array.from({ length: 40 }, (_, i) => hears(node, 'D', i + 1));
      expect(node.state.record.round, 'nobody follows one member').to.equal(0);
      expect(told.filter((isNew) => isNew).length).to.equal(1);
    });

  it('is every other member, and the round that they reach together', () => {
    const node = new Seat(FIVE, 'C');
    node.feed({ type: 'work', on: true });
    expect(['D', 'E', 'B'].map((name) => hears(node, name, 3))).to.deep.equal([true, true, true]);
    expect(node.state.record.round).to.equal(3);
    expect(['D', 'D', 'E', 'B'].map((name, i) => hears(node, name, i + 4))).to.deep.equal([false, false, false, true]);
    expect(node.state.record.round).to.be.greaterThan(3);
  });
});
