// Messages of heights that this seat has not reached: of the next one nothing is kept that is not proven, and of those
// beyond nothing is believed, because their signatures are not verified.
import { expect } from 'chai';
import { claimsOf } from '../../../../core/consensus/claims.js';
import type { Proposal } from '../../../../core/consensus/types.js';
import { docketOn, proposalBy, Seat, sealedBy, TRIO } from '../../../model/scenarios.js';
import { envOf, genesisOf, type World } from '../../../model/world.js';
import { issuesOf } from '../../../support/base/results.js';

const QUARTET: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };
const genesis = genesisOf(QUARTET);
const docket = docketOn(QUARTET, genesis, 'A');
const parent = sealedBy(QUARTET, docket, 'ABD');
const next = docketOn(QUARTET, parent, 'D');

/** A seat that holds the docket, after it heard the proposal from a member. */
function told(members: Partial<Proposal>): Seat {
  const node = new Seat(QUARTET, 'C');
  node.hear('A', { type: 'proposal', proposal: proposalBy(QUARTET, 'A', genesis, docket) });
  node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
  node.hear('D', { type: 'proposal', proposal: { ...proposalBy(QUARTET, 'D', parent, next), ...members } });
  return node;
}

describe('a proposal for the next height', () => {
  it('is kept where its parent is decided, which decides it here', () => {
    const { state } = told({});
    expect([state.record.height, state.ahead.length]).to.deep.equal([2, 1]);
  });

  it('is not kept without, so that no member fills the memory of registers that rest', () => {
    for (const certificate of [
      { ...parent.certificate, signatures: [] },
      sealedBy(QUARTET, docket, 'BD').certificate,
      { ...parent.certificate, height: 2 },
    ]) {
      const { state } = told({ parent: certificate });
      expect([state.record.height, state.ahead.length]).to.deep.equal([1, 0]);
    }
  });
});

describe('a proposal further ahead', () => {
  it('decides nothing here by its parent: it was not verified', () => {
    const { prepare } = proposalBy(QUARTET, 'D', parent, next);
    const signatures = parent.certificate.signatures.map((entry) => ({ ...entry, signature: 'ab'.repeat(64) }));
    const forged = { prepare: { ...prepare, height: 3 }, parent: { ...parent.certificate, signatures } };
    const proposal = { ...proposalBy(QUARTET, 'D', parent, next), ...forged };
    const { tip } = new Seat(QUARTET, 'C').state;
    expect(issuesOf(claimsOf({ type: 'proposal', proposal }, tip, envOf(QUARTET, 'C', 1)))).to.deep.equal([]);
    const { state } = told(forged);
    expect([state.record.height, state.decided, state.ahead.length]).to.deep.equal([1, null, 0]);
  });
});
