// A role that passes on over HTTP: the instance lists what its new holder is owed. A wallet of the node gives it on,
// and the new holder opens it with its own key.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../../core/base/limits/ledger/instances.js';
import { DELIVERIES_MADE_MAX, OWED_TOLD_MAX } from '../../../../core/base/limits/node/inbox.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { encapsulationPair } from '../../../../core/crypto/encryption/ml-kem.js';
import { asDisclosed } from '../../../../core/envelope/cells/open.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import { deliveriesIn } from '../../../../core/instance/deliveries/owed.js';
import { RunOpener } from '../../../../core/instance/runs/delivered.js';
import type { Submission } from '../../../../core/model/transaction.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { ask, buyer, seller, stranger } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfAll } from '../../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from '../draft-register.js';
import { unopened } from './challenged.js';
import { begunToHandOver, HANDED } from './owed.js';

const OFFICE = EXAMPLE.walletAddress;
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));
const num = { type: 'integer' };

const READING = Array.from({ length: DELIVERIES_MADE_MAX + 2 }, (_, i) => `y${i}`);
/** One party has more roles that read than a call makes deliveries. */
const CROWDED = definitionOf(
  [
    {
      ...asks({ price: num }),
      ...shows(Object.fromEntries(READING.map((role) => [role, ['price']]))),
      ...to(2),
    },
    { sender: 'y0', ...asks({ qty: num }), ...to() },
  ],
  {
    participants: [{ id: 'x', walletAddress: OFFICE }, ...READING.map((id) => ({ id, walletAddress: seller.address }))],
  },
);

/** Its second action is done again and again. */
const REPEATED = definitionOf(
  [
    { ...asks({ price: num }), ...shows({ y: ['price'] }), ...to(2) },
    {
      ...asks({ price: num }),
      ...shows({ y: ['price'] }),
      routes: [
        { id: 'end', nextActionIds: [], condition: { '<': [read('in.price'), 0] } },
        { id: 'again', nextActionIds: [2], isDefault: true },
      ],
    },
  ],
  { participants: HANDED.participants as Json },
);

describe('a delivery over HTTP', () => {
  const world = worldOfAll();
  before(async () => {
    await seedExampleWallet(world.deps);
  });

  it('gives the new holder of a role what the old one had, and nothing else', async () => {
    const { at, instanceId, transactionId, handOver } = await begunToHandOver(world);
    const { registerId } = at;
    const place = { params: { instanceId }, query: { registerId } };
    const shown = async () => (await ask(world, 'getInstance', place)).json;
    expect(await shown()).to.not.have.property('owed');
    const deliver = (more: JsonObject = {}) =>
      ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE, ...more } });
    expect((await deliver()).json).to.deep.equal({ instanceId, deliveries: [] });
    const move = await handOver();
    const waiting = async () => {
      const params = { wallet: OFFICE, register: registerId };
      return (await ask(world, 'listPendingActions', { params, query: {} })).json.items;
    };
    expect((await waiting()).map(({ delivers }: JsonObject) => delivers)).to.deep.equal([
      { role: 'y', wallet: stranger.address, isChallenged: false },
    ]);
    const owed = [{ role: 'y', wallet: stranger.address, runs: [transactionId] }];
    expect((await shown()).owed).to.deep.equal(owed);
    expect((await deliver({ role: 'x' })).json.deliveries).to.deep.equal([]);
    const made = await deliver({ role: 'y' });
    expect(made.status, made.text).to.equal(200);
    const [sent] = made.json.deliveries;
    expect(sent).to.deep.include({ ...owed[0], status: 'sealed' });
    expect(await waiting()).to.deep.equal([]);
    expect(await shown()).to.not.have.property('owed');
    expect(openedBy(registerId, transactionId)).to.deep.equal({ price: 10 });
    const tx = { registerId, txId: transactionId };
    const readers = await ask(world, 'getTransactionReaders', { params: tx });
    expect(readers.status, readers.text).to.equal(200);
    const members = (...names: string[]) => names.map((name) => `/${name}`);
    expect(readers.json).to.deep.include({ transactionId, isPublic: false });
    expect(readers.json.groups).to.have.deep.members([
      { members: members('own', 'price'), wallets: [{ wallet: OFFICE, readsAs: 'sender', roles: ['x'] }] },
      { members: members('price'), wallets: [{ wallet: seller.address, readsAs: 'holder', roles: ['y'] }] },
    ]);
    const [given] = readers.json.deliveries;
    expect(readers.json.deliveries).to.have.length(1);
    expect(given).to.deep.include({ role: 'y', wallet: stranger.address, members: members('price') });
    const itself = await ask(world, 'getTransactionReaders', { params: { registerId, txId: given.transactionId } });
    expect(itself.json.groups).to.deep.equal([
      { members: [''], wallets: [{ wallet: stranger.address, readsAs: 'named', roles: ['y'] }] },
    ]);
    const inClear = { registerId, txId: move.transactionId };
    const none = { transactionId: move.transactionId, isPublic: true, groups: [], deliveries: [] };
    expect((await ask(world, 'getTransactionReaders', { params: inClear })).json).to.deep.equal(none);
    // Of a wallet that is none of the caller's.
    expect(said(await deliver({ senderWallet: seller.address }))).to.match(/^403 WALLET_ACCESS_DENIED/);
  });

  it('gives all that holders are owed, of which the instance lists the oldest and says how many more there are', async () => {
    const at = await draftRegister(world, REPEATED as unknown as JsonObject);
    const { registerId } = at;
    for (const [id, by] of Object.entries({ buyer, seller, stranger }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    const runs: string[] = [];
    let instanceId: string | undefined;
    for (let n = 0; n < OWED_TOLD_MAX.each + 2; n++) {
      const done = await ask(world, 'submitAction', {
        body: {
          ...{
            blueprintId: BLUEPRINT,
            actionId: n === 0 ? '1' : '2',
            senderWallet: OFFICE,
            registerAddress: registerId,
          },
          ...(instanceId !== undefined && { instanceId, previousTransactionHash: runs.at(-1) }),
          payloadData: { price: n },
        },
      });
      expect(done.status, done.text).to.equal(200);
      instanceId = done.json.instanceId as string;
      runs.push(done.json.transactionId);
    }
    const place = { params: { instanceId: instanceId as string }, query: { registerId } };
    const handover = { type: 'handover', v: 1, role: 'y', from: seller.address, to: stranger.address };
    const after = { transactionId: runs.at(-1) } as unknown as Submission;
    const signed = { type: 'Handover', payload: handover, signers: [seller, stranger] };
    expect(said(await at.submit(at.move(2, seller, { after, instanceId: instanceId as string, ...signed })))).to.equal(
      '200 sealed',
    );
    const shown = async () => (await ask(world, 'getInstance', place)).json;
    const to = { role: 'y', wallet: stranger.address };
    expect((await shown()).owed).to.deep.equal([{ ...to, runs: runs.slice(0, OWED_TOLD_MAX.each), more: 2 }]);
    const made = await ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE } });
    expect(made.status, made.text).to.equal(200);
    const given = made.json.deliveries.map((one: JsonObject) => ({
      role: one.role,
      wallet: one.wallet,
      runs: one.runs,
    }));
    expect(given).to.deep.equal([
      { ...to, runs: runs.slice(0, OWED_TOLD_MAX.each) },
      { ...to, runs: runs.slice(OWED_TOLD_MAX.each) },
    ]);
    expect(await shown()).to.not.have.property('owed');
  });

  it('makes so many deliveries with a call, and says how many runs are left', async () => {
    const at = await draftRegister(world, CROWDED as unknown as JsonObject);
    const first = await at.record('seller', [seller]);
    expect(said(await at.record('stranger', [stranger]))).to.equal('200 sealed');
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
    const begun = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10 } } });
    const place = { params: { instanceId: begun.json.instanceId }, query: { registerId: at.registerId } };
    const now = world.deps.clock.now();
    const [from, until] = [now - 1000, now + 60_000].map((ms) => new Date(ms).toISOString()) as [string, string];
    const delegations = [{ to: 'stranger', from, until }];
    const after = first.json.transactionId;
    expect(said(await at.record('seller', [seller], { delegations, version: 2, after }))).to.equal('200 sealed');
    const give = () => ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE } });
    const made = await give();
    expect(made.json.deliveries, made.text).to.have.lengthOf(DELIVERIES_MADE_MAX);
    expect(made.json.more).to.equal(2);
    const rest = await give();
    expect(rest.json.deliveries, rest.text).to.have.lengthOf(2);
    expect(rest.json).to.not.have.property('more');
    expect((await ask(world, 'getInstance', place)).json).to.not.have.property('owed');
  });

  it('gives a deputy what came before its delegation, until that ends', async () => {
    const at = await draftRegister(world, HANDED as unknown as JsonObject);
    const { registerId } = at;
    const first = await at.record('seller', [seller]);
    expect(said(await at.record('stranger', [stranger]))).to.equal('200 sealed');
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: registerId };
    const begun = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10, own: 3 } } });
    const { instanceId, transactionId } = begun.json;
    const place = { params: { instanceId }, query: { registerId } };
    const shown = async () => (await ask(world, 'getInstance', place)).json;
    const now = world.deps.clock.now();
    const [from, until] = [now - 1000, now + 60_000].map((ms) => new Date(ms).toISOString()) as [string, string];
    const delegations = [{ to: 'stranger', from, until }];
    const appointing = await at.record('seller', [seller], {
      delegations,
      version: 2,
      after: first.json.transactionId,
    });
    expect(said(appointing)).to.equal('200 sealed');
    const owed = [{ role: 'y', wallet: stranger.address, runs: [transactionId] }];
    expect((await shown()).owed).to.deep.equal(owed);
    const waiting = await ask(world, 'listPendingActions', { params: { wallet: OFFICE, register: registerId } });
    expect(waiting.json.items, 'no task of every sender').to.deep.equal([]);
    const made = await ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE, role: 'y' } });
    expect(made.json.deliveries[0], made.text).to.deep.include({ ...owed[0], status: 'sealed' });
    expect(openedBy(registerId, transactionId)).to.deep.equal({ price: 10 });
    world.advance(READING_SLOT_MS);
    const again = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 11, own: 3 } } });
    const late = { params: { instanceId: again.json.instanceId }, query: { registerId } };
    expect((await ask(world, 'getInstance', late)).json, 'it was sealed to the deputy').to.not.have.property('owed');
    world.advance(61_000);
    expect(await shown()).to.not.have.property('owed');
    const ended = await ask(world, 'deliverInstance', { ...late, body: { senderWallet: OFFICE } });
    expect(ended.json.deliveries, ended.text).to.deep.equal([]);
  });

  it('is asked for by a challenge, which the instance shows until it is answered', async () => {
    const { at, instanceId, txId } = await unopened(world);
    const place = { params: { instanceId }, query: { registerId: at.registerId } };
    const challenge = (body: JsonObject = {}) =>
      ask(world, 'challengeInstance', { ...place, body: { senderWallet: OFFICE, txId, ...body } });
    expect(said(await challenge({ txId: 'ab'.repeat(32) }))).to.equal('404 TRANSACTION_NOT_FOUND /txId');
    expect(said(await challenge({ role: 'x' }))).to.match(/^422 VAL_DELIVER_005/);
    const made = await challenge();
    expect(made.status, made.text).to.equal(200);
    const [shown] = (await ask(world, 'getInstance', place)).json.challenges;
    expect(shown).to.deep.include({ role: 'y', wallet: OFFICE, runTransactionId: txId });
    expect(shown).to.not.have.property('answeredBy');
    // The clock stands still: the same challenge is sealed already.
    expect((await challenge()).json.transactionId).to.equal(made.json.transactionId);
  });

  it('answers a challenger that was revoked since, which would else prove that it was given nothing', async () => {
    const at = await draftRegister(world, HANDED as unknown as JsonObject);
    const { registerId } = at;
    const record = await at.record('seller', [seller]);
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: registerId };
    const begun = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10, own: 3 } } });
    const { instanceId, transactionId } = begun.json;
    const place = { params: { instanceId }, query: { registerId } };
    const payload = { type: 'challenge', v: 1, role: 'y' };
    const challenge = at.move(1, seller, { after: begun.json, instanceId, type: 'Challenge', payload });
    expect(said(await at.submit(challenge))).to.equal('200 sealed');
    const ends = { version: 2, status: 'Revoked', after: record.json.transactionId } as const;
    expect(said(await at.record('seller', [seller], ends))).to.equal('200 sealed');
    const made = await ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE } });
    expect(made.status, made.text).to.equal(200);
    const [sent] = made.json.deliveries;
    expect(sent).to.deep.include({ wallet: seller.address, runs: [transactionId], status: 'sealed' });
    const { challenges } = (await ask(world, 'getInstance', place)).json;
    expect(challenges[0].answeredBy).to.equal(sent.transactionId);
  });

  it('answers a challenge also where the wallet owes a run that it was given falsely', async () => {
    const { at, instanceId, txId } = await unopened(world, (text) =>
      text.replace(/"ciphertext":"(.)/, (_, first) => `"ciphertext":"${first === 'A' ? 'B' : 'A'}`),
    );
    const { registerId } = at;
    for (const [id, by] of Object.entries({ buyer, stranger }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    const place = { params: { instanceId }, query: { registerId } };
    const follows = { transactionId: txId } as unknown as Submission;
    const payload = { type: 'handover', v: 1, role: 'x', from: buyer.address, to: stranger.address };
    const signers = [buyer, stranger];
    const handover = at.move(1, buyer, { after: follows, instanceId, type: 'Handover', payload, signers });
    expect(said(await at.submit(handover))).to.equal('200 sealed');
    const acted = await ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '2', senderWallet: OFFICE, registerAddress: registerId, instanceId },
        ...{ previousTransactionHash: txId, payloadData: { qty: 1 }, acceptSuspect: [txId] },
      },
    });
    expect(acted.status, acted.text).to.equal(200);
    const { transactionId: run } = acted.json;
    const challenge = { type: 'Challenge', payload: { type: 'challenge', v: 1, role: 'x' } };
    const asked = at.move(2, stranger, { after: acted.json, instanceId, ...challenge });
    expect(said(await at.submit(asked))).to.equal('200 sealed');
    const made = await ask(world, 'deliverInstance', { ...place, body: { senderWallet: OFFICE } });
    expect(made.status, made.text).to.equal(200);
    const sent = made.json.deliveries.map(({ wallet, runs }: JsonObject) => ({ wallet, runs }));
    expect(sent).to.deep.equal([{ wallet: stranger.address, runs: [run] }]);
  });

  /** The data that the new holder reads of the run, by the ledger of the node and its own key. */
  function openedBy(registerId: string, txId: string): Json {
    const { chain, ledger } = world.deps;
    const reg = ledger.register(registerId)?.reg as number;
    const view = chain.view(reg);
    const definition = HANDED as unknown as Definition;
    const runs = new RunOpener({
      definition,
      deliveredTo: deliveriesIn(view),
      transactionOf: (id) => view.transaction(id),
    });
    const run = view.transaction(txId);
    const [first] = definition.actions;
    if (!run || !first) throw new Error('the run is sealed');
    const layout = layoutOf(definition, first);
    const keys = { ...stranger, encapsulation: NO_KEY };
    const opener = { walletAddress: stranger.address, keys, carrying: () => undefined };
    const { given } = runs.open({ run, expected: undefined, layout }, opener);
    if (given === 'nothing' || isFailure(given) || 'undelivered' in given) throw new Error(JSON.stringify(given));
    return asDisclosed(given, layout).fields;
  }
});
