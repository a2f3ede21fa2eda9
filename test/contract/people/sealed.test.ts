// A bid that is sealed until it is opened, over HTTP: the officer's keys open nothing of it before, and all see until
// when. The node of the bidder delivers it by itself then, after a restart too, and not while its wallet is locked.
import { expect } from 'chai';
import { OpenedDeliveries } from '../../../actors/workflow/opened-deliveries.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { encapsulationPair } from '../../../core/crypto/encryption/ml-kem.js';
import { readEnvelope } from '../../../core/envelope/cells/envelope.js';
import { openCells } from '../../../core/envelope/cells/open.js';
import { openedParts } from '../../../core/envelope/delivery/delivery.js';
import { deliveryContext, readDelivery } from '../../../core/envelope/delivery/delivery-form.js';
import { layoutOf } from '../../../core/envelope/layout/layout.js';
import type { Submission, Transaction } from '../../../core/model/transaction.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { InboxRows } from '../../../storage/tables/workflow/inbox.js';
import { asks, definitionOf, read, to } from '../../support/definitions/short-definitions.js';
import { ask, buyer, seller } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { SILENT } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from './draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const HOUR = 3_600_000;
const KEYS = { ...seller, encapsulation: encapsulationPair(new Uint8Array(64).fill(7)) };
const text = { type: 'string' };

/** The buyer announces, north bids, and the officer opens and records. */
const tender = (from: JsonObject): JsonObject =>
  definitionOf(
    [
      { sender: 'buyer', ...asks({ subject: text }), ...to(2) },
      {
        sender: 'north',
        ...asks({ price: { type: 'integer' } }),
        disclosures: [{ participantAddress: 'officer', dataPointers: ['/*'], from }],
        ...to(3),
      },
      {
        sender: 'officer',
        ...asks({ minutes: text }),
        timers: [{ id: 'day', notBefore: true, after: 'PT5H' }],
        ...to(4),
      },
      {
        sender: 'officer',
        timers: [{ id: 'day', notBefore: true, after: 'PT5H' }],
        calculations: { lowest: read('act.2.price') },
        ...to(),
      },
    ],
    {
      participants: [
        { id: 'buyer', walletAddress: buyer.address },
        { id: 'north', walletAddress: OFFICE },
        { id: 'officer', walletAddress: seller.address },
      ],
    },
  );

describe('a sealed bid over HTTP', () => {
  const world = worldOfAll();
  let wallet: Wallet;
  let delivering: OpenedDeliveries | undefined;
  before(async () => {
    wallet = await seedExampleWallet(world.deps);
  });
  after(async () => {
    await delivering?.stop();
  });

  /** As after a start of the node. */
  async function restarted(): Promise<void> {
    await delivering?.stop();
    const { announcements, clock, ledger, wallets, workflow } = world.deps;
    const rows = new InboxRows(world.kv);
    delivering = new OpenedDeliveries({ announcements, clock, ledger, wallets, workflow, rows, log: SILENT });
    delivering.start();
  }

  async function sealedBid(from: JsonObject) {
    const definition = tender(from);
    const at = await draftRegister(world, definition);
    for (const [id, by] of Object.entries({ buyer, seller }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    const instanceId = `sealed-${at.registerId.slice(-3)}`;
    const first = at.move(1, buyer, { instanceId, payload: { subject: 's' } });
    expect(said(await at.submit(first))).to.equal('200 sealed');
    const { registerId } = at;
    const previous = { instanceId, registerAddress: registerId };
    const body = {
      ...previous,
      blueprintId: BLUEPRINT,
      actionId: '2',
      senderWallet: OFFICE,
      payloadData: { price: 7 },
    };
    const sent = await ask(world, 'submitAction', { body });
    expect(sent.status, sent.text).to.equal(200);
    const place = { params: { instanceId }, query: { registerId } };
    const tasks = async (): Promise<readonly JsonObject[]> => {
      const query = { params: { wallet: OFFICE, register: registerId }, query: {} };
      return (await ask(world, 'listPendingActions', query)).json.items;
    };
    const shown = async () => (await ask(world, 'getInstance', place)).json;
    return { at, definition, instanceId, place, bid: sent.json.transactionId as string, tasks, shown };
  }

  /** Everything that the keys of the officer open on the register, whoever an envelope says that it is for. */
  async function tried({
    at,
    definition,
    instanceId,
  }: {
    at: DraftRegister;
    definition: JsonObject;
    instanceId: string;
  }) {
    const { chain, ledger } = world.deps;
    const reg = ledger.register(at.registerId)?.reg as number;
    const found: unknown[] = [];
    const all: Transaction[] = [];
    for (let height = 0; height <= (chain.head(reg)?.height ?? -1); height++)
      all.push(...((await chain.sealedDocket(reg, height))?.docket.transactions ?? []));
    for (const tx of all) {
      const named = (tx.payload as JsonObject).wallets;
      const names = Array.isArray(named) ? named.map((one) => (one as { walletAddress: string }).walletAddress) : [];
      for (const walletAddress of new Set([...names, seller.address])) {
        const opener = { walletAddress, keys: KEYS, carrying: () => undefined };
        const delivery = readDelivery(tx.payload);
        if (!isFailure(delivery)) {
          const context = deliveryContext(at.registerId, instanceId);
          found.push(...(openedParts(delivery, { opener, context }) ?? []));
        }
        const envelope = readEnvelope(tx.payload);
        const action = (definition as unknown as Definition).actions.find(
          ({ id }) => String(id) === tx.header.actionId,
        );
        if (isFailure(envelope) || !action) continue;
        const layout = layoutOf(definition as unknown as Definition, action);
        const classes = layout.classes.map((_, i) => i);
        const opened = openCells(envelope, opener, { run: tx.header, layout, classes });
        // Anything that is decrypted is found, whatever it turns out to be.
        if (opened !== 'nothing' && !('undelivered' in opened && opened.undelivered === 'closed')) found.push(opened);
      }
    }
    return found;
  }

  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      if (await isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('it did not come to be so');
  };

  it('is shown until when it is sealed, and opens to no key of the officer before', async () => {
    const bid = await sealedBid({ action: 3 });
    const { at, place, shown, bid: transactionId } = bid;
    const sealed = { roles: ['officer'], untilActionId: '3', bytes: 256 };
    expect((await shown()).sealed).to.deep.equal([{ transactionId, actionId: '2', ...sealed }]);
    expect(await shown()).to.not.have.property('owed');
    const state = await ask(world, 'getInstanceState', { ...place, query: { ...place.query, wallet: OFFICE } });
    const [run] = state.json.facts.find(({ actionId }: JsonObject) => actionId === '2').runs;
    expect([run.sealed, run.isDelivered, state.json.suspect]).to.deep.equal([[sealed], true, []]);
    expect(await tried(bid)).to.deep.equal([]);
    const nothing = await ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE } });
    expect(nothing.json.deliveries).to.deep.equal([]);
    const after = { transactionId } as unknown as Submission;
    const payload = { type: 'challenge', v: 1, role: 'officer' };
    const challenge = at.move(2, seller, { after, instanceId: bid.instanceId, type: 'Challenge', payload });
    expect(said(await at.submit(challenge))).to.match(/^409 VAL_DELIVER_008/);
  });

  it('is a task while its wallet is locked, and delivered by the node once it is not', async () => {
    const bid = await sealedBid({ action: 3 });
    const { at, instanceId, shown, tasks, bid: transactionId } = bid;
    expect(await tasks()).to.deep.equal([]);
    await world.deps.commit(world.deps.wallets.put({ ...wallet, status: 'Locked' }));
    world.advance(6 * HOUR);
    const after = { transactionId } as unknown as Submission;
    const opening = at.move(3, seller, { after, instanceId, payload: { minutes: 'm' } });
    expect(said(await at.submit(opening))).to.equal('200 sealed');
    world.advance(1000);
    const delivers = { role: 'officer', wallet: seller.address, isChallenged: false };
    expect((await tasks()).map((one) => one.delivers)).to.deep.equal([delivers]);
    await restarted();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await shown()).owed).to.deep.equal([{ role: 'officer', wallet: seller.address, runs: [transactionId] }]);
    expect(await tried(bid)).to.deep.equal([]);
    await world.deps.commit(world.deps.wallets.put(wallet));
    await restarted();
    await until(async () => !Object.hasOwn(await shown(), 'owed'));
    expect(await tasks()).to.deep.equal([]);
    expect(await tried(bid)).to.have.lengthOf(1);
    expect(JSON.stringify(await tried(bid))).to.contain('[[[7]]]');
  });

  it('is delivered when its time has come, and by no call before', async () => {
    const bid = await sealedBid({ after: 'PT5H' });
    const { shown, tasks } = bid;
    await restarted();
    const [sealed] = (await shown()).sealed;
    expect(Date.parse(sealed.until)).to.be.greaterThan(world.deps.clock.now());
    expect([await tasks(), await tried(bid)]).to.deep.equal([[], []]);
    world.advance(5 * HOUR + 1000);
    expect(await shown()).to.not.have.property('sealed');
    expect(await tasks()).to.have.lengthOf(1);
    await restarted();
    await until(async () => !Object.hasOwn(await shown(), 'owed'));
    expect(await tried(bid)).to.have.lengthOf(1);
  });
});
