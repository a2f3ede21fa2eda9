// Groups of wallets and the use of their keys: rows of the table of groups (index.ts).
import { accessGrantExamples } from './access-grants/examples.js';
import { accessGrantHandlers } from './access-grants/handlers.js';
import { citizenWalletExamples } from './citizen-wallet/examples.js';
import { citizenWalletHandlers } from './citizen-wallet/handlers.js';
import { organisationKeyExamples } from './organisation-keys/examples.js';
import { organisationKeyHandlers } from './organisation-keys/handlers.js';
import { groupRoutes } from './routes.js';
import { walletExamples } from './wallets/examples.js';
import { walletHandlers } from './wallets/handlers.js';

export const walletGroups = {
  wallets: {
    tag: 'Wallets',
    description: 'Wallets, and the use of their keys.',
    routes: groupRoutes.wallets,
    handlers: walletHandlers,
    examples: walletExamples,
  },
  organisationKeys: {
    tag: 'Organisation keys',
    description: 'The master key of an organisation, and the keys of its members that follow from it.',
    routes: groupRoutes.organisationKeys,
    handlers: organisationKeyHandlers,
    examples: organisationKeyExamples,
  },
  citizenWallet: {
    tag: 'Citizen wallet',
    description: 'The wallet of a citizen: what is pending, and the key that credentials are bound to.',
    routes: groupRoutes.citizenWallet,
    handlers: citizenWalletHandlers,
    examples: citizenWalletExamples,
  },
  accessGrants: {
    tag: 'Access grants',
    description: 'Who else may see or use a wallet.',
    routes: groupRoutes.accessGrants,
    handlers: accessGrantHandlers,
    examples: accessGrantExamples,
  },
};
