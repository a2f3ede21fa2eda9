// Definitions of operations about credentials that organisations of this node issue and ask for, and that its wallets
// hold.
import { credentialConfigurationRoutes } from './credential-configurations/routes.js';
import { credentialIssuerRoutes } from './credential-issuer/routes.js';
import { credentialOfferRoutes } from './credential-offers/routes.js';
import { credentialReceiptRoutes } from './credential-receipts/routes.js';
import { credentialVerifierRoutes } from './credential-verifier/routes.js';
import { heldCredentialRoutes } from './held-credentials/routes.js';
import { issuedCredentialRoutes } from './issued-credentials/routes.js';
import { issuerKeyRoutes } from './issuer-keys/routes.js';
import { presentationRoutes } from './presentations/routes.js';
import { statusListRoutes } from './status-lists/routes.js';
import { walletAuthorizationRoutes } from './wallet-authorizations/routes.js';

export const credentialGroupRoutes = {
  credentialOffers: credentialOfferRoutes,
  issuedCredentials: issuedCredentialRoutes,
  credentialConfigurations: credentialConfigurationRoutes,
  credentialIssuer: credentialIssuerRoutes,
  walletAuthorizations: walletAuthorizationRoutes,
  credentialVerifier: credentialVerifierRoutes,
  heldCredentials: heldCredentialRoutes,
  credentialReceipts: credentialReceiptRoutes,
  presentations: presentationRoutes,
  issuerKeys: issuerKeyRoutes,
  statusLists: statusListRoutes,
} as const;
