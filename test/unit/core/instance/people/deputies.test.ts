// Deputies on a register: a wallet that stands in by a delegation acts in its time, for its actions and up to its
// amount. It acts for the holder of a role and for no other wallet. With senders outside of each bound, and delegations
// that others signed.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { DELEGATION_MS_MAX, DELEGATIONS_MAX } from '../../../../../core/base/limits/ledger/people.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import { reachProblem } from '../../../../../core/instance/people/deputies.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Delegation } from '../../../../../core/register/people/delegations.js';
import { checkRecord } from '../../../../../core/register/people/participants.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { act, alice, bob, NOW, owner, slotAfter, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, recordOf, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, eve] = [wallet('carol'), wallet('dave'), wallet('eve')];
const HOUR = 60 * 60 * 1000;
const iso = (ms: number) => new Date(ms).toISOString();

/** alice asks, bob answers; carol is the deputy of bob, and dave that of carol. */
function talk(more: object = {}): JsonObject {
  return {
    language: 2,
    title: 'Talk',
    participants: [{ id: 'asks', walletAddress: alice.address }, { id: 'answers' }],
    actions: [
      step(1, 'asks', [2], { isStartingAction: true }),
      step(2, 'answers', [3, 4], { rejectionConfig: { targetActionId: 1 } }),
      step(3, 'asks', [], more),
      step(4, 'answers', []),
    ],
  } as unknown as JsonObject;
}

const delegation = (to: string, more: Partial<Delegation> = {}): Delegation => ({
  to,
  from: iso(NOW),
  until: iso(NOW + 10 * HOUR),
  ...more,
});

function opened(delegations: readonly Delegation[] = [delegation('c')], definition = talk()) {
  const people = new People(definition);
  for (const [id, by] of Object.entries({ a: alice, c: carol, d: dave })) people.enrol(id, [by]);
  people.enrol('b', [bob], { delegations });
  people.enrol('c', [carol], { delegations: [delegation('d')] });
  const first = people.seal(1, alice);
  // The role is open: bob takes it.
  const second = people.seal(2, bob, { after: first });
  const last = (by: Wallet, atMs?: number) => people.judge(people.move(4, by, { after: second }), atMs);
  return Object.assign(people, { first, second, last });
}

describe('deputies', () => {
  it('act for the holder in their time, to the millisecond, and never before or after it', () => {
    const at = opened([delegation('c', { from: iso(NOW + HOUR), until: iso(NOW + 2 * HOUR) })]);
    expect(at.last(carol, NOW + HOUR - 1)).to.equal('VAL_BP_002');
    expect(at.last(carol, NOW + HOUR)).to.equal('ok');
    expect(at.last(carol, NOW + 2 * HOUR)).to.equal('ok');
    expect(at.last(carol, NOW + 2 * HOUR + 1)).to.equal('VAL_BP_002');
    expect(at.last(bob, NOW + HOUR), 'the holder acts too').to.equal('ok');
  });

  it('act in what the delegation names', () => {
    expect(opened([delegation('c', { blueprints: ['loan'], actions: [4] })]).last(carol)).to.equal('ok');
    expect(opened([delegation('c', { blueprints: ['loan'], actions: [2] })]).last(carol)).to.equal('VAL_BP_002');
    expect(opened([delegation('c', { blueprints: ['other'] })]).last(carol)).to.equal('VAL_BP_002');
  });

  it('pass nothing on, and stand in for no one who holds nothing', () => {
    const at = opened();
    expect(at.last(dave), 'the deputy of the deputy').to.equal('VAL_BP_002');
    const people = new People(talk());
    for (const [id, by] of Object.entries({ a: alice, c: carol })) people.enrol(id, [by]);
    people.enrol('b', [bob], { delegations: [delegation('c')] });
    const first = people.seal(1, alice);
    people.seal(2, carol, { after: first });
    // In an open role carol acted for itself, and holds it.
    expect(holdersNow(people.ledger.view, INSTANCE).roles.answers).to.equal(carol.address);
  });

  it('leave the role with its holder, and the row of the run names who sent it', () => {
    const at = opened();
    const run = at.seal(4, carol, { after: at.second });
    expect(rowsIn(at.ledger.view)(run.txId)?.by).to.equal(carol.address);
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(bob.address);
    expect(at.instance.participants).to.deep.equal({ answers: bob.address });
    expect(rowsIn(at.ledger.view)(at.second.txId)).to.not.have.property('by');
  });

  it('open an instance for the participant, who alone cancels it', () => {
    const people = new People(talk());
    people.enrol('c', [carol]);
    people.enrol('a', [alice], { delegations: [delegation('c')] });
    const first = people.seal(1, carol);
    expect(holdersNow(people.ledger.view, INSTANCE).opener).to.equal(alice.address);
    const cancel = (by: Wallet) => people.judge(people.move(1, by, { after: first, type: 'Cancellation' }));
    expect([cancel(carol), cancel(alice)]).to.deep.equal(['VAL_BP_002', 'ok']);
  });

  it('end with the next version of the record, and with a revocation of either', () => {
    const at = opened();
    at.enrol('b', [bob]);
    expect(at.last(carol)).to.equal('VAL_BP_002');
    const other = opened();
    other.enrol('b', [bob], { status: 'Revoked', delegations: [delegation('c')] });
    expect(other.last(carol)).to.equal('VAL_BP_002');
    const gone = opened();
    gone.enrol('c', [carol], { status: 'Revoked' });
    expect(gone.last(carol)).to.equal('VAL_BP_002');
  });

  it('act on where the holder is vacant and not revoked, in both orders of one docket', () => {
    const at = opened();
    at.enrol('b', [bob], { status: 'Deprecated', delegations: [delegation('c')] });
    expect(at.last(bob)).to.equal('VAL_BP_002');
    expect(at.last(carol)).to.equal('ok');
    const both = opened();
    both.ledger.seal(both.move(4, carol, { after: both.second }), both.record('b', [bob]));
    const late = opened();
    expect(() => late.ledger.seal(late.record('b', [bob]), late.move(4, carol, { after: late.second }))).to.throw(
      'VAL_BP_002',
    );
  });

  it('are named by the primary wallet of the record alone', () => {
    const at = opened();
    const mine = { delegations: [delegation('d')] };
    expect(at.judge(at.record('b', [bob], { ...mine, by: owner }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('b', [bob, eve], { ...mine, by: owner }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('b', [bob], mine))).to.equal('ok');
    const kept = { delegations: [delegation('c')], status: 'Deprecated' as const, by: owner };
    expect(at.judge(at.record('b', [bob], kept)), 'an Owner keeps them').to.equal('ok');
    expect(at.judge(at.record('x', [eve], { ...mine, by: owner }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('b', [eve], { delegations: [delegation('d')], by: bob }))).to.equal('ok');
  });

  it('act up to an amount, as far as the data is readable by all', () => {
    const max = { var: 'in.n', upTo: '5.00' };
    const at = opened([delegation('c', { max })]);
    const acts = (payload: JsonObject) => at.judge(at.move(4, carol, { after: at.second, payload }));
    expect(acts({ n: 5 })).to.equal('ok');
    expect(acts({ n: 6 })).to.equal('VAL_FLOW_009');
    expect(at.judge(at.move(4, bob, { after: at.second, payload: { n: 6 } }))).to.equal('ok');
    // A reader of the data judges the rest: texts by value, and what is not stated is too much.
    const deputy = { wallet: '', holder: '', standsFor: '' };
    const reach = (data: JsonObject, name = 'in.n', currency?: string) => {
      const most = { var: name, upTo: '5.00', ...(currency && { currency }) };
      return reachProblem([{ ...deputy, delegation: delegation('c', { max: most }) }], data)?.code;
    };
    expect(reach({ n: '5.000' })).to.equal(undefined);
    expect(reach({ n: '10.00' })).to.equal('VAL_FLOW_009');
    expect(reach({ n: { amount: '4.99', currency: 'EUR' } }, 'in.n', 'EUR')).to.equal(undefined);
    expect(reach({ m: { n: 1 } }, 'calc.m.n')).to.equal(undefined);
    expect(reach({})).to.equal('VAL_FLOW_009');
    expect(reach({ n: 'much' })).to.equal('VAL_FLOW_009');
    // An amount that flows the other way commits as much, and an amount is of its currency or of none.
    expect([reach({ n: -5 }), reach({ n: '-4.99' })]).to.deep.equal([undefined, undefined]);
    expect([reach({ n: -6 }), reach({ n: '-5.01' })]).to.deep.equal(['VAL_FLOW_009', 'VAL_FLOW_009']);
    const money = (amount: string, currency = 'EUR') => ({ n: { amount, currency } });
    expect(reach(money('-5.00'), 'in.n', 'EUR')).to.equal(undefined);
    for (const [data, currency] of [
      [money('-5.01'), 'EUR'],
      [money('1.00', 'KWD'), 'EUR'],
      [money('1.00'), undefined],
      [{ n: 1 }, 'EUR'],
    ] as const)
      expect(reach(data, 'in.n', currency), JSON.stringify([data, currency])).to.equal('VAL_FLOW_009');
  });

  it('keep four eyes as themselves and as the participant for which they act', () => {
    const apart = talk({ notSameAs: [2] });
    const people = new People(apart);
    for (const [id, by] of Object.entries({ b: bob, c: carol, d: dave })) people.enrol(id, [by]);
    people.enrol('a', [alice], { delegations: [delegation('b'), delegation('c')] });
    people.enrol('b', [bob], { delegations: [delegation('c')] });
    const first = people.seal(1, alice);
    const second = people.seal(2, bob, { after: first });
    const third = (by: Wallet) => people.judge(people.move(3, by, { after: second }));
    expect(third(bob), 'bob did the other action').to.equal('VAL_FLOW_005');
    expect(third(carol)).to.equal('ok');
    expect(third(alice)).to.equal('ok');
    const twice = new People(apart);
    twice.enrol('c', [carol]);
    for (const [id, by] of Object.entries({ a: alice, b: bob }))
      twice.enrol(id, [by], { delegations: [delegation('c')] });
    const opening = twice.seal(1, alice);
    // bob takes the open role by a rejection, and his deputy acts in it.
    twice.seal(2, bob, { after: opening, type: 'Rejection' });
    const again = twice.seal(1, alice, {
      after: [...Object.keys(twice.instance.flow)].map((txId) => twice.ledger.view.transaction(txId)).at(-1) as never,
    });
    const answer = twice.seal(2, carol, { after: again });
    expect(twice.judge(twice.move(3, carol, { after: answer })), 'carol for both').to.equal('VAL_FLOW_005');
  });

  it('that are candidates too take no role that another one has reserved', () => {
    const clerks = talk() as unknown as { participants: JsonObject[] };
    const open = { ...clerks, participants: [clerks.participants[0], { id: 'answers', candidates: ['b', 'c', 'd'] }] };
    const at = new People(open as unknown as JsonObject, { a: alice, b: bob, c: carol, d: dave });
    at.enrol('b', [bob], { delegations: [delegation('c')] });
    const first = at.seal(1, alice);
    const second = at.seal(2, bob, { after: first });
    at.enrol('b', [bob], { status: 'Deprecated', delegations: [delegation('c')] });
    at.seal(4, dave, { after: second, type: 'Claim', payload: { type: 'claim', v: 1 } });
    const run = at.seal(4, carol, { after: second });
    expect(rowsIn(at.ledger.view)(run.txId)?.by).to.equal(carol.address);
    expect(at.ledger.view.state(`held/${INSTANCE}`)?.roles).to.deep.include({ answers: 'b' });
  });

  it('are told from wallets: no record has the address of one for its id', () => {
    const at = opened();
    expect(at.judge(at.record(eve.address, [eve]))).to.equal('VAL_PARTICIPANT_001');
    expect(at.judge(at.record('e', [eve]))).to.equal('ok');
  });

  it('have one form', () => {
    const form = (one: object) =>
      checkRecord(recordOf('b', [bob], { delegations: [one] as never }) as unknown as JsonObject).map(
        ({ path }) => path,
      );
    const good = delegation('c');
    expect(form(good)).to.deep.equal([]);
    expect(form({ ...good, max: { var: 'calc.total', upTo: '10.00' }, blueprints: ['x'], actions: [1] })).to.deep.equal(
      [],
    );
    const at = '/delegations/0';
    for (const [bad, path] of [
      [{ ...good, to: 'b' }, '/to'],
      [{ ...good, to: '' }, '/to'],
      [{ ...good, more: 1 }, ''],
      [{ ...good, actions: [1] }, '/actions'],
      [{ ...good, blueprints: ['x', 'y'], actions: [1] }, '/actions'],
      [{ ...good, blueprints: ['x', 'x'] }, '/blueprints'],
      [{ ...good, blueprints: [] }, '/blueprints'],
      [{ ...good, from: 'today' }, '/from'],
      [{ ...good, until: good.from }, '/until'],
      [{ ...good, until: iso(NOW + DELEGATION_MS_MAX + 1) }, '/until'],
      [{ ...good, max: { var: 'act.1.x', upTo: '1' } }, '/max'],
      [{ ...good, max: { var: 'in.x', upTo: 1 } }, '/max'],
      [{ ...good, max: { var: 'in.x', upTo: '-1' } }, '/max'],
      [{ ...good, max: { var: 'in.x', upTo: '1', currency: 'euro' } }, '/max'],
    ] as const)
      expect(form(bad), path).to.deep.equal([`${at}${path}`]);
    const many = Array.from({ length: DELEGATIONS_MAX + 1 }, () => good);
    expect(checkRecord(recordOf('b', [bob], { delegations: many }) as unknown as JsonObject)).to.have.length(1);
    expect(checkRecord(recordOf('b', [bob], { delegations: [] }) as unknown as JsonObject)).to.have.length(1);
  });

  it('read what the role reads while they stand in for it, and what they send is read by the holder', () => {
    const definition = definitionOf([
      { ...asks({ a: num, b: num }), ...shows({ y: ['a'] }), ...to(2) },
      { sender: 'y', ...asks({ c: num }), ...to() },
    ]);
    const participants = Object.entries({ x: alice, y: bob }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    }));
    const people = new People(talk());
    const until = NOW + 10_000_000;
    const records = [
      people.enrol('c', [carol]),
      people.enrol('y', [bob], { delegations: [delegation('c', { until: iso(until) })] }),
    ];
    const at = new SealedLedger({ ...definition, participants } as unknown as JsonObject, [alice, bob, carol], records);
    const one = { action: 1, by: alice, data: { a: 1, b: 2 }, next: [2] };
    const run = at.take(one);
    expect(run.header.recipients).to.have.members([alice, bob, carol].map(({ address }) => address));
    const row = rowsIn(at.ledger.view)(run.txId);
    expect(row?.also).to.deep.equal({ y: [carol.address] });
    expect(expectGroup(at.definition, run, { wallet: carol.address, taken: {}, row })?.classes).to.deep.equal([0]);
    const answer = { action: 2, by: carol, data: { c: 3 }, next: [], previous: run.txId };
    const sent = at.run(answer);
    expect(sent.header.recipients).to.have.members([bob.address, carol.address]);
    expect(at.judge(sent, until + 1), 'too late').to.contain('VAL_BP_002');
    const own = at.run({ ...answer, by: bob });
    expect(at.judge(own, until + 1), 'the deputy reads for the rest of the slot').to.equal('ok');
    expect(at.judge(own, slotAfter(until)), 'sealed to who is no deputy any more').to.equal('VAL_CELL_003');
    expect(at.judge(sent)).to.equal('ok');
  });
});

describe('deputies that confirm', () => {
  const num = { type: 'integer' };
  /** x states an amount, which y confirms; carol is the deputy of y, bob. */
  function stated(delegations: readonly Delegation[], by: Wallet = alice) {
    const definition = {
      ...definitionOf([
        {
          ...asks({ amount: num }),
          ...shows({ y: ['*'] }),
          confirm: { by: ['y'], within: 'P1D', otherwise: 'redo' },
          ...to(2),
        },
        { sender: 'y', ...asks({ done: num }), ...to() },
      ] as never),
      participants: [
        { id: 'x', walletAddress: by.address },
        { id: 'y', walletAddress: bob.address },
      ],
    };
    const people = new People(definition as unknown as JsonObject);
    for (const [id, one] of Object.entries({ c: carol, d: dave })) people.enrol(id, [one]);
    people.enrol('b', [bob], { delegations });
    const run = people.seal(1, by, { payload: { amount: 100 } });
    const answer = (one: Wallet, accept = true, atMs?: number): string => {
      const payload = { type: 'confirmation', ...(!accept && { reason: 'No.' }) };
      const metadata = { answer: { accept, role: 'y' }, type: 'Confirmation' };
      const place = {
        actionId: '1',
        instanceId: INSTANCE,
        publicationTxId: people.pin,
        previousTransactionId: run.txId,
      };
      return people.judge(act({ ...place, payload: payload as JsonObject, metadata }, one), atMs);
    };
    return { people, answer };
  }

  it('stand in for the holder in their time, and up to their amount where all read it', () => {
    const timed = stated([delegation('c', { from: iso(NOW + HOUR), until: iso(NOW + 2 * HOUR) })]);
    expect(timed.answer(carol, true, NOW + HOUR - 1)).to.equal('VAL_CONF_003');
    expect(timed.answer(carol, true, NOW + HOUR)).to.equal('ok');
    expect(timed.answer(carol, true, NOW + 2 * HOUR + 1)).to.equal('VAL_CONF_003');
    expect([timed.answer(dave), timed.answer(bob)]).to.deep.equal(['VAL_CONF_003', 'ok']);
    const upTo = (most: string) => stated([delegation('c', { max: { var: 'in.amount', upTo: most } })]).answer;
    expect(upTo('100.00')(carol)).to.equal('ok');
    expect(upTo('99.99')(carol)).to.equal('VAL_FLOW_009');
    // To decline commits the holder to nothing.
    expect(upTo('99.99')(carol, false)).to.not.contain('VAL_FLOW_009');
  });

  it('confirm nothing that they sent themselves', () => {
    expect(stated([delegation('c')], carol).answer(carol)).to.equal('VAL_CONF_003');
  });
});
