// Settings of an organisation and its figures: loads, asks core/tenant/organisations, commits, shows.
import { isFailure, type Result } from '../../../../core/base/result.js';
import { pendingCount } from '../../../../core/tenant/invitation.js';
import type { Organisation } from '../../../../core/tenant/organisation.js';
import { NO_MEMBERS, withMember } from '../../../../core/tenant/organisations/figures.js';
import { settingsOf, withSettings } from '../../../../core/tenant/organisations/settings.js';
import { endSessions, matchingOrganisation, organisationTag } from '../../../access/organisation-changes.js';
import { administeredWhole, findAdministered } from '../../../access/organisations.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { PeopleDeps } from '../deps.js';
import type { organizationSettingsRoutes } from './routes.js';

export const organizationSettingsHandlers: Handlers<typeof organizationSettingsRoutes, PeopleDeps> = {
  getOrganizationSettings({ params }, call) {
    const organisation = findAdministered(call, params.organizationId);
    return isFailure(organisation) ? organisation : settingsReply(call, organisation);
  },

  async updateOrganizationSettings({ params, body, headers }, call) {
    const value = administeredWhole(call, params.organizationId);
    if (isFailure(value)) return value;
    const before = matchingOrganisation(value, headers['if-match']);
    if (isFailure(before)) return before;
    const after = await changeSettings(call, before, body);
    return isFailure(after) ? after : settingsReply(call, after);
  },

  getAuditRetention({ params }, call) {
    const organisation = findAdministered(call, params.organizationId);
    return isFailure(organisation) ? organisation : retentionView(organisation);
  },

  async setAuditRetention({ params, body }, call) {
    // The trail of the platform tells of SystemAdmins: no caller below them shortens it.
    const before = administeredWhole(call, params.organizationId);
    if (isFailure(before)) return before;
    const after = await changeSettings(call, before, { auditRetentionMonths: body.retentionMonths });
    return isFailure(after) ? after : retentionView(after);
  },

  async getOrganizationDashboard({ params }, call) {
    const organisation = findAdministered(call, params.organizationId);
    if (isFailure(organisation)) return organisation;
    const { tenants, invitations, identityProviders, clock } = call.deps;
    const provider = identityProviders.get(organisation.id, 'idp');
    let figures = NO_MEMBERS;
    for await (const member of tenants.members(organisation.id)) figures = withMember(figures, member);
    const nowMs = clock.now();
    return {
      activeUserCount: figures.active,
      suspendedUserCount: figures.suspended,
      usersByRole: figures.byRole as Record<string, number>,
      recentLogins: figures.recent.map(({ id, displayName, email, lastLoginAt = '' }) => ({
        ...{ userId: id, displayName, email, lastLoginAt },
      })),
      pendingInvitationCount: pendingCount(invitations.of(organisation.id), nowMs),
      idpStatus: {
        ...{ isConfigured: provider !== undefined, isEnabled: provider?.isEnabled === true },
        displayName: provider?.displayName,
        discoveryFetchedAt: provider?.discovery && new Date(provider.discovery.fetchedAtMs).toISOString(),
      },
    };
  },
};

async function changeSettings(
  call: ApiCall<PeopleDeps>,
  before: Organisation,
  change: Parameters<typeof withSettings>[1],
): Promise<Result<Organisation>> {
  const { deps, caller, address } = call;
  const after = withSettings(before, change);
  if (isFailure(after)) return after;
  const { orgType, selfRegistrationEnabled, allowedEmailDomains, auditRetentionMonths, recentSignInFor } = settingsOf(
    after,
    deps.config.takesPeople,
  );
  await deps.commit([
    ...deps.tenants.putOrganisation(after),
    ...(orgType === before.orgType ? [] : [endSessions(deps, after)]),
    deps.audit.byCaller(
      { caller, address },
      {
        eventType: change.allowedEmailDomains === undefined ? 'OrganizationUpdated' : 'DomainRestrictionUpdated',
        organisationId: after.id,
        details: {
          ...{ orgType, selfRegistrationEnabled, allowedEmailDomains: allowedEmailDomains.join(' ') },
          auditRetentionMonths: auditRetentionMonths ?? 'node',
          recentSignInFor: recentSignInFor.join(' '),
        },
      },
    ),
  ]);
  return after;
}

function settingsReply({ deps }: ApiCall<PeopleDeps>, organisation: Organisation) {
  const { allowedEmailDomains, recentSignInFor, ...settings } = settingsOf(organisation, deps.config.takesPeople);
  const body = { ...settings, allowedEmailDomains: [...allowedEmailDomains], recentSignInFor: [...recentSignInFor] };
  return reply(200, body, { etag: organisationTag(organisation) });
}

function retentionView(organisation: Organisation) {
  return { retentionMonths: settingsOf(organisation).auditRetentionMonths };
}
