// Open roles without candidates on a register: any wallet that may take one claims it first, so that what the role
// reads is sealed and delivered to it before it acts. With strangers that claim in turns, do nothing, or take what is
// not theirs.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_DELIVERIES_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import { OPEN_ROLE_CLAIMS_MAX, ROLE_CLAIMS_MAX } from '../../../../../core/base/limits/ledger/people.js';
import { isFailure } from '../../../../../core/base/result.js';
import { claimOf } from '../../../../../core/instance/people/claims.js';
import type { HoldersRow } from '../../../../../core/instance/people/holders.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { instanceIdOf, rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { judgeDelivery } from '../../../../../core/moves/delivery/deliveries.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, findingsOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { act, alice, bob, NOW, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';

const [carol, dave, eve] = [wallet('carol'), wallet('dave'), wallet('eve')];
const HOUR = 60 * 60 * 1000;

/** alice asks, the wallet that comes first answers. */
function talk(clerk: JsonObject = {}, more: object = {}): JsonObject {
  return {
    language: 2,
    title: 'Talk',
    description: 'One asks and another one answers.',
    participants: [
      { id: 'asks', walletAddress: alice.address },
      { id: 'clerk', claimFor: 'PT1H', ...clerk },
    ],
    actions: [
      step(1, 'asks', [2], { isStartingAction: true }),
      step(2, 'clerk', [3], { rejectionConfig: { targetActionId: 1 }, ...more }),
      step(3, 'asks', [2]),
    ],
  } as unknown as JsonObject;
}

function opened(definition = talk(), enrolled: Readonly<Record<string, Wallet>> = {}) {
  const people = new People(definition, enrolled);
  const first = people.seal(1, alice);
  const claim = (by: Wallet, type = 'Claim'): Transaction =>
    people.move(2, by, { after: first, type, payload: { type: type.toLowerCase(), v: 1 } });
  const acts = (by: Wallet): Transaction => people.move(2, by, { after: first });
  return Object.assign(people, {
    first,
    claim,
    acts,
    claimed: () => claimOf(people.ledger.view, INSTANCE, 'clerk'),
    row: () => people.ledger.view.state(`held/${INSTANCE}`) as unknown as HoldersRow | undefined,
  });
}

describe('an open role', () => {
  it('is claimed by any wallet, with a record and without, and by no other wallet meanwhile', () => {
    for (const enrolled of [{}, { b: bob }]) {
      const at = opened(talk(), enrolled);
      at.ledger.seal(at.claim(bob));
      const untilMs = at.ledger.state.timestampMs + HOUR;
      expect(at.claimed()).to.deep.equal({ ...('b' in enrolled && { record: 'b' }), wallet: bob.address, untilMs });
      expect(at.judge(at.acts(carol), untilMs)).to.equal('VAL_BP_002');
      expect(at.judge(at.move(2, carol, { after: at.first, type: 'Rejection' }), untilMs)).to.equal('VAL_BP_002');
      expect(at.judge(at.claim(carol), untilMs)).to.equal('VAL_FLOW_006');
      expect(at.judge(at.claim(carol, 'Release'), untilMs)).to.equal('VAL_FLOW_006');
      expect(at.judge(at.acts(bob), untilMs)).to.equal('ok');
      // At the millisecond after it the role is free, also for who let it lapse.
      for (const by of [bob, carol]) expect(at.judge(at.acts(by), untilMs + 1)).to.equal('ok');
      expect(at.judge(at.claim(carol), untilMs + 1)).to.equal('ok');
      at.ledger.seal(at.acts(bob));
      expect(at.row() ?? {}).to.not.have.property('claims');
      expect(at.judge(at.claim(carol))).to.equal('VAL_FLOW_006');
      expect(at.instance.participants.clerk).to.equal(bob.address);
    }
  });

  it('is free again at once when it is given back, and goes with the newest key of its party', () => {
    const at = opened(talk(), { b: bob });
    at.ledger.seal(at.claim(bob));
    at.enrol('b', [eve], { by: bob });
    expect(at.claimed()?.wallet).to.equal(eve.address);
    expect(at.judge(at.acts(bob))).to.equal('VAL_BP_002');
    expect(at.judge(at.acts(eve))).to.equal('ok');
    at.ledger.seal(at.claim(eve, 'Release'));
    expect(at.judge(at.acts(carol))).to.equal('ok');
    expect(at.judge(at.claim(carol))).to.equal('ok');
  });

  it('is claimed by none that could not take it: fixed, held, kept apart by four eyes, or without a key that receives', () => {
    const fixed = opened(talk({ walletAddress: bob.address, claimFor: undefined } as never));
    expect(fixed.judge(fixed.claim(bob))).to.equal('VAL_FLOW_006');
    const at = opened(talk({}, { notSameAs: [1] }), { a: alice });
    expect(at.judge(at.claim(alice))).to.equal('VAL_FLOW_005');
    const signs = wallet('signs', 'ML-DSA-65');
    expect(at.judge(at.claim(signs))).to.equal('VAL_FLOW_006');
    at.enrol('gone', [dave]);
    at.enrol('gone', [dave], { status: 'Revoked' });
    expect(at.judge(at.claim(dave))).to.equal('VAL_FLOW_006');
    at.enrol('signs', [signs]);
    expect(at.judge(at.claim(signs))).to.equal('ok');
  });

  it('is claimed so often at most by all together, whatever wallets they make', () => {
    const at = opened();
    const strangers = Array.from({ length: OPEN_ROLE_CLAIMS_MAX }, (_, i) => wallet(`stranger ${i}`));
    for (const one of strangers) at.ledger.seal(at.claim(one), at.claim(one, 'Release'));
    expect(at.judge(at.claim(bob))).to.equal('VAL_FLOW_006');
    // It is taken by acting all the same, and a second instance has claims of its own.
    expect(at.judge(at.acts(bob))).to.equal('ok');
  });

  it(`is claimed ${ROLE_CLAIMS_MAX} times by one party, and not again before the others had as long`, () => {
    const at = opened();
    at.ledger.seal(at.claim(bob), at.claim(bob, 'Release'));
    const untilMs = at.ledger.state.timestampMs + HOUR;
    expect(at.judge(at.claim(bob), untilMs + HOUR)).to.equal('VAL_FLOW_006');
    at.ledger.sealAt(untilMs + HOUR + 1, at.claim(bob));
    expect(at.judge(at.claim(bob), untilMs + 9 * HOUR)).to.equal('VAL_FLOW_006');
    expect(at.judge(at.claim(carol), untilMs + 9 * HOUR)).to.equal('ok');
  });

  it('loses no claim to a record that is named like the wallet of another party', () => {
    const at = opened();
    const name = `wallet/${bob.address}`;
    const thief = wallet(name);
    at.enrol(name, [thief]);
    at.ledger.seal(at.claim(thief), at.claim(thief, 'Release'));
    expect(at.judge(at.claim(bob))).to.equal('ok');
  });

  it('is given to a participant by those that take part, where no one took it or has reserved it now', () => {
    const at = opened(talk(), { a: alice, b: bob, c: carol });
    const given = (signers: readonly Wallet[], receiver = bob): Transaction =>
      at.move(2, signers[0] as Wallet, {
        after: at.first,
        type: 'Handover',
        payload: { type: 'handover', v: 1, role: 'clerk', to: receiver.address },
        with: signers.slice(1),
      });
    expect(at.judge(given([bob]))).to.equal('VAL_HAND_002');
    expect(at.judge(given([alice]))).to.equal('VAL_HAND_002');
    expect(at.judge(given([alice, eve], eve)), 'without a record').to.equal('VAL_HAND_004');
    at.ledger.seal(at.claim(carol));
    const untilMs = at.ledger.state.timestampMs + HOUR;
    expect(at.judge(given([alice, bob]), untilMs)).to.equal('VAL_HAND_001');
    expect(at.judge(given([alice, carol], carol), untilMs)).to.equal('ok');
    at.ledger.sealAt(untilMs + 1, given([alice, bob]));
    expect(holdersNow(at.ledger.view, INSTANCE).roles.clerk).to.equal(bob.address);
    expect(at.row()).to.not.have.property('claims');
    expect(at.judge(at.acts(carol))).to.equal('VAL_BP_002');
    expect(at.judge(at.acts(bob))).to.equal('ok');
  });

  it('may have a time of its own for claims, which no role with a wallet has', () => {
    const codes = (clerk: JsonObject) =>
      findingsOf(talk(clerk)).flatMap(({ code, location }) => (code === 'BP_CANDIDATES' ? [location] : []));
    expect(codes({})).to.deep.equal([]);
    expect(codes({ claimFor: 'PT1M' })).to.deep.equal(['/participants/1/claimFor']);
    expect(codes({ walletAddress: bob.address })).to.deep.equal(['/participants/1/claimFor']);
  });
});

const num = { type: 'integer' };
const VOTED: JsonObject = {
  language: 2,
  title: 'Vote',
  participants: [{ id: 'asks', walletAddress: alice.address }, { id: 'one' }, { id: 'two' }, { id: 'last' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    {
      ...step(2, 'one', []),
      approval: { of: [{ role: 'one' }, { role: 'two' }], need: 2, yes: 'yes', no: 'no' },
      routes: [
        { id: 'yes', nextActionIds: [3] },
        { id: 'no', nextActionIds: [1] },
      ],
    },
    step(3, 'last', []),
  ],
} as unknown as JsonObject;

describe('a claim of one of several that vote', () => {
  it('names its role, and no other one', () => {
    const at = new People(VOTED);
    const first = at.seal(1, alice);
    const claim = (by: Wallet, role?: string) =>
      act(
        {
          ...{ actionId: '2', instanceId: INSTANCE, publicationTxId: at.pin, previousTransactionId: first.txId },
          payload: { type: 'claim', v: 1 },
          metadata: { type: 'Claim', ...(role !== undefined && { role }) } as JsonObject,
        },
        by,
      );
    for (const role of ['asks', 'last', 'nobody', 7 as never])
      expect(at.judge(claim(bob, role))).to.equal('VAL_FLOW_006');
    at.ledger.seal(claim(bob), claim(carol, 'two'));
    expect(at.judge(claim(dave, 'two'))).to.equal('VAL_FLOW_006');
    expect(at.judge(at.vote(2, dave, ['two', 'yes'], first))).to.equal('VAL_BP_002');
    expect(at.judge(at.vote(2, carol, ['two', 'yes'], first))).to.equal('ok');
    expect(at.judge(at.vote(2, carol, ['one', 'yes'], first))).to.equal('VAL_BP_002');
  });
});

/** x states a price, the wallet that claims y multiplies it, z ends. */
const SEALED: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num, note: num }), ...shows({ y: ['price'], z: ['*'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({ qty: num }),
      calculations: { total: { '*': [read('in.qty'), read('act.1.price')] } },
      ...shows({ x: ['*'], z: ['*'] }),
      rejectionConfig: { targetActionId: 1 },
      ...to(3),
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
  ]),
  participants: [{ id: 'x', walletAddress: alice.address }, { id: 'y' }, { id: 'z', walletAddress: carol.address }],
  disputes: { window: 'P2D', redoWithin: 'PT2H' },
};

describe('the data that an open role reads', () => {
  for (const isEnrolled of [false, true])
    it(`is sealed and delivered to who claimed it ${isEnrolled ? 'by its record' : 'without a record'}`, () => {
      const at = new DeliveryLedger(SEALED, [alice, bob, carol, dave]);
      if (isEnrolled) at.enrol({ b: bob, d: dave });
      const claim = (by: Wallet, after: Transaction, type = 'Claim') =>
        at.move(type, { action: 2, by, previous: after.txId, payload: { type: type.toLowerCase(), v: 1 } });
      const one = at.take({ action: 1, by: alice, data: { price: 10, note: 1 }, next: [2] });
      expect(one.header.recipients).to.have.members([alice.address, carol.address]);
      expect(at.owed).to.deep.equal([]);
      expect(at.judge(at.delivery({ by: alice, to: bob, role: 'y', runs: [one] }))).to.equal('VAL_DELIVER_001');
      at.ledger.seal(claim(bob, one));
      expect(at.owed).to.deep.equal([`y ${one.txId} ${bob.address}`]);
      // A stranger gets nothing, and who claimed it nothing that the role does not read.
      expect(at.judge(at.delivery({ by: alice, to: dave, role: 'y', runs: [one] }))).to.equal('VAL_DELIVER_001');
      at.deliver({ by: alice, to: bob, role: 'y', runs: [one] });
      expect(at.read(bob)[0]?.data).to.deep.equal({ price: 10 });
      expect(at.read(dave)[0]?.data).to.deep.equal({});
      // After the claim an action that is done again is sealed to the holder, and its calculations are judged by that.
      const back = at.move('Rejection', {
        action: 2,
        by: bob,
        previous: one.txId,
        payload: { type: 'rejection', reason: 'no' },
      });
      expect(at.judge(back)).to.equal('ok');
      const two = at.take({ action: 2, by: bob, data: { qty: 3, total: 30 }, next: [3], previous: one.txId });
      // It names the delivery, so that its reader knows what it calculated with.
      expect(at.read(carol)[1]?.members.get('/total')).to.equal('verified');
      at.take({ action: 3, by: carol, data: { done: 1 }, next: [], previous: two.txId });
      expect(at.instance.state).to.equal('Completed');
    });

  it('goes to who claimed it last, and to the holder alone from then on', () => {
    const at = new DeliveryLedger(SEALED, [alice, bob, carol, dave]);
    const claim = (by: Wallet, after: Transaction, type = 'Claim') =>
      at.move(type, { action: 2, by, previous: after.txId, payload: { type: type.toLowerCase(), v: 1 } });
    const first = at.take({ action: 1, by: alice, data: { price: 10, note: 1 }, next: [2] });
    at.ledger.seal(claim(bob, first));
    const rejects = (by: Wallet) =>
      at.move('Rejection', { action: 2, by, previous: first.txId, payload: { type: 'rejection', reason: 'no' } });
    const lapsedMs = at.ledger.state.timestampMs + 25 * HOUR;
    at.ledger.sealAt(lapsedMs, claim(dave, first));
    expect(at.owed).to.deep.equal([`y ${first.txId} ${dave.address}`]);
    const rejected = rejects(dave);
    at.ledger.sealAt(lapsedMs + 1, rejected);
    const again = at.run({
      action: 1,
      by: alice,
      data: { price: 11, note: 1 },
      next: [2],
      previous: rejected.txId,
    });
    expect(again.header.recipients).to.have.members([alice.address, carol.address, dave.address]);
    expect(at.judge(again)).to.equal('ok');
  });

  it('keeps deliveries for its holder, however many claim it before and are given run by run', () => {
    const at = new DeliveryLedger(SEALED, [alice, bob, carol, dave]);
    const claim = (by: Wallet, after: Transaction, type = 'Claim') =>
      at.move(type, { action: 2, by, previous: after.txId, payload: { type: type.toLowerCase(), v: 1 } });
    const one = at.take({ action: 1, by: alice, data: { price: 10, note: 1 }, next: [2] });
    const share = Math.floor(INSTANCE_DELIVERIES_MAX / 3);
    const part = Math.floor(share / (OPEN_ROLE_CLAIMS_MAX + 1));
    const judged = (by: Wallet, had: number) => {
      const tx = at.delivery({ by: alice, to: by, role: 'y', runs: [one] });
      const { definition, instance } = at;
      const { view } = at.ledger;
      const full = { ...instance, deliveries: { y: had } };
      const found = judgeDelivery(view, {
        ...{ tx, definition, instanceId: instanceIdOf(tx), instance: full, rowOf: rowsIn(view) },
        atMs: NOW,
      });
      return isFailure(found) ? found.issue.code : 'ok';
    };
    at.ledger.seal(claim(bob, one));
    expect([judged(bob, part - 1), judged(bob, part)]).to.deep.equal(['ok', 'VAL_DELIVER_004']);
    at.ledger.seal(claim(bob, one, 'Release'), claim(dave, one));
    const second = Math.floor((2 * share) / (OPEN_ROLE_CLAIMS_MAX + 1));
    expect([judged(dave, second - 1), judged(dave, second)]).to.deep.equal(['ok', 'VAL_DELIVER_004']);
    const back = { action: 2, by: dave, previous: one.txId, payload: { type: 'rejection', reason: 'no' } };
    at.ledger.seal(at.move('Rejection', back));
    expect([judged(dave, share - 1), judged(dave, share)]).to.deep.equal(['ok', 'VAL_DELIVER_004']);
  });

  it('is sealed for who claimed it meanwhile, too: a move for too few or too many is refused', () => {
    const actions = [
      { ...asks({ price: num }), ...shows({ y: ['price'] }), ...to(2, 3) },
      { sender: 'x', ...asks({ more: num }), ...shows({ y: ['more'] }), ...to() },
      { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['*'] }), ...to() },
    ];
    const participants = [{ id: 'x', walletAddress: alice.address }, { id: 'y' }];
    const at = new DeliveryLedger({ ...definitionOf(actions), participants } as JsonObject, [alice, bob]);
    const claim = (type: string, after: Transaction) =>
      at.move(type, { action: 3, by: bob, previous: after.txId, payload: { type: type.toLowerCase(), v: 1 } });
    const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2, 3] });
    const two = { action: 2, by: alice, data: { more: 1 }, next: [], previous: one.txId };
    const before = at.run(two);
    at.ledger.seal(claim('Claim', one));
    expect(at.judge(before)).to.equal('VAL_CELL_003');
    const meanwhile = at.run(two);
    expect(meanwhile.header.recipients).to.have.members([alice.address, bob.address]);
    expect(at.judge(meanwhile)).to.equal('ok');
    at.ledger.seal(claim('Release', one));
    expect(at.judge(meanwhile)).to.equal('VAL_CELL_003');
    expect(at.judge(at.run(two))).to.equal('ok');
  });
});

describe('open roles of random strangers', () => {
  const people = [bob, carol, dave, eve, wallet('frank'), wallet('grace')];
  const move = fc.record({
    kind: fc.constantFrom('claim', 'release', 'act', 'enrol'),
    by: fc.nat(people.length - 1),
    laterMs: fc.constantFrom(0, 1, HOUR / 2, HOUR, 2 * HOUR + 2),
  });

  it('are acted in by no wallet while another one has reserved them, and reserved so often at most', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 8, maxLength: 30 }), (moves) => {
        const at = opened();
        const enrolled = new Set<number>();
        let reserved: { readonly by: number; readonly untilMs: number } | undefined;
        let claims = 0;
        for (const { kind, by, laterMs } of moves) {
          const one = people[by] as Wallet;
          const nowMs = at.ledger.state.timestampMs + laterMs + 1;
          if (kind === 'enrol') {
            if (!enrolled.has(by)) at.enrol(`r${by}`, [one]);
            enrolled.add(by);
            continue;
          }
          const tx = kind === 'act' ? at.acts(one) : at.claim(one, kind === 'claim' ? 'Claim' : 'Release');
          const { state, view } = at.ledger;
          const isOk = validate(tx, { state, view, signaturesOk: true, docketMs: nowMs }).ok;
          const isOthers = reserved !== undefined && reserved.by !== by && nowMs <= reserved.untilMs;
          if (isOthers) expect(isOk, kind).to.equal(false);
          if (kind === 'act') expect(isOk).to.equal(!isOthers);
          if (kind === 'release') expect(isOk).to.equal(reserved?.by === by && nowMs <= reserved.untilMs);
          if (!isOk) continue;
          at.ledger.sealAt(nowMs, tx);
          if (kind === 'release') reserved = undefined;
          if (kind === 'act') {
            expect(at.row() ?? {}).to.not.have.property('claims');
            return;
          }
          if (kind === 'claim') {
            claims += 1;
            reserved = { by, untilMs: nowMs + HOUR };
          }
          expect(claims).to.be.at.most(OPEN_ROLE_CLAIMS_MAX);
        }
        // However they claimed, the role is there for who acts once the last term is over.
        const freeMs = at.ledger.state.timestampMs + HOUR + 1;
        expect(at.judge(at.acts(owner), freeMs)).to.equal('ok');
      }),
      { numRuns: 60 },
    );
  });
});
