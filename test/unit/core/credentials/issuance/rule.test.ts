// A credential of a definition with its defaults, as its issuer and its validators read it.
import { expect } from 'chai';
import type { Action, CredentialIssuanceConfig } from '../../../../../core/blueprint/definition/types.js';
import { isTypeName } from '../../../../../core/credentials/issuance/names.js';
import { type IssuanceRule, issuanceRulesOf } from '../../../../../core/credentials/issuance/rule.js';

const CONFIG: CredentialIssuanceConfig = {
  ...{ credentialType: 'Permit', recipientParticipantId: 'applicant' },
  claimMappings: [{ claimName: 'number', sourceField: '/permit/number' }],
};
const actionOf = (credentialIssuanceConfig: NonNullable<Action['credentialIssuanceConfig']>): Action => ({
  ...{ id: 0, sender: 'town', credentialIssuanceConfig },
});
const ruleOf = (more: Partial<CredentialIssuanceConfig>): IssuanceRule =>
  issuanceRulesOf(actionOf({ ...CONFIG, ...more }))[0] as IssuanceRule;

describe('core/credentials/issuance/rule', () => {
  it('has the defaults of the language', () => {
    const { typeIn, ...rule } = ruleOf({});
    expect(rule).to.deep.equal({
      ...{ id: 'c0', format: 'dc+sd-jwt', recipient: 'applicant', copies: 1, revokedBy: [], holder: 'any' },
      ...{ txCode: 'none', usagePolicy: 'Reusable', disclosable: [['number']] },
      shown: { name: 'Permit' },
      claims: [{ path: ['number'], source: ['permit', 'number'], display: [] }],
    });
    expect(typeIn('r')).to.equal('urn:quorate:r:Permit:1');
  });

  it('has what is stated', () => {
    const attestation = { required: true };
    const { typeIn, ...rule } = ruleOf({
      ...{ id: 'permit', format: 'mso_mdoc', credentialType: 'org.x.permit', trustAnchor: 'x509-lotl', copies: 4 },
      ...{ expiryDuration: 'P1D', revokedBy: ['mayor'], holder: 'record', txCode: 'mail', attestation },
      ...{
        usagePolicy: 'LimitedUse',
        maxPresentations: 3,
        displayConfig: { backgroundColor: '#fff', textColor: 'red' },
      },
      ...{ claimMappings: [{ claimName: '["org.x","n"]', sourceField: '' }], disclosable: ['["org.x","n"]'] },
      claims: [{ path: '["org.x","n"]', display: [{ name: 'N' }] }],
    });
    expect(rule).to.deep.equal({
      ...{ id: 'permit', format: 'mso_mdoc', trustAnchor: 'x509-lotl', recipient: 'applicant', validForMs: 86_400_000 },
      ...{ copies: 4, revokedBy: ['mayor'], holder: 'record', txCode: 'mail', attestation, usagePolicy: 'LimitedUse' },
      ...{ maxPresentations: 3, shown: { name: 'org.x.permit', backgroundColor: '#fff' }, disclosable: [] },
      claims: [{ path: ['org.x', 'n'], source: [], display: [{ name: 'N' }] }],
    });
    expect(typeIn('r')).to.equal('org.x.permit');
    expect(ruleOf({ credentialType: 'https://x.example/a/permit' }).shown.name).to.equal('permit');
    expect(ruleOf({ credentialType: 'https://x.example/permit' }).typeIn('r')).to.equal('https://x.example/permit');
  });

  it('names those of a list by their places, and finds them once', () => {
    const action = actionOf([CONFIG, { ...CONFIG, id: 'b' }, CONFIG]);
    expect(issuanceRulesOf(action).map(({ id }) => id)).to.deep.equal(['c0', 'b', 'c2']);
    expect(issuanceRulesOf(action)).to.equal(issuanceRulesOf(action));
    expect(issuanceRulesOf({ id: 0, sender: 'town' })).to.deep.equal([]);
  });

  it('leaves to the holder what is not stated as always shown', () => {
    const claimMappings = ['a', 'b', 'c'].map((claimName) => ({ claimName, sourceField: `/${claimName}` }));
    const of = (more: Partial<CredentialIssuanceConfig>) => ruleOf({ claimMappings, ...more }).disclosable;
    expect(of({})).to.deep.equal([['a'], ['b'], ['c']]);
    expect(of({ claims: [{ path: 'a', always: true }] })).to.deep.equal([['b'], ['c']]);
    expect(of({ disclosable: ['a', '["b","x"]'], claims: [{ path: 'a', always: true }] })).to.deep.equal([['b', 'x']]);
    expect(of({ disclosable: [] })).to.deep.equal([]);
  });

  it('knows names of types', () => {
    const isIn = (type: string) => [isTypeName(type, false), isTypeName(type, true)];
    expect(isIn('urn:x')).to.deep.equal([true, false]);
    expect(isIn('Permit-1.a_b')).to.deep.equal([true, true]);
    expect(isIn('Permit')).to.deep.equal([true, false]);
    expect(isIn('org.iso.18013.5.1.mDL')).to.deep.equal([true, true]);
    for (const bad of ['', 'a b', 'urn:', 'https://x y', 'x'.repeat(300), `urn:${'x'.repeat(300)}`, '-a', 'é'])
      expect(isIn(bad), bad).to.deep.equal([false, false]);
  });
});
