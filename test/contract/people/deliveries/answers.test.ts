// A challenge of an honest sender is answered by its node, without anybody doing anything; a sender whose node is dead
// is at fault after the term.
import { expect } from 'chai';
import { OpenedDeliveries } from '../../../../actors/workflow/opened-deliveries.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { receiptOf } from '../../../../core/envelope/delivery/provable.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { InboxRows } from '../../../../storage/tables/workflow/inbox.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { ask, seller, stranger } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const num = { type: 'integer' };
const DAY = 24 * 3_600_000;
/** The office states a price, which two parties outside read. */
const STATED = definitionOf(
  [
    { ...asks({ price: num }), ...shows({ y: ['price'], z: ['price'] }), ...to(2) },
    { ...asks({ end: num }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: OFFICE },
      { id: 'y', walletAddress: seller.address },
      { id: 'z', walletAddress: stranger.address },
    ],
  },
);

const setTimer = (work: () => void, ms: number) => {
  const timer = setTimeout(work, Math.min(ms, 20));
  return { cancel: () => clearTimeout(timer) };
};

describe('answers to challenges', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let run: JsonObject & { readonly instanceId: string; readonly transactionId: string };
  let driver: OpenedDeliveries | undefined;

  /** The node tries again every few milliseconds. */
  function start(): void {
    const { announcements, clock, ledger, log, wallets, workflow } = world.deps;
    const soon = { ...clock, now: () => clock.now(), steady: () => clock.steady() };
    driver = new OpenedDeliveries({
      ...{ announcements, ledger, log, wallets, workflow, rows: new InboxRows(world.kv) },
      clock: { ...soon, setTimer },
    });
    driver.start();
  }

  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, STATED as unknown as JsonObject);
    for (const [id, by] of Object.entries({ seller, stranger }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
    const begun = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10 } } });
    expect(begun.status, begun.text).to.equal(200);
    run = begun.json;
  });
  afterEach(async () => {
    await driver?.stop();
    driver = undefined;
  });

  const challenge = async (by: typeof seller, role: string): Promise<string> => {
    const payload = { type: 'challenge', v: 1, role };
    const tx = at.move(1, by, { after: run as never, instanceId: run.instanceId, type: 'Challenge', payload });
    expect(said(await at.submit(tx))).to.equal('200 sealed');
    world.advance(1000);
    return tx.transactionId;
  };
  const challenges = async (): Promise<readonly JsonObject[]> => {
    const place = { params: { instanceId: run.instanceId }, query: { registerId: at.registerId } };
    return (await ask(world, 'getInstance', place)).json.challenges ?? [];
  };
  const object = (by: typeof seller, challenged: string, more: JsonObject = {}) => {
    const payload = { type: 'objection', v: 1, ground: 'undelivered', at: challenged, shown: [], ...more };
    return at.submit(at.move(1, by, { after: run as never, instanceId: run.instanceId, type: 'Objection', payload }));
  };
  const answered = async (count: number): Promise<readonly string[]> => {
    for (let tries = 0; tries < 400; tries++) {
      const found = (await challenges()).flatMap(({ answeredBy }) =>
        typeof answeredBy === 'string' ? [answeredBy] : [],
      );
      if (found.length >= count) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`not answered: ${JSON.stringify(await challenges())}`);
  };
  const tasks = async (): Promise<number> => {
    const params = { wallet: OFFICE, register: at.registerId };
    const { items } = (await ask(world, 'listPendingActions', { params, query: {} })).json;
    return items.filter(({ delivers }: JsonObject) => delivers !== undefined).length;
  };
  const lock = async (status: 'Locked' | 'Active'): Promise<void> => {
    await world.deps.commit(world.deps.wallets.put({ ...(world.deps.wallets.find(OFFICE) as Wallet), status }));
  };

  it('are made by the node of the sender, each provable, and leave nothing to object to', async () => {
    start();
    const first = await challenge(seller, 'y');
    // The timers of this world stand still: a page of tasks folds the inbox, which tells what is due.
    await tasks();
    await challenge(stranger, 'z');
    await tasks();
    const answers = await answered(2);
    expect(await tasks()).to.equal(0);
    const view = world.deps.chain.view(world.deps.ledger.register(at.registerId)?.reg as number);
    for (const txId of answers) expect((view.transaction(txId) as Transaction).payload).to.have.property('proof');
    world.advance(4 * DAY);
    expect(said(await object(seller, first))).to.match(/^422 VAL_OBJ_004/);
    const own = view.transaction(answers[0] as string) as Transaction;
    const proof = receiptOf(own, seller) as unknown as Json;
    expect(said(await object(seller, first, { proof }))).to.match(/^422 VAL_OBJ_0/);
  });

  it('are made after a restart too', async () => {
    await challenge(seller, 'y');
    expect(await tasks()).to.equal(1);
    start();
    await answered(1);
    expect(await tasks()).to.equal(0);
  });

  it('wait for a wallet that is locked, as a task of it', async () => {
    await lock('Locked');
    await challenge(seller, 'y');
    start();
    expect(await tasks()).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await challenges())[0]).to.not.have.property('answeredBy');
    await lock('Active');
    await answered(1);
  });

  it('are owed by a node that is dead, whose owner is at fault after the term', async () => {
    const asked = await challenge(seller, 'y');
    expect(said(await object(seller, asked))).to.match(/^422 VAL_OBJ_004/);
    world.advance(3 * DAY + 60_000);
    expect(said(await object(seller, asked))).to.equal('200 sealed');
    const place = { params: { instanceId: run.instanceId }, query: { registerId: at.registerId } };
    const { faults } = (await ask(world, 'getInstance', place)).json;
    expect(faults[0]).to.deep.include({ transactionId: run.transactionId, wallet: OFFICE, ground: 'undelivered' });
  });
});
