// The claims of a credential, from the data of a run.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { issuedClaims } from '../../../../../core/credentials/issuance/claims.js';
import { type IssuanceRule, issuanceRulesOf } from '../../../../../core/credentials/issuance/rule.js';

const ruleOf = (
  claimMappings: readonly { readonly claimName: string; readonly sourceField: string }[],
): IssuanceRule => {
  const config = { credentialType: 'Permit', recipientParticipantId: 'applicant', claimMappings };
  return issuanceRulesOf({ id: 0, sender: 'town', credentialIssuanceConfig: config })[0] as IssuanceRule;
};

describe('core/credentials/issuance/claims', () => {
  const claimsOf = (mappings: Readonly<Record<string, string>>, data: JsonObject) =>
    issuedClaims(
      ruleOf(Object.entries(mappings).map(([claimName, sourceField]) => ({ claimName, sourceField }))),
      data,
    );

  it('takes each from its field, at its path', () => {
    const data = { a: { b: [1, { c: 'x' }] }, n: null };
    const made = claimsOf({ first: '/a/b/1/c', '["deep","n"]': '/n', '["deep","b"]': '/a/b', all: '' }, data);
    expect(made.claims).to.deep.equal({ first: 'x', deep: { n: null, b: [1, { c: 'x' }] }, all: data });
    expect(made.disclosable).to.deep.equal([['first'], ['deep', 'n'], ['deep', 'b'], ['all']]);
  });

  it('has none of a field that is not there', () => {
    expect(claimsOf({ a: '/a', b: '/b/c' }, { b: { d: 1 } }).claims).to.deep.equal({});
  });

  it('has the claims inside where another one stands in their place, in whatever order', () => {
    const data = { a: 1, b: 2 };
    expect(claimsOf({ x: '/a', '["x","y"]': '/b' }, data).claims).to.deep.equal({ x: { y: 2 } });
    expect(claimsOf({ '["x","y"]': '/b', x: '/a' }, data).claims).to.deep.equal({ x: { y: 2 } });
  });
});
