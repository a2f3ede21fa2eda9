// THE list of groups: definitions, handlers and examples side by side. The mapped type makes a group without handlers or examples a compile error.
import type { Examples, Handlers } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { healthExamples } from './health/examples.js';
import { healthHandlers } from './health/handlers.js';
import { groupRoutes } from './routes.js';

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
  health: {
    tag: 'Health',
    description: 'Liveness, readiness, counts and metrics.',
    routes: groupRoutes.health,
    handlers: healthHandlers,
    examples: healthExamples,
  },
};
