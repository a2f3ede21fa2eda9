// Challenges: a party that was not given a run says so, and its sender delivers again in time or is at fault. Neither
// side can stop an instance for longer than the stated terms.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_CHALLENGES_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import { INSTANCE_COMMON_MAX, INSTANCE_SHARED_MAX } from '../../../../../core/base/limits/ledger/instances.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../../../core/kinds/participant.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { participantAt } from '../../../../../core/register/people/participants.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import {
  AT,
  act,
  actDraft,
  alice,
  bob,
  REGISTER_ID,
  signed,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';
import { recordOf } from '../../../../support/register/people.js';

const carol = wallet('carol');
const dave = wallet('dave');
const erin = wallet('erin');
const num = { type: 'integer' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROLES = { x: alice.address, y: bob.address, z: carol.address };

/** x states a price and both others go on beside each other, each with a day for it. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    {
      ...asks({ price: num }),
      ...shows({ y: ['price'], z: ['price'] }),
      routes: [{ id: 'both', nextActionIds: [2, 3], branchDeadline: 'P1D' }],
    },
    {
      sender: 'y',
      ...asks({ qty: num }),
      calculations: { total: { '*': [read('in.qty'), read('act.1.price')] } },
      ...shows({ x: ['*'] }),
      ...to(4),
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to(4) },
    { requiredPriorActions: [2, 3], ...asks({ end: num }), ...to() },
  ]),
  participants: Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })),
  disputes: { window: 'P4D', redoWithin: 'PT2H', deliverWithin: 'P2D' },
};

function begun() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob, carol, dave, erin]);
  at.enrol({ a: alice, b: bob, c: carol, d: dave, e: erin });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
  const startMs = at.ledger.state.timestampMs;
  const challenge = (by: Wallet, run: Transaction = one, payload: JsonObject = {}) => {
    const stated = { type: 'challenge', v: 1, role: 'y', ...payload };
    return at.move('Challenge', { action: Number(run.header.actionId), by, previous: run.txId, payload: stated });
  };
  const object = (made: Transaction, by: Wallet = bob, run: Transaction = one) =>
    at.objection({ run, by, ground: 'undelivered', at: made.txId, shown: [] });
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    return tx;
  };
  const lateness = (action: number) => at.instance.flow[one.txId]?.laterMs?.[action] ?? 0;
  const raw = (
    type: string,
    by: Wallet,
    more: { payload: JsonObject; instanceId?: string; n?: number },
  ): Transaction => {
    const { payload, instanceId = 'inst-1', n } = more;
    const metadata = { type, ...(n !== undefined && { n }) };
    const place = { actionId: '1', instanceId, publicationTxId: at.pin, previousTransactionId: one.txId };
    return signed(actDraft({ ...place, payload, metadata }, by), [by]);
  };
  return { at, one, raw, startMs, challenge, object, sealed, lateness };
}

describe('a Challenge', () => {
  it('is sent by the holder of a role that reads a run in force, once', () => {
    const { at, one, raw, challenge, sealed } = begun();
    expect(at.judge(challenge(bob))).to.equal('ok');
    expect(at.judge(challenge(bob, one, { role: 'z' }))).to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(carol, one, { role: 'z' }))).to.equal('ok');
    for (const by of [alice, carol, dave, erin]) expect(at.judge(challenge(by))).to.equal('VAL_DELIVER_005');
    // Its own run, and one of which the role reads nothing.
    expect(at.judge(challenge(alice, one, { role: 'x' }))).to.equal('VAL_DELIVER_005');
    const three = at.take({ action: 3, by: carol, data: { done: 1 }, next: [4], previous: one.txId });
    expect(at.judge(challenge(bob, three))).to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(alice, three, { role: 'x' }))).to.equal('ok');
    sealed(challenge(bob));
    expect(at.judge(challenge(bob, one, {}))).to.equal('VAL_REPLAY_001');
    const again = raw('Challenge', bob, { payload: { type: 'challenge', v: 1, role: 'y' }, n: 1 });
    expect(at.judge(again)).to.equal('VAL_DELIVER_006');
  });

  it('are enough for all that one other party may do, and no more than the share of the role', () => {
    const { at, challenge } = begun();
    const { view } = at.ledger;
    const judged = (count: number): string => {
      const challenges = { y: { count, laterMs: 0, untilMs: 0 } };
      const state = (key: string): JsonObject | undefined => {
        const row = view.state(key);
        return row && key.startsWith('inst/') ? ({ ...row, challenges } as JsonObject) : row;
      };
      const verdict = validate(challenge(bob), {
        state: at.ledger.state,
        view: { ...view, state },
        signaturesOk: true,
      });
      return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
    };
    const share = Math.floor(INSTANCE_CHALLENGES_MAX / at.definition.participants.length);
    expect([judged(share - 1), judged(share)]).to.deep.equal(['ok', 'VAL_DELIVER_006']);
    const most = INSTANCE_COMMON_MAX + Math.floor(INSTANCE_SHARED_MAX / 4);
    expect(Math.floor(INSTANCE_CHALLENGES_MAX / 2), 'of two roles').to.be.at.least(most);
  });

  it('has one form, and comes within the time to object', () => {
    const { at, startMs, challenge } = begun();
    for (const more of [{ v: 2 }, { type: 'x' }, { role: '' }, { role: 7 }, { extra: 1 }] as unknown as JsonObject[])
      expect(at.judge(challenge(bob, undefined, more)), JSON.stringify(more)).to.equal('VAL_SCHEMA_004');
    expect(at.judge(challenge(bob), startMs + 4 * DAY)).to.equal('ok');
    expect(at.judge(challenge(bob), startMs + 4 * DAY + 1)).to.equal('VAL_OBJ_002');
  });

  it('gives the challenger its term, and no other party, and two terms at most', () => {
    const { at, one, challenge, sealed, lateness } = begun();
    sealed(challenge(bob));
    expect([lateness(2), lateness(3)]).to.deep.equal([2 * DAY, 0]);
    const timed = (action: number, by: Wallet, afterMs: number) =>
      at.judge(
        at.run({
          ...{ action, by, next: [4], previous: one.txId },
          data: action === 2 ? { qty: 1, total: 10 } : { done: 1 },
        }),
        at.ledger.state.timestampMs + afterMs,
      );
    expect(timed(3, carol, DAY + HOUR)).to.equal('VAL_BP_012');
    expect(timed(2, bob, DAY + HOUR)).to.equal('ok');
    expect(timed(2, bob, 3 * DAY + HOUR)).to.equal('VAL_BP_012');
    // Others at the same time cost nothing more; later ones one term more, and then none.
    const takenBy = (from: Wallet, next: Wallet, afterMs: number) => {
      at.handOver({ role: 'y', from, to: next, after: one });
      at.ledger.sealAt(at.ledger.state.timestampMs + afterMs, challenge(next));
      return lateness(2);
    };
    expect(takenBy(bob, dave, 1000) - 2 * DAY).to.be.within(1, HOUR);
    expect(takenBy(dave, erin, 2.5 * DAY)).to.equal(4 * DAY);
    expect(takenBy(erin, carol, DAY)).to.equal(4 * DAY);
    expect(lateness(3)).to.equal(0);
    expect(at.instance.challenges?.y).to.deep.include({ count: 4, laterMs: 4 * DAY });
  });

  it('gives time for what its own party has open where it stands in its docket, and takes none from others in either order', () => {
    const ordered = (isFirst: boolean) => {
      const { at, one, challenge, lateness } = begun();
      const made = challenge(bob);
      const act = at.run({ action: 2, by: bob, data: { qty: 1, total: 10 }, next: [4], previous: one.txId });
      at.ledger.seal(...(isFirst ? [made, act] : [act, made]));
      const { challenges, flow } = at.instance;
      return { at, one, challenge, lateness, counted: challenges?.y, next: flow[act.txId]?.laterMs };
    };
    const [first, last] = [ordered(true), ordered(false)];
    // The branch was open, or was not. It is taken in both, so that the time waits for the action to be done again.
    expect([first.lateness(2), last.lateness(2)]).to.deep.equal([2 * DAY, 0]);
    expect([first.lateness(3), last.lateness(3)]).to.deep.equal([0, 0]);
    expect([first.next, last.next]).to.deep.equal([undefined, undefined]);
    // The party has used the same of its two terms in both, and a later challenge gives the same.
    const { count, laterMs } = first.counted as { count: number; laterMs: number };
    expect({ count, laterMs }).to.deep.equal({ count: 1, laterMs: 2 * DAY });
    expect(first.counted).to.deep.equal(last.counted);
    for (const { at, one, challenge, lateness } of [first, last]) {
      at.handOver({ role: 'y', from: bob, to: dave, after: one });
      at.ledger.sealAt(at.ledger.state.timestampMs + 3 * DAY, challenge(dave));
      expect(at.instance.challenges?.y?.laterMs).to.equal(4 * DAY);
      expect(lateness(3)).to.equal(0);
    }
  });

  it('is answered by the sender of the run alone', () => {
    const { at, one, challenge, object, sealed } = begun();
    // It was sealed to the wallet: nothing is owed.
    const deliver = (by: Wallet) => at.delivery({ by, to: bob, role: 'y', runs: [one], provable: true });
    expect(at.judge(deliver(alice))).to.equal('VAL_DELIVER_001');
    const made = sealed(challenge(bob));
    expect(at.judge(deliver(carol))).to.equal('VAL_DELIVER_001');
    sealed(deliver(alice));
    expect(at.judge(deliver(alice))).to.equal('VAL_DELIVER_001');
    expect(at.judge(object(made), at.ledger.state.timestampMs + 3 * DAY)).to.equal('VAL_OBJ_004');
  });

  it('of a new holder is not answered by the old one', () => {
    const { at, one, startMs, challenge, object, sealed } = begun();
    at.handOver({ role: 'y', from: bob, to: dave, after: one });
    const made = sealed(challenge(dave));
    const lie = (opened: OpenedCells): OpenedCells => ({
      ...opened,
      classes: opened.classes.map((c) => ({ ...c, values: c.values.map((value) => (value === 10 ? 11 : value)) })),
    });
    at.deliver({ by: bob, to: dave, role: 'y', runs: [one], lie });
    expect(at.read(dave)[0]?.undelivered).to.equal('root');
    expect(at.judge(object(made, dave), startMs + 3 * DAY)).to.equal('ok');
    at.deliver({ by: alice, to: dave, role: 'y', runs: [one], provable: true });
    expect(at.read(dave)[0]?.data).to.deep.equal({ price: 10 });
    expect(at.judge(object(made, dave), startMs + 3 * DAY)).to.equal('VAL_OBJ_004');
  });

  it('is answered also when its challenger gave the role away', () => {
    const { at, one, startMs, challenge, object, sealed } = begun();
    const made = sealed(challenge(bob));
    at.handOver({ role: 'y', from: bob, to: dave, after: one });
    // Others owe it nothing any more.
    expect(at.judge(at.delivery({ by: carol, to: bob, role: 'y', runs: [one] }))).to.equal('VAL_DELIVER_001');
    at.deliver({ by: alice, to: bob, role: 'y', runs: [one], provable: true });
    expect(at.judge(object(made), startMs + 3 * DAY)).to.equal('VAL_OBJ_004');
    expect(at.judge(at.delivery({ by: alice, to: bob, role: 'y', runs: [one], provable: true }))).to.equal(
      'VAL_DELIVER_001',
    );
  });

  it('is answered also when its challenger was revoked', () => {
    const { at, one, startMs, challenge, object, sealed } = begun();
    const made = sealed(challenge(bob));
    const previous = participantAt(at.ledger.view, 'b')?.latest ?? '';
    const place = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    const payload = recordOf('b', [bob], { version: 2, status: 'Revoked' }) as unknown as JsonObject;
    const more = { senderWallet: bob.address, createdAt: AT, previousTransactionId: previous, payload };
    sealed(signed({ ...place, ...more }, [bob]));
    at.deliver({ by: alice, to: bob, role: 'y', runs: [one], provable: true });
    expect(at.judge(object(made), startMs + 3 * DAY)).to.equal('VAL_OBJ_004');
  });

  it('is not answered by a record that only lists the wallet of the sender', () => {
    const at = new DeliveryLedger(DEFINITION, [alice, bob, carol]);
    const lists = recordOf('c', [carol, alice]) as unknown as JsonObject;
    const place = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    at.ledger.seal(signed({ ...place, senderWallet: carol.address, createdAt: AT, payload: lists }, [carol]));
    const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
    const payload = { type: 'challenge', v: 1, role: 'y' };
    at.ledger.seal(at.move('Challenge', { action: 1, by: bob, previous: one.txId, payload }));
    const by = (sender: Wallet) =>
      at.judge(at.delivery({ by: sender, to: bob, role: 'y', runs: [one], provable: true }));
    expect([by(carol), by(alice)]).to.deep.equal(['VAL_DELIVER_001', 'ok']);
  });
});

describe('an objection that a run was not delivered', () => {
  it('is proven by the ledger alone once the term has passed, and not before', () => {
    const { at, one, startMs, challenge, object, sealed } = begun();
    const made = sealed(challenge(bob));
    const untilMs = at.ledger.state.timestampMs + 2 * DAY;
    expect(at.judge(object(made), untilMs)).to.equal('VAL_OBJ_004');
    expect(at.judge(object(made), untilMs + 1)).to.equal('ok');
    // The window to object may have passed meanwhile.
    expect(at.judge(object(made), startMs + 30 * DAY)).to.equal('ok');
    at.ledger.sealAt(untilMs + 1, object(made, carol));
    const [fault] = at.instance.faults ?? [];
    expect(fault).to.deep.include({ ground: 'undelivered', txId: one.txId, wallet: alice.address, by: carol.address });
    expect(at.instance.state).to.equal('Disputed');
    expect(at.judge(object(made), untilMs + DAY)).to.equal('VAL_OBJ_007');
    expect(at.judge(challenge(carol, one, { role: 'z' }), untilMs + 2)).to.equal('VAL_DELIVER_005');
  });

  it('names a challenge of this run, shows nothing, and is of a party', () => {
    const { at, one, challenge, object, sealed } = begun();
    const made = sealed(challenge(bob));
    const later = at.ledger.state.timestampMs + 3 * DAY;
    expect(at.judge(object(one), later)).to.equal('VAL_OBJ_004');
    expect(at.judge(object(made, erin), later)).to.equal('VAL_OBJ_006');
    const three = at.take({ action: 3, by: carol, data: { done: 1 }, next: [4], previous: one.txId });
    expect(at.judge(object(made, bob, three), later)).to.equal('VAL_OBJ_004');
    const shown = at.objection({ run: one, by: bob, ground: 'undelivered', at: made.txId, shown: [{}] });
    expect(at.judge(shown, later)).to.equal('VAL_SCHEMA_004');
  });

  it('gives the same state whatever came first in its docket', () => {
    const { at, one, challenge, object, sealed } = begun();
    const made = sealed(challenge(bob));
    const later = at.ledger.state.timestampMs + 3 * DAY;
    const answer = at.delivery({ by: alice, to: bob, role: 'y', runs: [one], provable: true });
    // The first of both stands: then the other one proves nothing, or comes to a run that is void.
    expect(() => at.ledger.sealAt(later, answer, object(made))).to.throw('VAL_OBJ_004');
    at.ledger.sealAt(later, object(made));
    expect(at.instance.faults?.length).to.equal(1);
    expect(at.judge(answer, later + 1)).to.equal('ok');
  });
});

describe('an objection in another instance', () => {
  it('is refused: it would undo runs there', () => {
    const { at, one, raw, challenge, sealed } = begun();
    const made = sealed(challenge(bob));
    const routing = { completedActionId: 1, next: [2, 3], blueprintDefinitionTxId: at.pin };
    const place = { actionId: '1', instanceId: 'inst-2', publicationTxId: at.pin };
    sealed(act({ ...place, payload: { price: 5 }, metadata: { type: 'Action', routing } }, alice));
    const payload = { type: 'objection', v: 1, ground: 'undelivered', at: made.txId, shown: [] };
    const later = at.ledger.state.timestampMs + 3 * DAY;
    expect(at.judge(raw('Objection', bob, { payload }), later)).to.equal('ok');
    expect(at.judge(raw('Objection', bob, { payload, instanceId: 'inst-2' }), later)).to.equal('VAL_OBJ_001');
    const challenged = { type: 'challenge', v: 1, role: 'z' };
    expect(at.judge(raw('Challenge', carol, { payload: challenged, instanceId: 'inst-2' }))).to.equal(
      'VAL_DELIVER_005',
    );
    expect(one.header.instanceId).to.equal('inst-1');
  });
});
