// A server on memory storage, seeded with what the examples name. Groups add their dependencies here and their fixtures
// in prepare.ts.

import type { FastifyInstance } from 'fastify';
import type { IssuerCertificate } from '../../../actors/credentials/anchor.js';
import { FileKeeper } from '../../../actors/files/keeper.js';
import { platformCheck } from '../../../actors/verifier.js';
import { WalletAnswers } from '../../../actors/wallet-asks/answering.js';
import { WalletAsker } from '../../../actors/wallet-asks/asking.js';
import { AgreementCache } from '../../../actors/workflow/checks/accepted.js';
import { OwnRuns } from '../../../actors/workflow/checks/own-runs.js';
import { RunCheckDriver } from '../../../actors/workflow/checks/run-checks.js';
import { Inbox } from '../../../actors/workflow/inbox/inbox.js';
import { evidenceGone, KeptEvidence } from '../../../actors/workflow/kept/keeper.js';
import { lostRight } from '../../../actors/workflow/operations/operation-rights.js';
import { UndeliveredTexts } from '../../../actors/workflow/reading/undelivered-texts.js';
import { WorkflowHost } from '../../../actors/workflow/workflow.js';
import { Attempts } from '../../../api/auth/attempts.js';
import { Audit } from '../../../api/auth/audit.js';
import { bootstrapTenants } from '../../../api/auth/bootstrap.js';
import { Passwords } from '../../../api/auth/passwords.js';
import { Tokens } from '../../../api/auth/tokens.js';
import { credentialPart } from '../../../api/credentials/part.js';
import { LISTENERS } from '../../../api/define.js';
import type { CredentialSettings } from '../../../api/deps/credentials.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { callableBy } from '../../../api/dispatch/callable.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { FileChecks } from '../../../api/files/checks.js';
import { gatePart } from '../../../api/gates/part.js';
import { VERIFY_GATE, verifierSubject, verifiersBy } from '../../../api/gates/verifiers.js';
import { assistantReads } from '../../../api/mcp/manifest.js';
import type { ServerOptions } from '../../../api/server/server.js';
import { ownDocuments } from '../../../api/site/sources.js';
import { INVITATION_MS } from '../../../core/base/limits/node/accounts.js';
import type { Log } from '../../../core/base/ports.js';
import { fail, isFailure } from '../../../core/base/result.js';
import { storedBytes } from '../../../node/compose/stored-bytes.js';
import { LiveBackups } from '../../../storage/backup/live-backup.js';
import { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { EncryptedTexts } from '../../../storage/secrets/encrypted-texts.js';
import { Keystore } from '../../../storage/secrets/keystore.js';
import type { RsaDeriver } from '../../../storage/secrets/rsa-deriver.js';
import { AuditTrail } from '../../../storage/tables/accounts/audit-trail.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { Invitations } from '../../../storage/tables/accounts/invitations.js';
import { OrganisationKeys } from '../../../storage/tables/accounts/organisation-keys.js';
import { PendingApplications } from '../../../storage/tables/accounts/pending-applications.js';
import { PresentationHistory } from '../../../storage/tables/accounts/presentation-history.js';
import { ServicePrincipals } from '../../../storage/tables/accounts/service-principals.js';
import { Sessions } from '../../../storage/tables/accounts/sessions.js';
import { Tenants } from '../../../storage/tables/accounts/tenants.js';
import { Usage } from '../../../storage/tables/accounts/usage.js';
import { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import { KeptEvidenceRows } from '../../../storage/tables/credentials/kept-evidence.js';
import { FileChunks } from '../../../storage/tables/workflow/file-chunks.js';
import { FileClaims } from '../../../storage/tables/workflow/file-claims.js';
import { InboxRows } from '../../../storage/tables/workflow/inbox.js';
import { InstanceOpenings } from '../../../storage/tables/workflow/instances.js';
import { RunChecks } from '../../../storage/tables/workflow/run-checks.js';
import { SchemaCatalogues } from '../../../storage/tables/workflow/schema-catalogues.js';
import { SchemaLibrary } from '../../../storage/tables/workflow/schema-library.js';
import { TemplateStore } from '../../../storage/tables/workflow/templates.js';
import { Uploads } from '../../../storage/tables/workflow/uploads.js';
import { type RemoteHosts, remoteHosts } from '../credentials/remote-hosts.js';
import { issuingPart, type MakeIssuing } from '../credentials/runs/issuing-part.js';
import { type VerifierWorld, verifierWorld } from '../credentials/verifier-part.js';
import { peoplePart } from '../devices/part.js';
import { factorsPart } from '../factors/part.js';
import { federation } from '../federation/part.js';
import { type ConversationWorld, conversationPart } from '../hubs/conversation-part.js';
import { atOnce, ledgerPart } from '../ledger/part.js';
import { FakeMesh } from '../peers/fake-mesh.js';
import { type TrustWorld, trustPart } from '../trust/part.js';
import { type WebhookWorld, webhookPart } from '../webhooks/part.js';
import { operationsPart } from '../workflow/operations-part.js';
import { rehearsalPart } from '../workflow/rehearsal-part.js';
import { checkAnswers } from './document-check.js';
import { ADMIN, openFor, type Persona, seedExample, serviceToken } from './personas.js';
import { quickRsa } from './quick-rsa.js';
import { recordAnswers } from './recorded-answers.js';
import { seeded } from './seeded.js';
import { madeUpSeries } from './series.js';
import { type Servers, serversFor } from './servers.js';
import { SHOWN_SETTINGS } from './shown-settings.js';

export const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => SILENT,
};

/** Signs the tokens of a world, so that a test can make one of its own. */
export const SIGNING_KEY = 'a signing key of forty characters, or so';

export interface World extends Readonly<ReturnType<typeof peoplePart>['controls']> {
  /** The public listener. */
  readonly app: FastifyInstance;
  readonly servers: Servers;
  readonly deps: ApiDeps;
  /** The peers of the node, which a test may change. */
  readonly mesh: FakeMesh;
  /** Its webhooks, who answers them, and what was sent. */
  readonly hooks: WebhookWorld;
  /** Its trust lists, and who serves them. */
  readonly trust: TrustWorld;
  /** Certificates of issuers, by trust anchor and wallet, which a test adds. */
  readonly certificates: Map<string, IssuerCertificate>;
  /** Its certificates for requests, and who serves status lists. */
  readonly verifying: VerifierWorld;
  /** Issuers and verifiers of others, by their origin. */
  readonly kept: KeptEvidence;
  readonly remoteHosts: RemoteHosts['hosts'];
  /** Makes the driver that issues credentials of runs, which the test starts: another one is a restart. */
  readonly issuing: MakeIssuing;
  /** Its conversations with the designer, and what answers in them. */
  readonly designer: ConversationWorld;
  /** The disk of the node. */
  readonly kv: Kv;
  /** Moves the clock on. */
  readonly advance: (ms: number) => void;
  /** Sets the time of day ahead, or back, and nothing else: what happened before stays as long ago as it was. */
  readonly setClock: (ms: number) => void;
  /** Access and refresh token of a fresh session. */
  readonly session: (persona: Exclude<Persona, 'service'>) => Promise<{ accessToken: string; refreshToken: string }>;
  readonly token: (persona: Persona) => Promise<string>;
  /** Entries that were logged as errors: a 5xx that no test meant. */
  readonly errors: readonly object[];
  /** Entries that were logged as warnings. */
  readonly warnings: readonly object[];
  readonly close: () => Promise<void>;
}

/** The parts of ApiDeps that identity and health need. */
type IdentityDeps = ReturnType<typeof federation> &
  Awaited<ReturnType<typeof factorsPart>> &
  Pick<
    ApiDeps,
    | 'clock'
    | 'clockWatch'
    | 'random'
    | 'log'
    | 'config'
    | 'commit'
    | 'tenants'
    | 'invitations'
    | 'services'
    | 'sessions'
    | 'tokens'
    | 'passwords'
    | 'attempts'
    | 'audit'
    | 'health'
    | 'metrics'
    | 'verifySignature'
  >;

export const NO_LIMITS = { strict: 0, platformAuth: 0, auth: 0, api: 0, heavy: 0 } as const;

const DAY = 24 * 60 * 60 * 1000;
const NO_QUOTAS = { registers: 0, users: 0, wallets: 0, bytes: 0 };

export interface WorldOptions extends Partial<ServerOptions> {
  /** Makes RSA keys: by default ones that have an address and cannot sign, because real ones take seconds. */
  readonly rsa?: Pick<RsaDeriver, 'derive' | 'refusal' | 'close'>;
  readonly check?: typeof platformCheck;
  readonly quotas?: ApiDeps['config']['quotas'];
  readonly isFenced?: boolean;
  readonly disableSharedSecrets?: boolean;
  readonly passkeyOrigin?: string;
  /** Settings of the issuer of credentials. */
  readonly issuing?: Partial<CredentialSettings>;
  /** False for a test that counts calls, or answers by hand at the address of an operation. */
  readonly isHeldToDocument?: boolean;
}

export async function aWorld({
  rsa = quickRsa,
  check = platformCheck,
  quotas = NO_QUOTAS,
  isFenced = false,
  disableSharedSecrets = false,
  passkeyOrigin = 'http://localhost:8080',
  issuing = {},
  isHeldToDocument = true,
  ...options
}: WorldOptions = {}): Promise<World> {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => errors.push({ fatal: error.message }) });
  const errors: object[] = [];
  let nowMs = Date.parse(EXAMPLE.time);
  let setMs = 0;
  const clock = { now: () => nowMs + setMs, steady: () => nowMs, setTimer: atOnce };
  const random = seeded(7);
  const warnings: object[] = [];
  const warn = (fields: object) => void warnings.push(fields);
  const log: Log = { ...SILENT, warn, error: (fields) => void errors.push(fields), child: () => log };
  const sessions = await Sessions.open(kv, journal);
  const tenants = new Tenants(kv, journal);
  const services = await ServicePrincipals.open(kv);
  // 64 KiB a hash: the strength of the hash is not what these tests are about.
  const passwords = new Passwords({ memoryKib: 64 });
  const clockView = () => ({ time: new Date(nowMs).toISOString(), believed: true, headsAhead: 0 });
  const identity: IdentityDeps = {
    clock,
    clockWatch: { view: clockView, confirm: clockView },
    random,
    log,
    config: {
      installation: 'test',
      version: '0.1.0',
      publicUrl: 'http://localhost:8080',
      returnOrigins: new Set(['http://localhost:8080', 'https://console.example']),
      passkeys: { rpId: 'localhost', origins: [passkeyOrigin] },
      ...{ founding: 'anyone', takesPeople: false, isAlone: true },
      invitationMs: INVITATION_MS,
      submissions: 'anyone',
      dynamicRegistration: true,
      schemaCatalogueUrl: 'https://schemas.example/catalog.json',
      disableSharedSecrets,
      quotas,
      newRegisters: { mode: 'majority', docketTransactionsMax: 1000, docketBytesMax: 1_048_576 },
      settings: () => SHOWN_SETTINGS,
    },
    commit: (ops) => journal.commit(ops),
    tenants,
    invitations: new Invitations(kv, journal),
    services,
    sessions,
    ...federation({ kv, journal, clock, random }),
    ...(await factorsPart({ kv, journal, clock, random, sessions })),
    tokens: await Tokens.open(
      { installation: 'test', signingKey: SIGNING_KEY },
      { clock, random, log },
      { sessions, tenants, services },
    ),
    passwords,
    attempts: new Attempts(clock),
    audit: new Audit({ clock, random, log }, new AuditTrail(kv)),
    health: () => ({
      ready: true,
      startedAtMs: Date.parse(EXAMPLE.time),
      services: { store: { status: 'healthy' } },
      counts: { tenants: { totalTenants: 3 } },
    }),
    verifySignature: platformCheck,
    metrics: async () => '# HELP ledger_up Whether the node runs.\nledger_up 1\n',
  };
  const keystore = await Keystore.open({ kv, journal, random, clock, rsa }, random.bytes(32));
  if (isFailure(keystore)) throw new Error(keystore.issue.message);
  // Each group that needs more adds its part here.
  const usage = new Usage(kv, journal);
  const wallets = new WalletStore(kv, journal, usage);
  const ledger = await ledgerPart({
    ...{ ...identity, kv, journal, keystore, wallets, check, isFenced },
    stored: storedBytes(usage, quotas.bytes),
    claimFiles: (tx) => files.claim(tx),
  });
  const certificates: World['certificates'] = new Map();
  const remote = remoteHosts(identity.config.publicUrl);
  const credentials = credentialPart({
    ...{ kv, losses: 0, journal, clock, random, keystore, metrics: null, publicUrl: identity.config.publicUrl },
    certificateOf: ({ wallet, trustAnchor }) => certificates.get(`${trustAnchor} ${wallet}`),
    secrets: new EncryptedTexts(new Uint8Array(32).fill(9), random),
    remote: remote.remote,
    attest: (draftOf) => trust.attester.sign(draftOf),
    settings: {
      rootIssuer: EXAMPLE.subdomain,
      ...{ enabled: true, allowAnonymousClients: true, dpop: 'optional', deviceProof: 'optional' },
      ...{ statusListEntries: 1024, statusTtlSeconds: 300, offerMs: DAY },
      ...{ allowUnverifiable: false, transactionDataTypes: ['urn:quorate:action:1'] },
      ...{ keyStorage: [], userAuthentication: [] },
      ...issuing,
    },
  });
  const verifying = verifierWorld({ kv, journal, clock, secrets: credentials.secrets, credentials });
  const mesh = new FakeMesh();
  const chunks = new FileChunks(kv, journal);
  const { ledger: host, chain, announcements } = ledger;
  const files = new FileKeeper(
    {
      ...{ clock, log, announcements, ledger: host, chain, chunks },
      claims: new FileClaims(kv, journal, chunks),
      commit: identity.commit,
      peers: () => undefined,
      isKept: () => true,
    },
    { bytesMax: Number.MAX_SAFE_INTEGER },
  );
  const openings = new InstanceOpenings(kv, journal);
  const ownRuns = new OwnRuns();
  const knownTexts = new UndeliveredTexts();
  const kept = new KeptEvidence({
    ...{ clock, log, rows: new KeptEvidenceRows(kv, journal), secrets: credentials.secrets, chain, ledger: host },
    ...{ commit: identity.commit, ask: async () => fail(evidenceGone()), onCame: () => undefined, metrics: null },
  });
  const here = { clock, random, log, chain, announcements, ledger: host, keystore, wallets, metrics: null };
  const subjects = { [VERIFY_GATE]: verifierSubject({ ...here, audit: identity.audit, commit: identity.commit }) };
  const answers = new WalletAnswers({ ...here, subjects });
  const verifiers = verifiersBy(new WalletAsker({ ...here, answers, peers: () => undefined }));
  const workflow = new WorkflowHost({
    ...{ ...identity, ...ledger, keystore, wallets, openings },
    ledger: host,
    ...{ ownRuns, knownTexts, verifiers, kept },
    lostRight: lostRight.bind(undefined, { ...identity, wallets }),
  });
  const rows = new InboxRows(kv);
  const commit = identity.commit;
  const hooks = await webhookPart({ clock, log, commit, tenants, kv, journal, announcements, chain, ledger: host });
  const trust = await trustPart({
    ...{ clock, log, random, commit, kv, journal, keystore, wallets },
    host: new URL(identity.config.publicUrl).hostname,
  });
  const people = peoplePart({
    ...{ ...identity, kv, journal, wallets, announcements, webhooks: hooks.webhooks.events },
    lists: credentials.lists,
  });
  const inbox = new Inbox({
    ...{ clock, log, announcements, rows, notices: people.actionNotices },
    ...{ ledger: host, chain, commit },
  });
  await inbox.start();
  const runChecks = new RunCheckDriver({
    ...{ clock, log, announcements, keystore, wallets, rows: new RunChecks(kv), accepted: new AgreementCache(clock) },
    ...{ ownRuns, knownTexts, kept, ledger: host, chain, commit: identity.commit },
  });
  runChecks.start();
  const operations = operationsPart({ ...identity, ...ledger, kv, journal, wallets, workflow });
  const designer = conversationPart({ ...identity, ...ledger, kv, journal });
  const deps: ApiDeps = {
    ...identity,
    ...ledger,
    ...{ keystore, ...people.deps, webhooks: hooks.webhooks },
    ...{ assistants: assistantReads(identity.config), documents: ownDocuments(), callableBy },
    ...{ trustLists: trust.trustLists, trustListRefresher: trust.trustListRefresher, certificates: trust.certificates },
    ...{ credentials, verifier: verifying.verifier, conversations: designer.conversations },
    gates: gatePart({ kv, journal, secrets: credentials.secrets, metrics: null }),
    ...{ wallets, usage, mesh, walletAsks: mesh.walletAsks },
    pendingApplications: new PendingApplications(kv, journal),
    presentationHistory: new PresentationHistory(kv, journal),
    organisationKeys: new OrganisationKeys(kv, journal),
    templates: new TemplateStore(kv, journal),
    schemaLibrary: new SchemaLibrary(kv, journal),
    schemaCatalogues: new SchemaCatalogues(kv, journal),
    ...{ openings, workflow, inbox, runChecks, series: madeUpSeries(() => clock.now()) },
    operations,
    rehearsals: rehearsalPart({ ...identity, ...ledger, kv, journal, keystore, openings, workflow }),
    ...{ files, uploads: new Uploads(kv, journal, { chunks, bytesMax: Number.MAX_SAFE_INTEGER }) },
    fileChecks: new FileChecks({ chunks: (hash) => files.own(hash), pause: () => new Promise(setImmediate) }),
    // The clock of this world stands still: a backup that waits would wait without end.
    liveBackups: new LiveBackups({ kv, clock, log }, Number.POSITIVE_INFINITY),
  };
  await bootstrapTenants({ clock, random, tenants, passwords, commit: deps.commit }, ADMIN);
  await seedExample(deps);
  const servers = await serversFor(deps, {
    idempotency: new Idempotency({ kv, queued: journal, random, key: new Uint8Array(32).fill(8) }),
    rates: NO_LIMITS,
    docs: false,
    ...options,
  });
  const app = servers.public;
  remote.remote.attach(app);
  const differing = new Set<string>();
  if (isHeldToDocument) {
    for (const name of LISTENERS) checkAnswers(servers[name], name, (what) => differing.add(what));
    recordAnswers(app);
  }
  const session = (persona: Exclude<Persona, 'service'>) => openFor(deps, persona);
  return {
    app,
    servers,
    deps,
    mesh,
    errors,
    ...people.controls,
    ...{ hooks, trust, certificates, verifying, kept, designer, remoteHosts: remote.hosts },
    issuing: issuingPart({ ...deps, ...ledger, clock, log, commit, announcements }),
    warnings,
    kv,
    advance: (ms) => {
      nowMs += ms;
    },
    setClock: (ms) => {
      setMs += ms;
    },
    session,
    token: async (persona) => (persona === 'service' ? serviceToken(deps) : (await session(persona)).accessToken),
    close: async () => {
      await Promise.all(Object.values(servers).map((server) => server.close()));
      for (const part of [designer.conversations, runChecks, inbox, operations, ledger.ledger]) await part.stop();
      await rsa.close();
      await journal.close();
      if (differing.size > 0) throw new Error(`Answers differ from the document:\n${[...differing].join('\n')}`);
    },
  };
}
