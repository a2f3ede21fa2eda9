// Deliveries to deputies: a deputy of the holder of a role is given what that role read before, and nothing else, from
// any wallet that was given it. This begins with the docket in which the delegation counts, and lasts as long as it
// does.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { INSTANCE_DELIVERIES_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import type { Action } from '../../../../../core/blueprint/definition/types.js';
import { ROUTE_MEMBER } from '../../../../../core/envelope/layout/layout.js';
import { PARTICIPANT_ACTION } from '../../../../../core/kinds/participant.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { refusedBuilding, refusedConfirming } from '../../../../../core/reading/cells/findings.js';
import { visibleRuns } from '../../../../../core/reading/cells/visible-runs.js';
import type { Delegation } from '../../../../../core/register/people/delegations.js';
import { MAY_TURN } from '../../../../../core/validate/finality.js';
import { asks, definitionOf, num, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, NOW, type Wallet, wallet } from '../../../../support/register/ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const FROM = NOW + HOUR;
const UNTIL = NOW + 3 * HOUR;
const ROLES = { x: alice.address, y: bob.address, z: carol.address };

/** x states a price and a note that y does not read, y a quantity, z ends. */
const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: num, note: num }), ...shows({ y: ['price'], z: ['*'] }), ...to(2) },
    {
      sender: 'y',
      ...asks({ qty: num }),
      calculations: { total: { '*': [read('in.qty'), read('act.1.price')] } },
      ...shows({ x: ['*'], z: ['*'] }),
      routes: [
        { id: 'end', nextActionIds: [3], condition: { '<': [read('in.qty'), 3] } },
        { id: 'more', nextActionIds: [2], isDefault: true },
      ],
    },
    { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
  ]),
  participants: Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })),
  disputes: { window: 'P2D' },
};
const END = { qty: 2, total: 20, [ROUTE_MEMBER]: { reasonCode: 'ConditionMatched', routeId: 'end' } };
const standsIn = (more: Partial<Delegation> = {}): Delegation => ({
  to: 'd',
  from: iso(FROM),
  until: iso(UNTIL),
  ...more,
});

/** One run that the role y reads; then bob lets dave stand in for it. */
function appointed(delegation: Delegation = standsIn()) {
  const at = new DeliveryLedger(DEFINITION, [alice, bob, carol, dave, erin]);
  at.enrol({ a: alice, c: carol, d: dave, e: erin });
  const first = at.record('b', bob, 1);
  at.ledger.seal(first);
  const one = at.take({ action: 1, by: alice, data: { price: 10, note: 7 }, next: [2] });
  at.ledger.seal(at.record('b', bob, 2, { previous: first.txId, delegations: [delegation] }));
  const given = (by: Wallet, more: Partial<Parameters<DeliveryLedger['delivery']>[0]> = {}) =>
    at.delivery({ by, to: dave, role: 'y', runs: [one], ...more });
  return { at, one, given };
}

/** The same with a ciphertext that does not open. */
function garbled(payload: JsonObject): JsonObject {
  const text = JSON.stringify(payload).replace(
    /"ciphertext":"(.)/,
    (_, first) => `"ciphertext":"${first === 'A' ? 'B' : 'A'}`,
  );
  return JSON.parse(text) as JsonObject;
}

function enrolledTxId(at: DeliveryLedger, by: Wallet): string {
  const records = at.ledger.dockets.flatMap(({ docket }) => docket.transactions);
  return records.findLast(({ header }) => header.senderWallet === by.address && header.actionId === PARTICIPANT_ACTION)
    ?.txId as string;
}

describe('a delivery to a deputy', () => {
  it('is owed and taken from the moment of the delegation on, up to its end, and not beside it', () => {
    const { at, one, given } = appointed();
    const owed = [`y ${one.txId} ${dave.address}`];
    for (const [ms, expected] of [
      [FROM - 1, 'VAL_DELIVER_001'],
      [FROM, 'ok'],
      [UNTIL, 'ok'],
      [UNTIL + 1, 'VAL_DELIVER_001'],
    ] as const) {
      expect(at.judge(given(bob), ms), `${ms - NOW}`).to.equal(expected);
      expect(at.owedAt(ms), `${ms - NOW}`).to.deep.equal(expected === 'ok' ? owed : []);
    }
    expect(MAY_TURN.has('VAL_DELIVER_001')).to.equal(true);
    expect(at.owed, 'no task of every sender').to.deep.equal([]);
  });

  it('gives what the role reads, which the deputy then acts on and all can judge', () => {
    const { at, one, given } = appointed();
    at.ledger.sealAt(FROM, given(bob));
    expect(at.owedAt(FROM + 1)).to.deep.equal([]);
    expect(at.read(dave).map(({ data }) => data)).to.deep.equal([{ price: 10 }]);
    expect(at.read(dave)[0]?.members.has('/note')).to.equal(false);
    const lie = at.take({ action: 2, by: dave, data: { ...END, total: 999 }, next: [3], previous: one.txId });
    const claim = { by: alice, ground: 'calculation', at: '/calculations/total' } as const;
    const shown = [[one, '/price'] as const, [lie, '/qty', '/total'] as const];
    // The operand counts as seen by the deputy: so its false total is proven, and it is the one at fault.
    at.ledger.seal(at.objection({ run: lie, ...claim, shown }));
    expect(at.instance.faults?.map(({ wallet: by }) => by)).to.deep.equal([dave.address]);
  });

  it('is what the deputy is judged by: without it no total of it is right', () => {
    const { at, one } = appointed();
    // Any docket of that time.
    at.ledger.sealAt(FROM, at.record('n', wallet('new'), 1));
    const run = at.take({ action: 2, by: dave, data: END, next: [3], previous: one.txId });
    const claim = { run, by: alice, ground: 'calculation', at: '/calculations/total' };
    const shown = [[run, '/qty', '/total'] as const];
    expect(at.judge(at.objection({ ...claim, shown }))).to.equal('ok');
  });

  it('comes from who was given all of it, and goes to who stands in and to no other wallet', () => {
    const { at, given } = appointed();
    expect(at.judge(given(alice), FROM), 'its sender').to.equal('ok');
    expect(at.judge(given(carol), FROM), 'a reader of all').to.equal('ok');
    expect(at.judge(given(erin), FROM), 'a stranger').to.equal('VAL_DELIVER_003');
    expect(at.judge(given(bob, { to: erin }), FROM), 'to a stranger').to.equal('VAL_DELIVER_001');
    expect(at.judge(given(alice, { role: 'z' }), FROM), 'of another role').to.equal('VAL_DELIVER_001');
  });

  it('is not for who does other actions, nor once the participant left or the role passed on', () => {
    expect(appointed(standsIn({ blueprints: ['loan'], actions: [2] })).at.owedAt(FROM)).to.have.length(1);
    expect(appointed(standsIn({ blueprints: ['loan'], actions: [3] })).at.owedAt(FROM)).to.deep.equal([]);
    expect(appointed(standsIn({ blueprints: ['other'] })).at.owedAt(FROM)).to.deep.equal([]);
    const { at, one, given } = appointed();
    at.handOver({ role: 'y', from: bob, to: erin, after: one });
    expect(at.owedAt(FROM)).to.deep.equal([`y ${one.txId} ${erin.address}`]);
    expect(at.judge(given(alice), FROM)).to.equal('VAL_DELIVER_001');
  });

  it('lets the deputy challenge nothing: it stands in for actions', () => {
    const { at, one, given } = appointed();
    at.ledger.sealAt(FROM, given(bob));
    const payload = { type: 'challenge', v: 1, role: 'y' };
    const challenge = at.move('Challenge', { action: 1, by: dave, previous: one.txId, payload });
    expect(at.judge(challenge, FROM + 1)).to.equal('VAL_DELIVER_005');
  });

  it('that does not open takes nothing from the role of a wallet that was made a deputy', () => {
    const { at, one } = appointed();
    const before = at.record('a', alice, 2, {
      previous: enrolledTxId(at, alice),
      delegations: [{ to: 'b', from: iso(NOW), until: iso(UNTIL) }],
    });
    at.ledger.seal(before);
    const nothing = at.delivery({ by: alice, to: bob, role: 'x', runs: [one], payload: garbled });
    expect(at.judge(nothing, FROM)).to.equal('ok');
    at.ledger.sealAt(FROM, nothing);
    const runs = at.read(bob);
    expect(runs[0]).to.deep.include({ data: { price: 10 }, undelivered: 'closed', missedBy: ['x', 'z'] });
    const { definition } = at;
    const action = definition.actions[1] as Action;
    const building = (role: string) => refusedBuilding({ definition, action, role, runs, accepted: [] })?.code;
    expect(building('y'), 'its own role').to.equal(undefined);
    expect(building('x'), 'as the deputy that it may be').to.equal('FACT_UNDELIVERED');
    const confirming = (role: string) => refusedConfirming(runs, { txId: one.txId, role, accepted: [] })?.code;
    expect([confirming('y'), confirming('x')]).to.deep.equal([undefined, 'FACT_UNDELIVERED']);
    const visible = visibleRuns({ definition, moves: at.moves }, runs, new Map());
    expect(visible.closed.has(one.txId)).to.equal(false);
    expect(visible.opened.get(one.txId)?.map(({ fields }) => fields)).to.deep.equal([{ price: 10 }]);
  });

  it('leaves half of the share of its role to a later holder, whoever delivers', () => {
    const idle = Array.from({ length: 97 }, (_, i) => ({ id: `r${i}`, walletAddress: wallet(`idle ${i}`).address }));
    const participants = [...Object.entries(ROLES).map(([id, walletAddress]) => ({ id, walletAddress })), ...idle];
    const again = { id: 'again', nextActionIds: [1], condition: { '<': [read('in.price'), 99] } };
    const opening = { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }) };
    const rounds = [
      { ...opening, routes: [again, { id: 'on', nextActionIds: [2], isDefault: true }] },
      { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['*'] }), ...to() },
    ];
    const at = new DeliveryLedger({ ...definitionOf(rounds), participants }, [alice, bob, carol, dave, erin]);
    at.enrol({ a: alice, c: carol, d: dave, e: erin });
    const first = at.record('b', bob, 1);
    at.ledger.seal(first);
    const share = Math.floor(INSTANCE_DELIVERIES_MAX / participants.length);
    const runs: Transaction[] = [];
    for (let price = 0; price < share; price++) {
      const data = { price, [ROUTE_MEMBER]: { reasonCode: 'ConditionMatched', routeId: 'again' } };
      const previous = runs.at(-1)?.txId;
      runs.push(at.take({ action: 1, by: alice, data, next: [1], ...(previous && { previous }) }));
    }
    at.ledger.seal(at.record('b', bob, 2, { previous: first.txId, delegations: [standsIn({ from: iso(NOW) })] }));
    const taken = runs.filter((run) => {
      const nothing = at.delivery({ by: carol, to: dave, role: 'y', runs: [run], payload: garbled });
      if (at.judge(nothing) !== 'ok') return false;
      at.ledger.seal(nothing);
      return true;
    });
    expect(taken).to.have.length(share / 2);
    const last = runs.at(-1) as Transaction;
    at.handOver({ role: 'y', from: bob, to: erin, after: last });
    expect(at.judge(at.delivery({ by: alice, to: erin, role: 'y', runs }))).to.equal('ok');
  });
});
