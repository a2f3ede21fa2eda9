// The HTTP surface of the node from its configuration: what handlers may touch, and the limits of the server. It opens
// and listens to nothing.

import { tellingCommit } from '../../api/auth/notices.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import { callableBy } from '../../api/dispatch/callable.js';
import { FileChecks } from '../../api/files/checks.js';
import { assistantReads } from '../../api/mcp/manifest.js';
import type { Rates } from '../../api/requests/rate.js';
import type { ForwardingNotices } from '../../api/server/client-address.js';
import { type ApiListenerOptions, buildServers, type SurfaceOptions } from '../../api/server/server.js';
import { ownDocuments } from '../../api/site/sources.js';
import type { Log } from '../../core/base/ports.js';
import type { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import type { Registrations } from '../../storage/tables/node/registrations.js';
import type { InstanceOpenings } from '../../storage/tables/workflow/instances.js';
import type { TemplateStore } from '../../storage/tables/workflow/templates.js';
import { isAlone } from '../config/is-alone.js';
import { passkeySite } from '../config/passkey-site.js';
import { publicUrlOf } from '../config/public-url.js';
import type { Config } from '../config/schema.js';
import { shownSettings } from '../config/shown.js';
import { takesPeople } from '../config/takes-people.js';
import type { Metrics } from '../observe/metrics.js';
import { certificatesOf } from '../platform/client-certificates.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { httpTls } from '../platform/http-tls.js';
import { VERSION } from '../platform/version.js';
import type { OpenIdentity } from './identity.js';
import type { OpenPeople } from './inbox.js';
import type { OpenKeys } from './keys.js';
import type { OpenLedger } from './ledger.js';

export interface SurfaceInput {
  readonly config: Config;
  readonly log: Log;
  readonly logLines: ApiDeps['logLines'];
  readonly metrics: Metrics | null;
  readonly series: ApiDeps['series'];
  readonly keys: OpenKeys;
  readonly opened: OpenLedger;
  readonly identity: OpenIdentity;
  readonly idempotency: Idempotency;
  readonly credentials: ApiDeps['credentials'];
  readonly verifier: ApiDeps['verifier'];
  readonly gates: ApiDeps['gates'];
  readonly registrations: Registrations;
  readonly templates: TemplateStore;
  readonly schemaLibrary: ApiDeps['schemaLibrary'];
  readonly schemaCatalogues: ApiDeps['schemaCatalogues'];
  readonly openings: InstanceOpenings;
  readonly uploads: ApiDeps['uploads'];
  readonly files: ApiDeps['files'];
  readonly blueprints: ApiDeps['blueprints'];
  readonly conversations: ApiDeps['conversations'];
  readonly engine: ApiDeps['engine'];
  readonly mesh: ApiDeps['mesh'];
  readonly walletAsks: ApiDeps['walletAsks'];
  readonly workflow: ApiDeps['workflow'];
  readonly publications: ApiDeps['publications'];
  readonly inbox: ApiDeps['inbox'];
  readonly runChecks: ApiDeps['runChecks'];
  readonly operations: ApiDeps['operations'];
  readonly rehearsals: ApiDeps['rehearsals'];
  /** The seat that this node takes now. */
  readonly validator: () => ApiDeps['validator'];
  readonly people: OpenPeople;
  readonly health: ApiDeps['health'];
  readonly liveBackups: ApiDeps['liveBackups'];
  readonly outgoing: ApiDeps['outgoing'];
  readonly mailer: ApiDeps['mailer'];
  readonly webhooks: ApiDeps['webhooks'];
  readonly trustLists: ApiDeps['trustLists'];
  readonly trustListRefresher: ApiDeps['trustListRefresher'];
  readonly certificates: ApiDeps['certificates'];
  /** False while the node drains. */
  readonly isReady: () => boolean;
  readonly isFull: NonNullable<ApiDeps['isFull']>;
  readonly clockWatch: ApiDeps['clockWatch'];
  readonly forwarding: ForwardingNotices;
}

/** The servers of all listeners that are switched on. */
export async function surface(input: SurfaceInput): ReturnType<typeof buildServers> {
  return buildServers(depsOf(input), surfaceOptions(input), await listenersOf(input));
}

/** A commit that also tells of the events of the audit trail in it. */
export function tellingOf({ accounts }: OpenIdentity, people: OpenPeople, webhooks: ApiDeps['webhooks']['events']) {
  return tellingCommit({ ...accounts, ...people, webhooks });
}

function depsOf(input: SurfaceInput): ApiDeps {
  const { config, log, metrics, keys, opened, identity, ...rest } = input;
  const { keystore, wallets, usage, systemWallet, consensus, factorSecrets } = keys;
  const { ledger, chain, validatorSettings } = opened;
  const { accounts, federation, firstPassword } = identity;
  return {
    clock: systemClock,
    clockWatch: rest.clockWatch,
    random: systemRandom,
    log: log.child({ module: 'api' }),
    config: configOf(config),
    assistants: assistantReads(configOf(config)),
    callableBy,
    documents: ownDocuments(),
    ...federation,
    ...accounts,
    factorSecrets,
    ...rest.people,
    commit: tellingOf(identity, rest.people, rest.webhooks.events),
    webhooks: rest.webhooks,
    ...{ trustLists: rest.trustLists, trustListRefresher: rest.trustListRefresher, certificates: rest.certificates },
    forgetFirstPassword: () => firstPassword.forget(),
    ...{ wallets, usage },
    keystore,
    ledger,
    ...{ mesh: input.mesh, walletAsks: input.walletAsks },
    chain,
    ...{ credentials: rest.credentials, verifier: rest.verifier, gates: rest.gates },
    registrations: rest.registrations,
    ...{ templates: rest.templates, schemaLibrary: rest.schemaLibrary },
    schemaCatalogues: rest.schemaCatalogues,
    openings: rest.openings,
    workflow: rest.workflow,
    publications: rest.publications,
    ...{ inbox: rest.inbox, runChecks: rest.runChecks },
    operations: rest.operations,
    rehearsals: rest.rehearsals,
    uploads: rest.uploads,
    files: rest.files,
    fileChecks: new FileChecks({
      chunks: (hash) => rest.files.own(hash),
      pause: () => new Promise((resolve) => systemClock.setTimer(resolve, 0)),
    }),
    ...{ blueprints: rest.blueprints, conversations: rest.conversations, engine: rest.engine },
    counters: countersOf(metrics),
    announcements: opened.announcements,
    systemWallet,
    // Read at each use: a key that was made since is the one for new seats.
    get validator() {
      return rest.validator();
    },
    seatKeys: consensus,
    validatorSettings,
    applyValidatorSettings: () => ledger.applyLimits(),
    ...{ logLines: rest.logLines, health: rest.health, isFull: rest.isFull, liveBackups: rest.liveBackups },
    ...{ outgoing: rest.outgoing, mailer: rest.mailer },
    verifySignature: opened.verifyThreads.check,
    ...{ metrics: async () => (metrics ? metrics.text() : ''), series: rest.series },
  };
}

/** Nothing of it is secret. */
function configOf(config: Config): ApiDeps['config'] {
  const { mode, docketTransactionsMax, docketBytesMax } = config.consensus;
  const { founding, invitationMs, submissions, dynamicRegistration } = config.auth;
  return {
    installation: config.node.installation,
    version: VERSION,
    ...publicPlaces(config),
    ...{ founding, invitationMs, submissions, dynamicRegistration, quotas: quotasOf(config) },
    ...{ takesPeople: takesPeople(config), isAlone: isAlone(config.http) },
    schemaCatalogueUrl: config.schemas.catalogueUrl ?? '',
    disableSharedSecrets: config.serviceAuth.disableSharedSecrets,
    newRegisters: { mode, docketTransactionsMax, docketBytesMax },
    settings: () => shownSettings(config),
  };
}

/** Where clients reach this node, whose pages they may come back to, and the site of passkeys. */
function publicPlaces({ auth, http }: Config): Pick<ApiDeps['config'], 'publicUrl' | 'returnOrigins' | 'passkeys'> {
  const publicUrl = publicUrlOf(http);
  return {
    publicUrl,
    returnOrigins: new Set([...http.corsOrigins, new URL(publicUrl).origin]),
    passkeys: passkeySite({ auth, http }, publicUrl),
  };
}

function countersOf(metrics: Metrics | null): ApiDeps['counters'] {
  const { hubs = null, access = null } = metrics ?? {};
  return { publishOverride: () => metrics?.workflow.publishOverride(), hubs, access };
}

function surfaceOptions({ config: { http, limits }, idempotency }: SurfaceInput): SurfaceOptions {
  return {
    idempotency,
    rates: ratesOf(limits),
    waitSecondsMax: http.waitSecondsMax,
  };
}

/** They are read at each call: a running node takes them up again. */
function ratesOf(limits: Config['limits']): Rates {
  return {
    get strict() {
      return limits.strictPerMinute;
    },
    get platformAuth() {
      return limits.platformAuthPerMinute;
    },
    get auth() {
      return limits.platformAuthPerMinute;
    },
    get api() {
      return limits.standardPerMinute;
    },
    get heavy() {
      return limits.heavyConcurrent;
    },
  };
}

/** Time for the request of a scraper to arrive: it asks at once. */
const SCRAPE_MS = 5000;
/** Some scrapers, and room for those that were cut off. */
const SCRAPERS_MAX = 16;

async function listenersOf(input: SurfaceInput): Promise<Parameters<typeof buildServers>[2]> {
  const { config, metrics } = input;
  const { http } = config;
  const onOperation: ApiListenerOptions['onOperation'] =
    metrics === null
      ? undefined
      : (operationId, status, seconds) => metrics.http.onAnswered({ operationId, status, seconds });
  const shared = {
    bodyBytesMax: http.bodyBytesMax,
    requestTimeoutMs: http.requestTimeoutMs,
    isReady: input.isReady,
    logsRequests: () => config.log.requests,
    ...(onOperation && { onOperation }),
  };
  const tls = httpTls({ section: 'http', ...http });
  return {
    public: {
      ...shared,
      ...(tls && { tls }),
      corsOrigins: http.corsOrigins,
      pages: http.pages,
      trustedProxies: http.trustedProxies,
      onUntrustedProxy: input.forwarding.onUntrustedProxy,
      onUnreadableClient: input.forwarding.onUnreadableClient,
    },
    ...(config.internal.port > 0 && { internal: { ...shared, ...(await ownListener('internal', config)) } }),
    ...(config.workload.port > 0 && { workload: { ...shared, ...(await ownListener('workload', config)) } }),
    ...(metrics !== null &&
      config.metrics.port > 0 && { metrics: { requestTimeoutMs: SCRAPE_MS, connectionsMax: SCRAPERS_MAX } }),
  };
}

async function ownListener(section: 'internal' | 'workload', config: Config): Promise<ApiListenerOptions> {
  const tls = httpTls({ section, ...config[section] });
  if (tls === undefined) return {};
  return tls.ca === undefined ? { tls } : { tls, certificateOf: await certificatesOf() };
}

function quotasOf({ limits }: Config): ApiDeps['config']['quotas'] {
  return {
    registers: limits.registersPerOrganisation,
    users: limits.usersPerOrganisation,
    wallets: limits.walletsPerOrganisation,
    bytes: limits.bytesPerOrganisation,
  };
}
