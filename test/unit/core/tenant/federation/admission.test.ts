// The account that each newcomer gets: each line of the table of admissions, and that no provider of an organisation
// reaches an account of a person.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { admitIdentity, type Newcomer } from '../../../../../core/tenant/federation/admission.js';
import { isBoundToOrganisation } from '../../../../../core/tenant/federation/bound.js';
import type { Organisation } from '../../../../../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../../../../core/tenant/roles.js';
import type { PlatformUser } from '../../../../../core/tenant/user.js';

const user = (organisations: readonly string[], emailVerifiedAt: string | undefined = 'then'): PlatformUser => ({
  ...{ id: 'u', email: 'u@a.example', displayName: 'U', createdAt: 'then' },
  ...(emailVerifiedAt !== undefined && emailVerifiedAt !== '' && { emailVerifiedAt }),
  memberships: organisations.map((organisationId) => ({ organisationId, membershipId: 'm' })),
});
const profile = { issuer: 'i', subject: 's', email: 'u@a.example', emailVerified: true, displayName: 'U' };
const provider = { vouchesForEmails: false, admitsNewcomers: true };
const organisation = (
  id: string,
  allowedEmailDomains: readonly string[],
  selfRegistrationEnabled = false,
): Organisation => ({
  ...{ id, name: 'O', subdomain: 'o', status: 'Active', createdAt: '', orgType: 'Public', isPlatformOrg: false },
  ...{ userCount: 1, settings: { allowedEmailDomains, selfRegistrationEnabled, auditRetentionMonths: null } },
});
const nobody = { linked: undefined, ofEmail: undefined, managedOfEmail: undefined };
const candidate: Newcomer = {
  ...{ profile, provider, organisation: organisation('org', ['a.example']), loginOnly: false, takesPeople: false },
  ...nobody,
};
const ofPublic = { ...candidate, organisation: organisation(PUBLIC_ORGANISATION_ID, [], true) };

describe('core/tenant/federation: admission', () => {
  const outcome = (change: Partial<Newcomer>, of: Newcomer = candidate) => {
    const found = admitIdentity({ ...of, ...change });
    return isFailure(found) ? found.issue.code : found.kind;
  };
  const claims = (emailVerified: boolean | undefined, email: string | undefined = profile.email) => ({
    profile: { ...profile, email, emailVerified },
  });

  it('of an organisation makes accounts of its own, and links none', () => {
    expect(outcome({})).to.equal('managed');
    expect(outcome({ linked: user(['org'], '') })).to.equal('known');
    expect(outcome({ ofEmail: user(['other']) }), 'the address of a stranger').to.equal('managed');
    expect(outcome({ ofEmail: user(['org']) }), 'of a member').to.equal('IDENTITY_NOT_LINKED');
    expect(outcome({ managedOfEmail: user(['org']) }), 'of another subject').to.equal('IDENTITY_NOT_LINKED');
    for (const ofEmail of [undefined, user(['org']), user(['other'])]) {
      expect(outcome({ ...claims(false), ofEmail }), 'tells nothing').to.equal('IDENTITY_EMAIL_UNVERIFIED');
      expect(outcome({ ...claims(undefined), ofEmail })).to.equal('IDENTITY_EMAIL_UNVERIFIED');
      expect(outcome({ loginOnly: true, ofEmail })).to.equal('IDENTITY_UNKNOWN');
    }
    expect(outcome({ profile: { ...profile, email: undefined } })).to.equal('IDENTITY_EMAIL_UNVERIFIED');
  });

  it('of an organisation is for its domains, where it lets newcomers in', () => {
    expect(outcome({ provider: { ...provider, admitsNewcomers: false } })).to.equal('IDENTITY_UNKNOWN');
    for (const allowedEmailDomains of [['example'], ['b.a.example'], ['xa.example']])
      expect(outcome({ organisation: organisation('org', allowedEmailDomains) })).to.equal('EMAIL_DOMAIN_REFUSED');
    expect(outcome({ organisation: organisation('org', []) }), 'which names none').to.equal('IDENTITY_UNKNOWN');
    const vouching = { provider: { ...provider, vouchesForEmails: true } };
    expect(outcome({ ...vouching, ...claims(undefined) })).to.equal('managed');
    expect(outcome({ ...vouching, ...claims(false) }), 'what the provider denies').to.equal(
      'IDENTITY_EMAIL_UNVERIFIED',
    );
  });

  it('of the public organisation makes citizens, and links an account of nothing but that', () => {
    expect(outcome({}, ofPublic)).to.equal('citizen');
    expect(outcome({ ofEmail: user([PUBLIC_ORGANISATION_ID]) }, ofPublic)).to.equal('linked');
    expect(outcome({ ofEmail: user([PUBLIC_ORGANISATION_ID, 'org']) }, ofPublic)).to.equal('IDENTITY_NOT_LINKED');
    expect(outcome({ ofEmail: user([PLATFORM_ORGANISATION_ID]) }, ofPublic)).to.equal('IDENTITY_NOT_LINKED');
    expect(outcome({ ofEmail: user([]) }, ofPublic), 'of a member that was removed').to.equal('IDENTITY_NOT_LINKED');
    const unverified = user([PUBLIC_ORGANISATION_ID], '');
    expect(outcome({ ofEmail: unverified }, ofPublic)).to.equal('ACCOUNT_EMAIL_UNVERIFIED');
    expect(outcome({ linked: unverified }, ofPublic)).to.equal('ACCOUNT_EMAIL_UNVERIFIED');
    expect(outcome({ linked: user(['org']), ...claims(false) }, ofPublic)).to.equal('IDENTITY_EMAIL_UNVERIFIED');
    expect(outcome({ linked: user(['org']), ...claims(undefined) }, ofPublic)).to.equal('known');
    expect(outcome(claims(undefined), ofPublic)).to.equal('IDENTITY_EMAIL_UNVERIFIED');
    const closed = { organisation: organisation(PUBLIC_ORGANISATION_ID, []) };
    expect(outcome(closed, ofPublic)).to.equal('IDENTITY_UNKNOWN');
    const { settings: _, ...unset } = ofPublic.organisation;
    expect(outcome({ organisation: unset }, ofPublic)).to.equal('IDENTITY_UNKNOWN');
    expect(outcome({ organisation: unset, takesPeople: true }, ofPublic)).to.equal('citizen');
  });

  it('binds a service that acts for a member to the organisation of that member', () => {
    const acting = (organisationId: string) => isBoundToOrganisation({ organisationId, actsFor: 'member' });
    expect([acting('org'), acting(PUBLIC_ORGANISATION_ID)]).to.deep.equal([true, true]);
  });

  it('binds a session of the provider of an organisation to it', () => {
    const bound = (authMethod: 'pwd' | 'otp' | 'oidc' | 'social' | undefined, organisationId = 'org') =>
      isBoundToOrganisation({ authMethod, organisationId });
    expect([bound('oidc'), bound('social'), bound('oidc', PLATFORM_ORGANISATION_ID)]).to.deep.equal([true, true, true]);
    expect([bound('pwd'), bound('otp'), bound(undefined), bound('social', PUBLIC_ORGANISATION_ID)]).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
  });
});
