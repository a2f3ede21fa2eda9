// Votes that a peer shows to their voter: what proves a rollback, and what proves nothing.
import { expect } from 'chai';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { Vote } from '../../../../core/consensus/types.js';
import { verifySeat } from '../../../../core/crypto/signing/algorithms.js';
import { judgeVotes, type OwnVotes } from '../../../../core/mesh/vote-memory.js';
import { liar, type Scene, voteOf } from '../../../support/register/evidence.js';
import { REGISTER_ID } from '../../../support/register/ledger.js';

const SELF = liar('self');
const SCENE: Scene = {
  registerId: REGISTER_ID,
  genesisHash: sha256Hex('genesis'),
  rosterHash: sha256Hex('roster'),
  height: 7,
  round: 2,
};
const PREPARE = voteOf(SELF, SCENE, 'x');
const COMMIT = voteOf(SELF, SCENE, 'x', 'COMMIT');

function judge(vote: Vote, ours: Partial<OwnVotes> = {}): string {
  const known: OwnVotes = {
    registerId: REGISTER_ID,
    genesisHash: SCENE.genesisHash,
    validatorId: SELF.seat.validatorId,
    consensusKey: SELF.seat.consensusKey,
    headHeight: 6,
    record: { height: 7, round: 2, prepareVote: PREPARE, commitVote: COMMIT, proposal: null },
    ...ours,
  };
  return judgeVotes([vote], known, verifySeat);
}

describe('vote memory', () => {
  it('remembers its own votes', () => {
    expect(judge(PREPARE)).to.equal('fine');
    expect(judge(COMMIT)).to.equal('fine');
  });

  it('remembers what it proposed: the record of a majority proposer has that PREPARE vote with its proposal alone', () => {
    const proposal = { docketHash: PREPARE.docketHash, round: 2, prepare: PREPARE, justification: [], prepared: null };
    const proposed = { height: 7, round: 2, prepareVote: null, commitVote: COMMIT, proposal };
    expect(judge(PREPARE, { record: proposed })).to.equal('fine');
    expect(judge(voteOf(SELF, SCENE, 'another'), { record: proposed })).to.equal('rolled-back');
  });

  it('is rolled back where a vote of its own is beyond its record', () => {
    expect(judge(voteOf(SELF, { ...SCENE, height: 8 }, 'x'))).to.equal('rolled-back');
    expect(judge(voteOf(SELF, { ...SCENE, round: 3 }, 'x'))).to.equal('rolled-back');
    expect(judge(voteOf(SELF, SCENE, 'another'))).to.equal('rolled-back');
    expect(judge(PREPARE, { record: undefined })).to.equal('rolled-back');
    const blank = { height: 7, round: 2, prepareVote: PREPARE, commitVote: null, proposal: null };
    expect(judge(COMMIT, { record: blank })).to.equal('rolled-back');
    expect(judge(COMMIT, { record: { ...blank, commitVote: { ...COMMIT, round: 1 } } })).to.equal('rolled-back');
  });

  it('is not impressed by what binds it to nothing', () => {
    expect(judge(voteOf(SELF, { ...SCENE, height: 6 }, 'another'))).to.equal('fine');
    expect(judge(voteOf(SELF, { ...SCENE, round: 1 }, 'another'))).to.equal('fine');
    const rejection = { ...voteOf(SELF, { ...SCENE, height: 8 }, 'x'), approve: false };
    expect(judge(rejection)).to.equal('fine');
  });

  it('cannot be fenced by a peer that makes votes up', () => {
    const ahead = { ...SCENE, height: 8 };
    const forged = { ...voteOf(liar('a peer'), ahead, 'x'), voter: SELF.seat.validatorId };
    expect(judge(forged)).to.equal('fine');
    expect(judge(voteOf(liar('an old key'), ahead, 'x'))).to.equal('fine');
    expect(judge(voteOf(SELF, { ...ahead, genesisHash: sha256Hex('other') }, 'x'))).to.equal('fine');
  });
});
