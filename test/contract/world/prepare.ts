// Needs of the example of an operation before it works: the caller, and input that only a running node can give. One
// row an operation; an operation without a row is called as the system administrator with its example.

import { EXAMPLE } from '../../../api/examples/values.js';
import { hashOf } from '../../../api/groups/people/invitations/joining.js';
import type { Invitation } from '../../../core/tenant/invitation.js';
import { prepareLinks } from '../accounts/links.js';
import { prepareExternalSchemas } from '../blueprints/external-schemas.js';
import { prepareBlueprints } from '../blueprints/fixtures.js';
import { prepareSchemas } from '../blueprints/schemas.js';
import { withExampleTemplate, withoutExampleTemplate } from '../blueprints/templates.js';
import { prepareCredentials } from '../credentials/fixtures.js';
import { preparePresentations } from '../credentials/presenting/other-verifier.js';
import { prepareRunCredentials } from '../credentials/runs/fixtures.js';
import { prepareVerifier } from '../credentials/verifier-fixtures.js';
import { prepareDevices } from '../devices/fixtures.js';
import { prepareFactors } from '../factors/fixtures.js';
import { preparePrograms } from '../factors/programs.js';
import { prepareFederation } from '../federation/fixtures.js';
import { prepareGovernance } from '../governance/fixtures.js';
import { prepareLedger } from '../ledger/fixtures.js';
import { prepareParticipants } from '../ledger/participants.js';
import { preparePeers } from '../peers/fixtures.js';
import { prepareClaims } from '../people/claims.js';
import { prepareConfirmations } from '../people/confirmable.js';
import { prepareAuthorization } from '../programs/fixtures.js';
import { prepareServices } from '../services/fixtures.js';
import { prepareCertificates } from '../trust/certificate-fixtures.js';
import { prepareRegisterTrust, prepareTrustLists } from '../trust/fixtures.js';
import { prepareOrganisationKeys } from '../wallets/organisation-keys.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { prepareWebhooks } from '../webhooks/fixtures.js';
import { prepareFiles } from '../workflow/files/files.js';
import { prepareWorkflow } from '../workflow/fixtures.js';
import { prepareGates } from '../workflow/gate-fixtures.js';
import { sendTo } from './caller.js';
import { ADMIN, type Persona, seedExample } from './personas.js';
import type { Prepare } from './prepared.js';

/** As a browser sends them for a page of the node. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-quorate-console': '1' };

const asUser: Prepare = async ({ deps }) => {
  await seedExample(deps);
  return { as: 'user' };
};

const asAdministrator: Prepare = async ({ deps }) => {
  await seedExample(deps);
  return { as: 'administrator' };
};

/** Somebody who can go: the others are asked for their tokens after this. */
const withThirdMember: Prepare = async ({ deps }) => {
  await seedExample(deps);
  const { organisationId, userId } = EXAMPLE;
  const member = deps.tenants.membership(organisationId, userId);
  if (!member) throw new Error('no user in the world');
  const third = { ...member, id: `d${userId.slice(1)}`, platformUserId: `d${member.platformUserId.slice(1)}` };
  await deps.commit(deps.tenants.putMembership(third));
  return { as: 'administrator', params: { organizationId: organisationId, userId: third.id } };
};

/** An organisation that can be suspended: the others go on. */
const withOtherOrganisation: Prepare = async ({ deps }) => {
  const organisation = deps.tenants.organisation(EXAMPLE.organisationId);
  if (!organisation) throw new Error('no organisation in the world');
  const other = { ...organisation, id: `d${organisation.id.slice(1)}`, subdomain: 'goes', userCount: 0 };
  await deps.commit(deps.tenants.putOrganisation(other));
  return { params: { id: other.id } };
};

/** The example wallet, by its owner; with or without a grant to the example user. */
const walletOwner =
  (granted: boolean): Prepare =>
  async ({ deps }) => {
    await seedExampleWallet(deps, granted);
    return { as: 'administrator' };
  };
const withWallet = walletOwner(false);
const withGrant = walletOwner(true);
const withCitizen: Prepare = async ({ deps }) => {
  await seedExampleWallet(deps);
  return { as: 'citizen' };
};

/** The example invitation, to this address, by who calls. */
const withInvitation =
  (email = 'eve@northwind.example', as: Persona = 'administrator'): Prepare =>
  async ({ deps }) => {
    const { organisationId, administratorId: membershipId } = EXAMPLE;
    const invitation: Invitation = {
      ...{ id: EXAMPLE.invitationId, organisationId, email, displayName: 'Eve', roles: ['Designer'] },
      ...{ codeHash: hashOf(EXAMPLE.invitationCode), status: 'Pending', invitedBy: { organisationId, membershipId } },
      ...{ createdAt: EXAMPLE.time, expiresAtMs: deps.clock.now() + 1000, attempts: 0 },
    };
    await seedExample(deps);
    await deps.commit(deps.invitations.put(organisationId, [invitation]));
    return { as };
  };

export const prepare: Readonly<Record<string, Prepare>> = {
  ...prepareLedger,
  ...prepareLinks,
  ...prepareBlueprints,
  ...prepareGovernance,
  ...preparePeers,
  ...prepareWorkflow,
  ...prepareParticipants,
  ...prepareClaims,
  ...prepareConfirmations,
  ...prepareFiles,
  ...prepareFactors,
  ...preparePrograms,
  ...prepareAuthorization,
  ...prepareServices,
  ...prepareOrganisationKeys,
  ...prepareFederation,
  ...prepareDevices,
  ...prepareWebhooks,
  ...prepareTrustLists,
  ...prepareCertificates,
  ...prepareRegisterTrust,
  ...prepareCredentials,
  ...prepareRunCredentials,
  ...prepareSchemas,
  ...prepareExternalSchemas,
  ...preparePresentations,
  ...prepareVerifier,
  ...prepareGates,
  createTemplate: withoutExampleTemplate,
  deleteTemplate: withExampleTemplate,
  login: asUser,
  createToken: asUser,
  changePassword: asUser,
  openConsoleSession: async (world) => ({
    headers: OWN_PAGE,
    body: { refreshToken: (await world.session('user')).refreshToken },
  }),
  redeemConsoleLink: async (world) => {
    const { token } = await world.session('user').then(({ accessToken }) => ({ token: accessToken }));
    const { json } = await sendTo(world, 'POST', '/api/auth/console/links', { token });
    const link = new URL(json.url).hash.slice('#start='.length);
    return { headers: { ...OWN_PAGE, origin: 'http://localhost:8080' }, body: { link } };
  },
  endConsoleSession: () => ({ headers: OWN_PAGE }),
  refreshToken: async (world) => ({ body: { refreshToken: (await world.session('user')).refreshToken } }),
  revokeToken: async (world) => {
    const { accessToken, refreshToken } = await world.session('user');
    return { token: accessToken, body: { token: refreshToken, tokenTypeHint: 'refresh_token' } };
  },
  inviteUser: () => ({ as: 'administrator' }),
  sendInvitation: () => ({ as: 'administrator' }),
  listInvitations: withInvitation(),
  revokeInvitation: withInvitation(),
  readInvitation: withInvitation(),
  acceptInvitation: withInvitation(ADMIN.email, 'systemAdmin'),
  registerInvited: withInvitation(),
  declineInvitation: withInvitation(),
  listUsers: () => ({ as: 'administrator' }),
  updateOrganization: asAdministrator,
  deleteOrganization: withOtherOrganisation,
  getOrganizationSettings: asAdministrator,
  updateOrganizationSettings: asAdministrator,
  getAuditRetention: asAdministrator,
  setAuditRetention: asAdministrator,
  getOrganizationDashboard: asAdministrator,
  getUser: asAdministrator,
  getUserSignIn: asAdministrator,
  updateUser: asAdministrator,
  setUserRole: asAdministrator,
  removeUser: withThirdMember,
  getHolderKeys: withCitizen,
  signKeyBinding: withCitizen,
  listWallets: withWallet,
  getWallet: withWallet,
  updateWallet: withWallet,
  deleteWallet: withWallet,
  signWithWallet: withWallet,
  signWithAddress: withWallet,
  encryptWithWallet: withWallet,
  decryptWithWallet: withWallet,
  encryptWithAddress: withWallet,
  decryptWithAddress: withWallet,
  grantWalletAccess: withWallet,
  listWalletAccess: withGrant,
  revokeWalletAccess: withGrant,
  checkWalletAccess: withGrant,
};
