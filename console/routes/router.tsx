// The pages by their addresses. Each is loaded when it is first opened, with what it reads of the node.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { diffSearchIn, searchIn } from '../blueprints/search.js';
import { issuedChoiceIn } from '../credentials/issued-choice.js';
import { designSearchIn } from '../design/design-search.js';
import { instanceSearchIn } from '../instance-address.js';
import { filterIn } from '../ledger/row-filter.js';
import { logChoiceIn } from '../node/log-choice.js';
import { spanIn } from '../node/span.js';
import { PATHS } from '../paths.js';
import { auditFilterIn } from '../people/audit-filter.js';
import { keepingOld } from '../session/connection.js';
import { MissingPage } from './missing-page.js';
import { ReturnPage } from './return-page.js';
import { Shell } from './shell.js';
import { StoppedPage } from './stopped-page.js';
import { WaitingPage } from './waiting-page.js';

const root = createRootRoute({ component: Shell, notFoundComponent: MissingPage, errorComponent: StoppedPage });
const below = { getParentRoute: () => root, errorComponent: StoppedPage };

const routes = [
  createRoute({
    ...below,
    path: PATHS.home,
    beforeLoad: async () => {
      const { isNew } = await (await import('../session/person.js')).person();
      throw redirect({ to: isNew ? PATHS.start : PATHS.inbox });
    },
  }),
  createRoute({
    ...below,
    path: PATHS.start,
    validateSearch: ({ after }: Record<string, unknown>) => (typeof after === 'string' ? { after } : {}),
    loader: (place) => keepingOld(place, async () => (await import('../start/read-start.js')).readStart()),
    component: lazyRouteComponent(() => import('../start/start-page.js'), 'StartPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.me,
    loader: (place) => keepingOld(place, async () => (await import('../account/read-me.js')).readMe()),
    component: lazyRouteComponent(() => import('../account/me-page.js'), 'MePage'),
  }),
  createRoute({ ...below, path: PATHS.signedIn, component: ReturnPage }),
  createRoute({
    ...below,
    path: PATHS.inbox,
    validateSearch: ({ kind }: Readonly<Record<string, unknown>>) => (typeof kind === 'string' ? { kind } : {}),
    loaderDeps: ({ search }) => search,
    loader: (place) =>
      keepingOld(place, async () => (await import('../inbox/inbox-page.js')).readInbox({ search: place.deps })),
    component: lazyRouteComponent(() => import('../inbox/inbox-page.js'), 'InboxPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.begin,
    loader: (place) => keepingOld(place, async () => (await import('../inbox/begin-page.js')).readBeginnings()),
    component: lazyRouteComponent(() => import('../inbox/begin-page.js'), 'BeginPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.act,
    validateSearch: instanceSearchIn,
    loaderDeps: ({ search }) => search,
    loader: async (place) => {
      const { readAct, withDraft } = await import('../act/act-page.js');
      return withDraft(await keepingOld(place, () => readAct(place)));
    },
    component: lazyRouteComponent(() => import('../act/act-page.js'), 'ActPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.instances,
    loader: (place) => keepingOld(place, async () => (await import('../instances/instances-page.js')).readInstances()),
    component: lazyRouteComponent(() => import('../instances/instances-page.js'), 'InstancesPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.instance,
    validateSearch: instanceSearchIn,
    loaderDeps: ({ search }) => search,
    loader: (place) =>
      keepingOld(place, async () => (await import('../instances/instance-page.js')).readInstance(place)),
    component: lazyRouteComponent(() => import('../instances/instance-page.js'), 'InstancePage'),
  }),
  createRoute({
    ...below,
    path: PATHS.shown,
    validateSearch: ({ gate, requirement }: Readonly<Record<string, unknown>>) => ({
      ...(typeof gate === 'string' && { gate }),
      ...(typeof requirement === 'string' && { requirement }),
    }),
    component: lazyRouteComponent(() => import('../gates/shown-page.js'), 'ShownPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.present,
    loader: (place) =>
      keepingOld(place, async () => (await import('../presenting/read-presenting.js')).readPresenting()),
    component: lazyRouteComponent(() => import('../presenting/present-page.js'), 'PresentPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.asked,
    loader: (place) =>
      keepingOld(place, async () => (await import('../presenting/read-presenting.js')).readAsked(place)),
    component: lazyRouteComponent(() => import('../presenting/asked-page.js'), 'AskedPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.wallets,
    loader: (place) => keepingOld(place, async () => (await import('../wallets/read-wallets.js')).readWallets()),
    component: lazyRouteComponent(() => import('../wallets/wallets-page.js'), 'WalletsPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.wallet,
    loader: (place) => keepingOld(place, async () => (await import('../wallets/read-wallets.js')).readWallet(place)),
    component: lazyRouteComponent(() => import('../wallets/wallet-page.js'), 'WalletPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.credential,
    loader: (place) =>
      keepingOld(place, async () => (await import('../credentials/read-credentials.js')).readCredential(place)),
    component: lazyRouteComponent(() => import('../credentials/credential-page.js'), 'CredentialPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.issued,
    validateSearch: issuedChoiceIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../credentials/read-issued.js')).readIssued(place)),
    component: lazyRouteComponent(() => import('../credentials/issued-page.js'), 'IssuedPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.people,
    loader: (place) => keepingOld(place, async () => (await import('../people/read-people.js')).readPeople()),
    component: lazyRouteComponent(() => import('../people/people-page.js'), 'PeoplePage'),
  }),
  createRoute({
    ...below,
    path: PATHS.person,
    loader: (place) => keepingOld(place, async () => (await import('../people/read-people.js')).readPerson(place)),
    component: lazyRouteComponent(() => import('../people/person-page.js'), 'PersonPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.audit,
    validateSearch: auditFilterIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../people/audit-read.js')).readAudit(place)),
    component: lazyRouteComponent(() => import('../people/audit-page.js'), 'AuditPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.blueprints,
    validateSearch: searchIn,
    loaderDeps: ({ search }) => search,
    loader: (place) =>
      keepingOld(place, async () => (await import('../blueprints/read-blueprints.js')).readBlueprints(place)),
    component: lazyRouteComponent(() => import('../blueprints/blueprints-page.js'), 'BlueprintsPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.blueprintDiff,
    validateSearch: diffSearchIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../blueprints/read-diff.js')).readDiff(place)),
    component: lazyRouteComponent(() => import('../blueprints/diff-page.js'), 'DiffPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.blueprintPublish,
    loader: (place) => keepingOld(place, async () => (await import('../trying/read-publish.js')).readPublish(place)),
    component: lazyRouteComponent(() => import('../trying/publish-page.js'), 'PublishPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.blueprint,
    validateSearch: designSearchIn,
    loader: async (place) => {
      const { readDesign, withHere } = await import('../design/design-page.js');
      return withHere(await keepingOld(place, () => readDesign(place)));
    },
    component: lazyRouteComponent(() => import('../design/design-page.js'), 'DesignPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.instanceProof,
    validateSearch: instanceSearchIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../instances/proof-page.js')).readProof(place)),
    component: lazyRouteComponent(() => import('../instances/proof-page.js'), 'InstanceProofPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.organisation,
    loader: (place) =>
      keepingOld(place, async () => (await import('../organisation/read-organisation.js')).readOrganisation()),
    component: lazyRouteComponent(() => import('../organisation/organisation-page.js'), 'OrganisationPage'),
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
  createRoute({
    ...below,
    path: PATHS.mesh,
    validateSearch: ({ register }: Readonly<Record<string, unknown>>) =>
      register === undefined ? {} : { register: String(register) },
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../mesh/mesh-page.js')).readMesh(place)),
    component: lazyRouteComponent(() => import('../mesh/mesh-page.js'), 'MeshPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.peer,
    loader: (place) => keepingOld(place, async () => (await import('../mesh/read-peer.js')).readPeer(place)),
    component: lazyRouteComponent(() => import('../mesh/peer-page.js'), 'PeerPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.node,
    validateSearch: spanIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../node/read-node.js')).readNode(place)),
    component: lazyRouteComponent(() => import('../node/node-page.js'), 'NodePage'),
  }),
  createRoute({
    ...below,
    path: PATHS.log,
    validateSearch: logChoiceIn,
    loaderDeps: ({ search }) => search,
    loader: (place) => keepingOld(place, async () => (await import('../node/log-page.js')).readLog(place)),
    component: lazyRouteComponent(() => import('../node/log-page.js'), 'LogPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.find,
    validateSearch: ({ q }: Readonly<Record<string, unknown>>) => (q === undefined ? {} : { q: String(q) }),
    component: lazyRouteComponent(() => import('../find/find-page.js'), 'FindPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.registers,
    loader: (place) => keepingOld(place, async () => (await import('../registers/read-registers.js')).readRegisters()),
    component: lazyRouteComponent(() => import('../registers/registers-page.js'), 'RegistersPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.register,
    validateSearch: filterIn,
    // A member that is not its own, such as `wall`, stays out of what is asked of the node.
    loaderDeps: ({ search }) => filterIn({ ...search }),
    loader: (place) => keepingOld(place, async () => (await import('../ledger/register-page.js')).readRegister(place)),
    component: lazyRouteComponent(() => import('../ledger/register-page.js'), 'RegisterPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.governance,
    loader: (place) =>
      keepingOld(place, async () => (await import('../governance/read-governance.js')).readGovernance(place)),
    component: lazyRouteComponent(() => import('../governance/governance-page.js'), 'GovernancePage'),
  }),
  createRoute({
    ...below,
    path: PATHS.docket,
    loader: (place) => keepingOld(place, async () => (await import('../ledger/docket-page.js')).readDocket(place)),
    component: lazyRouteComponent(() => import('../ledger/docket-page.js'), 'DocketPage'),
  }),
  createRoute({
    ...below,
    path: PATHS.transaction,
    loader: (place) =>
      keepingOld(place, async () => (await import('../ledger/read-transaction.js')).readTransaction(place)),
    component: lazyRouteComponent(() => import('../ledger/transaction-page.js'), 'TransactionPage'),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: false,
  // A node that does not answer is waited for in words, and not on an empty page.
  defaultPendingComponent: WaitingPage,
  defaultPendingMs: 3000,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
