// Open roles that only confirm or only read: a wallet that claims one holds it, is given what came before, and the
// instance runs to its end. With wallets that may not, and roles that others are to act in.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { classesSealed } from '../../../../../core/instance/deliveries/owed.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { about, asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';

const [carol, dave] = [wallet('carol'), wallet('dave')];
const CLAIM = { type: 'claim', v: 1 };

const ACTIONS = [
  {
    ...asks({ amount: num, note: num }),
    ...shows({ k: ['amount'], v: ['note'], y: ['*'] }),
    confirm: { by: ['k'], within: 'P1D', otherwise: 'redo' },
    ...to(2),
  },
  { ...asks({ b: num }), ...shows({ k: ['*'] }), ...to(3) },
  { sender: 'y', ...asks({ c: num }), ...to() },
];

/** x states what k confirms and v reads; both are open and do nothing, y is open and acts, f has a wallet. */
function begun({ k = {} }: { readonly k?: JsonObject } = {}) {
  const roles = [{ id: 'x', walletAddress: alice.address }, { id: 'k', ...k }, { id: 'v' }, { id: 'y' }];
  const definition = {
    ...definitionOf(ACTIONS),
    participants: [...roles, { id: 'f', walletAddress: dave.address }],
  } as unknown as JsonObject;
  const people = new People(definitionOf([{ ...asks({ a: num }), ...to() }]));
  const records = [people.enrol('a', [alice]), people.enrol('b', [bob])];
  const at = new DeliveryLedger(definition, [alice, bob, carol, dave], records);
  const one = at.take({ action: 1, by: alice, data: { amount: 9, note: 1 }, next: [2] });
  let n = 0;
  const claim = (by: Wallet, role: string, action = 1, type = 'Claim'): Transaction => {
    const payload = { ...CLAIM, type: type.toLowerCase() };
    return at.move(type, { action, by, previous: one.txId, payload, n: n++, metadata: { role } });
  };
  const sealed = (tx: Transaction): Transaction => {
    at.ledger.seal(tx);
    return tx;
  };
  const answer = (by: Wallet): Transaction => at.answer({ run: one, by, role: 'k' });
  return { at, one, claim, sealed, answer };
}

describe('an open role that does nothing', () => {
  it('is held by who claims it, is given what came before, and confirms, so that all runs to its end', () => {
    const { at, one, claim, sealed, answer } = begun();
    expect(at.judge(answer(bob)), 'not held').to.equal('VAL_CONF_003');
    sealed(claim(bob, 'k'));
    const held = [at.instance.participants.k, holdersNow(at.ledger.view, 'inst-1').roles.k];
    expect(held).to.deep.equal([bob.address, bob.address]);
    expect(at.ledger.view.state('held/inst-1')).to.not.have.property('claims');
    sealed(at.delivery({ by: alice, to: bob, role: 'k', runs: [one] }));
    sealed(answer(bob));
    const two = at.take({ action: 2, by: alice, data: { b: 1 }, next: [3], previous: one.txId });
    const of = { definition: at.definition, instance: at.instance, rowOf: rowsIn(at.ledger.view) };
    expect(classesSealed(of, one, bob.address), 'before').to.deep.equal([]);
    expect(classesSealed(of, two, bob.address), 'since').to.not.be.empty;
    at.take({ action: 3, by: carol, data: { c: 1 }, next: [], previous: two.txId });
    expect(at.instance.state).to.equal('Completed');
  });

  it('is held where the next move is sealed, whichever that is', () => {
    const { at, one, claim, sealed, answer } = begun();
    sealed(claim(bob, 'k'));
    sealed(answer(bob));
    sealed(claim(carol, 'v'));
    const { since, moves } = at.instance;
    expect([since.k, since.v, moves]).to.deep.equal([0, 1, 2]);
    expect(at.instance.participants.v).to.equal(carol.address);
    expect(one.header.recipients).to.deep.equal([alice.address]);
  });

  it('claims an action that is open, or that was done, and no later one', () => {
    const { at, claim, sealed, answer, one } = begun();
    expect(at.judge(claim(bob, 'k', 2)), 'it reads action 2').to.equal('VAL_FLOW_010');
    expect(at.judge(claim(bob, 'k')), 'the run waits for it').to.equal('ok');
    sealed(claim(bob, 'k'));
    sealed(answer(bob));
    expect(at.judge(claim(carol, 'v')), 'the run is in force').to.equal('ok');
    at.take({ action: 2, by: alice, data: { b: 1 }, next: [3], previous: one.txId });
    expect(at.judge(claim(carol, 'v')), 'others go on').to.equal('ok');
  });

  it('is claimed once, by a role that confirms or reads the action, and given away by hand-over alone', () => {
    const { at, claim, sealed } = begun();
    sealed(claim(bob, 'k'));
    const refused = (tx: Transaction) => expect(at.judge(tx)).to.equal('VAL_FLOW_006');
    refused(claim(carol, 'k'));
    refused(claim(bob, 'k', 1, 'Release'));
    refused(claim(carol, 'v', 2));
    refused(claim(carol, 'f'));
    refused(claim(carol, 'x'));
    refused(claim(carol, 'nobody'));
    expect(at.judge(claim(carol, 'v'))).to.equal('ok');
  });

  it('is claimed by a candidate alone where it has some', () => {
    const { at, claim, sealed, answer } = begun({ k: { candidates: ['b'] } });
    expect(at.judge(claim(carol, 'k'))).to.equal('VAL_FLOW_006');
    sealed(claim(bob, 'k'));
    expect(holdersNow(at.ledger.view, 'inst-1').roles.k).to.equal(bob.address);
    expect(at.judge(answer(bob))).to.equal('ok');
  });

  it('is another one than a role that acts, which a claim only reserves', () => {
    const { at, one, claim, sealed, answer } = begun();
    expect(at.judge(claim(bob, 'y', 1)), 'it reads the action, and acts in another').to.equal('VAL_FLOW_006');
    sealed(claim(bob, 'k'));
    sealed(answer(bob));
    expect(at.judge(claim(bob, 'y', 3)), 'before it can act').to.equal('VAL_FLOW_010');
    at.take({ action: 2, by: alice, data: { b: 1 }, next: [3], previous: one.txId });
    sealed(claim(bob, 'y', 3));
    expect(at.instance.participants).to.not.have.property('y');
    expect(at.ledger.view.state('held/inst-1')).to.have.property('claims');
  });

  it('is named to the author, who is told how it is taken', () => {
    const open = { participants: [{ id: 'x', walletAddress: alice.address }, { id: 'k' }, { id: 'v' }, { id: 'y' }] };
    expect(about(ACTIONS, 'BP_CONFIRM_OPEN', open).message).to.contain('quorate action claim');
  });
});
