// A requirement as its judge reads it: defaults, formats and types, paths of claims, and whom to trust.
import { expect } from 'chai';
import type { CredentialRequirement } from '../../../../../core/blueprint/definition/types.js';
import { claimPathOf, gateIdOf } from '../../../../../core/blueprint/names/gate-names.js';
import { gateFormatsOf, gateRuleOf } from '../../../../../core/credentials/gate/rule.js';

const ruleOf = (requirement: CredentialRequirement, at = 0) => gateRuleOf({ type: 'Licence', ...requirement }, at);
const kindsOf = (requirement: CredentialRequirement, format: 'sd-jwt-vc' | 'mso_mdoc' = 'sd-jwt-vc') =>
  ruleOf(requirement)
    .policyOf(format)
    ?.sources.map(({ kind, allowedIssuers }) => [kind, allowedIssuers]);

describe('gates: the requirement', () => {
  it('has defaults', () => {
    const { policyOf, typeOf, ...rule } = ruleOf({}, 3);
    expect(rule).to.deep.equal({
      ...{ id: 'g3', formats: ['sd-jwt-vc'], claims: [], status: 'closed', proofMaxAgeMs: 900_000 },
      ...{ isHolderOfRecord: false, asksConsent: false },
    });
    expect([typeOf('sd-jwt-vc'), typeOf('mso_mdoc'), policyOf('sd-jwt-vc')]).to.deep.equal([
      'Licence',
      'Licence',
      undefined,
    ]);
  });

  it('has what it states', () => {
    const { policyOf, typeOf, ...rule } = ruleOf({
      ...{ id: 'licence', vct: 'urn:l', doctype: 'org.l', revocationCheckPolicy: 'FailOpen', holder: 'record' },
      ...{ consent: 'transaction-data', proofMaxAge: 'PT1M', statusMaxAge: 'PT1H', verifiedBy: 'office' },
      ...{ uses: { max: 2, per: 'register' }, requiredClaims: [{ claimName: 'a', expectedValue: [1] }] },
    });
    expect(rule).to.deep.equal({
      ...{ id: 'licence', formats: ['sd-jwt-vc', 'mso_mdoc'], status: 'open', isHolderOfRecord: true },
      ...{ asksConsent: true, proofMaxAgeMs: 60_000, statusMaxAgeMs: 3_600_000, verifiedBy: 'office' },
      ...{ uses: { max: 2, per: 'register' }, claims: [{ name: 'a', path: ['a'], values: [[1]] }] },
    });
    expect([typeOf('sd-jwt-vc'), typeOf('mso_mdoc')]).to.deep.equal(['urn:l', 'org.l']);
  });

  it('is named by itself, or by its place', () => {
    expect([gateIdOf({ id: 'a' }, 1), gateIdOf({}, 1)]).to.deep.equal(['a', 'g1']);
  });

  it('takes the formats of the types that it names', () => {
    expect(gateFormatsOf({ type: 'a' })).to.deep.equal(['sd-jwt-vc']);
    expect(gateFormatsOf({ doctype: 'a' })).to.deep.equal(['mso_mdoc']);
    expect(gateFormatsOf({ vct: 'a', doctype: 'b' })).to.deep.equal(['sd-jwt-vc', 'mso_mdoc']);
    expect(gateFormatsOf({ vct: 'a', doctype: 'b', format: 'mso_mdoc' })).to.deep.equal(['mso_mdoc']);
  });

  it('names claims by a name or a path', () => {
    expect(claimPathOf('a')).to.deep.equal(['a']);
    expect(claimPathOf('["a",0,null]')).to.deep.equal(['a', 0, null]);
    for (const text of ['[]', '["a",-1]', '["a",1.5]', '["a",true]', '[a', '["a",{}]', '{"a":1}'])
      expect(claimPathOf(text), text).to.deep.equal([text]);
  });

  it('trusts by its policy, each source of which the accepted issuers narrow', () => {
    const trustPolicy = { sources: [{ kind: 'register', allowedIssuers: ['a', 'b'] }, { kind: 'x509-tenant' }] };
    expect(kindsOf({ trustPolicy })).to.deep.equal([
      ['register', ['a', 'b']],
      ['x509-tenant', undefined],
    ]);
    expect(kindsOf({ trustPolicy, acceptedIssuers: ['b', 'c'] })).to.deep.equal([
      ['register', ['b']],
      ['x509-tenant', ['b', 'c']],
    ]);
    expect(kindsOf({ trustPolicy: { sources: [] } })).to.equal(undefined);
  });

  it('trusts by a default where it has no policy', () => {
    expect(kindsOf({})).to.equal(undefined);
    expect(kindsOf({ acceptedIssuers: ['did:x'] })).to.deep.equal([
      ['did-allowlist', ['did:x']],
      ['register', ['did:x']],
    ]);
    expect(kindsOf({}, 'mso_mdoc')).to.deep.equal([['x509-tenant', undefined]]);
    expect(kindsOf({ acceptedIssuers: ['a'] }, 'mso_mdoc')).to.deep.equal([['x509-tenant', ['a']]]);
  });
});
