// Definitions of operations about wallets and the use of their keys.
import { accessGrantRoutes } from './access-grants/routes.js';
import { citizenWalletRoutes } from './citizen-wallet/routes.js';
import { organisationKeyRoutes } from './organisation-keys/routes.js';
import { walletLinkRoutes } from './wallet-links/routes.js';
import { walletRoutes } from './wallets/routes.js';

export const walletGroupRoutes = {
  walletLinks: walletLinkRoutes,
  wallets: walletRoutes,
  organisationKeys: organisationKeyRoutes,
  citizenWallet: citizenWalletRoutes,
  accessGrants: accessGrantRoutes,
} as const;
