// One instance as the ledger has it, where its opening action names none: found by the id that follows from its TxId,
// and without what strangers sealed under it.
import { expect } from 'chai';
import { readInstance } from '../../../../../actors/workflow/instance/instance-record.js';
import { instanceView } from '../../../../../actors/workflow/instance/instance-view.js';
import { BENCH_BLUEPRINT } from '../../../../../cli/harness/workload.js';
import { instanceIdOf } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { good } from '../../../../support/base/good.js';
import { type ForkMove, forkMove, forkPublication, inboxOn, placeOf } from '../../../../support/node/inbox.js';
import {
  anAction,
  foundedRegister,
  type LedgerWorld,
  ledgerWorld,
  submitted,
} from '../../../../support/node/ledger-world.js';

async function aWorld() {
  const world = await ledgerWorld();
  await foundedRegister(world);
  const publication = forkPublication(world.clock.now());
  await submitted(world, publication);
  return { world, pin: publication.txId };
}

async function seal(world: LedgerWorld, tx: Transaction): Promise<string> {
  const outcome = await submitted(world, tx);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  return tx.txId;
}

async function shown(world: LedgerWorld, id: string) {
  const at = placeOf(world);
  const record = good(await readInstance(world, at, id));
  const transactions = record.transactions.map(({ transaction }) => transaction.txId);
  return { transactions, view: instanceView(record, world.chain.view(at.reg), world.clock.now()) };
}

describe('an instance that was opened without a name', () => {
  it('is found though it ended with its opening action', async () => {
    const { world } = await aWorld();
    const state = world.chain.view(placeOf(world).reg).state(STATE_KEY.blueprint(BENCH_BLUEPRINT.id));
    const tx = anAction(world, String(state?.latest), 1);
    await seal(world, tx);
    const { transactions, view } = await shown(world, instanceIdOf(tx));
    expect(transactions).to.deep.equal([tx.txId]);
    expect(view).to.include({ state: 'Completed', firstTransactionId: tx.txId, transactionCount: 1 });
    await world.ledger.stop();
  });

  it('is shown with what follows it', async () => {
    const { world, pin } = await aWorld();
    const nowMs = world.clock.now();
    const opening = forkMove({ pin, actionId: '0', nowMs });
    const id = instanceIdOf(opening);
    const move = (more: Omit<ForkMove, 'pin' | 'nowMs'>) => seal(world, forkMove({ pin, nowMs: nowMs + 1, ...more }));
    await seal(world, opening);
    expect((await shown(world, id)).transactions).to.deep.equal([opening.txId]);
    const paid = await move({ actionId: '2', instanceId: id, previousTransactionId: opening.txId });
    const { transactions, view } = await shown(world, id);
    expect(transactions).to.deep.equal([opening.txId, paid]);
    // The lists fold it from the dockets, one by one.
    const inbox = await inboxOn(world);
    const page = good(await inbox.instances({ scopes: [{ at: placeOf(world), of: 'register' }], skip: 0, top: 9 }));
    expect(page.items).to.deep.equal([view]);
    const ended = await move({ actionId: '0', instanceId: id, previousTransactionId: paid, type: 'Cancellation' });
    expect((await shown(world, id)).transactions).to.deep.equal([opening.txId, paid, ended]);
    await inbox.stop();
    await world.ledger.stop();
  });
});

describe('an instance whose definition this node has not', () => {
  it('is shown where it stands, and offers no action that could not be done here', async () => {
    const { world, pin } = await aWorld();
    const opening = forkMove({ pin, actionId: '0', nowMs: world.clock.now() });
    await seal(world, opening);
    const at = placeOf(world);
    const record = good(await readInstance(world, at, instanceIdOf(opening)));
    const view = (of: typeof record) => instanceView(of, world.chain.view(at.reg), world.clock.now());
    // Its terms of cancellation follow from the definition.
    const { cancellation: _, ...known } = view(record);
    expect(known.currentActionIds).to.not.deep.equal([]);
    expect(view({ ...record, definition: undefined, plan: undefined })).to.deep.equal({
      ...known,
      ...{ definition: undefined, blueprintVersion: null, pinState: 'unresolvable', currentActionIds: [] },
      participantWallets: record.row.participants,
      // The list of wallets that may act follows from the definition.
      activeBranches: known.activeBranches.map(({ mayAct: _, ...branch }) => branch),
    });
    await world.ledger.stop();
  });
});
