// Timers over HTTP: a reader of an instance, or of what waits for its wallet, sees which timer ends what and when; a
// timer that fired is told as a timer; and no transaction without signatures is taken but the one that the state gives.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { type EvidenceProof, verifyEvidence } from '../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { docketHash } from '../../../../core/register/docket.js';
import { headerOf, payloadHashOf, txIdOf } from '../../../../core/transaction/encode.js';
import { wallet } from '../../../support/register/ledger.js';
import { step } from '../../../support/register/people.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const DAY_MS = 86_400_000;
/** More than the dockets of a test pass the clock, which stands still. */
const SKEW_MS = 1000;
const OFFICE = EXAMPLE.walletAddress;
const INSTANCE = { instanceId: 'plan' };

/** The office decides within a day, or its silence is recorded as consent. A join that may wait in vain has an end. */
const CONSENT = {
  language: 2,
  title: 'Consent',
  description: 'An office has a day to object.',
  participants: [{ id: 'asks' }, { id: 'office', walletAddress: OFFICE }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    step(2, 'office', [3], {
      title: 'Decide',
      rejectionConfig: { targetActionId: 1 },
      // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
      timers: [{ id: 'silence', after: 'P1D', then: { nextActionIds: [3] }, data: { n: 0 } }],
    }),
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(3, 'asks', [], { timers: [{ id: 'lapse', after: 'P2D', then: { nextActionIds: [] } }] }),
  ],
} as unknown as JsonObject;

/** The role that closes it has to know which way the office decided, and goes on by it. */
const DEEMED = {
  ...CONSENT,
  participants: [{ id: 'asks' }, { id: 'office' }, { id: 'closes', walletAddress: OFFICE }],
  actions: [
    ...(CONSENT.actions as readonly JsonObject[]).slice(0, 2),
    {
      ...step(3, 'closes', []),
      routes: [
        { id: 'deemed', nextActionIds: [4], condition: { '==': [{ var: 'act.2.n' }, 0] } },
        { id: 'decided', nextActionIds: [], isDefault: true },
      ],
    },
    step(4, 'asks', []),
  ],
} as unknown as JsonObject;

/** The office names the day on which its offer ends. */
const OFFER = {
  ...CONSENT,
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    {
      ...step(2, 'office', [3]),
      dataSchemas: [{ type: 'object', properties: { until: { type: 'string', format: 'date' } }, required: ['until'] }],
    },
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    step(3, 'asks', [], { timers: [{ id: 'over', at: { var: 'act.2.until' }, then: { nextActionIds: [] } }] }),
  ],
} as unknown as JsonObject;

describe('timers over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let startMs: number;
  let opening: ReturnType<DraftRegister['move']>;
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, CONSENT);
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
    startMs = Date.parse((await shown()).createdAt);
  });

  const shown = async (id = 'getInstance') =>
    (await ask(world, id, { params: INSTANCE, query: { registerId: at.registerId } })).json;
  const waiting = async () => {
    const { json, text } = await ask(world, 'listPendingActions', {
      params: { wallet: OFFICE, register: at.registerId },
    });
    expect(json.items, text).to.be.an('array');
    return json.items;
  };
  const dueAt = (days: number) => new Date(startMs + days * DAY_MS).toISOString();
  /** Something else is sealed, and the node looks at its timers. */
  const wake = async () => {
    expect(
      said(await at.record(`other-${world.deps.clock.now()}`, [wallet(`other ${world.deps.clock.now()}`)])),
    ).to.equal('200 sealed');
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const silence = (more: JsonObject = {}, payload: JsonObject = { n: 0 }) => {
    const header = headerOf(
      {
        ...{ registerId: at.registerId, blueprintId: BLUEPRINT, actionId: '2', publicationTxId: at.pin, ...INSTANCE },
        ...{ previousTransactionId: opening.transactionId, payloadHash: payloadHashOf(payload), createdAt: dueAt(1) },
        metadata: { timer: 'silence', type: 'Timer' },
        ...more,
      },
      'timer',
    );
    return { ...header, payload, transactionId: txIdOf(header, JSON.stringify(payload)), signatures: [] };
  };

  /** The file is checked without a node: no wallet signed, and the docket is of a time after the due one. */
  const proven = async (txId: string) => {
    const path = { registerId: at.registerId, txId };
    const { json, text } = await ask(world, 'getEvidence', { params: path });
    const head = { hash: docketHash(json.head.header), height: json.head.header.height };
    const proof = verifyEvidence(json, verifySync, { head }) as EvidenceProof;
    expect(proof.verdict, text).to.equal('valid');
    expect(proof.fired).to.deep.equal({
      ...{ timer: 'silence', ...INSTANCE, actionId: '2', publicationTxId: at.pin },
      ...{ previousTransactionId: opening.transactionId, dueAtMs: startMs + DAY_MS },
    });
    const other = { ...json, transaction: { ...json.transaction, payload: { n: 1 } } };
    expect(JSON.stringify(verifyEvidence(other, verifySync, { head }))).to.contain('VAL_HASH_001');
    const nowhere = await ask(world, 'getEvidence', { params: { ...path, txId: 'ab'.repeat(32) } });
    expect(said(nowhere)).to.match(/^404 TRANSACTION_NOT_FOUND /);
    const stranger = await ask(world, 'getEvidence', { params: { ...path, txId: 'timer' } });
    expect(stranger.status).to.equal(400);
  };

  it('are shown with what they end, when, and what follows', async () => {
    const timer = { id: 'silence', dueAt: dueAt(1), nextActionIds: [3], data: { n: 0 } };
    const instance = await shown();
    expect(instance.currentActionIds).to.deep.equal([2]);
    expect(instance.activeBranches[0]).to.deep.include({ state: 'Active', deadline: dueAt(1), timer });
    expect((await shown('getNextActions')).nextActions[0]).to.deep.include({ deadline: dueAt(1), timer });
    const [row, ...others] = await waiting();
    expect(row).to.deep.include({ actionId: '2', deadline: dueAt(1), timer });
    expect(others).to.deep.equal([]);
    const listed = await ask(world, 'listInstances', { query: { registerId: at.registerId } });
    expect(listed.json.items).to.deep.equal([instance]);
    expect(instance.moves).to.equal(1);
    const params = { wallet: OFFICE, register: at.registerId };
    const refused = await ask(world, 'listPendingActions', { params }, { as: 'user' });
    expect(said(refused)).to.match(/^404 WALLET_NOT_FOUND /);
    const malformed = await ask(world, 'listPendingActions', { params: { ...params, register: 'no register' } });
    expect(malformed.status, malformed.text).to.equal(400);
  });

  it('leave nothing to do and nothing stuck once they are due, and are told as what they are', async () => {
    world.advance(DAY_MS + SKEW_MS);
    const due = await shown();
    expect(due).to.deep.include({ state: 'Active', currentActionIds: [] });
    expect(due).to.not.have.property('isStuck');
    expect(due.activeBranches[0]).to.deep.include({ state: 'TimedOut', deadline: dueAt(1) });
    expect(await waiting()).to.deep.equal([]);
    const body = { blueprintId: BLUEPRINT, actionId: '2', senderWallet: OFFICE, registerAddress: at.registerId };
    const late = await ask(world, 'submitAction', { body: { ...body, ...INSTANCE, payloadData: { n: 1 } } });
    expect(said(late)).to.match(/^409 VAL_BP_012 /);
    const told: string[] = [];
    world.deps.announcements.listen((fact) => {
      if (fact.type === 'action-timed-out') told.push(`${fact.actionId} to ${fact.wallets.includes(OFFICE)}`);
    });
    await wake();
    const after = await shown();
    expect(await waiting()).to.deep.equal([]);
    expect(told).to.deep.equal(['2 to true']);
    expect(after).to.deep.include({ state: 'Active', currentActionIds: [3], completedActionCount: 2 });
    expect(after.activeBranches[0].timer).to.deep.include({ id: 'lapse', nextActionIds: [] });
    expect(after.activeBranches[0].timer).to.not.have.property('data');
    const again = await ask(world, 'submitAction', { body: { ...body, ...INSTANCE, payloadData: { n: 1 } } });
    expect(said(again)).to.match(/^422 VAL_BP_003 /);
    expect(again.text).to.contain(
      `Open branches lead to: 3. Its timer \\"silence\\" was due at ${dueAt(1)} and ended the branch.`,
    );
    const fired = after.activeBranches[0].lastTransactionId;
    const params = { wallet: OFFICE, register: at.registerId, tx: fired };
    const details = (await ask(world, 'getAction', { params })).json;
    expect(details).to.deep.include({ type: 'Timer', actionId: '2', senderWallet: 'timer', payloadData: { n: 0 } });
    await proven(fired);
    world.advance(2 * DAY_MS + SKEW_MS);
    await wake();
    // A branch that ends without data is not done.
    expect(await shown()).to.deep.include({ state: 'Completed', completedActionCount: 2 });
  });

  it('state data that every reader has as a fact, and that rules go by', async () => {
    at = await draftRegister(world, DEEMED);
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
    world.advance(DAY_MS + SKEW_MS);
    await wake();
    const query = { registerId: at.registerId, wallet: OFFICE };
    const { json, text } = await ask(world, 'getInstanceState', { params: INSTANCE, query });
    const facts = json.facts?.find(({ actionId }: { actionId: string }) => actionId === '2');
    expect(facts?.runs[0], text).to.deep.include({
      isInForce: true,
      isDelivered: true,
      members: [{ member: '/n', verdict: 'verified', value: 0 }],
    });
    expect(facts.runs[0].source.senderWallet).to.equal('timer');
    const told = (await ask(world, 'listDisclosures', { params: INSTANCE, query })).json;
    const second = told.disclosures.find(({ actionId }: { actionId: string }) => actionId === '2');
    expect(second, JSON.stringify(told)).to.deep.include({ data: { n: 0 } });
    const body = { blueprintId: BLUEPRINT, actionId: '3', senderWallet: OFFICE, registerAddress: at.registerId };
    const closed = await ask(world, 'submitAction', { body: { ...body, ...INSTANCE, payloadData: { n: 5 } } });
    expect(closed.status, closed.text).to.equal(200);
    expect((await shown()).currentActionIds).to.deep.equal([4]);
  });

  it('count to a date that a party states sealed, whose due time its node states in the clear', async () => {
    at = await draftRegister(world, OFFER);
    opening = at.move(1, buyer, INSTANCE);
    expect(said(await at.submit(opening))).to.equal('200 sealed');
    const body = { blueprintId: BLUEPRINT, actionId: '2', senderWallet: OFFICE, registerAddress: at.registerId };
    const until = dueAt(3).slice(0, 10);
    const made = await ask(world, 'submitAction', { body: { ...body, ...INSTANCE, payloadData: { until } } });
    expect(made.status, made.text).to.equal(200);
    const timer = { id: 'over', dueAt: `${until}T23:59:59.999Z`, nextActionIds: [] };
    expect((await shown()).activeBranches[0]).to.deep.include({ deadline: timer.dueAt, timer });
    const late = await ask(world, 'submitAction', {
      body: { ...body, ...INSTANCE, payloadData: { until: '9999-12-31' } },
    });
    expect(late.status, late.text).to.not.equal(200);
    world.advance(4 * DAY_MS + SKEW_MS);
    await wake();
    expect(await shown()).to.deep.include({ state: 'Completed', completedActionCount: 2 });
  });

  it('are taken from no sender in another form, or before they are due', async () => {
    const refusal = async (tx: JsonObject) => said(await at.submit(tx as never));
    expect(await refusal(silence())).to.match(/^400 VAL_TIME_001 /);
    world.advance(DAY_MS + SKEW_MS);
    expect(await refusal(silence({}, { n: 1 }))).to.match(/ VAL_FLOW_004 /);
    expect(await refusal(silence({ metadata: { type: 'Timer' } }))).to.match(/ VAL_FLOW_004 /);
    expect(await refusal({ ...silence(), senderWallet: 7 })).to.match(/^400 BODY_INVALID /);
    expect(await refusal(silence())).to.equal('200 sealed');
  });
});
