// A member with a node of its own dates its actions as it likes, and hands them to honest nodes as peers do: by a call,
// by a frame, and in a docket that it proposes. None is sealed, whatever the way; what honest nodes promised is.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { SIGNED_AGE_MAX_MS } from '../../../../core/base/limits/ledger/transactions.js';
import { buildHeader } from '../../../../core/chain/state.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { docketHash } from '../../../../core/register/docket.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];
const LIAR = 'three';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DATA = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
const iso = (ms: number): string => new Date(ms).toISOString();

/** Action 2 pays, and the day of that is calculated; action 3 reads no time. */
const DATES = {
  id: 'dates',
  language: 2,
  title: 'Dates',
  description: 'Payments are dated by their signature.',
  participants: [{ id: 'payer' }, { id: 'payee' }],
  actions: [
    { id: 1, sender: 'payer', isStartingAction: true, dataSchemas: [DATA], routes: [{ nextActionIds: [2, 3] }] },
    {
      ...{ id: 2, sender: 'payer', dataSchemas: [DATA], routes: [{ nextActionIds: [] }] },
      calculations: { day: { dateOf: [{ var: 'time.signed' }, 'UTC'] } },
    },
    { id: 3, sender: 'payer', dataSchemas: [DATA], routes: [{ nextActionIds: [] }] },
  ],
} as unknown as JsonObject;

async function founded(others: readonly string[] = []) {
  const mesh = await MeshWorld.of(...THREE, ...others);
  await mesh.found(THREE, { advertise: true });
  for (const name of others) await mesh.node(name).surface.subscribe(REGISTER_ID, {});
  const publication = signedTransaction(
    keyOf('owner'),
    {
      ...{ registerId: REGISTER_ID, blueprintId: 'dates', actionId: 'blueprint-publish' },
      createdAt: iso(mesh.clock.now()),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    DATES as Json,
  );
  const pin = publication.txId;
  const made = (action: number, madeMs: number, previous?: string): Transaction => {
    const next = action === 1 ? [2, 3] : [];
    const header = {
      ...{ registerId: REGISTER_ID, blueprintId: 'dates', actionId: String(action), instanceId: `of ${action}` },
      ...{ publicationTxId: pin, createdAt: iso(madeMs) },
      ...(previous !== undefined && { previousTransactionId: previous, instanceId: 'of 1' }),
      metadata: { type: 'Action', routing: { completedActionId: action, next, blueprintDefinitionTxId: pin } },
    };
    const payload = action === 2 ? { n: 1, day: iso(madeMs).slice(0, 10) } : { n: 1 };
    return signedTransaction(keyOf('payer'), header as never, payload);
  };
  const status = (name: string, txId: string) => mesh.node(name).world.ledger.receipt(REGISTER_ID, txId)?.status;
  const sealed = async (tx: Transaction): Promise<void> => {
    await mesh.submit('one', tx);
    await mesh.clock.advance(3000);
    expect(THREE.map((name) => status(name, tx.txId))).to.deep.equal(THREE.map(() => 'sealed'));
  };
  await sealed(publication);
  return { mesh, made, sealed, status };
}

type World = Awaited<ReturnType<typeof founded>>;

/** The answers of the honest nodes to the call of the liar, and to a frame that it sends. */
async function relayed({ mesh }: World, tx: Transaction): Promise<readonly (string | undefined)[]> {
  const liar = mesh.node(LIAR).net.self;
  const codes: (string | undefined)[] = [];
  for (const name of ['one', 'two'])
    for (const durable of [false, true]) {
      const { driver } = mesh.node(name);
      const answer = driver.submit(liar, { registerId: REGISTER_ID, transactions: [tx], durable });
      await mesh.clock.settle();
      const [one] = await answer;
      codes.push(one?.status === 'refused' ? one.issue.code : one?.status);
      driver.frame(liar, { type: 'offer', registerId: REGISTER_ID, transactions: [tx] });
    }
  await mesh.clock.advance(2 * MINUTE_MS);
  return [...new Set(codes)];
}

/** The liar leads, and puts a docket of that transaction alone into the place of each that it proposes. */
async function proposed({ mesh, status }: World, tx: Transaction, other: Transaction): Promise<void> {
  const leader = THREE.find((name) => mesh.seat(name).validatorId === mesh.state('one').proposer) as string;
  const { keys, world } = mesh.node(leader);
  const state = mesh.state(leader);
  const view = world.chain.view(world.registers.byId(REGISTER_ID)?.reg as number);
  let lies = 0;
  const rejected = new Set<string>();
  mesh.net.alter = (from, _to, frame): Frame => {
    if (frame.type === 'consensus' && frame.message.type === 'vote' && !frame.message.vote.approve)
      rejected.add(`${from === peerOf(leader)} ${frame.message.vote.code}`);
    if (from !== peerOf(leader) || frame.type !== 'consensus' || frame.message.type !== 'proposal') return frame;
    const { proposal } = frame.message;
    if (proposal.docket.header.height !== state.height + 1 || proposal.prepare.round > 0) return frame;
    const { timestampMs, proposer } = proposal.docket.header;
    const { header } = buildHeader({ state, view, transactions: [tx], timestampMs, proposer });
    const docket = { ...proposal.docket, header, hash: docketHash(header), transactions: [tx] };
    const { signature: _, ...vote } = { ...proposal.prepare, docketHash: docket.hash };
    const prepare = { ...vote, signature: keys.current.sign(voteDigest(vote)) };
    lies++;
    return { ...frame, message: { type: 'proposal', proposal: { ...proposal, docket, prepare } } };
  };
  await mesh.submit(leader, other);
  await mesh.clock.advance(MINUTE_MS);
  mesh.net.alter = undefined;
  expect(lies, 'it was proposed').to.be.above(0);
  expect(THREE.map((name) => status(name, tx.txId)).includes('sealed')).to.equal(false);
  expect([...rejected], 'voted against, by the others').to.deep.equal(['false VAL_TIME_004']);
  expect(THREE.map((name) => status(name, other.txId))).to.deep.equal(THREE.map(() => 'sealed'));
}

describe('an action that its sender dates back', () => {
  it('is refused by honest nodes as an opening, and behind what others did, however it is brought', async () => {
    const world = await founded();
    const { mesh, made, sealed, status } = world;
    const now = mesh.clock.now();
    const yearBack = made(1, now - 365 * DAY_MS);
    expect(await relayed(world, yearBack)).to.deep.equal(['VAL_TIME_004']);
    const opening = made(1, mesh.clock.now());
    await sealed(opening);
    const decade = made(2, now - 3650 * DAY_MS, opening.txId);
    expect(await relayed(world, decade)).to.deep.equal(['VAL_TIME_004']);
    const plain = made(3, now - 3650 * DAY_MS, opening.txId);
    expect(await relayed(world, plain)).to.deep.equal(['VAL_TIME_004']);
    for (const tx of [yearBack, decade, plain])
      expect(THREE.map((name) => status(name, tx.txId)).includes('sealed')).to.equal(false);
    await mesh.stop();
  });

  it('is sealed by no docket of a liar who leads', async () => {
    const world = await founded();
    const { mesh, made } = world;
    const yearBack = made(1, mesh.clock.now() - 365 * DAY_MS);
    await proposed(world, yearBack, made(1, mesh.clock.now()));
    await mesh.stop();
  });

  it('is refused an hour later where its rules read that time, and any other one is taken', async () => {
    const world = await founded();
    const { mesh, made, sealed, status } = world;
    const opening = made(1, mesh.clock.now());
    await sealed(opening);
    const [paid, other] = [2, 3].map((action) => made(action, mesh.clock.now(), opening.txId)) as [
      Transaction,
      Transaction,
    ];
    await mesh.pass(SIGNED_AGE_MAX_MS + MINUTE_MS, THREE);
    expect(await relayed(world, paid)).to.deep.equal(['VAL_TIME_005']);
    expect(status('one', paid.txId)).to.not.equal('sealed');
    expect(await relayed(world, other)).to.deep.equal(['accepted']);
    await mesh.clock.advance(3000);
    expect(status('one', other.txId)).to.equal('sealed');
    await sealed(made(2, mesh.clock.now(), opening.txId));
    await mesh.stop();
  });

  it('does not wait without end where an honest node promised it, and was cut off: nothing is sealed that says so', async () => {
    for (const [name, others] of [
      ['reader', ['reader']],
      ['two', []],
    ] as const) {
      const { mesh, made, sealed, status } = await founded(others);
      const opening = made(1, mesh.clock.now());
      await sealed(opening);
      const all = [...THREE, ...others];
      mesh.isolate(name);
      const paid = made(2, mesh.clock.now(), opening.txId);
      expect(await mesh.submit(name, paid)).to.have.property('status', 'pending');
      await mesh.pass(SIGNED_AGE_MAX_MS + 10 * MINUTE_MS, all);
      expect(status(name, paid.txId), 'it does not know what others sealed').to.equal('pending');
      mesh.rejoin(name);
      await mesh.pass(5 * MINUTE_MS, all);
      const { ledger, outbox } = mesh.node(name).world;
      expect(ledger.receipt(REGISTER_ID, paid.txId), name)
        .to.include({ status: 'abandoned' })
        .and.have.nested.property('issue.code', 'VAL_TIME_005');
      expect([outbox.size, mesh.height(name)], 'nothing else was sealed').to.deep.equal([0, mesh.height('one')]);
      await sealed(made(2, mesh.clock.now(), opening.txId));
      await mesh.stop();
    }
  });
});
