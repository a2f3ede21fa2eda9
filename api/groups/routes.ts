// THE list of definitions. The typed client is derived from it without touching a handler.
import { accessGrantRoutes } from './access-grants/routes.js';
import { actionRoutes } from './actions/routes.js';
import { auditRoutes } from './audit/routes.js';
import { authRoutes } from './auth/routes.js';
import { blueprintRoutes } from './blueprints/routes.js';
import { citizenWalletRoutes } from './citizen-wallet/routes.js';
import { deviceRoutes } from './devices/routes.js';
import { docketRoutes } from './dockets/routes.js';
import { enrolmentRoutes } from './enrolment/routes.js';
import { executionRoutes } from './execution/routes.js';
import { federationRoutes } from './federation/routes.js';
import { fileRoutes } from './files/routes.js';
import { governanceRoutes } from './governance/routes.js';
import { healthRoutes } from './health/routes.js';
import { identifierRoutes } from './identifiers/routes.js';
import { identityProviderRoutes } from './identity-providers/routes.js';
import { inboxRoutes } from './inbox/routes.js';
import { instanceRoutes } from './instances/routes.js';
import { internalRoutes } from './internal/routes.js';
import { invitationRoutes } from './invitations/routes.js';
import { metricsRoutes } from './metrics/routes.js';
import { odataRoutes } from './odata/routes.js';
import { operationRoutes } from './operations/routes.js';
import { organisationKeyRoutes } from './organisation-keys/routes.js';
import { organizationSettingsRoutes } from './organization-settings/routes.js';
import { organizationRoutes } from './organizations/routes.js';
import { outgoingRoutes } from './outgoing/routes.js';
import { pageRoutes } from './pages/routes.js';
import { participantRoutes } from './participants/routes.js';
import { passkeyRoutes } from './passkeys/routes.js';
import { passwordResetRoutes } from './password-resets/routes.js';
import { peerRoutes } from './peers/routes.js';
import { personalInboxRoutes } from './personal-inbox/routes.js';
import { platformRoutes } from './platform/routes.js';
import { preferenceRoutes } from './preferences/routes.js';
import { programSignInRoutes } from './program-sign-ins/routes.js';
import { provenanceRoutes } from './provenance/routes.js';
import { queryRoutes } from './query/routes.js';
import { registerRoutes } from './registers/routes.js';
import { registrationRoutes } from './registration/routes.js';
import { rehearsalRoutes } from './rehearsals/routes.js';
import { replicationRoutes } from './replication/routes.js';
import { serviceAuthRoutes } from './service-auth/routes.js';
import { servicePrincipalRoutes } from './service-principals/routes.js';
import { sessionRoutes } from './sessions/routes.js';
import { stepUpRoutes } from './step-up/routes.js';
import { storeRoutes } from './store/routes.js';
import { templateRoutes } from './templates/routes.js';
import { tokenRoutes } from './tokens/routes.js';
import { totpRoutes } from './totp/routes.js';
import { transactionRoutes } from './transactions/routes.js';
import { userRoutes } from './users/routes.js';
import { validationRoutes } from './validation/routes.js';
import { validatorRoutes } from './validators/routes.js';
import { walletLinkRoutes } from './wallet-links/routes.js';
import { walletRoutes } from './wallets/routes.js';
import { webhookRoutes } from './webhooks/routes.js';

export const groupRoutes = {
  auth: authRoutes,
  totp: totpRoutes,
  tokens: tokenRoutes,
  servicePrincipals: servicePrincipalRoutes,
  passkeys: passkeyRoutes,
  registration: registrationRoutes,
  sessions: sessionRoutes,
  stepUp: stepUpRoutes,
  passwordResets: passwordResetRoutes,
  programSignIns: programSignInRoutes,
  pages: pageRoutes,
  organizations: organizationRoutes,
  organizationSettings: organizationSettingsRoutes,
  platform: platformRoutes,
  walletLinks: walletLinkRoutes,
  users: userRoutes,
  invitations: invitationRoutes,
  identityProviders: identityProviderRoutes,
  webhooks: webhookRoutes,
  federation: federationRoutes,
  devices: deviceRoutes,
  enrolment: enrolmentRoutes,
  personalInbox: personalInboxRoutes,
  preferences: preferenceRoutes,
  audit: auditRoutes,
  wallets: walletRoutes,
  organisationKeys: organisationKeyRoutes,
  citizenWallet: citizenWalletRoutes,
  accessGrants: accessGrantRoutes,
  registers: registerRoutes,
  transactions: transactionRoutes,
  blueprints: blueprintRoutes,
  rehearsals: rehearsalRoutes,
  execution: executionRoutes,
  instances: instanceRoutes,
  actions: actionRoutes,
  inbox: inboxRoutes,
  operations: operationRoutes,
  dockets: docketRoutes,
  governance: governanceRoutes,
  participants: participantRoutes,
  files: fileRoutes,
  odata: odataRoutes,
  identifiers: identifierRoutes,
  query: queryRoutes,
  provenance: provenanceRoutes,
  validators: validatorRoutes,
  validation: validationRoutes,
  peers: peerRoutes,
  replication: replicationRoutes,
  templates: templateRoutes,
  store: storeRoutes,
  outgoing: outgoingRoutes,
  metrics: metricsRoutes,
  health: healthRoutes,
  internal: internalRoutes,
  serviceAuth: serviceAuthRoutes,
};

/** Every operation of the public listener by its operationId. */
export const allRoutes = {
  ...authRoutes,
  ...totpRoutes,
  ...stepUpRoutes,
  ...tokenRoutes,
  ...servicePrincipalRoutes,
  ...passkeyRoutes,
  ...registrationRoutes,
  ...sessionRoutes,
  ...passwordResetRoutes,
  ...programSignInRoutes,
  ...pageRoutes,
  ...organizationRoutes,
  ...organizationSettingsRoutes,
  ...platformRoutes,
  ...walletLinkRoutes,
  ...userRoutes,
  ...invitationRoutes,
  ...identityProviderRoutes,
  ...webhookRoutes,
  ...federationRoutes,
  ...deviceRoutes,
  ...enrolmentRoutes,
  ...personalInboxRoutes,
  ...preferenceRoutes,
  ...auditRoutes,
  ...walletRoutes,
  ...organisationKeyRoutes,
  ...citizenWalletRoutes,
  ...accessGrantRoutes,
  ...registerRoutes,
  ...transactionRoutes,
  ...blueprintRoutes,
  ...rehearsalRoutes,
  ...executionRoutes,
  ...instanceRoutes,
  ...actionRoutes,
  ...inboxRoutes,
  ...operationRoutes,
  ...docketRoutes,
  ...governanceRoutes,
  ...participantRoutes,
  ...fileRoutes,
  ...odataRoutes,
  ...provenanceRoutes,
  ...identifierRoutes,
  ...queryRoutes,
  ...validatorRoutes,
  ...validationRoutes,
  ...peerRoutes,
  ...replicationRoutes,
  ...templateRoutes,
  ...storeRoutes,
  ...outgoingRoutes,
  ...metricsRoutes,
  ...healthRoutes,
};

export type AllRoutes = typeof allRoutes;
