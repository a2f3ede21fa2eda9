// Organisations: the tenant's view and the platform's.
import Type from 'typebox';
import { SUBDOMAIN } from '../../../../core/tenant/organisation.js';
import { route } from '../../../define.js';
import {
  BrandingSchema,
  OrganisationView,
  StatusSchema,
  UsageView,
  UserView,
} from '../../../schemas/accounts/tenant.js';
import { CursorPageQuery, cursorPageOf, IfMatchHeader, namedObject, Uuid } from '../../../schemas/base/common.js';
import { nameSchema } from '../../../schemas/base/names.js';

const Name = nameSchema(100);
const Subdomain = Type.String({ minLength: 1, maxLength: 63 });

export const CreateOrganisation = namedObject('CreateOrganisation', {
  name: Name,
  subdomain: Type.String({ ...Subdomain, documented: { pattern: SUBDOMAIN.source } }),
  branding: Type.Optional(BrandingSchema),
});

export const OrganisationList = namedObject('OrganisationList', {
  organizations: Type.Array(OrganisationView),
  totalCount: Type.Integer(),
});

export const SubdomainState = namedObject('SubdomainState', {
  subdomain: Type.String(),
  isValid: Type.Boolean(),
  available: Type.Boolean(),
  reason: Type.Optional(Type.String()),
  name: Type.Optional(Type.String({ description: 'Name of the organisation that has it.' })),
});

export const SubdomainCheck = namedObject('SubdomainCheck', {
  subdomain: Type.String(),
  isValid: Type.Boolean(),
  available: Type.Boolean(),
  reason: Type.Optional(Type.String()),
});

export const UpdateOrganisation = namedObject('UpdateOrganisation', {
  name: Type.Optional(Name),
  branding: Type.Optional(BrandingSchema),
  status: Type.Optional(StatusSchema),
});

export const OrganisationStats = namedObject('OrganisationStats', {
  totalOrganizations: Type.Integer(),
  activeOrganizations: Type.Integer(),
  suspendedOrganizations: Type.Integer(),
  totalUsers: Type.Integer({ description: 'Memberships: a user of two organisations counts twice.' }),
});

export const OrganisationPage = cursorPageOf('OrganisationPage', OrganisationView);
export const UserPage = cursorPageOf('UserPage', UserView);
const Bound = Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }));
const QuotasBody = namedObject('OrganisationQuotas', { registers: Bound, users: Bound, wallets: Bound, bytes: Bound });
const OrganisationParams = Type.Object({ id: Uuid });
const PlatformParams = Type.Object({ orgId: Uuid });

export const organizationRoutes = {
  listOrganizations: route({
    method: 'GET',
    url: '/api/organizations',
    can: 'RequireAdministrator',
    summary: 'List organisations',
    description: 'A SystemAdmin sees all (at most 1,000; the platform list pages), an Administrator its own.',
    output: OrganisationList,
    errors: [],
  }),
  getOrganization: route({
    method: 'GET',
    url: '/api/organizations/:id',
    can: 'RequireUser',
    program: 'workflow:read',
    summary: 'Read one organisation of the caller',
    description:
      'With its share of the rows that this node keeps permanently, and how much it may have. The ETag names its version, for If-Match.',
    input: { params: OrganisationParams },
    output: OrganisationView,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  updateOrganization: route({
    method: 'PUT',
    url: '/api/organizations/:id',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Change name and branding of an organisation',
    description:
      'Members that are left out stay; branding is replaced whole. With If-Match only the version that it names is changed. The status is changed by a SystemAdmin.',
    input: { params: OrganisationParams, body: UpdateOrganisation, headers: IfMatchHeader },
    output: OrganisationView,
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_CHANGED', 'ORGANISATION_PROTECTED', 'FORBIDDEN'],
  }),
  deleteOrganization: route({
    method: 'DELETE',
    url: '/api/organizations/:id',
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Suspend an organisation',
    description:
      'Ends every session of the organisation. Nothing is deleted: registers of others name it. A SystemAdmin brings it back.',
    input: { params: OrganisationParams },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_PROTECTED'],
  }),
  getOrganizationStats: route({
    method: 'GET',
    url: '/api/organizations/stats',
    can: 'RequireSystemAdmin',
    summary: 'Count the organisations of the installation',
    output: OrganisationStats,
    errors: [],
    rate: 'heavy',
  }),
  validateSubdomain: route({
    method: 'GET',
    url: '/api/organizations/validate-subdomain/:subdomain',
    can: 'public',
    summary: 'Ask whether a subdomain can be taken',
    input: { params: Type.Object({ subdomain: Subdomain }) },
    output: SubdomainCheck,
    errors: [],
    rate: 'auth',
    bucket: 'subdomains',
  }),
  getOrganizationBySubdomain: route({
    method: 'GET',
    url: '/api/organizations/by-subdomain/:subdomain',
    can: 'public',
    summary: 'Check a subdomain',
    input: { params: Type.Object({ subdomain: Subdomain }) },
    output: SubdomainState,
    errors: [],
    rate: 'auth',
    // A form that asks while one types would use up the logins of everybody behind the same address.
    bucket: 'subdomains',
  }),
  createOrganization: route({
    method: 'POST',
    url: '/api/organizations',
    writes: 'node',
    can: 'RequireAccount',
    summary: 'Create an organisation',
    description:
      'For callers who act for the platform organisation, unless the node lets anyone found one (auth.founding). The caller becomes its first Administrator; switch-org gives the token for it.',
    input: { body: CreateOrganisation },
    output: { 201: OrganisationView },
    errors: ['SUBDOMAIN_INVALID', 'SUBDOMAIN_TAKEN', 'USER_NOT_FOUND', 'FORBIDDEN'],
  }),
  listPlatformOrganizations: route({
    method: 'GET',
    url: '/api/platform/organizations',
    can: 'RequireSystemAdmin',
    summary: 'Page through all organisations',
    input: { query: Type.Object({ ...CursorPageQuery.properties, status: Type.Optional(StatusSchema) }) },
    output: OrganisationPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  setOrganizationStatus: route({
    method: 'PUT',
    url: '/api/platform/organizations/:orgId/status',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Suspend or reactivate an organisation',
    description: 'Suspension ends every session of the organisation. Platform organisations cannot be suspended.',
    input: { params: PlatformParams, body: namedObject('OrganisationStatusChange', { status: StatusSchema }) },
    output: { 204: null },
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_PROTECTED'],
  }),
  setOrganizationQuotas: route({
    method: 'PUT',
    url: '/api/platform/organizations/:orgId/quotas',
    writes: 'node',
    can: 'RequireSystemAdmin',
    summary: 'Say what an organisation may have',
    description:
      'In the place of the settings of the node (limits.*PerOrganisation), which hold for members that are left out; 0 is unbounded. Nothing that the organisation has is taken away.',
    input: { params: PlatformParams, body: QuotasBody },
    output: UsageView,
    errors: ['ORGANISATION_NOT_FOUND', 'ORGANISATION_PROTECTED'],
  }),
  listPlatformOrganizationUsers: route({
    method: 'GET',
    url: '/api/platform/organizations/:orgId/users',
    can: 'RequireSystemAdmin',
    summary: 'Page through the users of an organisation',
    input: { params: PlatformParams, query: CursorPageQuery },
    output: UserPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'ORGANISATION_NOT_FOUND'],
  }),
};
