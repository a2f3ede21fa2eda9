// Misbehaviour from the command line: what is proven, a fork, and the choice of a branch after one question.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const HASH = 'a'.repeat(64);
const GET = `GET /api/registers/${REGISTER}/misbehaviour`;
const ACCEPT = `POST /api/registers/${REGISTER}/fork/accept`;
const lie = { validatorId: 'b'.repeat(64), kind: 'DuplicateVote', height: 3, round: 1, evidenceHash: HASH };
const nothing = { registerId: REGISTER, sealed: [], pending: [] };
const fork = { height: 9, lastCommonDocket: 8, culprits: [], proof: {} };

describe('cli/commands/ledger/register-misbehaviour', () => {
  it('says that nothing is proven, or what is and where', async () => {
    const clean = await called(['register', 'misbehaviour', REGISTER], { [GET]: nothing });
    expect([clean.exit, clean.out.trim()]).to.deep.equal([0, 'Nothing is proven against a validator.']);
    const found = { ...nothing, sealed: [{ ...lie, docket: 4 }], pending: [{ ...lie, round: 2, evidence: {} }], fork };
    const { out } = await called(['register', 'misbehaviour', REGISTER], { [GET]: found });
    expect(out)
      .to.match(/^DuplicateVote +3 +1 +docket 4 /m)
      .and.match(/^DuplicateVote +3 +2 +waits /m)
      .and.contain('the register is stopped');
  });

  it('names the seats that made the fork, and says when none is proven to have', async () => {
    const textOf = async (culprits: readonly object[]) =>
      (await called(['register', 'misbehaviour', REGISTER], { [GET]: { ...nothing, fork: { ...fork, culprits } } }))
        .out;
    expect(await textOf([{ validatorId: lie.validatorId, kind: 'LyingRoundChange' }]))
      .to.match(new RegExp(`^${lie.validatorId} +LyingRoundChange`, 'm'))
      .and.not.contain('does not hold a proof');
    expect(await textOf([]))
      .to.contain('does not hold a proof of which validator made the fork')
      .and.contain('may be honest');
  });

  it('asks before it gives a branch up', async () => {
    const answers = { [ACCEPT]: { ...nothing, fork: { ...fork, accepted: HASH } } };
    const yes = await called(['register', 'accept-fork', REGISTER, HASH], answers, { answers: ['yes'] });
    expect(yes.exit).to.equal(0);
    expect(yes.out).to.contain(HASH);
    const no = await called(['register', 'accept-fork', REGISTER, HASH], answers, { answers: ['no'] });
    expect([no.exit, no.requests.filter(({ method }) => method === 'POST')]).to.deep.equal([1, []]);
  });
});
