// A join that comes before the last of its branches: it waits, and is sealed as soon as that branch is.
import { expect } from 'chai';
import { instanceIdOf } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { DIAMOND, ofDiamond } from '../../support/definitions/diamond.js';
import { foundedRegister, ledgerWorld, submitted } from '../../support/node/ledger-world.js';

describe('a join of branches', () => {
  it('waits for the branch that is missing and no longer', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const seal = async (tx: Transaction) => {
      expect(await submitted(world, tx)).to.include({ status: 'sealed' });
      return tx;
    };
    const publication = await seal(ofDiamond(world.clock.now(), 'blueprint-publish', {}, DIAMOND));
    const start = await seal(ofDiamond(world.clock.now(), '0', { publicationTxId: publication.txId }));
    const rest = { publicationTxId: publication.txId, instanceId: instanceIdOf(start) };
    const one = await seal(ofDiamond(world.clock.now(), '1', { ...rest, previousTransactionId: start.txId }));
    const join = ofDiamond(world.clock.now(), '3', { ...rest, previousTransactionId: one.txId });
    expect(await submitted(world, join)).to.include({ status: 'pending' });
    const beforeMs = world.clock.now();
    await seal(ofDiamond(world.clock.now(), '2', { ...rest, previousTransactionId: start.txId }));
    expect(await submitted(world, join)).to.include({ status: 'sealed' });
    expect(world.clock.now() - beforeMs).to.be.below(1000);
    await world.ledger.stop();
  });
});
