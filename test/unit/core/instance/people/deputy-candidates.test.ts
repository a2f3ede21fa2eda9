// Deputies that are candidates of the role, too, whose participant left: a vote that they cast for it takes nothing for
// themselves, and keeps their amount.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Delegation } from '../../../../../core/register/people/delegations.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, NOW, wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const YEAR = 365 * 24 * 60 * 60 * 1000;
const iso = (ms: number) => new Date(ms).toISOString();
const delegation = (to: string): Delegation => ({ to, from: iso(NOW), until: iso(NOW + YEAR) });

describe('deputies that are candidates', () => {
  it('keep their amount in the vote of the participant that left', () => {
    const approval = { of: [{ role: 'clerk' }, { role: 'x' }], need: 2, yes: 'granted', no: 'refused' };
    const routes = [
      { id: 'granted', nextActionIds: [3] },
      { id: 'refused', nextActionIds: [] },
    ];
    const definition = definitionOf([
      { sender: 'clerk', ...asks({ a: num }), ...shows({ x: ['a'] }), ...to(2) },
      { sender: 'clerk', ...asks({ amount: num }), ...shows({ x: ['amount'] }), routes, approval },
      { ...asks({ b: num }), ...to() },
    ]);
    const participants = [
      { id: 'x', walletAddress: alice.address },
      { id: 'clerk', candidates: ['b', 'c'], claimFor: 'PT1H', disclose: 'holder' },
    ];
    const people = new People({ ...definition, participants: [{ id: 'x' }, { id: 'clerk' }] } as unknown as JsonObject);
    const delegations = [{ ...delegation('c'), max: { var: 'in.amount', upTo: '5' } }];
    const records = [people.enrol('c', [carol]), people.enrol('b', [bob], { delegations })];
    const at = new SealedLedger({ ...definition, participants } as unknown as JsonObject, [alice, bob, carol], records);
    const first = at.take({ action: 1, by: bob, data: { a: 1 }, next: [2] });
    at.ledger.seal(people.enrol('b', [bob], { status: 'Deprecated', delegations }));
    const vote = { role: 'clerk', vote: 'yes', for: 'b' };
    const cast = at.take({ action: 2, by: carol, data: { amount: 9 }, next: [], previous: first.txId, vote });
    expect(rowsIn(at.ledger.view)(cast.txId)?.max).to.deep.equal([{ upTo: '5', var: 'in.amount' }]);
  });
});
