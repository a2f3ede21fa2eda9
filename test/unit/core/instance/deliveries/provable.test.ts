// Provable deliveries: a receiver that is given nothing proves it with the point that it shares with the sender, and no
// party proves a lie. Both parties may have patched nodes; everybody else judges alike.
import { expect } from 'chai';
import { fromBase64Url, toBase64Url, toHex } from '../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { checkDocket } from '../../../../../core/chain/state.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { provableProblem, type ReceiptText, receiptOf } from '../../../../../core/envelope/delivery/provable.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { stepsOf } from '../../../../../core/moves/parts/memo.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { type Delivering, DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';

const carol = wallet('carol', 'NISTP256');
const dave = wallet('dave', 'ML-DSA-65');
const num = { type: 'integer' };
const DAY = 24 * 3_600_000;
const ROLES = { x: alice.address, y: bob.address, z: carol.address };

/** x states a price that both others read, and y states one after it. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num }), ...shows({ y: ['price'], z: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['qty'], z: ['qty'] }), ...to(3) },
    { ...asks({ end: num }), ...to() },
  ]),
  participants: Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })),
  disputes: { window: 'P4D', redoWithin: 'PT2H', deliverWithin: 'P2D' },
};

type More = Partial<Delivering>;

function begun() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob, carol, dave]);
  at.enrol({ a: alice, b: bob, c: carol, d: dave });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const now = (): number => at.ledger.state.timestampMs;
  const roleOf = (by: Wallet): string => (by === carol ? 'z' : 'y');
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    return tx;
  };
  const challenge = (by: Wallet, more: JsonObject = {}) => {
    const payload = { type: 'challenge', v: 1, role: roleOf(by), ...more };
    return at.move('Challenge', { action: 1, by, previous: one.txId, payload });
  };
  const deliver = (to: Wallet, more: More = {}) =>
    at.delivery({ by: alice, to, role: roleOf(to), runs: [one], ...more });
  const asked = (by: Wallet): Transaction => sealed(challenge(by));
  const object = (made: Transaction, by: Wallet, proof?: object) =>
    at.objection({ run: one, by, ground: 'undelivered', at: made.txId, shown: [], proof });
  return { at, one, now, sealed, challenge, deliver, asked, object };
}

/** Another price than the run has. */
function lie(opened: OpenedCells): OpenedCells {
  const classes = opened.classes.map((c) => ({ ...c, values: c.values.map((value) => (value === 10 ? 11 : value)) }));
  return { ...opened, classes };
}

function receipt(delivery: Transaction, by: Wallet): ReceiptText {
  const found = receiptOf(delivery, by);
  if (!found) throw new Error('the delivery can be shown');
  return found;
}

/** With another byte in what is wrapped, so that nothing opens. */
function closed(payload: JsonObject): JsonObject {
  const [group] = payload.groups as readonly { readonly ciphertext: string }[];
  const bytes = fromBase64Url(group?.ciphertext ?? '') as Uint8Array;
  const ciphertext = toBase64Url(bytes.map((byte, i) => (i === 0 ? byte ^ 1 : byte)));
  return { ...payload, groups: [{ ...group, ciphertext }] as unknown as Json };
}

describe('a provable delivery', () => {
  it('is the one answer to a challenge', () => {
    const { at, sealed, asked, challenge, deliver } = begun();
    expect(at.judge(challenge(bob, { delivery: 'ab'.repeat(32) }))).to.equal('VAL_SCHEMA_004');
    asked(bob);
    expect(at.judge(deliver(bob))).to.equal('VAL_DELIVER_002');
    expect(at.judge(deliver(bob, { lie }))).to.equal('VAL_DELIVER_002');
    const answer = sealed(deliver(bob, { provable: true }));
    expect(at.read(bob)[0]?.data).to.deep.equal({ price: 10 });
    expect(stepsOf(answer, at.ledger.state.rules)).to.be.at.least(0);
  });

  it('is not asked for where nothing could be shown: to a key of ML-DSA-65 alone any delivery answers', () => {
    const { at, one, now, sealed, asked, deliver, object } = begun();
    at.handOver({ role: 'y', from: bob, to: dave, after: one });
    const made = asked(dave);
    expect(at.judge(object(made, dave), now() + 2 * DAY + 1)).to.equal('ok');
    expect(() => deliver(dave, { provable: true })).to.throw('VAL_DELIVER_002');
    sealed(deliver(dave));
    expect(at.judge(object(made, dave), now() + 2 * DAY + 1)).to.equal('VAL_OBJ_004');
    expect(at.read(dave)[0]?.data).to.deep.equal({ price: 10 });
  });

  it('is of a carrier whose secret its sender knows, in the group of prime order', () => {
    const { at, one, asked, deliver } = begun();
    asked(bob);
    asked(carol);
    const other = deliver(bob, { provable: true }).payload as unknown as { proof: Json; wallets: JsonObject[] };
    const [, sealedTo] = (one.payload as JsonObject).wallets as readonly JsonObject[];
    const as = (more: (payload: JsonObject) => JsonObject, of: Wallet = bob) =>
      at.judge(deliver(of, { provable: true, payload: more }));
    const carrier = (text: Json) => (payload: JsonObject) => {
      const [own] = payload.wallets as readonly JsonObject[];
      return { ...payload, wallets: [{ ...own, carrier: text }] } as unknown as JsonObject;
    };
    expect(as((payload) => payload)).to.equal('ok');
    expect(as((payload) => payload, carol)).to.equal('ok');
    // Of another delivery, which is another carrier.
    expect(as((payload) => ({ ...payload, proof: other.proof }))).to.equal('VAL_DELIVER_002');
    // Of an envelope of another party: the receiver would be made to show its secret.
    expect(as(carrier(sealedTo?.carrier as Json))).to.equal('VAL_DELIVER_002');
    // The points of order 4, 2 and 8 of Curve25519, one on its twist, and one off P-256.
    for (const u of ['01', '00', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800', '02'])
      expect(as(carrier(toBase64Url(Buffer.from(u.padEnd(64, '0'), 'hex')))), u).to.equal('VAL_DELIVER_002');
    expect(as(carrier(toBase64Url(new Uint8Array(65).fill(4))), carol)).to.equal('VAL_DELIVER_002');
    // A whole delivery of one sender, sent by another one, or elsewhere.
    const { header, payload } = deliver(bob, { provable: true });
    expect(provableProblem({ header, payload })).to.equal(undefined);
    for (const more of [{ senderWallet: carol.address }, { instanceId: 'inst-2' }, { registerId: 'R' }])
      expect(provableProblem({ header: { ...header, ...more }, payload })?.code).to.equal('VAL_DELIVER_002');
    for (const more of [{ role: 'z' }, { runs: ['ab'.repeat(32)] }])
      expect(provableProblem({ header, payload: { ...(payload as JsonObject), ...more } })?.code).to.equal(
        'VAL_DELIVER_002',
      );
    for (const proof of [{}, { answer: 'AA', challenge: 'AA' }, { ...(other.proof as JsonObject), more: 1 }, null])
      expect(as((payload) => ({ ...payload, proof }))).to.equal('VAL_SCHEMA_004');
  });

  for (const by of [bob, carol])
    it(`that tells something else is proven to, by ${by.algorithm}`, () => {
      const { at, one, now, sealed, asked, deliver, object } = begun();
      const made = asked(by);
      const answer = sealed(deliver(by, { provable: true, lie }));
      expect(at.judge(object(made, by))).to.equal('VAL_OBJ_004');
      expect(at.judge(object(made, by), now() + 3 * DAY)).to.equal('VAL_OBJ_004');
      const proof = receipt(answer, by);
      expect(JSON.stringify(proof)).to.not.include(toHex(by.privateKey));
      expect(at.judge(object(made, by, proof))).to.equal('ok');
      expect(at.judge(object(made, by, proof), now() + 4 * DAY)).to.equal('ok');
      expect(at.judge(object(made, by, proof), now() + 4 * DAY + 1)).to.equal('VAL_OBJ_002');
      const objection = sealed(object(made, by, proof));
      expect(stepsOf(objection, at.ledger.state.rules)).to.be.greaterThan(250_000);
      const [fault] = at.instance.faults ?? [];
      expect(fault).to.deep.include({ ground: 'undelivered', txId: one.txId, wallet: alice.address, by: by.address });
      expect(at.instance.state).to.equal('Disputed');
    });

  it('is judged by the answer that is sealed, whatever answer a proposal had', () => {
    for (const isLieFirst of [true, false]) {
      const { at, sealed, asked, deliver, object } = begun();
      const made = asked(bob);
      const [lying, right] = [deliver(bob, { provable: true, lie }), deliver(bob, { provable: true })];
      const objection = object(made, bob, receipt(lying, bob));
      const [proposed, other] = isLieFirst ? [lying, right] : [right, lying];
      // Two answers that follow each other nowhere: the docket of the first is judged, and not sealed.
      const { state, view } = at.ledger;
      checkDocket(at.ledger.docket([proposed, objection]), state, { view, signaturesOk: () => true });
      sealed(other);
      expect(at.judge(objection)).to.equal(isLieFirst ? 'VAL_OBJ_004' : 'ok');
    }
  });

  it('that does not open is proven to', () => {
    const { at, sealed, asked, deliver, object } = begun();
    const made = asked(bob);
    const answer = sealed(deliver(bob, { provable: true, payload: closed }));
    expect(at.judge(object(made, bob, receipt(answer, bob)))).to.equal('ok');
  });

  for (const by of [bob, carol])
    it(`that gives the run is not proven otherwise, by ${by.algorithm}`, () => {
      const { at, sealed, asked, deliver, object } = begun();
      const made = asked(by);
      const answer = sealed(deliver(by, { provable: true }));
      const proof = receipt(answer, by);
      expect(at.judge(object(made, by, proof))).to.equal('VAL_OBJ_004');
      // Another point that is shared, with a proof of whatever it can prove.
      const another = receipt(deliver(by, { provable: true }), by);
      for (const lied of [{ ...proof, shared: another.shared }, another])
        expect(at.judge(object(made, by, lied))).to.equal('VAL_OBJ_004');
      const low = toBase64Url(new Uint8Array(by === bob ? 32 : 65));
      expect(at.judge(object(made, by, { ...proof, shared: low }))).to.equal('VAL_OBJ_004');
    });

  it('is shown by its receiver, where it was delivered, and not again elsewhere', () => {
    const { at, sealed, asked, deliver, object } = begun();
    const made = asked(bob);
    const answer = sealed(deliver(bob, { provable: true, lie }));
    const proof = receipt(answer, bob);
    const ofCarol = asked(carol);
    const given = sealed(deliver(carol, { provable: true }));
    // The receipt of another wallet, of another delivery, and one that a challenge without an answer has.
    expect(at.judge(object(made, carol, proof))).to.equal('VAL_OBJ_004');
    expect(at.judge(object(ofCarol, carol, proof))).to.equal('VAL_OBJ_004');
    expect(at.judge(object(ofCarol, bob, proof))).to.equal('VAL_OBJ_004');
    expect(at.judge(object(ofCarol, carol, receipt(given, carol)))).to.equal('VAL_OBJ_004');
    expect(at.judge(object(answer, bob, proof))).to.equal('VAL_OBJ_004');
    expect(at.judge(object(made, bob, proof))).to.equal('ok');
  });

  it('has a proof of one form, with one ground', () => {
    const { at, one, sealed, asked, deliver, object } = begun();
    at.handOver({ role: 'y', from: bob, to: dave, after: one });
    const made = asked(dave);
    expect(at.judge(object(made, dave, { answer: 'AA', challenge: 'AA', shared: 'AA' }))).to.equal('VAL_SCHEMA_004');
    const plain = sealed(deliver(dave, { lie }));
    const proof = receipt(deliver(bob, { provable: true }), bob);
    // Nothing can be shown of a delivery that is not provable.
    expect(receiptOf(plain, dave)).to.equal(undefined);
    expect(at.judge(object(made, dave, proof))).to.equal('VAL_OBJ_004');
    const other = at.objection({ run: one, by: bob, ground: 'route', at: '/routes', shown: [], proof });
    expect(at.judge(other)).to.equal('VAL_SCHEMA_004');
  });
});
