// Groups of operations about wallets and the use of their keys: rows of the table of groups.
import { accessGrantExamples } from './access-grants/examples.js';
import { accessGrantHandlers } from './access-grants/handlers.js';
import { citizenWalletExamples } from './citizen-wallet/examples.js';
import { citizenWalletHandlers } from './citizen-wallet/handlers.js';
import { organisationKeyExamples } from './organisation-keys/examples.js';
import { organisationKeyHandlers } from './organisation-keys/handlers.js';
import { walletGroupRoutes } from './routes.js';
import { walletLinkExamples } from './wallet-links/examples.js';
import { walletLinkHandlers } from './wallet-links/handlers.js';
import { walletExamples } from './wallets/examples.js';
import { walletHandlers } from './wallets/handlers.js';

export const walletGroups = {
  walletLinks: {
    tag: 'Linked wallets',
    description: 'Participants of an organisation, and the wallets that they proved to be their own.',
    routes: walletGroupRoutes.walletLinks,
    handlers: walletLinkHandlers,
    examples: walletLinkExamples,
  },
  wallets: {
    tag: 'Wallets',
    description: 'Wallets, and the use of their keys.',
    routes: walletGroupRoutes.wallets,
    handlers: walletHandlers,
    examples: walletExamples,
  },
  organisationKeys: {
    tag: 'Organisation keys',
    description: 'The master key of an organisation, and the keys of its members that follow from it.',
    routes: walletGroupRoutes.organisationKeys,
    handlers: organisationKeyHandlers,
    examples: organisationKeyExamples,
  },
  citizenWallet: {
    tag: 'Citizen wallet',
    description: 'The wallet of a citizen: what is pending, and the key that credentials are bound to.',
    routes: walletGroupRoutes.citizenWallet,
    handlers: citizenWalletHandlers,
    examples: citizenWalletExamples,
  },
  accessGrants: {
    tag: 'Access grants',
    description: 'Others that may see or use a wallet.',
    routes: walletGroupRoutes.accessGrants,
    handlers: accessGrantHandlers,
    examples: accessGrantExamples,
  },
};
