// Credential requirements of texts of language 1: who reads what is shown, and whose credentials count.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { lift } from '../../../../../core/design/lift/lift.js';

const PLACE = '/actions/0/credentialRequirements/0';

function lifted(requirement: JsonObject) {
  const { definition, changes } = lift({
    ...{ id: 'orders', title: 'Orders', description: 'Somebody orders.' },
    participants: ['buyer', 'seller', 'bank'].map((id) => ({ id, name: id })),
    actions: [
      {
        ...{
          id: 0,
          title: 'Order',
          sender: 'buyer',
          isStartingAction: true,
          routes: [{ id: 'o', nextActionIds: [1] }],
        },
        credentialRequirements: [requirement],
      },
      { id: 1, title: 'Sell', sender: 'seller', routes: [] },
    ],
  } as unknown as JsonObject);
  const [first] = definition.actions as readonly [{ readonly credentialRequirements: readonly JsonObject[] }];
  const told = changes.filter(({ location }) => location.startsWith(PLACE)).map(({ location }) => location);
  return { requirement: first.credentialRequirements[0], told };
}

describe('core/design/lift/lift-gates', () => {
  it('names the other roles as readers, and the issuers for whom the register vouches', () => {
    expect(lifted({ type: 'Buyer' })).to.deep.equal({
      requirement: {
        type: 'Buyer',
        readers: ['seller', 'bank'],
        trustPolicy: { sources: [{ kind: 'register' }] },
      },
      told: [`${PLACE}/readers`, `${PLACE}/trustPolicy`],
    });
  });

  it('leaves what the text says', () => {
    for (const said of [{ readers: ['bank'] }, { evidence: 'public' }, { verifiedBy: 'bank' }]) {
      const requirement = { type: 'Buyer', acceptedIssuers: ['did:a'], ...said };
      expect(lifted(requirement)).to.deep.equal({ requirement, told: [] });
    }
    const policy = { type: 'Buyer', trustPolicy: { sources: [{ kind: 'register' }] }, readers: ['bank'] };
    expect(lifted(policy).told).to.deep.equal([]);
    const mdoc = { doctype: 'org.l', readers: ['bank'], acceptedIssuers: ['a.example'] };
    expect(lifted(mdoc).told).to.deep.equal([`${PLACE}/trustPolicy`]);
  });
});
