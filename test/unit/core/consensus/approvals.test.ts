// A certificate of an approval can prove only what the approval says: a certificate keeps a seat and a signature of
// each vote, and no code.
import { expect } from 'chai';
import { certificateProblems } from '../../../../core/consensus/certificate.js';
import { claimsOf } from '../../../../core/consensus/claims.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Message, Proposal, Vote } from '../../../../core/consensus/types.js';
import { docketOn, proposalBy, Seat, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, fakeSign, fakeVerify, genesisOf, seat, type World } from '../../../model/world.js';
import { issueOf } from '../../../support/base/results.js';

const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };

/** Votes that no honest member signs: an approval with a code, and a rejection without one. */
function odd(world: World, name: string, about: Pick<Vote, 'kind' | 'docketHash'>, approve = true): Vote {
  const vote = { ...voteBy(world, name, { ...about, height: 1, round: 0 }), approve, code: approve ? 'VAL_X' : '' };
  return { ...vote, signature: fakeSign(seat(name).consensusKey, voteDigest(vote)) };
}

/** A seat that proposed its own docket, and the proposal. */
function proposing(world: World): { readonly node: Seat; readonly proposal: Proposal } {
  const node = new Seat(world, 'A');
  node.feed({ type: 'work', on: true });
  const effects = node.feed({ type: 'built', height: 1, round: 0, docket: docketOn(world, genesisOf(world), 'A') });
  const sent = effects.find((effect) => effect.type === 'send' && effect.message.type === 'proposal');
  const message = (sent as { readonly message: Extract<Message, { type: 'proposal' }> }).message;
  return { node, proposal: message.proposal };
}

describe('an approval with a code', () => {
  it('is not verified, because no certificate could hold it', () => {
    const genesis = genesisOf(TRIO);
    const docket = docketOn(TRIO, genesis, 'A');
    const { tip } = new Seat(TRIO, 'C').state;
    const about = { kind: 'COMMIT', docketHash: docket.hash } as const;
    for (const vote of [odd(TRIO, 'B', about), odd(TRIO, 'B', about, false)])
      expect(issueOf(claimsOf({ type: 'vote', vote }, tip, envOf(TRIO, 'C', 1)))).to.include({ path: '/code' });
    const plain = voteBy(TRIO, 'B', { ...about, height: 1, round: 0 });
    expect(claimsOf({ type: 'vote', vote: plain }, tip, envOf(TRIO, 'C', 1))).to.have.length(1);
  });

  it('decides nothing, and the honest vote after it does', () => {
    const { node, proposal } = proposing(TRIO);
    const about = { kind: 'COMMIT', height: 1, round: 0, docketHash: proposal.docket.hash } as const;
    node.hear('B', { type: 'vote', vote: odd(TRIO, 'B', about) });
    expect(node.state.record.height).to.equal(1);
    node.hear('B', { type: 'vote', vote: voteBy(TRIO, 'B', about) });
    expect(node.state.record.height).to.equal(2);
    const { registerId, genesisHash, roster } = envOf(TRIO, 'A', 1);
    const scope = { registerId, genesisHash, roster, policy: { mode: TRIO.mode } };
    expect(certificateProblems(node.state.tip.certificate, scope, fakeVerify)).to.deep.equal([]);
  });

  it('prepares nothing in bft: its proposer could prove no round change of this height any more', () => {
    const { node, proposal } = proposing(BFT);
    const about = { kind: 'PREPARE', height: 1, round: 0, docketHash: proposal.docket.hash } as const;
    node.hear('B', { type: 'vote', vote: voteBy(BFT, 'B', about) });
    node.hear('D', { type: 'vote', vote: odd(BFT, 'D', about) });
    expect(node.state.record.prepared).to.equal(null);
  });

  it('proposes nothing: a seat that voted for it could not prove what it prepared', () => {
    const genesis = genesisOf(TRIO);
    const docket = docketOn(TRIO, genesis, 'A');
    const node = new Seat(TRIO, 'C');
    const prepare = odd(TRIO, 'A', { kind: 'PREPARE', docketHash: docket.hash });
    node.hear('A', { type: 'proposal', proposal: { ...proposalBy(TRIO, 'A', genesis, docket), prepare } });
    node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
    expect([node.state.pending, node.state.record.prepared]).to.deep.equal([null, null]);
  });
});
