// A pool that takes nothing more says so before any signature is verified: what is refused for want of room costs no
// more than a look.
import { expect } from 'chai';
import { memoryKv } from '../../../../storage/engine/memory.js';
import {
  anAction,
  foundedRegister,
  ledgerWorld,
  promptVerifier,
  REGISTER_ID,
  submitted,
} from '../../../support/node/ledger-world.js';

describe('a full pool', () => {
  it('refuses before it verifies, and takes the same transaction once there is room', async () => {
    const kv = memoryKv();
    let verified = 0;
    const verifier = {
      ...promptVerifier,
      verify: (...given: Parameters<typeof promptVerifier.verify>) => {
        verified++;
        return promptVerifier.verify(...given);
      },
    };
    // Room for four: a fifth is kept for those of high priority.
    const world = await ledgerWorld({ kv, verifier, poolLimits: { transactionsMax: 5, senderShare: 1 } });
    const pin = await foundedRegister(world);
    kv.hold();
    const submit = (n: number) => world.ledger.submit(anAction(world, pin, n), { priority: 'Normal', waitMs: 0 });
    // The first is in a docket that is being written; four wait behind it.
    const taken = [submit(0)];
    await world.clock.settle();
    taken.push(...[1, 2, 3, 4].map(submit));
    await world.clock.settle();
    const before = verified;
    const late = anAction(world, pin, 5);
    const refused = await world.ledger.submit(late, { priority: 'Normal', waitMs: 0 });
    expect(refused).to.have.nested.property('issues.0.code', 'POOL_FULL');
    expect(verified).to.equal(before);
    expect(world.ledger.receipt(REGISTER_ID, late.txId)).to.equal(undefined);
    kv.release();
    await world.clock.settle();
    expect((await Promise.all(taken)).map(({ status }) => status)).to.deep.equal(Array(5).fill('sealed'));
    expect(await submitted(world, late)).to.have.property('status', 'sealed');
  });
});
