// Kept evidence that a reader without a node cannot fetch: it challenges the sender, whose node puts the evidence on
// the ledger, encrypted to it alone. A sender whose node does not is at fault after the term.
import { expect } from 'chai';
import { OpenedDeliveries } from '../../../../actors/workflow/opened-deliveries.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { encapsulationPair } from '../../../../core/crypto/encryption/ml-kem.js';
import { expectGroup } from '../../../../core/envelope/cells/expecting.js';
import { deliveriesIn, rolesTakenBefore } from '../../../../core/instance/deliveries/owed.js';
import { instanceAt, rowsIn } from '../../../../core/instance/rows.js';
import { RunOpener } from '../../../../core/instance/runs/delivered.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../../core/kinds/participant.js';
import type { Submission, Transaction } from '../../../../core/model/transaction.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { InboxRows } from '../../../../storage/tables/workflow/inbox.js';
import { good } from '../../../support/base/good.js';
import { submission } from '../../../support/register/ledger.js';
import { recordOf } from '../../../support/register/people.js';
import { replaceWallet } from '../../governance/fixtures.js';
import { ask, stranger, WAIT } from '../../ledger/fixtures.js';
import { said } from '../../people/draft-register.js';
import { worldOfAll } from '../../world/world-of.js';
import { type Gated, gatedOrder, gatedRegister, LICENCE, prepared, shownAt, wallet } from '../gate-fixtures.js';

const DAY = 24 * 3_600_000;
const KEPT = { ...LICENCE, evidence: 'kept', retention: 'P9D', readers: ['inspector'] };
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));

interface Sealed extends Gated {
  readonly txId: string;
  readonly pin: string;
}

describe('challenges of kept evidence', () => {
  const world = worldOfAll();
  let registerId: string;
  let driver: OpenedDeliveries | undefined;
  let serial = 0;

  const viewNow = () => world.deps.chain.view(world.deps.ledger.register(registerId)?.reg as number);
  const submit = (tx: Submission) =>
    ask(world, 'submitTransaction', { params: { registerId }, body: tx }, { headers: WAIT });
  const createdAt = () => new Date(world.deps.clock.now()).toISOString();

  before(async () => {
    registerId = await gatedRegister(world);
    const record = submission(
      {
        ...{ registerId, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION },
        ...{ senderWallet: stranger.address, createdAt: createdAt() },
        payload: recordOf('inspector', [stranger]) as unknown as Json,
      },
      [stranger],
    );
    expect(said(await submit(record))).to.equal('200 sealed');
  });
  afterEach(async () => {
    await driver?.stop();
    driver = undefined;
  });

  /** The node delivers by itself, and tries again every few milliseconds. */
  function start(): void {
    const { announcements, clock, ledger, log, wallets, workflow } = world.deps;
    const setTimer = (work: () => void, ms: number) => {
      const timer = setTimeout(work, Math.min(ms, 20));
      return { cancel: () => clearTimeout(timer) };
    };
    driver = new OpenedDeliveries({
      ...{ announcements, ledger, log, wallets, workflow, rows: new InboxRows(world.kv) },
      clock: { now: () => clock.now(), steady: () => clock.steady(), setTimer },
    });
    driver.start();
  }

  async function sealed(): Promise<Sealed> {
    const inspector = { walletAddress: stranger.address };
    const at = await gatedOrder(world, { registerId, requirements: [KEPT], inspector });
    const { gateId, requirements } = await prepared(world, at);
    for (const gate of requirements) {
      const body = { requirement: gate.id, rawPresentation: shownAt(world, gate) };
      expect((await ask(world, 'presentAtGate', { params: { gateId }, body })).status).to.equal(200);
    }
    const done = await ask(world, 'submitPreparedAction', { params: { gateId } });
    expect([done.status, done.json.status], done.text).to.deep.equal([200, 'sealed']);
    const txId = done.json.transactionId as string;
    return { ...at, txId, pin: viewNow().transaction(txId)?.header.publicationTxId ?? '' };
  }

  const send = async (of: Sealed, type: string, payload: JsonObject) => {
    const { blueprintId, instanceId, pin, txId } = of;
    const tx = submission(
      {
        ...{ registerId, blueprintId, actionId: '1', publicationTxId: pin, instanceId },
        ...{ senderWallet: stranger.address, createdAt: createdAt(), previousTransactionId: txId },
        ...{ payload, metadata: { type, n: ++serial } },
      },
      [stranger],
    );
    return { txId: tx.transactionId, said: said(await submit(tx)) };
  };
  const challenge = (of: Sealed) =>
    send(of, 'Challenge', { type: 'challenge', v: 1, role: 'inspector', gate: 'licence' });
  const object = (of: Sealed, at: string) =>
    send(of, 'Objection', { type: 'objection', v: 1, ground: 'undelivered', at, shown: [] });
  const instance = async ({ instanceId }: Gated) =>
    (await ask(world, 'getInstance', { params: { instanceId }, query: { registerId } })).json;
  const tasks = async (): Promise<readonly JsonObject[]> => {
    const { json } = await ask(world, 'listPendingActions', { params: { wallet, register: registerId }, query: {} });
    return json.items.flatMap(({ delivers }: { delivers?: JsonObject }) => delivers ?? []);
  };
  /** Of the reader, whose wallet is elsewhere. */
  const objections = async (of: Sealed) => {
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const page = await world.deps.inbox.pending({ registerId, reg }, stranger.address, { skip: 0, top: 100 });
    return good(page).items.flatMap(({ instanceId, previousTransactionId, objects }) =>
      objects && instanceId === of.instanceId ? [{ ...objects, txId: previousTransactionId }] : [],
    );
  };

  /** Gates whose evidence the inspector opens with its own key, from the ledger alone. */
  function gatesOf({ txId, instanceId, blueprintId }: Sealed): readonly string[] {
    const view = viewNow();
    const run = view.transaction(txId) as Transaction;
    const definition = view.transaction(run.header.publicationTxId ?? '')?.payload as unknown as Definition;
    expect(definition.id).to.equal(blueprintId);
    const [row, of] = [rowsIn(view)(txId), instanceAt(view, instanceId)];
    const taken = row && of ? rolesTakenBefore(of, row) : {};
    const expected = expectGroup(definition, run, { wallet: stranger.address, taken, row });
    const transactionOf = (id: string) => view.transaction(id);
    const runs = new RunOpener({ definition, deliveredTo: deliveriesIn(view), transactionOf });
    const opener = { walletAddress: stranger.address, keys: { ...stranger, encapsulation: NO_KEY } };
    const { given } = runs.open({ run, expected, layout: expected?.layout }, { ...opener, carrying: transactionOf });
    if (given === 'nothing' || 'undelivered' in given) throw new Error(JSON.stringify(given));
    return given.classes.flatMap((item) => expected?.layout.classes[item.class]?.gate ?? []);
  }

  it('are answered by the node of the sender, and its reader has the evidence from the ledger', async () => {
    const of = await sealed();
    expect(gatesOf(of)).to.deep.equal([]);
    const asked = await challenge(of);
    expect(asked.said).to.equal('200 sealed');
    world.advance(1000);
    expect(await tasks()).to.deep.equal([
      { role: 'inspector', wallet: stranger.address, gate: 'licence', isChallenged: true },
    ]);
    const [told] = (await instance(of)).challenges;
    const about = { role: 'inspector', wallet: stranger.address, gate: 'licence', runTransactionId: of.txId };
    expect(told).to.deep.include({ ...about, transactionId: asked.txId });
    start();
    for (let tries = 0; tries < 200 && (await instance(of)).challenges[0].answeredBy === undefined; tries++) {
      await tasks();
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const answer = viewNow().transaction((await instance(of)).challenges[0].answeredBy)?.payload as JsonObject;
    expect(answer).to.include({ type: 'delivery', gate: 'licence' });
    expect(JSON.stringify(answer)).to.not.match(/Ada/);
    expect(gatesOf(of)).to.deep.equal(['licence']);
    expect(await tasks()).to.deep.equal([]);
    world.advance(4 * DAY);
    expect(await objections(of), 'once it was given').to.deep.equal([]);
    expect((await object(of, asked.txId)).said).to.match(/^422 VAL_OBJ_004/);
  });

  it('that nobody answers are proven by the ledger alone', async () => {
    const of = await sealed();
    const asked = await challenge(of);
    world.advance(3 * DAY - 60_000);
    expect((await object(of, asked.txId)).said, 'in the term').to.match(/^422 VAL_OBJ_004/);
    expect(await objections(of), 'in the term').to.deep.equal([]);
    world.advance(120_000);
    expect(await objections(of)).to.deep.equal([{ role: 'inspector', gate: 'licence', txId: of.txId }]);
    expect((await object(of, asked.txId)).said).to.equal('200 sealed');
    expect(await objections(of), 'once it is proven').to.deep.equal([]);
    const { faults } = await instance(of);
    expect(faults[0]).to.deep.include({ transactionId: of.txId, wallet, ground: 'undelivered' });
  });

  it('are answered by hand too, and by no node that lost the evidence', async () => {
    const of = await sealed();
    await challenge(of);
    world.advance(1000);
    const deliver = () =>
      ask(world, 'deliverInstance', {
        params: { instanceId: of.instanceId },
        ...{ query: { registerId }, body: { senderWallet: wallet } },
      });
    const made = await deliver();
    const [delivery] = made.json.deliveries;
    expect(delivery, made.text).to.deep.include({ role: 'inspector', runs: [of.txId], gate: 'licence' });
    expect(gatesOf(of)).to.deep.equal(['licence']);
    const lost = await sealed();
    await challenge(lost);
    world.advance(1000);
    await world.deps.commit([...(await world.kept.sweep(Number.POSITIVE_INFINITY))]);
    const params = { instanceId: lost.instanceId };
    const none = await ask(world, 'deliverInstance', { params, query: { registerId }, body: { senderWallet: wallet } });
    expect(none.json.deliveries, none.text).to.deep.equal([]);
  });

  it('come too late where the evidence is kept for less than the answer may take', async () => {
    const of = await sealed();
    world.advance(6 * DAY + 60_000);
    const { said: answer } = await challenge(of);
    expect(answer).to.match(/^422 VAL_OBJ_002/);
  });

  it('name a gate whose kept evidence the role reads', async () => {
    const of = await sealed();
    const sent = await send(of, 'Challenge', { type: 'challenge', v: 1, role: 'inspector', gate: 'member' });
    expect(sent.said).to.match(/^422 VAL_DELIVER_005/);
    const place = { params: { instanceId: of.instanceId }, query: { registerId } };
    const own = { ...place, body: { senderWallet: wallet, txId: of.txId, gate: 'licence' } };
    expect(said(await ask(world, 'challengeInstance', own))).to.match(/^422 VAL_DELIVER_005/);
    const bad = { ...place, body: { senderWallet: wallet, txId: of.txId, gate: '' } };
    expect((await ask(world, 'challengeInstance', bad)).status).to.equal(400);
  });

  it('are answered once governance replaced the wallet of the sender, where its former key is in the same hands', async () => {
    const [of, other] = [await sealed(), await sealed()];
    const { wallet: made } = (await ask(world, 'createHdWallet', { body: { name: 'Next', algorithm: 'ED25519' } }))
      .json;
    const fresh = world.deps.wallets.find(made.address) as Wallet;
    const { participantId } = (await ask(world, 'getParticipantByAddress', { params: { registerId, address: wallet } }))
      .json;
    await replaceWallet(world, { registerId, participantId, replaces: wallet }, fresh);
    const deliver = async ({ instanceId }: Gated) => {
      const parts = { params: { instanceId }, query: { registerId }, body: { senderWallet: fresh.address } };
      return (await ask(world, 'deliverInstance', parts)).json.deliveries;
    };
    expect((await challenge(of)).said).to.equal('200 sealed');
    expect((await deliver(of))[0]).to.deep.include({ role: 'inspector', runs: [of.txId], gate: 'licence' });
    expect(gatesOf(of)).to.deep.equal(['licence']);
    const former = world.deps.wallets.find(wallet) as Wallet;
    const owner = { kind: 'person' as const, id: stranger.address };
    await world.deps.commit(world.deps.wallets.put({ ...former, owner }));
    await challenge(other);
    expect(await deliver(other), 'of the key of somebody else').to.equal(undefined);
    await world.deps.commit(world.deps.wallets.put(former));
  });
});
