// More deputies than read beside holders: a party with many roles and deputies takes no place of the deputy of another.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { READERS_BESIDE_MAX } from '../../../../../core/base/limits/ledger/people.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { NOW, wallet } from '../../../../support/register/ledger.js';

const YEAR_HALF_MS = 180 * 86_400_000;
const own = Array.from({ length: 13 }, (_, i) => ({ role: `x${i}`, holder: wallet(`x${i}`) }));
const crowd = Array.from({ length: 8 }, (_, i) => ({ id: `d${i}`, wallet: wallet(`d${i}`) }));
const other = { role: 'y', holder: wallet('y'), deputy: wallet('deputy of y') };

const [first] = own as unknown as readonly [(typeof own)[number]];
const read = Object.fromEntries([...own, other].map(({ role }) => [role, ['price']]));
const DEFINITION: JsonObject = {
  ...definitionOf([
    { sender: first.role, ...asks({ price: num }), ...shows(read), ...to(2) },
    { sender: other.role, ...asks({ qty: num }), ...to() },
  ]),
  participants: [...own, other].map(({ role, holder }) => ({ id: role, walletAddress: holder.address })),
};

function delegated(ids: readonly string[]) {
  const [from, until] = [NOW - 1000, NOW + YEAR_HALF_MS].map((ms) => new Date(ms).toISOString()) as [string, string];
  return { delegations: ids.map((id) => ({ to: id, from, until })) };
}

describe('deputies beyond the bound of readers', () => {
  it('of the roles of one party leave the deputy of another role its place', () => {
    const wallets = [...own, other].map(({ holder }) => holder);
    const at = new DeliveryLedger(DEFINITION, [...wallets, ...crowd.map((one) => one.wallet), other.deputy]);
    at.enrol({ ...Object.fromEntries(crowd.map((one) => [one.id, one.wallet])), dy: other.deputy });
    const ids = crowd.map(({ id }) => id);
    for (const { role, holder } of own) at.ledger.seal(at.record(role, holder, 1, delegated(ids)));
    at.ledger.seal(at.record(other.role, other.holder, 1, delegated(['dy'])));
    expect(own.length * crowd.length).to.be.greaterThan(READERS_BESIDE_MAX);
    const run = at.take({ action: 1, by: first.holder, data: { price: 10 }, next: [2] });
    expect(run.header.recipients, 'it did not get the run itself').to.not.include(other.deputy.address);
    const owed = `${other.role} ${run.txId} ${other.deputy.address}`;
    expect(at.owedAt(NOW + 10)).to.include(owed);
    at.deliver({ by: other.holder, to: other.deputy, role: other.role, runs: [run] });
    expect(at.owedAt(NOW + 10)).to.not.include(owed);
    expect(at.read(other.deputy).map(({ data }) => data)).to.deep.equal([{ price: 10 }]);
  });
});
