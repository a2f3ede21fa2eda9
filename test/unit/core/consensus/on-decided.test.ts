// The effect of a late certificate on a seat whose head changed the roster.
import { expect } from 'chai';
import { docketOn, Seat, sealedBy, TRIO } from '../../../model/scenarios.js';
import { genesisOf, SHIPPED, type World } from '../../../model/world.js';

describe('a certificate with a vote of this seat', () => {
  const { docket, certificate } = sealedBy(TRIO, docketOn(TRIO, genesisOf(TRIO), 'A'), 'AB');

  it('that its record lacks stops the seat, behind the seal', () => {
    const node = new Seat(TRIO, 'B', SHIPPED);
    const effects = node.feed({ type: 'adopt', docket, certificate });
    expect(effects.map((effect) => (effect.type === 'event' ? effect.event.name : effect.type))).to.deep.equal([
      'Accepted',
      'persist',
      'Sealed',
      'Forgotten',
    ]);
    expect(node.state.halted).to.equal('FORGOTTEN');
  });

  it('says nothing to a member that did not sign it', () => {
    const node = new Seat(TRIO, 'C', SHIPPED);
    node.feed({ type: 'adopt', docket, certificate });
    expect(node.state.halted).to.equal(null);
  });
});

describe('a late certificate', () => {
  it('tells of a second certificate of keys that have no seat any more, and goes on', () => {
    const world: World = { ...TRIO, rosters: ['A', 'BC'] };
    const first = sealedBy(world, docketOn(world, genesisOf(world), 'A'), 'A');
    const node = new Seat(world, 'C', SHIPPED, first);
    const other = sealedBy(world, docketOn(world, genesisOf(world), 'B'), 'A', 1);
    const [effect] = node.hear('B', { type: 'decided', ...other });
    expect(effect?.type === 'event' && effect.event).to.deep.include({ name: 'Fork', height: 1, halted: false });
    expect(node.state.halted).to.equal(null);
  });
});
