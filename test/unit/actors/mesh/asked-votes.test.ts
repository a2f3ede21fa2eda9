// Votes that peers ask for by a call of their own: what one of them waits for takes no room from another.
import { expect } from 'chai';
import { VOTES_AWAITED_MAX } from '../../../../actors/mesh/consensus/awaited-votes.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Proposal, Vote } from '../../../../core/consensus/types.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];
const HASH = 'ab'.repeat(32);

describe('votes that peers ask for', () => {
  it('are awaited in a share of each peer, which one of them cannot take from another', async () => {
    const mesh = await MeshWorld.of(...THREE, 'stranger');
    await mesh.found(THREE);
    await mesh.clock.advance(2000);
    const { driver } = mesh.node('one');
    const [, sealed] = await mesh.chain('one');
    const { docket, certificate } = sealed!;
    const asked = (name: string, round: number) => {
      const prepare = {
        ...{ kind: 'PREPARE', registerId: REGISTER_ID, genesisHash: HASH, height: 9, round, docketHash: HASH },
        ...{ rosterHash: HASH, voter: HASH, approve: true, code: '', signature: 'cd'.repeat(64) },
      } as Vote;
      const proposal: Proposal = { docket, round, prepare, justification: [], prepared: null, parent: certificate };
      const { self } = mesh.node(name).net;
      let answer: string | undefined;
      void driver.requestVote(self, REGISTER_ID, proposal).then((given) => {
        answer = isFailure(given) ? given.issue.code : given.docketHash;
      });
      return () => answer;
    };
    const strangers = Array.from({ length: 1000 }, (_, i) => asked('stranger', i));
    const many = Array.from({ length: 1000 }, (_, i) => asked('two', i));
    // The same question is a wait as well.
    const same = Array.from({ length: 1000 }, () => asked('two', 0));
    const other = asked('three', 0);
    await mesh.clock.advance(100);
    expect(new Set(strangers.map((answer) => answer()))).to.deep.equal(new Set(['REGISTER_NOT_FOUND']));
    expect([...many, ...same].filter((answer) => answer() === undefined).length).to.equal(VOTES_AWAITED_MAX);
    expect(other(), 'the other one waits').to.equal(undefined);
    await mesh.clock.advance(10_000);
    expect(other()).to.equal('WAIT_TIMEOUT');
    const again = asked('two', 0);
    await mesh.clock.advance(100);
    expect(again(), 'the share is free again').to.equal(undefined);
    await mesh.clock.advance(10_000);
    await mesh.stop();
  });
});
