// The memory of others' votes: the newest of each register, bounded.
import { expect } from 'chai';
import { VotesSeen } from '../../../../../actors/mesh/misbehaviour/votes-seen.js';
import type { Vote } from '../../../../../core/consensus/types.js';
import { VOTES_SEEN_MAX } from '../../../../../proto/codec/limits.js';

function vote(of: Partial<Vote>): Vote {
  return { registerId: 'r', height: 1, round: 0, kind: 'PREPARE', voter: 'v', approve: true, ...of } as Vote;
}

describe('votes seen', () => {
  it('keeps the newest by height, then round, then phase', () => {
    const seen = new VotesSeen();
    const steps = [{ height: 2 }, { height: 2, kind: 'COMMIT' }, { height: 2, round: 1 }, { height: 3 }] as const;
    for (const step of steps) {
      seen.note(vote(step));
      seen.note(vote({ height: 1, round: 9 }));
      expect(seen.of('v')).to.deep.equal([vote(step)]);
    }
    seen.note(vote({ height: 9, approve: false }));
    expect(seen.of('v')).to.deep.equal([vote({ height: 3 })]);
    expect(seen.of('w')).to.deep.equal([]);
  });

  it('forgets the registers unseen for longest, and those given up', () => {
    const seen = new VotesSeen();
    for (let i = 0; i <= VOTES_SEEN_MAX; i++) seen.note(vote({ registerId: `r${i}` }));
    expect(seen.of('v')).to.have.length(VOTES_SEEN_MAX);
    expect(seen.of('v')[0]?.registerId).to.equal('r1');
    seen.forget('r1');
    expect(seen.of('v')[0]?.registerId).to.equal('r2');
  });

  it('forgets voters beyond its bound', () => {
    const seen = new VotesSeen();
    for (let i = 0; i <= 1000; i++) seen.note(vote({ voter: `v${i}` }));
    expect(seen.of('v0')).to.deep.equal([]);
    expect(seen.of('v1000')).to.have.length(1);
  });
});
