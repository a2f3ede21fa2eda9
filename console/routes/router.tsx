// The pages by their addresses. Each is loaded when it is first opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { MissingPage } from './missing-page.js';
import { PATHS } from './paths.js';
import { Shell } from './shell.js';
import { StoppedPage } from './stopped-page.js';

const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage, errorComponent: StoppedPage });
const below = { getParentRoute: () => root };

const routes = [
  createRoute({
    ...below,
    path: PATHS.start,
    beforeLoad: () => {
      throw redirect({ to: PATHS.verify });
    },
  }),
  createRoute({
    ...below,
    path: PATHS.verify,
    component: lazyRouteComponent(() => import('./verify-route.js'), 'VerifyRoute'),
  }),
  createRoute({
    ...below,
    path: PATHS.parts,
    component: lazyRouteComponent(() => import('./parts-page.js'), 'PartsPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
