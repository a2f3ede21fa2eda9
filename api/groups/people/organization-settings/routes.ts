// Settings of an organisation, its dashboard, and how long its audit trail is kept.
import Type from 'typebox';
import { AUDIT_RETENTION_MONTHS_MAX, EMAIL_DOMAINS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { DOMAIN, PROVEN_ACTS } from '../../../../core/tenant/organisations/settings.js';
import { route } from '../../../define.js';
import { IfMatchHeader, namedObject, nullable, Timestamp, Uuid } from '../../../schemas/base/common.js';

const OrganisationParams = Type.Object({ organizationId: Uuid });
const Months = nullable(
  Type.Integer({
    minimum: 1,
    maximum: AUDIT_RETENTION_MONTHS_MAX,
    description: 'Months, of 31 days, in the place of auth.auditDays of the node; null follows the node.',
  }),
);
const settings = {
  orgType: Type.Enum(['Standard', 'Public'], { title: 'OrganisationType' }),
  selfRegistrationEnabled: Type.Boolean({
    description:
      'Of a Public organisation only. Of the public organisation of the node, until it is stated: on where the node sends mail, or listens on a loopback address without a proxy.',
  }),
  allowedEmailDomains: Type.Array(Type.String({ maxLength: 253, documented: { pattern: DOMAIN.source } }), {
    maxItems: EMAIL_DOMAINS_MAX,
    description: 'Domains of those who join from now on, each exactly so. Empty takes every domain.',
  }),
  auditRetentionMonths: Months,
  recentSignInFor: Type.Array(
    Type.Enum([...PROVEN_ACTS], {
      title: 'ProvenAct',
      description:
        'signing: what is signed with a wallet, or sealed on a register. showing: what is shown to verifiers.',
    }),
    {
      maxItems: PROVEN_ACTS.length,
      uniqueItems: true,
      description:
        'Acts of members that take a sign-in of the last ten minutes, as on a computer that several share. Programs without the scope account:manage cannot do them then. It holds for its members in whatever organisation they act.',
    },
  ),
};

export const OrganisationSettings = namedObject('OrganisationSettings', settings);
const { orgType, selfRegistrationEnabled, allowedEmailDomains, auditRetentionMonths, recentSignInFor } = settings;
export const OrganisationSettingsChange = namedObject('OrganisationSettingsChange', {
  orgType: Type.Optional(orgType),
  selfRegistrationEnabled: Type.Optional(selfRegistrationEnabled),
  allowedEmailDomains: Type.Optional(allowedEmailDomains),
  auditRetentionMonths: Type.Optional(auditRetentionMonths),
  recentSignInFor: Type.Optional(recentSignInFor),
});
export const AuditRetentionView = namedObject('AuditRetention', { retentionMonths: Months });

const RecentLogin = namedObject('RecentLogin', {
  userId: Uuid,
  displayName: Type.String(),
  email: Type.String(),
  lastLoginAt: Timestamp,
});
export const Dashboard = namedObject('OrganisationDashboard', {
  activeUserCount: Type.Integer(),
  suspendedUserCount: Type.Integer(),
  usersByRole: Type.Record(Type.String(), Type.Integer(), { description: 'A user counts for each of its roles.' }),
  recentLogins: Type.Array(RecentLogin, { description: 'The latest first, one a user.' }),
  pendingInvitationCount: Type.Integer(),
  idpStatus: Type.Object(
    {
      isConfigured: Type.Boolean(),
      isEnabled: Type.Boolean(),
      displayName: Type.Optional(Type.String()),
      discoveryFetchedAt: Type.Optional(Timestamp),
    },
    { description: 'Of the identity provider of the organisation.' },
  ),
});

export const organizationSettingsRoutes = {
  getOrganizationSettings: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/settings',
    can: 'RequireAdministrator',
    summary: 'Read the settings of an organisation',
    description: 'The ETag names its version, for If-Match.',
    input: { params: OrganisationParams },
    output: OrganisationSettings,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  updateOrganizationSettings: route({
    method: 'PUT',
    url: '/api/organizations/:organizationId/settings',
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Change the settings of an organisation',
    description:
      'Members that are left out stay. Another type ends all sessions of the organisation, because tokens of its plain users are of another tier then. Members who are there stay, whatever their domain.',
    input: { params: OrganisationParams, body: OrganisationSettingsChange, headers: IfMatchHeader },
    output: OrganisationSettings,
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_CHANGED', 'ORGANISATION_PROTECTED', 'SETTINGS_INVALID'],
  }),
  getAuditRetention: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/audit/retention',
    can: 'RequireAuditor',
    summary: 'Read how long the audit trail of an organisation is kept',
    input: { params: OrganisationParams },
    output: AuditRetentionView,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  setAuditRetention: route({
    method: 'PUT',
    url: '/api/organizations/:organizationId/audit/retention',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Say how long the audit trail of an organisation is kept',
    description: 'The bound of the node on the number of rows (auth.auditRowsMax) holds beside it.',
    input: { params: OrganisationParams, body: AuditRetentionView },
    output: AuditRetentionView,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  getOrganizationDashboard: route({
    method: 'GET',
    url: '/api/organizations/:organizationId/dashboard',
    can: 'RequireAdministrator',
    summary: 'Read the figures of an organisation',
    input: { params: OrganisationParams },
    output: Dashboard,
    errors: ['ORGANISATION_NOT_FOUND'],
    rate: 'heavy',
  }),
};
