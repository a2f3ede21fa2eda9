// The view for people of the height that is being decided: the state of its candidate and who voted how, from a seat in
// every stage.
import { expect } from 'chai';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { tipOf } from '../../../../core/consensus/state.js';
import { consensusView, decidedView, restingView } from '../../../../core/consensus/view.js';
import { docketOn, proposalBy, Seat, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, genesisOf, idOf } from '../../../model/world.js';

const genesis = genesisOf(TRIO);
const docket = docketOn(TRIO, genesis, 'A');
const proposal = proposalBy(TRIO, 'A', genesis, docket);
const about = { height: 1, round: 0, docketHash: docket.hash } as const;
const viewOf = (seat: Seat) => consensusView(seat.state, envOf(TRIO, seat.name, seat.state.record.height));

/** A follower that took the proposal for judgement. */
function asked(): Seat {
  const seat = new Seat(TRIO, 'B');
  seat.hear('A', { type: 'proposal', proposal });
  return seat;
}

describe('view of the height that is being decided', () => {
  it('is Init, and quiet, while nothing is proposed', () => {
    expect(viewOf(new Seat(TRIO, 'B'))).to.deep.equal({
      height: 1,
      round: 0,
      leader: idOf('A'),
      state: 'Init',
      docketHash: null,
      votes: [],
      busy: false,
      self: idOf('B'),
    });
  });

  it('is Proposed from the proposal on, with the votes that are held', () => {
    const seat = asked();
    expect(viewOf(seat)).to.include({ state: 'Proposed', docketHash: docket.hash, busy: true });
    seat.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    const { state, votes } = viewOf(seat);
    expect(state).to.equal('Proposed');
    expect(
      votes.map(({ validatorId, decision, code, round }) => ({ validatorId, decision, code, round })),
    ).to.include.deep.members([{ validatorId: idOf('B'), decision: 'Approve', code: '', round: 0 }]);
  });

  it('is Rejected once it is invalid here, and by so many rejections that no quorum is left', () => {
    const here = asked();
    here.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: false, code: 'VAL_CHAIN_001' });
    expect(viewOf(here)).to.include({ state: 'Rejected', docketHash: docket.hash, round: 0 });

    const there = asked();
    const votes = ['A', 'C'].map((name) => voteBy(TRIO, name, { kind: 'COMMIT', ...about }, 'VAL_CHAIN_001'));
    const env = envOf(TRIO, 'B', 1);
    expect(consensusView({ ...there.state, votes: votes.slice(0, 1) }, env).state).to.equal('Proposed');
    const view = consensusView({ ...there.state, votes }, env);
    expect(view.state).to.equal('Rejected');
    expect(view.votes[0]).to.deep.include({ validatorId: idOf('A'), decision: 'Reject', code: 'VAL_CHAIN_001' });
  });

  it('is Accepted with a certificate of a quorum: while its body is missing, and until it is on disk', () => {
    const votes = ['A', 'C'].map((name) => voteBy(TRIO, name, { kind: 'COMMIT', ...about }));
    const certificate = certificateOf(votes, envOf(TRIO, 'B', 1).roster);
    const seat = new Seat(TRIO, 'B');
    seat.hear('A', { type: 'decided', certificate, docket: null });
    expect(viewOf(seat)).to.include({ height: 1, state: 'Accepted', docketHash: docket.hash });

    const view = decidedView(certificate, envOf(TRIO, 'B', 1), idOf('A'));
    expect(view).to.include({ height: 1, state: 'Accepted', docketHash: docket.hash, leader: idOf('A') });
    expect(view.votes.map(({ validatorId, kind }) => [validatorId, kind])).to.have.deep.members([
      [idOf('A'), 'COMMIT'],
      [idOf('C'), 'COMMIT'],
    ]);
  });

  it('is told from the record of a register that is closed as it was when it was open', () => {
    const seat = asked();
    seat.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    const { record } = seat.state;
    const env = envOf(TRIO, 'B', 1);
    const view = restingView(record, tipOf(genesis), env);
    expect(view).to.include({ state: 'Proposed', docketHash: docket.hash, height: 1, round: 0, self: idOf('B') });
    expect(view.votes.map(({ validatorId }) => validatorId)).to.deep.equal([idOf('B')]);
    expect(restingView(undefined, tipOf(genesis), env)).to.include({ state: 'Init', height: 1, busy: false });
    expect(restingView(undefined, tipOf(genesis), { ...env, self: null }).self).to.equal(null);
  });
});
