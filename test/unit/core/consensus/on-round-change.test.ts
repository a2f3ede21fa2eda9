// Who keeps a round going: a seat with something to decide, and members that keep it company while it says so, no longer.
import { expect } from 'chai';
import { changeBy, docketOn, proposalBy, runsAhead, Seat, TRIO } from '../../../model/scenarios.js';
import { told } from '../../../model/told.js';
import { genesisOf, SHIPPED, type World } from '../../../model/world.js';

const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };
const change = (name: string, round: number, busy: boolean, world = TRIO) =>
  ({ type: 'round-change', change: changeBy(world, name, 1, round), prepared: null, busy }) as const;

describe('rounds', () => {
  it('are kept going for a member that says it is busy, until a timeout without another word', () => {
    const node = new Seat(TRIO, 'C');
    expect(told(node.hear('B', change('B', 1, true)))).to.deep.equal(['arm round 1000', 'arm resend 500']);
    const moved = node.feed({ type: 'timer', height: 1, round: 0 });
    expect(told(moved)).to.deep.equal(['persist record', 'send round-change to AB', 'disarm round', 'disarm resend']);
    const sent = moved.find((effect) => effect.type === 'send');
    expect(sent?.message).to.include({ busy: false });
    expect(told(node.hear('B', change('B', 1, true)))).to.deep.equal(['arm round 1500', 'arm resend 750']);
  });

  it('are not kept going for a member that keeps others company', () => {
    const node = new Seat(TRIO, 'C');
    expect(node.hear('B', change('B', 1, false))).to.deep.equal([]);
  });

  it('are not kept going for a member that was busy in an earlier round', () => {
    const node = new Seat(TRIO, 'C');
    node.hear('B', change('B', 2, true));
    node.feed({ type: 'timer', height: 1, round: 0 });
    expect(node.state.record.round).to.equal(2);
    node.hear('B', change('B', 2, true));
    expect(told(node.feed({ type: 'timer', height: 1, round: 2 }))).to.include('disarm round');
    expect(node.state.record.round).to.equal(3);
    expect(told(node.hear('B', change('B', 2, true)))).to.deep.equal(['send round-change to B']);
  });

  it('say that their sender is busy while it has work or a promise', () => {
    const worker = new Seat(TRIO, 'C');
    worker.feed({ type: 'work', on: true });
    const sent = worker.feed({ type: 'timer', height: 1, round: 0 }).find((effect) => effect.type === 'send');
    expect(sent?.message).to.include({ type: 'round-change', busy: true });
    worker.feed({ type: 'work', on: false });
    expect(worker.feed({ type: 'resend' })).to.deep.equal([]);
  });

  it('end with a PREPARE vote that no quorum followed', () => {
    const node = new Seat(BFT, 'D');
    const docket = docketOn(BFT, genesisOf(BFT), 'A');
    node.hear('A', { type: 'proposal', proposal: proposalBy(BFT, 'A', genesisOf(BFT), docket) });
    node.feed({ type: 'checked', docketHash: docket.hash, fresh: true, ok: true, code: '' });
    const moved = node.feed({ type: 'timer', height: 1, round: 0 });
    expect(moved.find((effect) => effect.type === 'send')?.message).to.include({ type: 'round-change', busy: false });
    expect(told(moved)).to.include('disarm round');
  });

  it('are waited in by a member that nobody followed, which repeats itself', () => {
    expect(runsAhead(SHIPPED)).to.equal(undefined);
  });
});
