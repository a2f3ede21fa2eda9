// Members that keep a round going: a seat with something to decide, and members that keep it company while it says so,
// no longer.
import { expect } from 'chai';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { bodiesOf, restore, tipOf } from '../../../../core/consensus/state.js';
import { changeBy, docketOn, proposalBy, runsAhead, Seat, TRIO, voteBy } from '../../../model/scenarios.js';
import { told } from '../../../model/told.js';
import { envOf, genesisOf, SHIPPED, type World } from '../../../model/world.js';

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
    node.hear('B', change('B', 1, true));
    node.feed({ type: 'timer', height: 1, round: 0 });
    expect(node.state.record.round).to.equal(1);
    node.hear('B', change('B', 1, true));
    expect(told(node.feed({ type: 'timer', height: 1, round: 1 }))).to.include('disarm round');
    expect(node.state.record.round).to.equal(2);
    expect(told(node.hear('B', change('B', 1, true)))).to.deep.equal(['send round-change to B']);
  });

  it('are kept going or ended by the word of a member itself, not by who passes on what it signed', () => {
    const node = new Seat(BFT, 'C');
    const said = (busy: boolean) => change('A', 1, busy, BFT);
    expect(node.hear('D', said(true)), 'a word of another').to.deep.equal([]);
    expect(told(node.hear('A', said(true)))).to.deep.equal(['arm round 1000', 'arm resend 500']);
    expect(node.hear('D', said(false)), 'a word of another').to.deep.equal([]);
    expect(told(node.hear('A', said(false)))).to.deep.equal(['disarm round', 'disarm resend']);
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
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    const moved = node.feed({ type: 'timer', height: 1, round: 0 });
    expect(moved.find((effect) => effect.type === 'send')?.message).to.include({ type: 'round-change', busy: false });
    expect(told(moved)).to.include('disarm round');
  });

  it('are waited in by a member that no other one followed, which repeats itself', () => {
    expect(runsAhead(SHIPPED)).to.equal(undefined);
  });
});

describe('a docket of its own that a clock refuses', () => {
  const genesis = genesisOf(TRIO);
  const docket = docketOn(TRIO, genesis, 'A');
  const about = { kind: 'COMMIT', height: 1, round: 0, docketHash: docket.hash } as const;
  const refusal = { type: 'vote', vote: voteBy(TRIO, 'B', about, 'DOCKET_TIME_INVALID') } as const;
  const approval = (name: string) => ({ type: 'vote', vote: voteBy(TRIO, name, about) }) as const;

  function proposer(): Seat {
    const node = new Seat(TRIO, 'A');
    node.feed({ type: 'work', on: true });
    node.feed({ type: 'built', height: 1, round: 0, docket });
    return node;
  }

  const claimed = (node: Seat) => node.state.record.roundChange?.preparedHash;

  it('is given up by its builder, whose vote for it counts no more', () => {
    const node = proposer();
    node.hear('B', refusal);
    node.feed({ type: 'timer', height: 1, round: 0 });
    expect(claimed(node)).to.equal(null);
    expect(node.state.record).to.deep.include({ round: 1, prepared: null, commitVote: null });
    // One late vote and that of the builder would have been a quorum; the others still can be one.
    node.hear('B', approval('B'));
    expect(node.state.record.height).to.equal(1);
    node.hear('C', approval('C'));
    expect(node.state.record.height).to.equal(2);
  });

  it('is named for one round else, so that late votes decide it, and then given up', () => {
    const node = proposer();
    node.feed({ type: 'timer', height: 1, round: 0 });
    expect(claimed(node)).to.equal(docket.hash);
    node.hear('B', { type: 'round-change', change: changeBy(TRIO, 'B', 1, 1), prepared: null, busy: true });
    node.feed({ type: 'timer', height: 1, round: 1 });
    expect(claimed(node)).to.equal(null);
    expect(node.state.record.round).to.equal(2);
  });

  it('stays where another names it, with whom this seat is a quorum', () => {
    const node = proposer();
    const prepare = voteBy(TRIO, 'A', { ...about, kind: 'PREPARE' });
    const prepared = certificateOf([prepare], envOf(TRIO, 'A', 1).roster);
    const change = changeBy(TRIO, 'C', 1, 1, prepare);
    node.hear('C', { type: 'round-change', change, prepared, busy: true });
    node.hear('B', refusal);
    node.feed({ type: 'timer', height: 1, round: 0 });
    expect(claimed(node)).to.equal(docket.hash);
  });

  it('leaves the docket that this seat is bound to, which a restart brings back with its body', () => {
    const node = new Seat(TRIO, 'B');
    node.hear('A', { type: 'proposal', proposal: proposalBy(TRIO, 'A', genesis, docket) });
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    node.feed({ type: 'work', on: true });
    node.feed({ type: 'timer', height: 1, round: 0 });
    // Its clock was set back and refuses what it voted for, the others name nothing, so it builds: and is bound to what
    // it voted for.
    for (const name of ['A', 'C'])
      node.hear(name, { type: 'round-change', change: changeBy(TRIO, name, 1, 1), prepared: null, busy: true });
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'again', ok: false, code: 'DOCKET_TIME_INVALID' });
    const own = docketOn(TRIO, genesis, 'B', 2);
    node.feed({ type: 'built', height: 1, round: 1, docket: own });
    const { record } = node.state;
    expect([record.prepared?.docketHash, record.firm?.docketHash]).to.deep.equal([own.hash, docket.hash]);
    const again = new Seat(TRIO, 'B');
    const named = bodiesOf(record);
    again.state = restore(
      record,
      tipOf(genesis),
      [docket, own].filter(({ hash }) => named.includes(hash)),
    );
    again.feed({ type: 'next' });
    again.hear('A', {
      type: 'vote',
      vote: voteBy(TRIO, 'A', { ...about, round: 1, docketHash: own.hash }, 'DOCKET_TIME_INVALID'),
    });
    again.feed({ type: 'timer', height: 1, round: 1 });
    expect(claimed(again)).to.equal(docket.hash);
    expect(again.state.bodies.map(({ hash }) => hash)).to.include(docket.hash);
  });

  it('stays where the vote of this seat left it, and where an earlier version wrote the record', () => {
    const voter = new Seat(TRIO, 'B');
    voter.hear('A', { type: 'proposal', proposal: proposalBy(TRIO, 'A', genesis, docket) });
    voter.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    voter.hear('C', { type: 'vote', vote: voteBy(TRIO, 'C', about, 'DOCKET_TIME_INVALID') });
    voter.feed({ type: 'timer', height: 1, round: 0 });
    expect(claimed(voter)).to.equal(docket.hash);
    const { firm: _, ...old } = proposer().state.record;
    const again = new Seat(TRIO, 'A');
    again.state = restore(old, tipOf(genesis), [docket]);
    again.feed({ type: 'next' });
    again.hear('B', refusal);
    again.feed({ type: 'timer', height: 1, round: 0 });
    expect(claimed(again)).to.equal(docket.hash);
  });
});
