// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { organizationRoutes } from './routes.js';

const organisation = {
  id: EXAMPLE.organisationId,
  name: EXAMPLE.organisationName,
  subdomain: EXAMPLE.subdomain,
  status: 'Active',
  createdAt: EXAMPLE.time,
  orgType: 'Standard',
  isPlatformOrg: false,
  userCount: 2,
} as const;

const usage = {
  registers: { used: 1, limit: 200 },
  users: { used: 2, limit: 5000 },
  wallets: { used: 3, limit: 10_000 },
  bytes: { used: 123_456, limit: 107_374_182_400 },
} as const;

const user = {
  id: EXAMPLE.userId,
  organizationId: EXAMPLE.organisationId,
  email: EXAMPLE.userEmail,
  emailVerified: true,
  displayName: 'Uma User',
  roles: ['User'],
  status: 'Active',
  createdAt: EXAMPLE.time,
} as const;

export const organizationExamples: Examples<typeof organizationRoutes> = {
  listOrganizations: { input: {}, output: { organizations: [organisation], totalCount: 1 } },
  getOrganization: { input: { params: { id: EXAMPLE.organisationId } }, output: { ...organisation, usage } },
  updateOrganization: {
    input: {
      params: { id: EXAMPLE.organisationId },
      body: { name: 'Northwind Traders', branding: { logoUrl: 'https://northwind.example/logo.svg' } },
      headers: {},
    },
    output: {
      ...organisation,
      name: 'Northwind Traders',
      branding: { logoUrl: 'https://northwind.example/logo.svg' },
    },
  },
  deleteOrganization: { input: { params: { id: EXAMPLE.organisationId } }, output: undefined },
  getOrganizationStats: {
    input: {},
    output: { totalOrganizations: 3, activeOrganizations: 3, suspendedOrganizations: 0, totalUsers: 3 },
  },
  validateSubdomain: {
    input: { params: { subdomain: 'harbour' } },
    output: { subdomain: 'harbour', isValid: true, available: true },
  },
  getOrganizationBySubdomain: {
    input: { params: { subdomain: EXAMPLE.subdomain } },
    output: {
      subdomain: EXAMPLE.subdomain,
      isValid: true,
      available: false,
      reason: 'The subdomain is taken.',
      name: EXAMPLE.organisationName,
    },
  },
  createOrganization: {
    input: { body: { name: 'Harbour Trust', subdomain: 'harbour-trust', branding: { primaryColor: '#003366' } } },
    output: {
      ...organisation,
      name: 'Harbour Trust',
      subdomain: 'harbour-trust',
      branding: { primaryColor: '#003366' },
      userCount: 1,
    },
  },
  listPlatformOrganizations: {
    input: { query: { page: 1, pageSize: 25 } },
    output: { items: [organisation], totalCount: 1, page: 1, pageSize: 25 },
  },
  setOrganizationStatus: {
    input: { params: { orgId: EXAMPLE.organisationId }, body: { status: 'Active' } },
    output: undefined,
  },
  setOrganizationQuotas: {
    input: { params: { orgId: EXAMPLE.organisationId }, body: { registers: 500 } },
    output: { ...usage, registers: { used: 1, limit: 500 } },
  },
  listPlatformOrganizationUsers: {
    input: { params: { orgId: EXAMPLE.organisationId }, query: { page: 1, pageSize: 25 } },
    output: { items: [user], totalCount: 1, page: 1, pageSize: 25 },
  },
};
