// Claims that are worth a verification: nothing that its signer signed for another register or another genesis, which
// no rule would take.
import { expect } from 'chai';
import { bodyProblem, claimsOf } from '../../../../core/consensus/claims.js';
import { roundChangeDigest, voteDigest } from '../../../../core/consensus/digest.js';
import type { Message, RoundChange, Vote } from '../../../../core/consensus/types.js';
import { docketOn, proposalBy, Seat, sealedBy, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, fakeSign, genesisOf, seat } from '../../../model/world.js';
import { issueOf, issuesOf } from '../../../support/base/results.js';

const ELSEWHERE = [{ registerId: '99999999-9999-4999-8999-999999999999' }, { genesisHash: '9'.repeat(64) }] as const;

describe('claims of a message', () => {
  const genesis = genesisOf(TRIO);
  const docket = docketOn(TRIO, genesis, 'A');
  const { tip } = new Seat(TRIO, 'C').state;
  const env = envOf(TRIO, 'C', 1);
  const { consensusKey } = seat('B');
  const claims = (message: Message) => claimsOf(message, tip, env);

  const voteOf = (place: Partial<Vote>): Vote => {
    const about = { kind: 'PREPARE', height: 1, round: 0, docketHash: docket.hash } as const;
    const vote = { ...voteBy(TRIO, 'B', about), ...place };
    return { ...vote, signature: fakeSign(consensusKey, voteDigest(vote)) };
  };

  const changeOf = (place: Partial<RoundChange>): RoundChange => {
    const { registerId, genesisHash, rosterHash, voter } = voteOf({});
    const scope = { registerId, genesisHash, rosterHash, voter, height: 1, round: 1 };
    const change = { ...scope, preparedRound: -1, preparedHash: null, ...place, signature: '' };
    return { ...change, signature: fakeSign(consensusKey, roundChangeDigest(change)) };
  };

  it('are the signatures that were made for this register and its genesis', () => {
    expect(claims({ type: 'vote', vote: voteOf({}) })).to.have.length(1);
    const message = { type: 'round-change', change: changeOf({}), prepared: null, busy: false } as const;
    expect(claims(message)).to.have.length(1);
  });

  it('are none of what was signed for another register or genesis: it would displace votes of its signer elsewhere', () => {
    for (const place of ELSEWHERE) {
      const messages: readonly Message[] = [
        { type: 'vote', vote: voteOf(place) },
        { type: 'round-change', change: changeOf(place), prepared: null, busy: false },
      ];
      for (const message of messages)
        expect(issueOf(claims(message)), message.type).to.include({ code: 'CERTIFICATE_INVALID', path: '/registerId' });
    }
  });

  it('are none of a decision above the next height, and its body is not hashed: it only tells that its sender is ahead', () => {
    const { certificate } = sealedBy(TRIO, docket, 'ABC');
    // The roots of this docket are not those of its body.
    const decided = (height: number) => claims({ type: 'decided', certificate: { ...certificate, height }, docket });
    expect(decided(1)).to.have.length(3);
    expect(issuesOf(decided(2))).to.deep.equal([]);
    const problem = (height: number) =>
      bodyProblem({ type: 'decided', certificate: { ...certificate, height }, docket }, tip)?.code;
    expect([0, 1, 2, 3].map(problem)).to.deep.equal([undefined, 'DOCKET_ROOT_MISMATCH', undefined, undefined]);
  });

  it('of a proposal come before its body, which is hashed at this height and the next', () => {
    const proposal = proposalBy(TRIO, 'A', genesis, docket);
    const at = (height: number): Message => ({
      type: 'proposal',
      proposal: { ...proposal, prepare: { ...proposal.prepare, height } },
    });
    expect(claims(at(1))).to.have.length(1);
    const problem = (height: number) => bodyProblem(at(height), tip)?.code;
    const torn = 'DOCKET_ROOT_MISMATCH';
    expect([0, 1, 2, 3].map(problem)).to.deep.equal([undefined, torn, torn, undefined]);
  });
});
