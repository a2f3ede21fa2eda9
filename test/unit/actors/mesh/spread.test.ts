// A submission is on the disks of a quorum when so many validators have said that they keep it; a refusal, silence or
// half an answer is none of them.
import { expect } from 'chai';
import type { PeerNet } from '../../../../actors/mesh/ports.js';
import { spread } from '../../../../actors/mesh/spread.js';
import type { ConsensusMode } from '../../../../core/model/register.js';
import { anAction, foundedRegister, ledgerWorld, mustState, REGISTER_ID } from '../../../support/node/ledger-world.js';

type Answer = 'pending' | 'sealed' | 'refused' | 'silent' | 'short';

describe('spreading a submission', () => {
  async function held(answers: readonly Answer[], given: { mode?: ConsensusMode; isSeated?: boolean } = {}) {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const state = mustState(world);
    const { mode = 'majority', isSeated = true } = given;
    const seat = state.roster.validators[0]!;
    const size = answers.length + (isSeated ? 1 : 0);
    const validators = Array.from({ length: size }, (_, i) => ({ ...seat, peerId: `peer ${i}` }));
    const policy = { ...state.policy, consensus: { ...state.policy.consensus, mode } };
    const submit = async (peerId: string) => {
      const answer = answers[Number(peerId.slice(5))];
      if (answer === 'silent') throw new Error('no answer');
      return answer === 'short' ? [] : [{ status: answer }];
    };
    return spread(
      {
        ledger: { state: () => ({ ...state, policy, roster: { validators } }) },
        rosters: { peers: () => answers.map((_, i) => `peer ${i}`), isSeated: () => isSeated },
        net: { submit } as unknown as PeerNet,
      },
      REGISTER_ID,
      [anAction(world, pin, 1)],
    );
  }

  it('needs more than half, itself among them when it has a seat', async () => {
    expect(await held(['pending', 'refused'])).to.equal(true);
    expect(await held(['refused', 'refused'])).to.equal(false);
    expect(await held(['sealed', 'silent'])).to.equal(true);
    expect(await held(['pending', 'refused', 'refused'])).to.equal(false);
    expect(await held(['pending', 'refused'], { isSeated: false })).to.equal(false);
    expect(await held(['pending', 'pending', 'refused'], { isSeated: false })).to.equal(true);
  });

  it('needs more than two thirds where members may lie', async () => {
    expect(await held(['pending', 'pending', 'refused'], { mode: 'bft' })).to.equal(true);
    expect(await held(['pending', 'refused', 'refused'], { mode: 'bft' })).to.equal(false);
  });

  it('counts no member that did not answer for every transaction', async () => {
    expect(await held(['short', 'silent'])).to.equal(false);
    expect(await held([])).to.equal(true);
  });
});
