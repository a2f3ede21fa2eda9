// The settings of an organisation that its administrators may change, and whom it takes then.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import type { Organisation } from '../../../../../core/tenant/organisation.js';
import { joinProblem, settingsOf, withSettings } from '../../../../../core/tenant/organisations/settings.js';
import { PUBLIC_ORGANISATION_ID } from '../../../../../core/tenant/roles.js';

const ORG: Organisation = {
  ...{ id: 'o', name: 'O', subdomain: 'o', status: 'Active', createdAt: '', orgType: 'Standard' },
  ...{ isPlatformOrg: false, userCount: 1 },
};

describe('core/tenant/organisations/settings', () => {
  const set = (change: Parameters<typeof withSettings>[1], of: Organisation = ORG): Organisation => {
    const after = withSettings(of, change);
    if (isFailure(after)) throw new Error(after.issue.message);
    return after;
  };
  const problem = (change: Parameters<typeof withSettings>[1], of: Organisation = ORG) => {
    const after = withSettings(of, change);
    return isFailure(after) && [after.issue.code, after.issue.path];
  };

  it('are closed and unlimited where nothing was set', () =>
    expect(settingsOf(ORG)).to.deep.equal({
      ...{ orgType: 'Standard', selfRegistrationEnabled: false, allowedEmailDomains: [], auditRetentionMonths: null },
      recentSignInFor: [],
    }));

  it('let people into the public organisation where the node says so and its administrators said nothing', () => {
    const ofPublic: Organisation = { ...ORG, id: PUBLIC_ORGANISATION_ID, orgType: 'Public' };
    const isOpen = (of: Organisation, takesPeople?: boolean) => settingsOf(of, takesPeople).selfRegistrationEnabled;
    expect([isOpen(ofPublic), isOpen(ofPublic, true), isOpen({ ...ofPublic, id: 'o' }, true)]).to.deep.equal([
      ...[false, true, false],
    ]);
    const narrowed = set({ allowedEmailDomains: ['a.example'] }, ofPublic);
    expect([isOpen(narrowed), isOpen(narrowed, true)]).to.deep.equal([false, true]);
    expect(isOpen(set({ selfRegistrationEnabled: false }, ofPublic), true)).to.equal(false);
    expect(isOpen(set({ selfRegistrationEnabled: true }, ofPublic), false)).to.equal(true);
  });

  it('keep what a change leaves out', () => {
    const open = set({ orgType: 'Public', selfRegistrationEnabled: true, allowedEmailDomains: ['Example.ORG '] });
    expect(settingsOf(set({ auditRetentionMonths: 84 }, open))).to.deep.equal({
      orgType: 'Public',
      selfRegistrationEnabled: true,
      allowedEmailDomains: ['example.org'],
      auditRetentionMonths: 84,
      recentSignInFor: [],
    });
    const asking = set({ recentSignInFor: ['signing'] }, open);
    expect(settingsOf(set({ auditRetentionMonths: 84 }, asking)).recentSignInFor).to.deep.equal(['signing']);
    expect(settingsOf(set({ recentSignInFor: [] }, asking)).recentSignInFor).to.deep.equal([]);
    expect(settingsOf(set({ auditRetentionMonths: null, allowedEmailDomains: [] }, open))).to.deep.include({
      ...{ allowedEmailDomains: [], auditRetentionMonths: null },
    });
  });

  it('let people register alone only into a Public organisation, also when its type changes', () => {
    const refused = ['SETTINGS_INVALID', '/selfRegistrationEnabled'];
    expect(problem({ selfRegistrationEnabled: true })).to.deep.equal(refused);
    const open = set({ orgType: 'Public', selfRegistrationEnabled: true });
    expect(problem({ orgType: 'Standard' }, open)).to.deep.equal(refused);
    expect(set({ orgType: 'Standard', selfRegistrationEnabled: false }, open).orgType).to.equal('Standard');
  });

  it('keep the type of a platform organisation', () => {
    const platform = { ...ORG, isPlatformOrg: true };
    expect(problem({ orgType: 'Public' }, platform)).to.deep.equal(['ORGANISATION_PROTECTED', '/orgType']);
    expect(set({ orgType: 'Standard', allowedEmailDomains: ['a.example'] }, platform).orgType).to.equal('Standard');
  });

  for (const bad of [
    '',
    'example',
    '@a.example',
    'a@b.example',
    'a..example',
    '-a.example',
    'a.example.',
    'müller.example',
    '*.example',
    `${'a'.repeat(64)}.example`,
  ])
    it(`refuse the domain "${bad.slice(0, 16)}"`, () =>
      expect(problem({ allowedEmailDomains: ['a.example', bad] })).to.deep.equal([
        'SETTINGS_INVALID',
        '/allowedEmailDomains/1',
      ]));

  it('refuse a domain twice', () =>
    expect(problem({ allowedEmailDomains: ['a.example', 'A.example'] })).to.deep.equal([
      'SETTINGS_INVALID',
      '/allowedEmailDomains/1',
    ]));

  it('take members of exactly the domains that are listed', () => {
    const of = set({ allowedEmailDomains: ['a.example'] });
    expect(joinProblem(of, 'x@a.example')).to.equal(undefined);
    for (const email of [
      'x@b.example',
      'x@sub.a.example',
      'x@a.example.',
      'a.example@b.example',
      'x@xa.example',
      'x@a.example@b.example',
    ])
      expect(joinProblem(of, email)?.code, email).to.equal('EMAIL_DOMAIN_REFUSED');
    expect(joinProblem(ORG, 'x@b.example')).to.equal(undefined);
  });
});
