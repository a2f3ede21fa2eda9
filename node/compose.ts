// Builds the whole node from its configuration, in order, and gives back how to start and stop it. The only place that knows all parts; the
// compiler checks here that storage, actors and surface fit each other.
import { sign } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { announcementHub } from '../actors/announcements.js';
import { LedgerHost } from '../actors/ledger-host.js';
import type { ConsensusSigner } from '../actors/ports.js';
import { solitaryTransport } from '../actors/transport.js';
import { signatureVerifier } from '../actors/verifier.js';
import { Audit } from '../api/auth/audit.js';
import { bootstrapTenants, type FirstAdmin } from '../api/auth/bootstrap.js';
import { Passwords } from '../api/auth/passwords.js';
import { Tokens } from '../api/auth/tokens.js';
import type { ApiDeps } from '../api/deps.js';
import { buildServer } from '../api/server.js';
import { toBase64Url, toHex } from '../core/base/bytes.js';
import { isIssue } from '../core/base/issue.js';
import { POOL_SWEEP_MS } from '../core/base/limits.js';
import type { Log } from '../core/base/ports.js';
import { generate } from '../core/crypto/algorithms.js';
import { POOL_LIMITS } from '../core/pool/pool.js';
import { validatorIdOf } from '../core/register/roster.js';
import { AuditTrail } from '../storage/audit-trail.js';
import { ChainStore } from '../storage/chain-store.js';
import { Idempotency } from '../storage/idempotency.js';
import { Keystore } from '../storage/keystore.js';
import { nodeSecret } from '../storage/node-secrets.js';
import { openStore, type Store } from '../storage/open.js';
import { Outbox } from '../storage/outbox.js';
import { Registers } from '../storage/registers.js';
import { Registrations } from '../storage/registrations.js';
import { RsaDeriver } from '../storage/rsa-deriver.js';
import { Sessions } from '../storage/sessions.js';
import { SystemWallet } from '../storage/system-wallet.js';
import { Tenants } from '../storage/tenants.js';
import { ValidatorSettingsStore } from '../storage/validator-settings.js';
import { WalletStore } from '../storage/wallets.js';
import { systemClock, systemRandom } from './clock.js';
import type { Config } from './config/schema.js';
import { type Lifecycle, lifecycle } from './lifecycle.js';
import { createHealth, type HealthPart } from './observe/health.js';
import { createMetrics, type Metrics } from './observe/metrics.js';
import { masterKey } from './secrets.js';
import { VERSION } from './version.js';

/** Signature checks under way at once: enough for two cores, few enough that a synced write never waits long for a thread. */
const VERIFICATIONS = 8;
const VERIFIED_REMEMBERED = 100_000;

export interface ComposedNode {
  readonly lifecycle: Lifecycle;
  /** Where it listens; known after the start. */
  address(): string;
  /** Credentials of the first administrator, on the very first start only. */
  firstAdmin(): FirstAdmin | undefined;
  /** Why the seats of this node are fenced, if they are. */
  fence(): string | undefined;
}

export interface NodeWorld {
  readonly log: Log;
  /** Something that the node cannot go on without has failed. */
  onFatal(error: Error): void;
}

export function composeNode(config: Config, world: NodeWorld): ComposedNode {
  const { log } = world;
  const metrics = createMetrics(config.metrics);
  let serving = false;
  let store: Store | undefined;
  let ledger: LedgerHost | undefined;
  let server: FastifyInstance | undefined;
  let built: Awaited<ReturnType<typeof build>> | undefined;
  let address = '';
  const startedAtMs = systemClock.now();

  async function build(opened: Store) {
    return buildParts({
      config,
      log,
      metrics,
      store: opened,
      health: () => createHealth({ parts: healthParts(), startedAtMs, serving: () => serving, log })(),
    });
  }

  function healthParts(): HealthPart[] {
    return [
      {
        name: 'store',
        needed: true,
        check: () => (store ? { status: 'healthy' } : { status: 'unhealthy', reason: 'The store is not open.' }),
      },
      {
        name: 'registers',
        needed: false,
        check: () => {
          const offline = ledger?.registers().filter((record) => record.status === 'OFFLINE').length ?? 0;
          return offline === 0
            ? { status: 'healthy' }
            : { status: 'degraded', reason: `${offline} of the registers are OFFLINE.` };
        },
        counts: () => ({ totalRegisters: ledger?.registers().length ?? 0 }),
      },
      {
        name: 'validator',
        needed: false,
        check: () => {
          const fence = built?.fence();
          return fence ? { status: 'degraded', reason: `The seats are Fenced: ${fence}.` } : { status: 'healthy' };
        },
        counts: () => ({ totalTransactions: ledger?.figures().transactionsSealed ?? 0 }),
      },
    ];
  }

  const parts = [
    {
      name: 'store',
      start: async () => {
        store = await openStore(config.node.dataDir, {
          nowMs: systemClock.now(),
          onFatal: world.onFatal,
          log,
          cacheBytes: config.storage.cacheBytes,
          ...(metrics && { metrics: { groupCommitted: (group) => metrics.journal.committed(group) } }),
        });
        built = await build(store);
      },
      stop: async () => store?.close(),
    },
    {
      name: 'registers',
      start: async () => {
        ledger = built!.ledger;
        await ledger.start();
      },
      stop: async () => ledger?.stop(),
    },
    {
      name: 'sweep',
      start: async () => built!.startSweep(),
      stop: async () => built?.stopSweep(),
    },
    {
      name: 'http',
      start: async () => {
        server = await built!.server();
        address = await server.listen({ host: config.http.host, port: config.http.port });
        serving = true;
      },
      stop: async () => {
        serving = false;
        await server?.close();
        await built?.close();
      },
    },
  ];
  return {
    lifecycle: lifecycle(parts, log, config.node.stopTimeoutMs),
    address: () => address,
    firstAdmin: () => built?.firstAdmin,
    fence: () => built?.fence(),
  };
}

interface BuildInput {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics | null;
  readonly store: Store;
  readonly health: ApiDeps['health'];
}

async function buildParts({ config, log, metrics, store, health }: BuildInput) {
  const { kv, journal } = store;
  const clock = systemClock;
  const random = systemRandom;
  const master = masterKey({
    dataDir: config.node.dataDir,
    masterSecret: config.secrets.masterSecret,
    masterKeyFile: config.secrets.masterKeyFile,
  });
  const rsa = new RsaDeriver();
  const keystore = orThrow(await Keystore.open({ kv, journal, random, rsa }, master));
  const wallets = new WalletStore(kv, journal);
  const systemWallet = orThrow(
    await SystemWallet.ensure({ kv, random, clock, keystore, wallets, log, commit: (ops) => journal.commit(ops) }),
  );
  const signer = await consensusSigner({ kv, journal, random }, master);
  const signingKey =
    config.auth.signingKey ??
    toBase64Url(await nodeSecret({ kv, journal, random }, master, { name: 'token-key', length: 48 }));
  const registers = await Registers.load(kv);
  const chain = new ChainStore(kv, journal);
  const outbox = new Outbox(kv);
  const validatorSettings = new ValidatorSettingsStore(kv, journal, {
    memPool: {
      maxSize: config.limits.poolTransactionsMax,
      defaultTtlMinutes: Math.max(1, Math.round(config.limits.poolTtlMs / 60_000)),
    },
    docketBuild: {
      maxTransactionsPerDocket: config.consensus.docketTransactionsMax,
      buildWindowMs: config.consensus.buildWindowMs,
    },
  });
  const announcements = announcementHub(log);
  let fence: string | undefined = store.fence;
  const ledger = new LedgerHost(
    {
      clock,
      random,
      log: log.child({ module: 'ledger' }),
      kv,
      journal,
      chain,
      registers,
      outbox,
      announcements,
      signer,
      verifier: signatureVerifier({ inFlightMax: VERIFICATIONS, remembered: VERIFIED_REMEMBERED }),
      transport: solitaryTransport,
      metrics: metrics?.register ?? null,
    },
    {
      fence,
      acceptLoss: async () => {
        await store.acceptLoss();
        fence = undefined;
      },
      timers: {
        roundMs: config.consensus.roundMinMs,
        resendMs: Math.ceil(config.consensus.roundMinMs / 2),
        roundMsMax: config.consensus.roundCapMs,
      },
      backlogBytesMax: config.storage.backlogBytesMax,
      poolNodeBytesMax: config.limits.poolNodeBytesMax,
      poolLimits: () => {
        const { memPool } = validatorSettings.current();
        return {
          ...POOL_LIMITS,
          transactionsMax: memPool.maxSize,
          ttlMs: memPool.defaultTtlMinutes * 60_000,
          bytesMax: config.limits.poolBytesMax,
        };
      },
      docketTransactionsMax: () => validatorSettings.current().docketBuild.maxTransactionsPerDocket,
    },
  );
  const tenants = new Tenants(kv, journal);
  const passwords = new Passwords();
  const sessions = await Sessions.open(kv, journal);
  const commit: ApiDeps['commit'] = (ops) => journal.commit(ops);
  const firstAdmin = await bootstrapTenants({ clock, random, tenants, passwords, commit });
  const deps: ApiDeps = {
    clock,
    random,
    log: log.child({ module: 'api' }),
    config: {
      installation: config.node.installation,
      version: VERSION,
      publicUrl: config.http.publicUrl ?? `http://${config.http.host}:${config.http.port}`,
    },
    commit,
    tenants,
    sessions,
    tokens: await Tokens.open({ installation: config.node.installation, signingKey }, { clock, random }, sessions),
    passwords,
    audit: new Audit({ clock, random, log }, new AuditTrail(kv)),
    wallets,
    keystore,
    ledger,
    chain,
    registrations: new Registrations(kv, journal),
    systemWallet,
    validator: {
      validatorId: signer.validatorId,
      orgId: config.validator.orgId,
      consensusKey: signer.publicKey,
      peerId: '',
    },
    validatorSettings,
    applyValidatorSettings: () => undefined,
    health,
    metrics: async () => (metrics ? metrics.text() : ''),
  };
  let sweeping: NodeJS.Timeout | undefined;
  return {
    ledger,
    firstAdmin,
    fence: () => fence,
    server: () =>
      buildServer(deps, {
        idempotency: new Idempotency(kv, journal),
        rates: {
          strict: config.limits.strictPerMinute,
          platformAuth: config.limits.platformAuthPerMinute,
          auth: config.limits.platformAuthPerMinute,
          api: config.limits.standardPerMinute,
          heavy: config.limits.heavyConcurrent,
        },
        corsOrigins: config.http.corsOrigins,
        bodyBytesMax: config.http.bodyBytesMax,
        ...(metrics && {
          onOperation: (operationId: string, status: number, seconds: number) =>
            metrics.http.answered({ operationId, status, seconds }),
        }),
      }),
    startSweep: () => {
      sweeping = setInterval(() => {
        ledger.sweep().catch((error) => log.error({ err: error }, 'The sweep failed.'));
      }, POOL_SWEEP_MS);
      sweeping.unref();
    },
    stopSweep: () => clearInterval(sweeping),
    close: () => rsa.close(),
  };
}

/** This node's seat key: Ed25519, made at the first start, used for nothing but consensus. */
async function consensusSigner(ports: Parameters<typeof nodeSecret>[0], master: Uint8Array): Promise<ConsensusSigner> {
  const entropy = await nodeSecret(ports, master, { name: 'consensus-key', length: 32 });
  const { publicKey, privateKey } = generate('ED25519', entropy);
  const { createPrivateKey } = await import('node:crypto');
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), privateKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicHex = toHex(publicKey);
  return {
    publicKey: publicHex,
    validatorId: validatorIdOf(publicHex),
    // The key object is made once: importing it costs as much as signing.
    sign: (digest) => sign(null, digest, key).toString('hex'),
  };
}

function orThrow<T>(value: T): Exclude<T, { readonly code: unknown }> {
  if (isIssue(value)) throw new Error(value.message);
  return value as Exclude<T, { readonly code: unknown }>;
}
