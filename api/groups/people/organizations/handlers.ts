// Organisations: loads, asks core/tenant, commits, shows.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { join, membershipsProblem } from '../../../../core/tenant/members/joining.js';
import { checkSubdomain, type Organisation } from '../../../../core/tenant/organisation.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { matchingOrganisation, organisationTag, statusOps } from '../../../access/organisation-changes.js';
import { findAdministered, organisationNotFound } from '../../../access/organisations.js';
import { isAllowed } from '../../../auth/policy.js';
import { type Handlers, reply } from '../../../define.js';
import { pageById } from '../../../requests/keyed-page.js';
import { usageOf } from '../../../requests/quotas.js';
import { organisationView, userView } from '../../../schemas/accounts/tenant.js';
import { newId } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import type { organizationRoutes } from './routes.js';

const LIST_MAX = 1000;

export const organizationHandlers: Handlers<typeof organizationRoutes, PeopleDeps> = {
  async listOrganizations(_, { deps, caller }) {
    if (isAllowed('RequireSystemAdmin', caller)) {
      const { items, totalCount } = await deps.tenants.organisationPage({ skip: 0, top: LIST_MAX });
      return { organizations: items.map(organisationView), totalCount };
    }
    const own = deps.tenants.organisation(caller.organisationId);
    return { organizations: own ? [organisationView(own)] : [], totalCount: own ? 1 : 0 };
  },

  getOrganization({ params }, call) {
    const organisation = findAdministered(call, params.id, '/id');
    if (isFailure(organisation)) return organisation;
    const view = { ...organisationView(organisation), usage: usageOf(call.deps, organisation) };
    return reply(200, view, { etag: organisationTag(organisation) });
  },

  async updateOrganization({ params, body, headers }, call) {
    const { deps, caller, address } = call;
    const value = findAdministered(call, params.id, '/id');
    if (isFailure(value)) return value;
    const organisation = matchingOrganisation(value, headers['if-match']);
    if (isFailure(organisation)) return organisation;
    const { name = organisation.name, branding = organisation.branding, status } = body;
    const changed = { ...organisation, name, ...(branding && { branding }) };
    const isOther = status !== undefined && status !== organisation.status;
    // As the way of its own: only the operator brings a suspended organisation back.
    if (isOther && !isAllowed('RequireSystemAdmin', caller))
      return fail(issue('FORBIDDEN', '/status', 'A SystemAdmin changes the status of an organisation.'));
    const ops = isOther ? statusOps(call, changed, status) : deps.tenants.putOrganisation(changed);
    if (isFailure(ops)) return ops;
    await deps.commit([
      ...ops,
      deps.audit.byCaller(
        { caller, address },
        {
          eventType: 'OrganizationUpdated',
          organisationId: organisation.id,
          details: { members: Object.keys(body).join(' ') },
        },
      ),
    ]);
    const after = { ...changed, status: status ?? changed.status };
    return reply(200, organisationView(after), { etag: organisationTag(after) });
  },

  async deleteOrganization({ params }, call) {
    const organisation = findAdministered(call, params.id, '/id');
    if (isFailure(organisation)) return organisation;
    const ops = statusOps(call, organisation, 'Suspended');
    if (isFailure(ops)) return ops.mapIssues((op) => ({ ...op, path: '/id' }));
    await call.deps.commit(ops);
    return undefined;
  },

  async getOrganizationStats(_, { deps }) {
    const { organisations, suspended, members } = await deps.tenants.counts();
    return {
      totalOrganizations: organisations,
      activeOrganizations: organisations - suspended,
      suspendedOrganizations: suspended,
      totalUsers: members,
    };
  },

  getOrganizationBySubdomain({ params }, { deps }) {
    const state = subdomainState(deps, params.subdomain);
    return { ...state, name: deps.tenants.organisationOfSubdomain(params.subdomain)?.name };
  },

  validateSubdomain: ({ params }, { deps }) => subdomainState(deps, params.subdomain),

  async createOrganization({ body }, { deps, caller, address }) {
    // Its founder is an Administrator then, with all that one may do on this node.
    const { founding } = deps.platform.settings;
    if (
      (founding === 'node' ? deps.config.founding : founding) === 'platform' &&
      caller.organisationId !== PLATFORM_ORGANISATION_ID
    )
      return fail(issue('FORBIDDEN', '', 'On this node the operator founds organisations: ask for an invitation.'));
    const invalid = checkSubdomain(body.subdomain);
    if (invalid.length > 0) return fail(invalid);
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    if (deps.tenants.organisationOfSubdomain(body.subdomain))
      return fail(issue('SUBDOMAIN_TAKEN', '/subdomain', 'Another organisation has this subdomain.'));
    const full = membershipsProblem(user);
    if (full) return fail(full);
    const createdAt = new Date(deps.clock.now()).toISOString();
    const membershipId = newId(deps);
    const founded: Organisation = {
      id: newId(deps),
      name: body.name,
      subdomain: body.subdomain,
      status: 'Active',
      createdAt,
      orgType: 'Standard',
      isPlatformOrg: false,
      userCount: 0,
      ...(body.branding ? { branding: body.branding } : {}),
    };
    const made = join({ user, organisation: founded }, { id: membershipId, roles: ['Administrator'], createdAt });
    const { organisation } = made;
    await deps.commit([
      ...deps.tenants.join(made),
      deps.audit.byCaller({ caller, address }, { eventType: 'OrganizationCreated', organisationId: organisation.id }),
    ]);
    return organisationView(organisation);
  },

  async listPlatformOrganizations({ query }, call) {
    const { page, pageSize, status } = query;
    const list = await pageById(call, { query }, (asked) =>
      call.deps.tenants.organisationPage(asked, (tenant) => status === undefined || tenant.status === status),
    );
    if (isFailure(list)) return list;
    const { items, totalCount, next } = list;
    const body = { items: items.map(organisationView), totalCount, page, pageSize, ...next.members };
    return reply(200, body, next.headers);
  },

  async setOrganizationStatus({ params, body }, call) {
    const { deps } = call;
    const organisation = deps.tenants.organisation(params.orgId);
    if (!organisation) return fail(organisationNotFound('/orgId'));
    const ops = statusOps(call, organisation, body.status);
    if (isFailure(ops)) return ops;
    await deps.commit(ops);
    return undefined;
  },

  async setOrganizationQuotas({ params, body }, { deps, caller, address }) {
    const organisation = deps.tenants.organisation(params.orgId);
    if (!organisation) return fail(organisationNotFound('/orgId'));
    if (organisation.id === PLATFORM_ORGANISATION_ID)
      return fail(issue('ORGANISATION_PROTECTED', '/orgId', 'The platform organisation has no quotas.'));
    await deps.commit([
      deps.usage.allow(organisation.id, body),
      deps.audit.byCaller(
        { caller, address },
        {
          eventType: 'OrganizationUpdated',
          organisationId: PLATFORM_ORGANISATION_ID,
          details: { organizationId: organisation.id, quotas: JSON.stringify(body) },
        },
      ),
    ]);
    return usageOf(deps, organisation);
  },

  async listPlatformOrganizationUsers({ params, query }, call) {
    if (!call.deps.tenants.organisation(params.orgId)) return fail(organisationNotFound('/orgId'));
    const { page, pageSize } = query;
    const list = await pageById(call, { params, query }, (asked) => call.deps.tenants.memberPage(params.orgId, asked));
    if (isFailure(list)) return list;
    const { items, totalCount, next } = list;
    const users = items.map((member) => userView(member, call.deps.tenants));
    return reply(200, { items: users, totalCount, page, pageSize, ...next.members }, next.headers);
  },
};

function subdomainState({ tenants }: PeopleDeps, subdomain: string) {
  const [problem] = checkSubdomain(subdomain);
  const isTaken = tenants.organisationOfSubdomain(subdomain) !== undefined;
  const no = { subdomain, available: false };
  if (isTaken) return { ...no, isValid: true, reason: 'The subdomain is taken.' };
  return problem ? { ...no, isValid: false, reason: problem.message } : { subdomain, isValid: true, available: true };
}
