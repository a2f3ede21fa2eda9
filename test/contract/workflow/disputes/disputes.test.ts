// A dispute over HTTP: a party with keys elsewhere states what is false and never does it again. The instance pauses,
// says until when, and goes on by itself; an objection by a stranger, in another form or without a proof is refused.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { sha256 } from '../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import { seesOf } from '../../../../core/blueprint/names/run-reads.js';
import { encapsulationPair } from '../../../../core/crypto/encryption/ml-kem.js';
import { contentOf, encryptCells } from '../../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../../core/envelope/cells/envelope.js';
import { expectGroup } from '../../../../core/envelope/cells/expecting.js';
import { type OpenedCells, openCells } from '../../../../core/envelope/cells/open.js';
import { openingOf } from '../../../../core/envelope/cells/opening.js';
import { groupsOf } from '../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import type { Submission, Transaction } from '../../../../core/model/transaction.js';
import { transactionOf } from '../../../../core/transaction/encode.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { submission, wallet } from '../../../support/register/ledger.js';
import { ask, buyer, stranger } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const HOUR_MS = 3_600_000;
/** More than the dockets of a test pass the clock, which stands still. */
const SKEW_MS = 1000;
const OFFICE = EXAMPLE.walletAddress;
const THEN = 'then';
const num = { type: 'integer' };
/** Holds its key outside of the node, as the buyer does. */
const liar = wallet('liar of the disputes');
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));

/** The buyer forks to the liar, who calculates and has a day, and to the office; both join at the buyer. */
const DEFINITION = definitionOf(
  [
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2, 3) },
    {
      sender: 'y',
      ...asks({}),
      calculations: { double: { '*': [read('act.1.n'), 2] } },
      ...shows({ x: ['*'] }),
      ...to(4),
      timers: [{ id: 'silence', after: 'P1D', [THEN]: { nextActionIds: [4] } }],
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to(4) },
    { requiredPriorActions: [2, 3], ...asks({ n: num }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: liar.address },
      { id: 'z', walletAddress: OFFICE },
    ],
    disputes: { redoWithin: 'PT2H' },
  },
);

describe('a dispute over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let first: Submission;
  let lie: Submission;
  let n: number;
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, DEFINITION);
    for (const [id, by] of Object.entries({ buyer, liar }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    first = at.move(1, buyer);
    expect(said(await at.submit(first))).to.equal('200 sealed');
    n = (first.payload as { n: number }).n;
    lie = stated(n * 2 + 1);
    expect(said(await at.submit(lie))).to.equal('200 sealed');
  });

  /** The second action as a patched node seals it, whatever the rule gives. */
  function stated(double: number, after: Submission = first): Submission {
    const { registerId } = at;
    const run = {
      ...{ registerId, instanceId: first.instanceId as string, actionId: '2', publicationTxId: at.pin },
      ...{ previousTransactionId: after.transactionId, senderWallet: liar.address },
    };
    const layout = layoutOf(definition(), definition().actions[1] as Action);
    const holders = new Map(Object.entries({ x: [buyer.address], y: [liar.address], z: [OFFICE] }));
    const groups = groupsOf(layout, holders).map(({ wallets, classes }) => ({
      classes,
      recipients: [buyer, liar].flatMap(({ address, publicKey }) =>
        wallets.includes(address) ? [{ walletAddress: address, algorithm: 'ED25519' as const, publicKey }] : [],
      ),
    }));
    const content = good(contentOf(layout, { double }, []));
    const made = good(
      encryptCells({ run, ...content, groups, files: [], entropy: sha256(`of ${after.transactionId}`) }),
    );
    const payload = JSON.parse(JSON.stringify(made)) as { wallets: readonly { walletAddress: string }[] };
    const routing = { completedActionId: 2, next: [4], blueprintDefinitionTxId: at.pin };
    const seen = seesOf(definition(), definition().actions[1] as Action, at.instance(run.instanceId));
    const draft = {
      ...{ ...run, blueprintId: BLUEPRINT, createdAt: new Date(world.deps.clock.now()).toISOString() },
      recipients: payload.wallets.map(({ walletAddress }) => walletAddress),
      metadata: { type: 'Action', contentEncoding: 'encrypted', routing, ...seen } as JsonObject,
      payload: payload as unknown as Json,
    };
    return submission(draft, [liar]);
  }
  const definition = () => DEFINITION as unknown as Definition;

  /** The result as the buyer opens it; the price is plain, and needs no opening. */
  function opening(of: Submission): Json {
    const run: Transaction = good(transactionOf(of));
    const layout = layoutOf(definition(), definition().actions[1] as Action);
    const expected = expectGroup(definition(), run, { wallet: buyer.address, taken: {}, row: undefined });
    const opener = {
      walletAddress: buyer.address,
      keys: { ...buyer, encapsulation: NO_KEY },
      carrying: () => undefined,
    };
    const opened = openCells(good(readEnvelope(run.payload)), opener, expected as NonNullable<typeof expected>);
    const shown = openingOf({ txId: run.txId, run: run.header, layout, opened: opened as OpenedCells }, ['/double']);
    return JSON.parse(JSON.stringify(good(shown))) as Json;
  }
  function objection(of: Submission, by = buyer, more: JsonObject = {}): Submission {
    const about = { type: 'objection', v: 1, ground: 'calculation', at: '/calculations/double', shown: [opening(of)] };
    return at.move(2, by, { after: of, type: 'Objection', payload: { ...about, ...more } });
  }

  const params = () => ({ instanceId: first.instanceId as string });
  const shown = async (id = 'getInstance') =>
    (await ask(world, id, { params: params(), query: { registerId: at.registerId } })).json;
  const listed = async (state: string) => {
    const query = { registerId: at.registerId, state };
    const { json, text } = await ask(world, 'listInstances', { query });
    expect(json.items, text).to.be.an('array');
    return json.items.map(({ id, faults }: JsonObject) => [id, (faults as JsonObject[] | undefined)?.length]);
  };
  const waiting = async () => {
    const parts = { params: { wallet: OFFICE, register: at.registerId } };
    const { json, text } = await ask(world, 'listPendingActions', parts);
    expect(json.items, text).to.be.an('array');
    return json.items.map(({ actionId }: { actionId: string }) => actionId);
  };
  const office = () =>
    ask(world, 'submitAction', {
      body: {
        ...{ blueprintId: BLUEPRINT, actionId: '3', senderWallet: OFFICE, registerAddress: at.registerId },
        ...{ ...params(), payloadData: { done: 1 } },
      },
    });
  const wake = async () => {
    expect(
      said(await at.record(`other-${world.deps.clock.now()}`, [wallet(`other ${world.deps.clock.now()}`)])),
    ).to.equal('200 sealed');
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('pauses the instance, which says so, and goes on by itself', async () => {
    expect(await waiting()).to.deep.equal(['3']);
    const claim = objection(lie);
    expect(said(await at.submit(claim))).to.equal('200 sealed');
    const paused = await shown();
    expect(paused).to.deep.include({ state: 'Disputed', currentActionIds: [2] });
    const until = Date.parse(paused.disputedUntil);
    expect(until - Date.parse(paused.updatedAt)).to.equal(2 * HOUR_MS);
    expect(paused.faults).to.deep.equal([
      {
        ...{ transactionId: lie.transactionId, wallet: liar.address, ground: 'calculation' },
        ...{ at: '/calculations/double', objectedBy: buyer.address, objectionTransactionId: claim.transactionId },
      },
    ]);
    expect([await listed('Disputed'), await listed('Active')]).to.deep.equal([[[params().instanceId, 1]], []]);
    expect(await waiting(), 'nothing that cannot be done').to.deep.equal([]);
    const early = await office();
    expect(said(early)).to.equal('409 VAL_BP_017 /instanceId');
    // Not by the ledger, which would be asked once all is encrypted and signed.
    expect(early.text).to.include(`A dispute pauses the instance until ${paused.disputedUntil}`);
    world.advance(2 * HOUR_MS + SKEW_MS);
    const after = await shown();
    expect(after).to.deep.include({ state: 'Active', currentActionIds: [2, 3], faults: paused.faults });
    expect(after).to.not.have.property('disputedUntil');
    expect([await listed('Disputed'), await listed('Active')]).to.deep.equal([[], [[params().instanceId, 1]]]);
    expect(await waiting()).to.deep.equal(['3']);
    expect((await office()).status).to.equal(200);
    // The liar never does it again: the timer of its action ends that, and the join is complete.
    world.advance(24 * HOUR_MS + SKEW_MS);
    await wake();
    const { currentActionIds, activeBranches } = await shown();
    expect(currentActionIds, JSON.stringify(activeBranches)).to.deep.equal([4]);
    const [fired] = activeBranches.filter(({ lastTransactionId }: JsonObject) => lastTransactionId !== undefined);
    const end = at.move(4, buyer, { after: { ...first, transactionId: fired.lastTransactionId } });
    expect(said(await at.submit(end))).to.equal('200 sealed');
    expect(await shown()).to.deep.include({ state: 'Completed', faults: paused.faults });
  });

  it('ends at once where the action is done again', async () => {
    const claim = objection(lie);
    expect(said(await at.submit(claim))).to.equal('200 sealed');
    const elsewhere = at.move(3, buyer, { after: first, payload: { done: 1 } });
    expect(said(await at.submit(elsewhere))).to.match(/^409 VAL_BP_017 /);
    expect(said(await at.submit(stated(n * 2, claim)))).to.equal('200 sealed');
    expect(await shown()).to.deep.include({ state: 'Active', currentActionIds: [3] });
    expect((await office()).status).to.equal(200);
  });

  it('begins by no objection of a stranger, in another form, or without a proof', async () => {
    expect(said(await at.submit(objection(lie, stranger)))).to.equal('403 VAL_OBJ_006 /senderWallet');
    expect(said(await at.submit(objection(lie, buyer, { ground: 'spite' })))).to.match(
      /^4\d\d VAL_SCHEMA_004 .*ground/,
    );
    expect(said(await at.submit(objection(lie, buyer, { shown: [] })))).to.equal('422 VAL_OBJ_004 /payload');
    const other = { ...(opening(lie) as JsonObject), txId: first.transactionId };
    expect(said(await at.submit(objection(lie, buyer, { shown: [other] })))).to.match(/^422 VAL_OBJ_003 /);
    expect(await shown()).to.deep.include({ state: 'Active' });
    expect(await waiting()).to.deep.equal(['3']);
    expect(said(await at.submit(objection(lie)))).to.equal('200 sealed');
    expect(said(await at.submit(objection(lie)))).to.match(/^409 VAL_(OBJ_007|BP_017) /);
  });
});
