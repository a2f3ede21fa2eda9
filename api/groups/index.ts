// THE list of groups: definitions, handlers and examples side by side. The mapped type makes a group without handlers or examples a compile error.
import type { Examples, Handlers } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { accessGrantExamples } from './access-grants/examples.js';
import { accessGrantHandlers } from './access-grants/handlers.js';
import { authExamples } from './auth/examples.js';
import { authHandlers } from './auth/handlers.js';
import { healthExamples } from './health/examples.js';
import { healthHandlers } from './health/handlers.js';
import { organizationExamples } from './organizations/examples.js';
import { organizationHandlers } from './organizations/handlers.js';
import { groupRoutes } from './routes.js';
import { userExamples } from './users/examples.js';
import { userHandlers } from './users/handlers.js';
import { walletExamples } from './wallets/examples.js';
import { walletHandlers } from './wallets/handlers.js';

type GroupRoutes = typeof groupRoutes;

export type Groups = {
  readonly [G in keyof GroupRoutes]: {
    readonly tag: string;
    readonly description: string;
    readonly routes: GroupRoutes[G];
    readonly handlers: Handlers<GroupRoutes[G], ApiDeps>;
    readonly examples: Examples<GroupRoutes[G]>;
  };
};

export const groups: Groups = {
  auth: {
    tag: 'Authentication',
    description: "Login, tokens and the caller's own account.",
    routes: groupRoutes.auth,
    handlers: authHandlers,
    examples: authExamples,
  },
  organizations: {
    tag: 'Organizations',
    description: 'Organisations of the installation.',
    routes: groupRoutes.organizations,
    handlers: organizationHandlers,
    examples: organizationExamples,
  },
  users: {
    tag: 'Users',
    description: 'Users of an organisation, for its administrators.',
    routes: groupRoutes.users,
    handlers: userHandlers,
    examples: userExamples,
  },
  wallets: {
    tag: 'Wallets',
    description: 'Wallets, and the use of their keys.',
    routes: groupRoutes.wallets,
    handlers: walletHandlers,
    examples: walletExamples,
  },
  accessGrants: {
    tag: 'Access grants',
    description: 'Who else may see or use a wallet.',
    routes: groupRoutes.accessGrants,
    handlers: accessGrantHandlers,
    examples: accessGrantExamples,
  },
  health: {
    tag: 'Health',
    description: 'Liveness, readiness, counts and metrics.',
    routes: groupRoutes.health,
    handlers: healthHandlers,
    examples: healthExamples,
  },
};
