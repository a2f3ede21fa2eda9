// Confirmation over HTTP: an office is shown what waits for it. It confirms by its node only what that found in order
// or is told to take, and declines with a reason that its parties read; a register goes on by itself where it is
// silent.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromBase64 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Action, Definition } from '../../../../core/blueprint/definition/types.js';
import { seesOf } from '../../../../core/blueprint/names/run-reads.js';
import { contentOf, encryptCells } from '../../../../core/envelope/cells/encrypt.js';
import { groupsOf } from '../../../../core/envelope/layout/groups.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import type { Submission } from '../../../../core/model/transaction.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, read, shows, to } from '../../../support/definitions/short-definitions.js';
import { submission, wallet } from '../../../support/register/ledger.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { BLUEPRINT, type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';

const DAY_MS = 86_400_000;
/** More than the dockets of a test pass the clock, which stands still. */
const SKEW_MS = 1000;
const OFFICE = EXAMPLE.walletAddress;
const num = { type: 'integer' };
/** Holds its key outside of the node, as the buyer does. */
const maker = wallet('maker of the confirmations');

/** The maker states a double, which the office and the buyer confirm within a day; else it is done again. */
const DEFINITION = definitionOf(
  [
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({}),
      calculations: { double: { '*': [read('act.1.n'), 2] } },
      ...shows({ x: ['*'], z: ['*'] }),
      confirm: { by: ['z', 'x'], within: 'P1D', otherwise: 'redo' },
      ...to(3),
    },
    { ...asks({ n: num }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: buyer.address },
      { id: 'y', walletAddress: maker.address },
      { id: 'z', walletAddress: OFFICE },
    ],
  },
) as unknown as Definition;

describe('confirmation over HTTP', () => {
  const world = worldOfEach();
  let at: DraftRegister;
  let first: Submission;
  let n: number;
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    at = await draftRegister(world, DEFINITION as unknown as JsonObject);
    for (const [id, by] of Object.entries({ buyer, maker }))
      expect(said(await at.record(id, [by]))).to.equal('200 sealed');
    first = at.move(1, buyer);
    expect(said(await at.submit(first))).to.equal('200 sealed');
    n = (first.payload as { n: number }).n;
  });

  /** The second action as a patched node seals it, whatever the rule gives. */
  const stated = (double: number, after: string = first.transactionId): Submission => {
    const run = {
      ...{ registerId: at.registerId, instanceId: first.instanceId as string, actionId: '2', publicationTxId: at.pin },
      ...{ previousTransactionId: after, senderWallet: maker.address },
    };
    const layout = layoutOf(DEFINITION, DEFINITION.actions[1] as Action);
    const office = world.deps.wallets.find(OFFICE) as unknown as { readonly publicKey: string };
    const keys = [buyer, maker, { address: OFFICE, publicKey: fromBase64(office.publicKey) as Uint8Array }];
    const holders = new Map(Object.entries({ x: [buyer.address], y: [maker.address], z: [OFFICE] }));
    const groups = groupsOf(layout, holders).map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map((address) => {
        const { publicKey } = keys.find((one) => one.address === address) as (typeof keys)[number];
        return { walletAddress: address, algorithm: 'ED25519' as const, publicKey };
      }),
    }));
    const content = good(contentOf(layout, { double }, []));
    const made = good(encryptCells({ run, ...content, groups, files: [], entropy: sha256(`of ${after} ${double}`) }));
    const payload = JSON.parse(JSON.stringify(made)) as { wallets: readonly { walletAddress: string }[] };
    const routing = { completedActionId: 2, next: [3], blueprintDefinitionTxId: at.pin };
    const seen = seesOf(DEFINITION, DEFINITION.actions[1] as Action, at.instance(run.instanceId));
    const draft = {
      ...{ ...run, blueprintId: BLUEPRINT, createdAt: new Date(world.deps.clock.now()).toISOString() },
      recipients: payload.wallets.map(({ walletAddress }) => walletAddress),
      metadata: { type: 'Action', contentEncoding: 'encrypted', routing, ...seen } as JsonObject,
      payload: payload as unknown as Json,
    };
    return submission(draft, [maker]);
  };
  const params = () => ({ instanceId: first.instanceId as string });
  const query = () => ({ registerId: at.registerId });
  const shown = async () => (await ask(world, 'getInstance', { params: params(), query: query() })).json;
  const answer = (more: JsonObject) =>
    ask(world, 'confirmRun', {
      params: params(),
      query: query(),
      body: { senderWallet: OFFICE, accept: true, ...more },
    });
  const waiting = async () =>
    (await ask(world, 'listPendingActions', { params: { wallet: OFFICE, register: at.registerId } })).json.items;
  const agreed = (run: Submission, more: JsonObject = {}) =>
    at.move(2, buyer, {
      ...{ after: run, type: 'Confirmation', payload: { type: 'confirmation' } },
      metadata: { answer: { accept: true, role: 'x' }, ...more },
    });

  it('shows what waits for whom until when, and leads on when all have agreed', async () => {
    const told: string[] = [];
    world.deps.announcements.listen((fact) => {
      if (fact.type === 'confirmation-asked' || fact.type === 'confirmation-given')
        told.push(`${fact.type} ${fact.wallets.includes(OFFICE)}`);
    });
    const run = stated(n * 2);
    expect(said(await at.submit(run))).to.equal('200 sealed');
    const confirmation = (await shown()).confirmations[0];
    expect(confirmation).to.deep.include({ transactionId: run.transactionId, actionId: 2, missing: ['z', 'x'] });
    expect(confirmation.otherwise).to.equal('redo');
    expect(await shown()).to.deep.include({ state: 'Active', currentActionIds: [], activeBranches: [] });
    expect(await shown()).to.not.have.property('isStuck');
    const [row] = await waiting();
    expect(row).to.deep.include({ actionId: '2', confirms: 'z', participantId: 'z', deadline: confirmation.until });
    const body = { blueprintId: BLUEPRINT, actionId: '3', senderWallet: OFFICE, registerAddress: at.registerId };
    const early = await ask(world, 'submitAction', { body: { ...body, ...params(), payloadData: { n: 1 } } });
    expect(said(early)).to.match(/^409 VAL_CONF_001 /);
    expect(said(await answer({ role: 'x' }))).to.equal('403 VAL_CONF_003 /senderWallet');
    expect(said(await answer({ transactionHash: first.transactionId }))).to.equal('422 VAL_CONF_002 /transactionHash');
    expect(said(await answer({ accept: false }))).to.match(/^422 VAL_SCHEMA_004 |^400 /);
    expect((await answer({ accept: 'yes' })).status).to.equal(400);
    expect(said(await answer({}))).to.equal('200 sealed');
    expect((await shown()).confirmations[0].missing).to.deep.equal(['x']);
    expect(await waiting()).to.deep.equal([]);
    expect(said(await answer({}))).to.equal('403 VAL_CONF_003 /senderWallet');
    expect(said(await at.submit(agreed(run)))).to.equal('200 sealed');
    const after = await shown();
    expect(after).to.not.have.property('confirmations');
    expect(after).to.deep.include({ currentActionIds: [3] });
    expect(await waiting()).to.deep.equal([]);
    expect(told).to.have.members([
      ...['confirmation-asked true', 'confirmation-asked false', 'confirmation-given true', 'confirmation-given true'],
    ]);
    expect(said(await answer({}))).to.equal('422 VAL_CONF_002 /transactionHash');
  });

  it('confirms nothing that the node found wrong, unless it is told to', async () => {
    const lie = stated(n * 2 + 1);
    expect(said(await at.submit(lie))).to.equal('200 sealed');
    const { json } = await ask(world, 'getInstanceState', { params: params(), query: { ...query(), wallet: OFFICE } });
    expect(json.suspect[0]).to.deep.include({
      transactionHash: lie.transactionId,
      reason: 'calculation',
      isUndone: false,
    });
    const run = json.facts.find(({ actionId }: { actionId: string }) => actionId === '2').runs[0];
    expect(run).to.deep.include({ isInForce: false, waits: true });
    expect(said(await answer({}))).to.match(/^409 FACT_VIOLATED /);
    expect(said(await answer({ acceptSuspect: [lie.transactionId] }))).to.equal('200 sealed');
  });

  it('has a declined run done again, tells why, and takes silence as it is said', async () => {
    const run = stated(n * 2);
    expect(said(await at.submit(run))).to.equal('200 sealed');
    const made = await answer({ accept: false, reason: 'The form is out of date.' });
    expect(said(made)).to.equal('200 sealed');
    const tx = made.json.transactionId as string;
    const details = await ask(world, 'getAction', { params: { wallet: OFFICE, register: at.registerId, tx } });
    expect(details.json, details.text).to.deep.include({
      type: 'Confirmation',
      payloadData: { type: 'confirmation', reason: 'The form is out of date.' },
    });
    const after = await shown();
    expect(after)
      .to.deep.include({ currentActionIds: [2] })
      .and.not.have.property('faults');
    expect(after.activeBranches[0].lastTransactionId).to.equal(tx);
    const by = { transactionId: tx, type: 'Confirmation', wallet: OFFICE, role: 'z' };
    expect(after.activeBranches[0].sentBack, 'who did not confirm it').to.deep.equal(by);
    const seen = await ask(world, 'getInstanceState', { params: params(), query: { ...query(), wallet: OFFICE } });
    const { runs } = seen.json.facts.find(({ actionId }: { actionId: string }) => actionId === '2');
    expect(runs[0], 'counts for nothing').to.deep.include({ isInForce: false }).and.not.have.property('waits');
    expect(runs[0].members[0]).to.include({ member: '/double', value: n * 2, verdict: 'verified' });
    const again = stated(n * 2, tx);
    expect(said(await at.submit(again))).to.equal('200 sealed');
    world.advance(DAY_MS + SKEW_MS);
    expect(said(await answer({}))).to.equal('409 VAL_CONF_004 /transactionHash');
    expect(said(await at.record('other', [wallet('other')]))).to.equal('200 sealed');
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setTimeout(resolve, 10));
    const timed = await shown();
    expect(timed)
      .to.deep.include({ currentActionIds: [2] })
      .and.not.have.property('confirmations');
    expect(timed.activeBranches[0].sentBack).to.include({ type: 'Timer' }).and.not.have.property('wallet');
  });
});
