// THE list of definitions, by area. The typed client is derived from it without touching a handler.
import { accountGroupRoutes } from './accounts/routes.js';
import { credentialGroupRoutes } from './credentials/routes.js';
import { ledgerGroupRoutes } from './ledger/routes.js';
import { nodeGroupRoutes } from './node/routes.js';
import { peopleGroupRoutes } from './people/routes.js';
import { trustGroupRoutes } from './trust/routes.js';
import { walletGroupRoutes } from './wallets/routes.js';
import { workflowGroupRoutes } from './workflow/routes.js';

export const groupRoutes = {
  ...accountGroupRoutes,
  ...peopleGroupRoutes,
  ...walletGroupRoutes,
  ...credentialGroupRoutes,
  ...ledgerGroupRoutes,
  ...workflowGroupRoutes,
  ...trustGroupRoutes,
  ...nodeGroupRoutes,
} as const;

/** Every operation of the public listener by its operationId. */
export const allRoutes = {
  ...accountGroupRoutes.auth,
  ...accountGroupRoutes.totp,
  ...accountGroupRoutes.stepUp,
  ...accountGroupRoutes.tokens,
  ...accountGroupRoutes.servicePrincipals,
  ...accountGroupRoutes.passkeys,
  ...accountGroupRoutes.registration,
  ...accountGroupRoutes.sessions,
  ...accountGroupRoutes.passwordResets,
  ...accountGroupRoutes.programSignIns,
  ...accountGroupRoutes.pages,
  ...peopleGroupRoutes.organizations,
  ...peopleGroupRoutes.organizationSettings,
  ...peopleGroupRoutes.platform,
  ...walletGroupRoutes.walletLinks,
  ...peopleGroupRoutes.users,
  ...peopleGroupRoutes.invitations,
  ...accountGroupRoutes.identityProviders,
  ...peopleGroupRoutes.webhooks,
  ...accountGroupRoutes.federation,
  ...peopleGroupRoutes.devices,
  ...peopleGroupRoutes.enrolment,
  ...peopleGroupRoutes.personalInbox,
  ...peopleGroupRoutes.preferences,
  ...peopleGroupRoutes.audit,
  ...walletGroupRoutes.wallets,
  ...walletGroupRoutes.organisationKeys,
  ...walletGroupRoutes.citizenWallet,
  ...walletGroupRoutes.accessGrants,
  ...credentialGroupRoutes.credentialOffers,
  ...credentialGroupRoutes.issuedCredentials,
  ...credentialGroupRoutes.credentialIssuer,
  ...credentialGroupRoutes.walletAuthorizations,
  ...credentialGroupRoutes.credentialVerifier,
  ...credentialGroupRoutes.heldCredentials,
  ...credentialGroupRoutes.presentations,
  ...credentialGroupRoutes.statusLists,
  ...ledgerGroupRoutes.registers,
  ...ledgerGroupRoutes.transactions,
  ...workflowGroupRoutes.blueprints,
  ...workflowGroupRoutes.rehearsals,
  ...workflowGroupRoutes.execution,
  ...workflowGroupRoutes.instances,
  ...workflowGroupRoutes.actions,
  ...workflowGroupRoutes.inbox,
  ...workflowGroupRoutes.operations,
  ...ledgerGroupRoutes.dockets,
  ...ledgerGroupRoutes.governance,
  ...ledgerGroupRoutes.registerTrust,
  ...ledgerGroupRoutes.participants,
  ...workflowGroupRoutes.files,
  ...ledgerGroupRoutes.odata,
  ...ledgerGroupRoutes.provenance,
  ...ledgerGroupRoutes.identifiers,
  ...ledgerGroupRoutes.query,
  ...ledgerGroupRoutes.validators,
  ...ledgerGroupRoutes.validation,
  ...ledgerGroupRoutes.peers,
  ...ledgerGroupRoutes.replication,
  ...workflowGroupRoutes.templates,
  ...workflowGroupRoutes.schemas,
  ...workflowGroupRoutes.externalSchemas,
  ...trustGroupRoutes.trustLists,
  ...trustGroupRoutes.organisationCertificates,
  ...nodeGroupRoutes.store,
  ...nodeGroupRoutes.outgoing,
  ...nodeGroupRoutes.metrics,
  ...nodeGroupRoutes.health,
};

export type AllRoutes = typeof allRoutes;
