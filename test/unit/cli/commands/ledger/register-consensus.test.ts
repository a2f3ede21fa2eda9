// The docket that is being decided, from the command line: quiet, voted on, and a change of the roster that waits.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const GET = `GET /api/registers/${REGISTER}/consensus`;
const HASH = 'a'.repeat(64);
const VALIDATOR = 'b'.repeat(64);
const idle = {
  registerId: REGISTER,
  height: 7,
  round: 0,
  leader: VALIDATOR,
  isLeader: true,
  state: 'Init',
  docketHash: null,
  votes: [],
  busy: false,
  waitingFor: [],
};

describe('cli/commands/ledger/register-consensus', () => {
  it('shows the candidate, its votes, and what waits', async () => {
    const quiet = await called(['register', 'consensus', REGISTER], { [GET]: idle });
    expect(quiet.exit).to.equal(0);
    expect(quiet.out)
      .to.match(/docket +7/)
      .and.contain('(this node)')
      .and.contain('Init (idle)');

    const vote = { validatorId: VALIDATOR, kind: 'COMMIT', code: 'VAL_CHAIN_001', round: 2, docketHash: HASH };
    const waiting = {
      transactionId: HASH,
      reachable: 1,
      needed: 2,
      since: '2026-11-21T10:00:00.000Z',
      reason: 'Only 1 is linked.',
    };
    const { out } = await called(['register', 'consensus', REGISTER], {
      [GET]: {
        ...idle,
        round: 2,
        isLeader: false,
        state: 'Rejected',
        docketHash: HASH,
        busy: true,
        votes: [{ ...vote, decision: 'Reject' }],
        waitingFor: [waiting],
      },
    });
    expect(out)
      .to.match(/state +Rejected$/m)
      .and.match(/^COMMIT +2 +Reject +VAL_CHAIN_001 +b+/m)
      .and.contain('waits since 2026-11-21T10:00:00.000Z. Only 1 is linked.')
      .and.not.contain('(this node)');
  });
});
