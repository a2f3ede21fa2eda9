// The party at fault is a deputy: the participant for which it acted does not judge that alone, and any other resolver
// does.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { asks, definitionOf, num, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, NOW, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];
const YEAR = 365 * 24 * 60 * 60 * 1000;
const iso = (ms: number) => new Date(ms).toISOString();

/** x states a price; dave, the deputy of bob who holds y, states twice of it falsely; `r` resolves. */
function lied({ resolver }: { readonly resolver: Wallet }) {
  const roles = { x: alice, y: bob, z: carol, r: resolver };
  const definition = {
    ...definitionOf([
      { ...asks({ price: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      {
        ...{ sender: 'y', ...asks({ note: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(3) },
        calculations: { double: { '*': [read('act.1.price'), 2] } },
      },
      { sender: 'z', ...asks({ done: num }), ...shows({ x: ['*'] }), ...to() },
    ]),
    participants: Object.entries(roles).map(([id, { address }]) => ({ id, walletAddress: address })),
    disputes: { onFault: 'stop', redoWithin: 'PT2H', resolver: 'r', judgeWithin: 'PT2H' },
  } as unknown as JsonObject;
  const people = new People(definition);
  const delegations = [{ to: 'd', from: iso(NOW), until: iso(NOW + YEAR) }];
  const records = [people.enrol('d', [dave]), people.enrol('b', [bob], { delegations }), people.enrol('e', [erin])];
  const at = new SealedLedger(definition, [alice, bob, carol, dave, erin], records);
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [2] });
  const lie = at.take({ action: 2, by: dave, data: { note: 1, double: 99 }, next: [3], previous: one.txId });
  const shown = [[lie, '/double'] as const, [one, '/price'] as const];
  const claim = { run: lie, by: carol, ground: 'calculation', at: '/calculations/double', shown };
  const object = (): Transaction => {
    const tx = at.objection(claim);
    at.ledger.seal(tx);
    return tx;
  };
  const says = (objection: Transaction, by: Wallet, role: string): void => {
    at.ledger.seal(at.resolution({ objection, by, role, outcome: 'keep' }));
  };
  const privately = (): string => at.judge(at.privately({ ...claim, role: 'z' }));
  return { at, object, privately, says };
}

describe('deputies at fault', () => {
  it('are not judged by the participant for which they acted alone, which has its word among the others', () => {
    const { at, object, privately, says } = lied({ resolver: bob });
    expect(privately()).to.equal('VAL_OBJ_009');
    const objection = object();
    says(objection, bob, 'r');
    expect(at.instance.dispute?.objection, 'the dispute goes on').to.equal(objection.txId);
    says(objection, alice, 'x');
    says(objection, carol, 'z');
    expect(at.instance).to.not.have.property('dispute');
  });

  it('are judged by a resolver that is another party', () => {
    const { at, object, privately, says } = lied({ resolver: erin });
    expect(privately()).to.equal('ok');
    says(object(), erin, 'r');
    expect(at.instance).to.not.have.property('dispute');
  });
});
