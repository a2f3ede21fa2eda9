// THE list of groups: definitions, handlers and examples side by side, by area. The mapped type makes a group without
// handlers or examples a compile error.
import type { Examples, Handlers } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { accountGroups } from './accounts/groups.js';
import { credentialGroups } from './credentials/groups.js';
import { ledgerGroups } from './ledger/groups.js';
import { nodeGroups } from './node/groups.js';
import { peopleGroups } from './people/groups.js';
import type { groupRoutes } from './routes.js';
import { trustGroups } from './trust/groups.js';
import { walletGroups } from './wallets/groups.js';
import { workflowGroups } from './workflow/groups.js';

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
  ...accountGroups,
  ...peopleGroups,
  ...walletGroups,
  ...credentialGroups,
  ...ledgerGroups,
  ...workflowGroups,
  ...trustGroups,
  ...nodeGroups,
};
