// A join that comes before the last of its branches: it waits, and is sealed as soon as that branch is.
import { expect } from 'chai';
import { instanceIdOf } from '../../../core/transaction/kinds/action.js';
import type { Transaction } from '../../../core/transaction/types.js';
import {
  foundedRegister,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from '../../support/ledger-world.js';

const DIAMOND = {
  id: 'diamond',
  title: 'Diamond',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions: [
    { id: 0, sender: 'a', isStartingAction: true, routes: [{ nextActionIds: [1, 2] }] },
    { id: 1, sender: 'a', routes: [{ nextActionIds: [3] }] },
    { id: 2, sender: 'a', routes: [{ nextActionIds: [3] }] },
    { id: 3, sender: 'b', requiredPriorActions: [1, 2] },
  ],
};

function made(world: LedgerWorld, actionId: string, more: object, payload: object = { note: actionId }): Transaction {
  const createdAt = new Date(world.clock.now()).toISOString();
  const header = { registerId: REGISTER_ID, blueprintId: 'diamond', actionId, createdAt, ...more };
  return signedTransaction(keyOf(actionId === 'blueprint-publish' ? 'owner' : 'sender'), header, payload as never);
}

describe('a join of branches', () => {
  it('waits for the branch that is missing and no longer', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const seal = async (tx: Transaction) => {
      expect(await submitted(world, tx)).to.include({ status: 'sealed' });
      return tx;
    };
    const publication = await seal(made(world, 'blueprint-publish', {}, DIAMOND));
    const start = await seal(made(world, '0', { publicationTxId: publication.txId }));
    const rest = { publicationTxId: publication.txId, instanceId: instanceIdOf(start) };
    const one = await seal(made(world, '1', { ...rest, previousTransactionId: start.txId }));
    const join = made(world, '3', { ...rest, previousTransactionId: one.txId });
    expect(await submitted(world, join)).to.include({ status: 'pending' });
    const beforeMs = world.clock.now();
    await seal(made(world, '2', { ...rest, previousTransactionId: start.txId }));
    expect(await submitted(world, join)).to.include({ status: 'sealed' });
    expect(world.clock.now() - beforeMs).to.be.below(1000);
    await world.ledger.stop();
  });
});
