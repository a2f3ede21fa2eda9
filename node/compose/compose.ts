// Builds the whole node from its configuration, in order, and gives back how to start and stop it. The compiler checks
// in this folder that storage, actors and surface fit each other.
import { fileHolders } from '../../actors/mesh/gossip/file-holders.js';
import type { NodeParts } from '../../actors/node/machine.js';
import type { FirstAdmin } from '../../api/auth/bootstrap.js';
import type { ListenerName } from '../../api/define.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import { verifiersBy } from '../../api/gates/verifiers.js';
import { POOL_SWEEP_MS } from '../../core/base/limits/node/pool.js';
import { TableScrub } from '../../storage/disk/table-scrub.js';
import { lossText } from '../../storage/engine/fence.js';
import { watchFolder } from '../../storage/engine/folder-lock.js';
import { DiskReserve } from '../../storage/engine/reserve.js';
import { openStore } from '../../storage/open.js';
import { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import { Registrations } from '../../storage/tables/node/registrations.js';
import { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import { FileChunks } from '../../storage/tables/workflow/file-chunks.js';
import type { Config } from '../config/schema.js';
import { clockHealth, lastSeenOps, openClockGuard } from '../observe/clock-guard.js';
import { ForwardedRequests, httpHealth } from '../observe/forwarding.js';
import { createHealth } from '../observe/health.js';
import { createMetrics } from '../observe/metrics.js';
import { type Gauged, nodeGauges } from '../observe/node-gauges.js';
import { diskHealth, healthParts, signaturesHealth } from '../observe/part-health.js';
import { storeGauges } from '../observe/store-gauges.js';
import { webhookGauges, webhooksHealth } from '../observe/webhooks.js';
import { openWebhooks } from '../outgoing/webhooks.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { diskRoomOf } from '../platform/file-room.js';
import { createSweep } from '../platform/sweep.js';
import { VERSION } from '../platform/version.js';
import { EngineWorker } from '../threads/engine-worker.js';
import { filesHealth, openFiles } from './files.js';
import { httpPart } from './http-part.js';
import { openIdentity } from './identity.js';
import { inboxHealth, openInbox } from './inbox.js';
import { openKeys } from './keys.js';
import { openLedger } from './ledger.js';
import { type Lifecycle, lifecycle, type Part } from './lifecycle.js';
import { meshHealth, openIdentityOf, openMesh } from './mesh.js';
import { MeshBinding } from './mesh-binding.js';
import type { NodeWorld, OpenParts } from './open-parts.js';
import { operationsHealth } from './operations.js';
import { outgoingPart } from './outgoing.js';
import { deferredPart } from './parts/deferred.js';
import { designerPart } from './parts/designer.js';
import { issuingPart } from './parts/issuing.js';
import { operationsPart } from './parts/operations.js';
import { seriesPart } from './parts/series.js';
import { startLink } from './parts/start-link.js';
import { openWalletAsks, walletHost } from './parts/wallet-asks.js';
import { tellingOf } from './surface.js';
import { openCredentials, trustListsPart } from './trust-lists.js';
import { openWorkflow } from './workflow.js';

export interface ComposedNode {
  readonly lifecycle: Lifecycle & Pick<NodeParts, 'drain'>;
  /** Where a listener listens; known after the start, and empty where there is none. */
  address(name?: ListenerName): string;
  /** Credentials of the first administrator: at the first start, and until a generated password was changed. */
  firstAdmin(): FirstAdmin | undefined;
  firstPasswordFile(): string | undefined;
  /** A new link into the console, while the generated password stands and where only this computer reaches the node. */
  startLink(): string | undefined;
  /** Reads again from disk whom the node trusts, and its certificate. */
  reload(): void;
  /** Why the seats of this node are fenced, if they are. */
  fence(): string | undefined;
  /** The rows that the store was found to lack, in a sentence; undefined when there are none. */
  loss(): string | undefined;
}

export function composeNode(config: Config, world: NodeWorld): ComposedNode {
  const { log } = world;
  const forwarding = new ForwardedRequests(log);
  const health = createHealth({
    parts: [
      ...healthParts({
        store: () => open.store,
        tables: () => open.tables?.figures.damaged,
        ledger: () => open.ledger?.ledger,
        blueprints: () => (open.store ? open.blueprints : undefined),
        mesh: () => open.mesh?.health,
        gossip: () => open.mesh?.gossip?.figures,
      }),
      diskHealth(() => reserve),
      signaturesHealth(() => open.ledger?.verifyThreads),
      httpHealth(forwarding, () => open.listeners),
      filesHealth(() => (open.store ? open.files?.keeper : undefined)),
      clockHealth(() => open.guard),
      inboxHealth(() => open.inbox?.inbox),
      operationsHealth(() => open.operations?.operations),
      webhooksHealth(() => (open.store ? open.webhooks : undefined)),
    ],
    startedAtMs: systemClock.steady(),
    serving: () => open.serving,
    log,
  });
  const reserve = new DiskReserve(
    { free: () => diskRoomOf(config.node.dataDir), setTimer: systemClock.setTimer, log },
    config.storage.reserveBytes,
  );
  const metrics = createMetrics(config.metrics, () => systemClock.steady());
  const leaving = outgoingPart(config, log, metrics);
  const open: OpenParts = { config, world, metrics, health, reserve, forwarding, leaving, serving: false };
  if (metrics) nodeGauges(metrics, gaugesOf(open));
  return {
    lifecycle: {
      ...lifecycle(partsOf(open), log, config.node.stopTimeoutMs),
      drain: () => {
        open.serving = false;
      },
    },
    address: (name = 'public') => open.listeners?.address(name) ?? '',
    firstAdmin: () => open.identity?.firstAdmin,
    firstPasswordFile: () => open.identity?.firstPassword.file,
    startLink: () => open.identity && startLink(config, open.identity),
    reload: () => {
      for (const part of [open.mesh?.trust, open.listeners]) part?.reload();
    },
    fence: () => open.ledger?.ledger.seating.fence,
    loss: () => open.store?.fence && lossText(open.store.fence, open.store.missing),
  };
}

/** In the order in which they start. */
function partsOf(open: OpenParts): readonly Part[] {
  return [
    storePart(open),
    keysPart(open),
    registersPart(open),
    inboxPart(open),
    meshPart(open),
    filesPart(open),
    identityPart(open),
    operationsPart(open),
    webhooksPart(open),
    trustListsPart(open),
    issuingPart(open),
    deferredPart(open),
    designerPart(open),
    sweepPart(open),
    ...[seriesPart(open), open.leaving],
    httpPart(open, () => seatOf(open)),
  ];
}

function gaugesOf(open: OpenParts): Gauged {
  return {
    version: VERSION,
    steady: () => systemClock.steady(),
    health: () => open.health(),
    ledger: () => open.ledger?.ledger,
    mesh: () => open.mesh?.health,
    replicas: () => open.mesh?.surface.replicas() ?? [],
    sessions: () => open.identity?.accounts.sessions.standing,
    certificates: () => ({ ...(open.mesh && { mesh: open.mesh.trust.validity }), ...open.listeners?.certificates() }),
  };
}

function storePart(open: OpenParts): Part {
  const { config, world, metrics } = open;
  return {
    name: 'store',
    start: async () => {
      open.reserve.start();
      const store = await openStore(config.node.dataDir, {
        reserve: open.reserve,
        nowMs: systemClock.now(),
        onFatal: world.onFatal,
        log: world.log,
        cacheBytes: config.storage.cacheBytes,
        ...(metrics && { metrics: { groupCommitted: (group) => metrics.journal.onCommitted(group) } }),
      }).catch((error: unknown) => {
        // A part that did not start is not stopped, and the timer would keep the process alive.
        open.reserve.stop();
        throw error;
      });
      open.store = store;
      open.watch = watchFolder({
        lossReason: store.lossReason,
        setTimer: systemClock.setTimer,
        onLost: (error) => store.journal.fail(error),
      });
      const { scrubBytesPerSecond: rate } = config.storage;
      if (rate > 0) open.tables = new TableScrub(config.node.dataDir, rate, world);
      const peersAgree = () => open.mesh?.network.clockAgreed;
      open.guard = await openClockGuard({ ...open.world, config, store, metrics, peersAgree });
      if (metrics) storeGauges(metrics, store, open.reserve);
    },
    stop: async () => {
      open.reserve.stop();
      open.watch?.cancel();
      await open.tables?.stop();
      const { store } = open;
      open.store = undefined;
      await store?.close();
    },
  };
}

function keysPart(open: OpenParts): Part {
  return {
    name: 'keys',
    start: async () => {
      open.keys = await openKeys(open.config, open.store!, open.world.log);
    },
    stop: async () => open.keys?.close(),
  };
}

function registersPart(open: OpenParts): Part {
  const { config, metrics, world } = open;
  return {
    name: 'registers',
    start: async () => {
      const { consensus, usage } = open.keys!;
      open.node = openIdentityOf(config);
      open.binding = new MeshBinding(open.node !== undefined);
      const { binding: mesh, store } = open;
      const chunks = new FileChunks(store!.kv, store!.journal);
      open.ledger = await openLedger({
        config,
        store: store!,
        ...{ keys: consensus, usage },
        mesh,
        log: world.log,
        metrics,
        guard: open.guard!,
        claimFiles: (tx) => open.files!.keeper.claim(tx),
      });
      open.files = openFiles({
        ...{ config, store: store!, chunks, opened: open.ledger, log: world.log, metrics },
        peers: () => open.mesh && fileHolders(open.mesh.driver.parts, (id) => open.ledger?.ledger.register(id)),
        isKept: (registerId, peerId) => open.mesh?.driver.parts.rosters.isSeated(registerId, peerId) ?? true,
      });
      if (open.node)
        open.mesh = await openMesh({
          config,
          identity: open.node,
          store: store!,
          opened: open.ledger,
          files: open.files.keeper,
          wallets: { answer: (...asked) => walletHost(open).answer(...asked) },
          keys: consensus,
          binding: mesh,
          log: world.log,
          metrics,
          health: () => meshHealth(open.ledger!.ledger, consensus.current.validatorId),
          alter: world.alter,
        });
      await open.ledger.ledger.start();
    },
    stop: async () => {
      await open.ledger?.ledger.stop();
      await open.ledger?.verifyThreads.close();
    },
  };
}

/**
 * Follows what the registers seal. Behind them, so that it stops before them; dockets that are sealed without it are
 * folded after the next start.
 */
function inboxPart(open: OpenParts): Part {
  return {
    name: 'inbox',
    start: async () => {
      const { config, world, metrics, leaving } = open;
      const [store, keys, opened] = [open.store!, open.keys!, open.ledger!];
      open.webhooks = await openWebhooks({
        ...{ config, store, secrets: keys.accountSecrets, opened, log: world.log },
        ...{ outgoing: leaving.ports.outgoing, metrics: metrics?.webhooks ?? null },
        audit: () => open.identity?.accounts.audit,
      });
      if (metrics) webhookGauges(open.webhooks).forEach(metrics.gauge);
      const statusLists = () => open.credentials!.lists;
      open.inbox = openInbox({
        ...{ store, keys, opened, webhooks: open.webhooks.events, statusLists, log: world.log },
        ...{ asker: () => open.walletAsks?.asker, metrics: metrics?.credentials ?? null },
      });
      await open.inbox.start();
    },
    stop: async () => open.inbox?.stop(),
  };
}

/** Links to other nodes. Behind the registers, so that it stops before them and starts when they can answer. */
function meshPart(open: OpenParts): Part {
  return {
    name: 'mesh',
    start: async () => open.mesh?.start(),
    stop: async () => open.mesh?.stop(),
  };
}

/** Files that sealed actions name. Behind the mesh, because it asks other nodes. */
function filesPart(open: OpenParts): Part {
  return {
    name: 'files',
    start: async () => open.files?.keeper.start(),
    stop: async () => open.files?.keeper.stop(),
  };
}

/** Users, and what is kept for and run for their requests. */
function identityPart(open: OpenParts): Part {
  const { config, world } = open;
  return {
    name: 'identity',
    start: async () => {
      const store = open.store!;
      const { signingKey, accountSecrets } = open.keys!;
      open.identity = await openIdentity({ config, store, signingKey, accountSecrets, log: world.log });
      open.idempotency = new Idempotency({
        ...{ kv: store.kv, queued: store.journal, random: systemRandom, key: open.keys!.operationKey },
      });
      open.credentials = openCredentials(open);
      open.registrations = new Registrations(store.kv, store.journal);
      open.blueprints = new Blueprints(store.kv, store.journal);
      open.engine = new EngineWorker(systemClock);
      open.walletAsks = openWalletAsks(open);
      open.workflow = openWorkflow({
        ...{ store, keys: open.keys!, opened: open.ledger!, blueprints: open.blueprints },
        accounts: open.identity.accounts,
        verifiers: verifiersBy(open.walletAsks.asker),
        ...{ ownRuns: open.inbox!.ownRuns, knownTexts: open.inbox!.knownTexts, kept: open.inbox!.kept },
        ...{ validator: () => seatOf(open), log: world.log, metrics: open.metrics },
      });
      await open.workflow.publications.start();
      open.workflow.openedDeliveries.start();
    },
    stop: async () => {
      open.workflow?.publications.stop();
      await open.workflow?.openedDeliveries.stop();
      await open.workflow?.close();
      await open.engine?.close();
    },
  };
}

/** The seat that this node takes in the registers it founds now: a key that was made since is the one for new seats. */
function seatOf({ config, keys, node }: OpenParts): ApiDeps['validator'] {
  const { validatorId, publicKey } = keys!.consensus.current;
  const { orgId, peerId } = node ?? { orgId: config.validator.orgId, peerId: '' };
  return { validatorId, orgId, consensusKey: publicKey, peerId };
}

/** Events on their way to programs of others. Behind accounts, so that what it disables stands in the audit trail. */
function webhooksPart(open: OpenParts): Part {
  return {
    name: 'webhooks',
    start: async () => open.webhooks?.start(),
    stop: async () => open.webhooks?.stop(),
  };
}

function sweepPart(open: OpenParts): Part {
  return {
    name: 'sweep',
    start: async () => {
      const [{ journal }, { ledger }] = [open.store!, open.ledger!];
      const [identity, { people }, { events }] = [open.identity!, open.inbox!, open.webhooks!];
      const telling = tellingOf(identity, people, events);
      open.sweep = createSweep(
        {
          registers: () => ledger.sweep().then(() => []),
          clock: async () => lastSeenOps(open.guard),
          trust: async () => {
            open.mesh?.trust.look();
            return [];
          },
          peers: async (nowMs) => open.mesh?.sweep(nowMs).then(() => []) ?? [],
          sessions: (nowMs) => identity.sweep(nowMs, telling),
          // A clock that is ahead would make all of it old.
          audit: async (nowMs) => (open.guard!.view().believed ? identity.auditRetention.sweep(nowMs) : []),
          idempotency: (nowMs) => open.idempotency!.sweep(nowMs),
          deviceFlips: (nowMs) => open.inbox!.people.deviceFlips.sweep(nowMs).then(() => []),
          pairingLinks: (nowMs) => open.inbox!.people.pairingLinks.sweep(nowMs),
          registrations: async (nowMs) => (await open.registrations!.sweep(nowMs)).ops,
          rehearsals: (nowMs) => open.workflow!.rehearsals.sweep(nowMs).then(() => []),
          publications: () => open.workflow!.publications.sweep().then(() => []),
          operations: (nowMs) => open.operations!.sweep(nowMs).then(() => []),
          conversations: (nowMs) => open.conversations!.sweep(nowMs).then(() => []),
          webhooks: () => open.webhooks!.sweep().then(() => []),
          credentialOffers: (nowMs) =>
            open.credentials!.offers.sweep(nowMs, (ops) => journal.commit(ops)).then(() => []),
          keptEvidence: (nowMs) => open.inbox!.kept.sweep(nowMs),
          preparedActions: (nowMs) => open.gates!.prepared.sweep(nowMs),
          presentationRequests: (nowMs) => open.verifier!.requests.sweep(nowMs),
          uploads: (nowMs) => open.files!.uploads.sweep(nowMs, (ops) => journal.commit(ops)).then(() => []),
        },
        { log: open.world.log, now: () => systemClock.now(), commit: (ops) => journal.commit(ops) },
      );
      open.sweep.start(POOL_SWEEP_MS);
    },
    stop: async () => open.sweep?.stop(),
  };
}
