// Deliveries: a holder of a role is owed each run that the role reads and that was not sealed to it. It gets those and
// nothing else, from any holder of them, and is told nothing that the run does not say.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { DELIVERY_RUNS_MAX, INSTANCE_DELIVERIES_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import { selectTransactions } from '../../../../../core/chain/state.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import type { FileManifest } from '../../../../../core/envelope/files.js';
import { ROUTE_MEMBER } from '../../../../../core/envelope/layout/layout.js';
import { shareOf } from '../../../../../core/instance/deliveries/delivering.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { act, alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');
const erin = wallet('erin');
const num = { type: 'integer' };
const text = { type: 'string' };
const ROLES = { x: alice.address, y: bob.address, z: carol.address };

/** x states a price, y a quantity in rounds, z ends; y does not read what x notes. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num, note: text }, ['note']), ...shows({ y: ['price'], z: ['*'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({ qty: num, note: text }, ['note']),
      calculations: { total: { '*': [read('in.qty'), read('act.1.price')] } },
      ...shows({ x: ['qty'], z: ['qty', 'total'] }),
      routes: [
        { id: 'end', nextActionIds: [3], condition: { '<': [read('in.qty'), 3] } },
        { id: 'more', nextActionIds: [2], isDefault: true },
      ],
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
  ]),
  participants: Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })),
  disputes: { window: 'P2D', redoWithin: 'PT2H' },
  cancellation: { by: ['opener'] },
};
const decided = (routeId: string, reasonCode: string) => ({ [ROUTE_MEMBER]: { reasonCode, routeId } });
const MORE = { qty: 4, total: 40, ...decided('more', 'DefaultRoute') };
const END = { qty: 1, total: 10, note: 'n', ...decided('end', 'ConditionMatched') };
const open = (...roles: readonly string[]): JsonObject => ({
  ...DEFINITION,
  participants: Object.entries(ROLES).map(([id, walletAddress]) =>
    roles.includes(id) ? { id } : { id, walletAddress },
  ),
});

/** Two runs, after which the role y goes to dave. */
function handed(definition: JsonObject = DEFINITION) {
  const at = new DeliveryLedger(definition, [alice, bob, carol, dave, erin]);
  at.enrol({ a: alice, b: bob, c: carol, d: dave, e: erin });
  const one = at.take({ action: 1, by: alice, data: { price: 10, note: 'secret' }, next: [2] });
  const two = at.take({
    action: 2,
    by: bob,
    data: { ...MORE, note: 'mine' },
    next: [2],
    previous: one.txId,
  });
  at.handOver({ role: 'y', from: bob, to: dave, after: two });
  return { at, one, two };
}

function manifestOf(fileId: string): FileManifest {
  const key = toBase64Url(new Uint8Array(32));
  const sha256 = 'ab'.repeat(32);
  return { fileId, key, total: 1, name: 'a.pdf', contentType: 'application/pdf', size: 3, sha256 };
}

/** The object of the file in the data of a run. */
function statedOf({ fileId, name, contentType, size, sha256 }: FileManifest): JsonObject {
  return { fileId, fileName: name, contentType, size, hash: `sha256:${sha256}` };
}

const owed = (role: string, by: Wallet, ...runs: readonly Transaction[]) =>
  runs.map(({ txId }) => `${role} ${txId} ${by.address}`);
const dataOf = (at: DeliveryLedger, by: Wallet) => at.read(by).map(({ data }) => data);

describe('everything that a new holder is owed', () => {
  it('is each run that its role reads, and is read once it is delivered', () => {
    const { at, one, two } = handed();
    expect(at.owed).to.deep.equal(owed('y', dave, one, two));
    expect(dataOf(at, dave)).to.deep.equal([{}, {}]);
    at.deliver({ by: bob, to: dave, role: 'y', runs: [one, two] });
    expect(at.owed).to.deep.equal([]);
    expect(dataOf(at, dave)).to.deep.equal([{ price: 10 }, { qty: 4, total: 40, note: 'mine' }]);
    const [first, second] = at.read(dave);
    expect(first?.members.get('/price')).to.equal('stated');
    expect(second?.members.get('/total')).to.equal('verified');
    // It reads nothing else, and no other wallet reads it.
    expect(first?.members.has('/note')).to.equal(false);
    expect(dataOf(at, erin)).to.deep.equal([{}, {}]);
  });

  it('is none of what was sealed to it, or of what its role does not read', () => {
    const { at, one, two } = handed();
    const three = at.take({
      action: 2,
      by: dave,
      data: END,
      next: [3],
      previous: two.txId,
    });
    expect(at.owed).to.deep.equal(owed('y', dave, one, two));
    expect(at.judge(at.delivery({ by: alice, to: dave, role: 'y', runs: [three] }))).to.equal('VAL_DELIVER_001');
    expect(at.judge(at.delivery({ by: alice, to: carol, role: 'z', runs: [one] }))).to.equal('VAL_DELIVER_001');
    const four = at.take({ action: 3, by: carol, data: { done: 1 }, next: [], previous: three.txId });
    expect(at.instance.state).to.equal('Completed');
    expect(at.judge(at.delivery({ by: carol, to: dave, role: 'y', runs: [four] }))).to.equal('VAL_DELIVER_001');
  });

  it('is the same for a new key of a participant', () => {
    const at = new DeliveryLedger(DEFINITION, [alice, bob, carol, dave]);
    const record = at.record('b', bob, 1);
    at.ledger.seal(record);
    const one = at.take({ action: 1, by: alice, data: { price: 10, note: 'secret' }, next: [2] });
    expect(at.owed).to.deep.equal([]);
    at.ledger.seal(at.record('b', dave, 2, { signer: bob, previous: record.txId }));
    expect(at.owed).to.deep.equal(owed('y', dave, one));
    expect(at.judge(at.delivery({ by: alice, to: bob, role: 'y', runs: [one] }))).to.equal('VAL_DELIVER_001');
    at.deliver({ by: bob, to: dave, role: 'y', runs: [one] });
    expect(dataOf(at, dave)).to.deep.equal([{ price: 10 }]);
    at.take({ action: 2, by: dave, data: { ...MORE, note: 'n' }, next: [2], previous: one.txId });
    expect(
      at
        .read(alice)
        .at(-1)
        ?.verdicts.filter(({ verdict }) => verdict === 'violated'),
    ).to.deep.equal([]);
  });

  it('is what was sealed before an open role was taken', () => {
    const at = new DeliveryLedger(open('z'), [alice, bob, carol]);
    const one = at.take({ action: 1, by: alice, data: { price: 10, note: 'secret' }, next: [2] });
    const two = at.take({
      action: 2,
      by: bob,
      data: { ...MORE, note: 'n' },
      next: [2],
      previous: one.txId,
    });
    expect(at.owed).to.deep.equal([]);
    const three = at.take({ action: 2, by: bob, data: END, next: [3], previous: two.txId });
    at.take({ action: 3, by: carol, data: { done: 1 }, next: [], previous: three.txId });
    expect(at.owed).to.deep.equal(owed('z', carol, one, two, three));
    at.deliver({ by: alice, to: carol, role: 'z', runs: [one] });
    expect(at.owed).to.deep.equal(owed('z', carol, two, three));
    expect(dataOf(at, carol)[0]).to.deep.equal({ price: 10, note: 'secret' });
  });
});

describe('a Delivery', () => {
  it('is sent by who was given all that the role reads, once by each', () => {
    const { at, one, two } = handed();
    const of = (by: Wallet, run: Transaction) => at.judge(at.delivery({ by, to: dave, role: 'y', runs: [run] }));
    expect([of(alice, one), of(bob, one), of(carol, one), of(erin, one)]).to.deep.equal([
      'ok',
      'ok',
      'ok',
      'VAL_DELIVER_003',
    ]);
    // The role reads all of what it sent itself, and the others a part of it.
    expect([of(alice, two), of(bob, two), of(carol, two)]).to.deep.equal(['VAL_DELIVER_003', 'ok', 'VAL_DELIVER_003']);
    at.deliver({ by: bob, to: dave, role: 'y', runs: [one] });
    expect(of(bob, one)).to.equal('VAL_DELIVER_001');
    expect(of(alice, one)).to.equal('ok');
    // A holder gives on the runs that were delivered to it.
    at.deliver({ by: bob, to: dave, role: 'y', runs: [two] });
    at.handOver({ role: 'y', from: dave, to: erin, after: two });
    at.deliver({ by: dave, to: erin, role: 'y', runs: [one, two] });
    expect(dataOf(at, erin)).to.deep.equal([{ price: 10 }, { qty: 4, total: 40, note: 'mine' }]);
  });

  it('goes to the holder of the role, and no other wallet', () => {
    const { at, one } = handed();
    for (const to of [bob, erin])
      expect(at.judge(at.delivery({ by: alice, to, role: 'y', runs: [one] }))).to.equal('VAL_DELIVER_001');
    expect(at.judge(at.delivery({ by: alice, to: dave, role: 'x', runs: [one] }))).to.equal('VAL_DELIVER_001');
    expect(at.judge(at.delivery({ by: alice, to: dave, role: 'nobody', runs: [one] }))).to.equal('VAL_DELIVER_001');
    expect(at.judge(at.delivery({ by: alice, to: erin, role: erin.address, runs: [one] }))).to.equal('VAL_DELIVER_001');
    const header = { recipients: [erin.address] };
    expect(at.judge(at.delivery({ by: alice, to: dave, role: 'y', runs: [one], header }))).to.equal('VAL_SCHEMA_006');
  });

  it('is of sealed runs of the instance, the first of which it follows', () => {
    const { at, one, two } = handed();
    const patched = (runs: readonly string[], follows = runs[0] as string) => {
      const header = { previousTransactionId: follows, actionId: '1' };
      const payload = (stated: JsonObject): JsonObject => ({ ...stated, runs: [...runs] });
      return at.judge(at.delivery({ by: bob, to: dave, role: 'y', runs: [one], header, payload }));
    };
    expect(patched([one.txId, two.txId])).to.equal('ok');
    expect(patched([one.txId, two.txId], two.txId)).to.equal('VAL_CHAIN_002');
    expect(patched([one.txId, at.pin])).to.equal('VAL_DELIVER_001');
    expect(patched([one.txId, 'ab'.repeat(32)])).to.equal('VAL_DELIVER_001');
    expect(patched([one.txId, one.txId])).to.equal('VAL_SCHEMA_004');
    const others = (n: number) => Array.from({ length: n }, (_, i) => i.toString(16).padStart(64, '0'));
    expect(patched([one.txId, ...others(DELIVERY_RUNS_MAX - 1)])).to.equal('VAL_DELIVER_001');
    expect(patched([one.txId, ...others(DELIVERY_RUNS_MAX)])).to.equal('VAL_SCHEMA_004');
    const plain = act(
      { actionId: '1', instanceId: 'inst-2', publicationTxId: at.pin, payload: { price: 1, note: 'n' } },
      alice,
    );
    at.ledger.seal(plain);
    expect(patched([one.txId, plain.txId])).to.equal('VAL_DELIVER_001');
  });

  it('has one form', () => {
    const { at, one } = handed();
    const judged = (more: JsonObject): string =>
      at.judge(
        at.delivery({ by: alice, to: dave, role: 'y', runs: [one], payload: (stated) => ({ ...stated, ...more }) }),
      );
    const good = at.delivery({ by: alice, to: dave, role: 'y', runs: [one] }).payload as JsonObject;
    const [entry] = good.wallets as readonly JsonObject[];
    const [group] = good.groups as readonly JsonObject[];
    const { carrier: _, ...uncarried } = entry as JsonObject;
    for (const more of [
      { v: 2 },
      { type: 'handover' },
      { role: '' },
      { role: 7 },
      { runs: [] },
      { runs: ['x'] },
      { extra: 1 },
      { files: [{ fileId: 'ab'.repeat(16), chunks: ['cd'.repeat(32)] }] },
      { wallets: [{ ...uncarried, carrierIn: one.txId }] },
      { groups: [group, { ...group, groupId: 'ab'.repeat(16) }] },
      { groups: [{ ...group, keys: [] }] },
    ] as unknown as JsonObject[])
      expect(judged(more), JSON.stringify(more)).to.match(/^VAL_SCHEMA_00[46]/);
    const encrypted = { metadata: { type: 'Delivery', contentEncoding: 'encrypted' } };
    const marked = at.delivery({ by: alice, to: dave, role: 'y', runs: [one], header: encrypted });
    expect(at.judge(marked)).to.equal('VAL_STRUCT_011');
  });

  it('tells what the run says, or nothing', () => {
    const { at, one } = handed();
    const lie = (opened: OpenedCells): OpenedCells => ({
      ...opened,
      classes: opened.classes.map((one) => ({
        ...one,
        values: one.values.map((value) => (value === 10 ? 11 : value)),
      })),
    });
    at.deliver({ by: carol, to: dave, role: 'y', runs: [one], lie });
    const [wrong] = at.read(dave);
    expect([wrong?.data, wrong?.undelivered, wrong?.members.get('/price')]).to.deep.equal([{}, 'root', 'undelivered']);
    // For another key than that of the wallet.
    const { at: other, one: first } = handed();
    const closed = other.delivery({ by: carol, to: dave, role: 'y', runs: [first], key: erin });
    const payload = { ...(closed.payload as JsonObject) };
    const [entry] = payload.wallets as readonly JsonObject[];
    const wallets = [{ ...entry, walletAddress: dave.address }] as unknown as JsonObject[];
    other.deliver({ by: carol, to: dave, role: 'y', runs: [first], payload: () => ({ ...payload, wallets }) });
    expect(other.read(dave)[0]?.undelivered).to.equal('closed');
    // A right one after it stands.
    at.deliver({ by: alice, to: dave, role: 'y', runs: [one] });
    expect(at.read(dave)[0])
      .to.deep.include({ data: { price: 10 } })
      .and.to.not.have.property('undelivered');
  });

  it('has the files that its runs show the role, and no other', () => {
    const [offer, plan] = ['0a', '0b'].map((byte) => manifestOf(byte.repeat(16))) as [FileManifest, FileManifest];
    const file = { type: 'object', properties: { fileId: text }, required: ['fileId'] };
    const asked = { ...asks({ offer: file, plan: file }), ...shows({ y: ['offer'], z: ['*'] }), ...to(2) };
    const answer = { sender: 'y', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() };
    const of = { ...definitionOf([asked, answer]), participants: DEFINITION.participants as Json };
    const at = new DeliveryLedger(of, [alice, bob, carol, dave]);
    at.enrol({ a: alice, b: bob, c: carol, d: dave });
    const data = { offer: statedOf(offer), plan: statedOf(plan) };
    const run = at.take({ action: 1, by: alice, data, next: [2], files: [offer, plan] });
    at.handOver({ role: 'y', from: bob, to: dave, after: run });
    at.deliver({ by: bob, to: dave, role: 'y', runs: [run] });
    expect(at.openedBy(dave, run).files).to.deep.equal([offer]);
    expect(dataOf(at, dave)).to.deep.equal([{ offer: statedOf(offer) }]);
  });

  it('goes on when the instance has ended, and takes no share of another role', () => {
    const { at, one, two } = handed();
    expect(shareOf(at.definition)).to.equal(Math.floor(INSTANCE_DELIVERIES_MAX / 3));
    at.ledger.seal(
      at.move('Cancellation', { action: 2, by: alice, previous: two.txId, payload: { type: 'cancellation' } }),
    );
    expect(at.instance.state).to.equal('Cancelled');
    at.deliver({ by: alice, to: dave, role: 'y', runs: [one] });
    expect(at.instance).to.deep.include({ deliveries: { y: 1 }, state: 'Cancelled' });
  });

  it('is what its receiver acts on from the next action on', () => {
    const { at, one, two } = handed();
    at.deliver({ by: bob, to: dave, role: 'y', runs: [one] });
    const took = (total: number, previous: Transaction) =>
      at.take({ action: 2, by: dave, data: { ...MORE, total, note: 'n' }, next: [2], previous: previous.txId });
    const denied = (run: Transaction) => {
      const shown = [[run, '/qty', '/total'] as const, [one, '/price'] as const];
      return at.judge(at.objection({ run, by: alice, ground: 'calculation', at: '/calculations/total', shown }));
    };
    const three = took(4, two);
    expect(denied(three)).to.equal('ok');
    const four = took(40, three);
    expect(denied(four)).to.equal('VAL_OBJ_004');
    const five = took(4, four);
    expect(denied(five)).to.equal('ok');
    expect(at.read(alice).map(({ members }) => members.get('/total'))).to.deep.equal([
      ...[undefined, undefined, undefined, undefined, undefined],
    ]);
    expect(at.read(carol).map(({ members }) => members.get('/total'))).to.deep.equal([
      ...[undefined, 'verified', 'violated', 'verified', 'violated'],
    ]);
  });

  it('is named by the next action of its receiver, and by no other', () => {
    const { at, one, two } = handed();
    const next = { action: 2, by: dave, data: { ...MORE, note: 'n' }, next: [2] };
    const early = at.run({ ...next, previous: two.txId });
    expect(early.header.metadata).to.not.have.property('delivered');
    expect(at.judge(early)).to.equal('ok');
    const first = at.deliver({ by: bob, to: dave, role: 'y', runs: [one] });
    // Its sender may say that it knew nothing; it acts again, and says what it was given.
    expect(at.judge(early)).to.equal('VAL_DELIVER_007');
    expect(MAY_TURN.has('VAL_DELIVER_007')).to.equal(true);
    const second = at.deliver({ by: bob, to: dave, role: 'y', runs: [two] });
    const says = (delivered: string | null) => at.judge(at.run({ ...next, previous: two.txId, delivered }));
    expect([says(first.txId), says(null), says(one.txId)]).to.deep.equal([
      ...['VAL_DELIVER_007', 'VAL_DELIVER_007', 'VAL_DELIVER_007'],
    ]);
    expect(says(second.txId)).to.equal('ok');
    const three = at.take({ ...next, previous: two.txId });
    expect(three.header.metadata?.delivered).to.equal(second.txId);
    // A run that follows that one has the ledger up to it.
    expect(at.judge(at.run({ ...next, previous: three.txId, delivered: null }))).to.equal('ok');
  });

  it('is known to a run behind it in its docket, and to none before it', () => {
    for (const isBefore of [true, false]) {
      const { at, one, two } = handed();
      const lie = { ...MORE, total: 4, note: 'n' };
      const run = at.run({ action: 2, by: dave, data: lie, next: [2], previous: two.txId });
      const delivery = at.delivery({ by: bob, to: dave, role: 'y', runs: [one] });
      const { state, view } = at.ledger;
      const transactions = isBefore ? [run, delivery] : [delivery, run];
      const taken = selectTransactions({
        ...{ state, view, transactions, timestampMs: state.timestampMs + 1000 },
        signaturesOk: () => true,
        knownTransaction: (tx) => tx,
      }).transactions;
      expect(taken).to.deep.equal(isBefore ? [run, delivery] : [delivery]);
      if (!isBefore) continue;
      at.ledger.seal(run, delivery);
      // It saw no price, and made one up: that is no lie about what was delivered, and the default denies it.
      const shown = [[run, '/qty', '/total'] as const];
      const claim = { run, by: alice, ground: 'calculation', at: '/calculations/total' };
      expect(at.judge(at.objection({ ...claim, shown: [...shown, [one, '/price']] }))).to.equal('VAL_OBJ_005');
    }
  });
});
