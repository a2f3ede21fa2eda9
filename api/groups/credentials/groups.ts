// Groups of operations about credentials that organisations of this node issue and ask for, and that its wallets hold:
// rows of the table of groups.
import { credentialConfigurationExamples } from './credential-configurations/examples.js';
import { credentialConfigurationHandlers } from './credential-configurations/handlers.js';
import { credentialIssuerExamples } from './credential-issuer/examples.js';
import { credentialIssuerHandlers } from './credential-issuer/handlers.js';
import { credentialOfferExamples } from './credential-offers/examples.js';
import { credentialOfferHandlers } from './credential-offers/handlers.js';
import { credentialReceiptExamples } from './credential-receipts/examples.js';
import { credentialReceiptHandlers } from './credential-receipts/handlers.js';
import { credentialVerifierExamples } from './credential-verifier/examples.js';
import { credentialVerifierHandlers } from './credential-verifier/handlers.js';
import { heldCredentialExamples } from './held-credentials/examples.js';
import { heldCredentialHandlers } from './held-credentials/handlers.js';
import { issuedCredentialExamples } from './issued-credentials/examples.js';
import { issuedCredentialHandlers } from './issued-credentials/handlers.js';
import { issuerKeyExamples } from './issuer-keys/examples.js';
import { issuerKeyHandlers } from './issuer-keys/handlers.js';
import { presentationExamples } from './presentations/examples.js';
import { presentationHandlers } from './presentations/handlers.js';
import { credentialGroupRoutes } from './routes.js';
import { statusListExamples } from './status-lists/examples.js';
import { statusListHandlers } from './status-lists/handlers.js';
import { walletAuthorizationExamples } from './wallet-authorizations/examples.js';
import { walletAuthorizationHandlers } from './wallet-authorizations/handlers.js';

export const credentialGroups = {
  credentialOffers: {
    tag: 'Credential offers',
    description: 'Credentials that an organisation offers to wallets.',
    routes: credentialGroupRoutes.credentialOffers,
    handlers: credentialOfferHandlers,
    examples: credentialOfferExamples,
  },
  issuedCredentials: {
    tag: 'Issued credentials',
    description: 'Credentials that an organisation issued, and their status.',
    routes: credentialGroupRoutes.issuedCredentials,
    handlers: issuedCredentialHandlers,
    examples: issuedCredentialExamples,
  },
  credentialConfigurations: {
    tag: 'Credential configurations',
    description: 'The types of credentials that an organisation issues, and its rules for each.',
    routes: credentialGroupRoutes.credentialConfigurations,
    handlers: credentialConfigurationHandlers,
    examples: credentialConfigurationExamples,
  },
  credentialIssuer: {
    tag: 'Credential issuer',
    description: 'OpenID4VCI 1.0, for wallets: each organisation is an issuer.',
    routes: credentialGroupRoutes.credentialIssuer,
    handlers: credentialIssuerHandlers,
    examples: credentialIssuerExamples,
  },
  walletAuthorizations: {
    tag: 'Wallet authorizations',
    description: 'Wallets that have a person asked for a credential.',
    routes: credentialGroupRoutes.walletAuthorizations,
    handlers: walletAuthorizationHandlers,
    examples: walletAuthorizationExamples,
  },
  credentialVerifier: {
    tag: 'Credential verifier',
    description: 'OpenID4VP 1.0: an organisation asks wallets for presentations of credentials.',
    routes: credentialGroupRoutes.credentialVerifier,
    handlers: credentialVerifierHandlers,
    examples: credentialVerifierExamples,
  },
  heldCredentials: {
    tag: 'Held credentials',
    description: 'Credentials that a wallet of this node holds, whoever issued them.',
    routes: credentialGroupRoutes.heldCredentials,
    handlers: heldCredentialHandlers,
    examples: heldCredentialExamples,
  },
  credentialReceipts: {
    tag: 'Credential receipts',
    description: 'Offers of issuers at which a person signs in before a wallet of this node takes them.',
    routes: credentialGroupRoutes.credentialReceipts,
    handlers: credentialReceiptHandlers,
    examples: credentialReceiptExamples,
  },
  presentations: {
    tag: 'Presentations',
    description: 'Requests of verifiers that wallets of this node answer, once their person consents.',
    routes: credentialGroupRoutes.presentations,
    handlers: presentationHandlers,
    examples: presentationExamples,
  },
  issuerKeys: {
    tag: 'Issuer keys',
    description: 'Keys by which organisations issue, for services at listeners of their own.',
    routes: credentialGroupRoutes.issuerKeys,
    handlers: issuerKeyHandlers,
    examples: issuerKeyExamples,
  },
  statusLists: {
    tag: 'Status lists',
    description: 'The status of issued credentials, for verifiers.',
    routes: credentialGroupRoutes.statusLists,
    handlers: statusListHandlers,
    examples: statusListExamples,
  },
};
