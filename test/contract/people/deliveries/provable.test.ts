// Provable deliveries over HTTP: the node asks for one, and makes one for a party that asks. It shows what its own
// wallet was given where that is not the action, and never where it is.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromBase64 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { encapsulationPair } from '../../../../core/crypto/encryption/ml-kem.js';
import { expectGroup } from '../../../../core/envelope/cells/expecting.js';
import type { OpenedCells } from '../../../../core/envelope/cells/open.js';
import { deliveryContext } from '../../../../core/envelope/delivery/delivery-form.js';
import { encryptProvable, receiptOf } from '../../../../core/envelope/delivery/provable.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import { RunOpener } from '../../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { submission } from '../../../support/register/ledger.js';
import { ask, buyer, seller } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from '../draft-register.js';
import { PRICED, type Unopened, unopened } from './challenged.js';

const OFFICE = EXAMPLE.walletAddress;
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));
const num = { type: 'integer' };
/** The office states a price, which a party outside reads. */
const STATED = definitionOf([{ ...asks({ price: num }), ...shows({ y: ['price'] }), ...to() }], {
  participants: [
    { id: 'x', walletAddress: OFFICE },
    { id: 'y', walletAddress: seller.address },
  ],
});

describe('a provable delivery over HTTP', () => {
  const world = worldOfEach();
  let serial = 0;

  const place = ({ at, instanceId }: Pick<Unopened, 'at' | 'instanceId'>) => ({
    params: { instanceId },
    query: { registerId: at.registerId },
  });
  const sealed = (registerId: string, txId: string): Transaction => {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const found = world.deps.chain.view(reg).transaction(txId);
    if (!found) throw new Error(`${txId} is sealed`);
    return found;
  };

  /** The cells that the buyer sealed, or another price. */
  function openedBy({ at, txId }: Unopened, price?: number): OpenedCells {
    const view = world.deps.chain.view(world.deps.ledger.register(at.registerId)?.reg as number);
    const definition = PRICED as unknown as Definition;
    const run = sealed(at.registerId, txId);
    const row = rowsIn(view)(txId);
    const expected = expectGroup(definition, run, { wallet: buyer.address, taken: {}, row });
    const runs = new RunOpener({
      definition,
      deliveredTo: deliveriesIn(view),
      transactionOf: (id) => view.transaction(id),
    });
    const keys = { ...buyer, encapsulation: NO_KEY };
    const opener = { walletAddress: buyer.address, keys, carrying: () => undefined };
    const { given } = runs.open({ run, expected, layout: expected?.layout }, opener);
    if (given === 'nothing' || 'undelivered' in given) throw new Error(JSON.stringify(given));
    const classes = given.classes.map((one) => ({ ...one, values: [price ?? (one.values[0] as Json)] }));
    return { ...given, classes };
  }

  /** A provable delivery of the buyer to the office. */
  async function delivered(of: Unopened, price?: number): Promise<string> {
    const { registerId, pin, submit } = of.at;
    const publicKey = good(fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') ?? []) as Uint8Array;
    const sealing = {
      context: deliveryContext(registerId, of.instanceId),
      role: 'y',
      runs: [{ txId: of.txId, classes: [0], opened: openedBy(of, price) }],
      to: { walletAddress: OFFICE, algorithm: 'ED25519' as const, publicKey },
      entropy: sha256(`outside ${serial++}`),
    };
    const made = good(encryptProvable({ ...sealing, sender: buyer.address }));
    const tx = submission(
      {
        ...{ registerId, blueprintId: BLUEPRINT, actionId: '1', publicationTxId: pin, instanceId: of.instanceId },
        ...{ senderWallet: buyer.address, previousTransactionId: of.txId, recipients: [OFFICE] },
        createdAt: new Date(world.deps.clock.now()).toISOString(),
        metadata: { type: 'Delivery' },
        payload: JSON.parse(JSON.stringify(made)) as Json,
      },
      [buyer],
    );
    expect(said(await submit(tx))).to.equal('200 sealed');
    return tx.transactionId;
  }

  it('answers a challenge, and is shown where it is not the action', async () => {
    const of = await unopened(world);
    const challenge = () =>
      ask(world, 'challengeInstance', { ...place(of), body: { senderWallet: OFFICE, txId: of.txId } });
    const object = (body: JsonObject = {}) =>
      ask(world, 'objectInstance', {
        ...place(of),
        body: { senderWallet: OFFICE, txId: of.txId, ground: 'undelivered', ...body },
      });
    const asked = await challenge();
    expect(said(asked)).to.equal('200 sealed');
    expect(said(await object())).to.match(/^422 VAL_OBJ_004/);
    const answer = await delivered(of, 11);
    const told = {
      ground: 'undelivered',
      at: asked.json.transactionId,
      shown: [{ transactionId: answer, pointers: [''] }],
    };
    expect((await object({ preview: true })).json).to.deep.include({ ...told, status: 'preview' });
    const made = await object();
    expect(made.json, made.text).to.deep.include({ ...told, status: 'sealed' });
    const { state, faults } = (await ask(world, 'getInstance', place(of))).json;
    expect(state).to.equal('Disputed');
    expect(faults[0]).to.deep.include({ transactionId: of.txId, wallet: buyer.address, ground: 'undelivered' });
    // All members read it then, and it has no key in it.
    const proof = (sealed(of.at.registerId, made.json.transactionId).payload as JsonObject).proof as JsonObject;
    expect(Object.keys(proof)).to.deep.equal(['answer', 'challenge', 'shared']);
  });

  it('that gives the action is not shown: its wallet would publish it for nothing', async () => {
    const of = await unopened(world);
    const challenge = () =>
      ask(world, 'challengeInstance', { ...place(of), body: { senderWallet: OFFICE, txId: of.txId } });
    await challenge();
    await delivered(of);
    const object = await ask(world, 'objectInstance', {
      ...place(of),
      body: { senderWallet: OFFICE, txId: of.txId, ground: 'undelivered' },
    });
    expect(said(object)).to.match(/^422 VAL_OBJ_004/);
    expect(object.json.message ?? object.text).to.include('gives the run');
    world.advance(1000);
    expect(said(await challenge())).to.match(/^409 VAL_DELIVER_006/);
  });

  it('is made by the node for a party that asks', async () => {
    await seedExampleWallet(world.deps);
    const at = await draftRegister(world, STATED as unknown as JsonObject);
    const { registerId } = at;
    expect(said(await at.record('seller', [seller]))).to.equal('200 sealed');
    const begun = await ask(world, 'submitAction', {
      body: {
        blueprintId: BLUEPRINT,
        actionId: '1',
        senderWallet: OFFICE,
        registerAddress: registerId,
        payloadData: { price: 10 },
      },
    });
    expect(begun.status, begun.text).to.equal(200);
    const { instanceId, transactionId } = begun.json;
    const of = { at, instanceId };
    const challenge = () => {
      const payload = { type: 'challenge', v: 1, role: 'y' };
      return at.submit(at.move(1, seller, { after: begun.json, instanceId, type: 'Challenge', payload }));
    };
    const deliver = async () => {
      const made = await ask(world, 'deliverInstance', { ...place(of), body: { senderWallet: OFFICE } });
      expect(made.status, made.text).to.equal(200);
      expect(made.json.deliveries).to.have.length(1);
      return made.json.deliveries[0].transactionId as string;
    };
    const waiting = async () => {
      const params = { wallet: OFFICE, register: registerId };
      const { items } = (await ask(world, 'listPendingActions', { params, query: {} })).json;
      return items.map(({ delivers, deadline, previousTransactionHash: run }: JsonObject) => ({
        delivers,
        deadline,
        run,
      }));
    };
    expect(await waiting()).to.deep.equal([]);
    expect(said(await challenge())).to.equal('200 sealed');
    world.advance(1000);
    const task = { delivers: { role: 'y', wallet: seller.address, isChallenged: true }, run: transactionId };
    const [asked, ...others] = await waiting();
    expect(asked).to.deep.include(task);
    expect(Date.parse(asked.deadline) - world.deps.clock.now()).to.be.closeTo(3 * 24 * 3_600_000, 60_000);
    expect(others).to.deep.equal([]);
    const answer = await deliver();
    expect(await waiting()).to.deep.equal([]);
    expect(sealed(registerId, answer).payload).to.have.property('proof');
    // The receiver could show it, and would prove nothing.
    const proof = receiptOf(sealed(registerId, answer), seller) as unknown as Json;
    const { challenges } = (await ask(world, 'getInstance', place(of))).json;
    expect(challenges).to.have.length(1);
    const payload = {
      type: 'objection',
      v: 1,
      ground: 'undelivered',
      at: challenges[0].transactionId,
      shown: [],
      proof,
    };
    const lie = at.move(1, seller, { after: begun.json, instanceId, type: 'Objection', payload });
    expect(said(await at.submit(lie))).to.match(/^422 VAL_OBJ_004/);
    // A place is any text.
    const nowhere = at.move(1, seller, {
      after: begun.json,
      instanceId,
      type: 'Objection',
      payload: { ...payload, at: 'x' },
    });
    expect(said(await at.submit(nowhere))).to.match(/^422 VAL_OBJ_004/);
    expect(challenges[0]).to.deep.include({ runTransactionId: transactionId, answeredBy: answer });
  });
});
