// The way of a vote from the driver of the mesh to the reducer, counted on real call stacks: a message that looks at the stack whenever somebody reads its type
// says which functions it is passed through. What only forwards makes the way longer, and this test fail.
import { expect } from 'chai';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Message } from '../../../../core/consensus/types.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { REGISTER_ID } from '../../../support/ledger-world.js';
import { MeshWorld } from '../../../support/mesh-world.js';

const THREE = ['one', 'two', 'three'];

/** Functions of the product under way now, the innermost first. */
function callsNow(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const { stack = '' } = new Error('now');
  Error.stackTraceLimit = limit;
  const isProduct = (line: string) => /\/(?:actors|core|node)\//.test(line) && !line.includes('/test/');
  return stack
    .split('\n')
    .filter(isProduct)
    .map((line) => /at (?:async )?(?:Object\.)?(\S+) \(/.exec(line)?.[1] ?? 'closure');
}

/** How many calls of the product lead to the function, itself included; 0 where it was never seen. */
function callsTo(seen: readonly (readonly string[])[], name: string): number {
  const counts = seen.map((calls) => calls.length - calls.indexOf(name)).filter((_, i) => seen[i]?.includes(name));
  return counts.length === 0 ? 0 : Math.min(...counts);
}

describe('the way of a vote', () => {
  it('is at most thirteen calls from the driver of the mesh to the reducer', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    const { genesisHash, roster, height } = mesh.state('two');
    const { current } = mesh.node('three').keys;
    const vote = {
      ...{ kind: 'PREPARE' as const, registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster) },
      ...{ height: height + 1, round: 0, docketHash: 'e'.repeat(64) },
      ...{ voter: current.validatorId, approve: true, code: '' },
    };
    const seen: (readonly string[])[] = [];
    const message: Message = {
      get type() {
        seen.push(callsNow());
        return 'vote' as const;
      },
      vote: { ...vote, signature: current.sign(voteDigest(vote)) },
    };
    const timers: (readonly string[])[] = [];
    const { setTimer } = mesh.clock;
    mesh.clock.setTimer = (run, delayMs) => {
      timers.push(callsNow());
      return setTimer.call(mesh.clock, run, delayMs);
    };
    mesh.node('two').driver.frame(mesh.node('three').net.self, { type: 'consensus', registerId: REGISTER_ID, message });
    // On its way in, until its signature is verified; behind that, until it waits for its turn; and its turn.
    const known = callsTo(seen, 'ConsensusInbox.receive');
    await mesh.clock.settle();
    const queued = timers.filter((calls) => calls.includes('ConsensusInbox.pass'));
    const turn = callsTo(seen, 'step');
    mesh.clock.setTimer = setTimer;
    await mesh.stop();
    expect(known, 'it comes to the inbox').to.be.greaterThan(0);
    expect(queued.length, 'it is queued').to.equal(1);
    expect(turn, 'it comes to the reducer').to.be.greaterThan(0);
    const verified = 1;
    const all = [known, verified, queued[0]?.length ?? 0, turn];
    expect(
      all.reduce((sum, one) => sum + one, 0),
      all.join(' + '),
    ).to.be.at.most(13);
  });
});
