// Every setting of a node, with its type, bounds, default and description stated once. HTTP listeners have theirs in
// listeners.ts, log and metrics in observing.ts. The loader, the example file, `quorate settings` and the types all
// read this table; a setting is never described anywhere else.
import { type Static, Type } from 'typebox';
import { CLOCK_AWAY_DAYS } from '../../core/base/limits/ledger/clocks.js';
import * as transactionsLimits from '../../core/base/limits/ledger/transactions.js';
import * as accountsLimits from '../../core/base/limits/node/accounts.js';
import { ROUND_MS_CAP } from '../../core/base/limits/node/consensus.js';
import * as poolLimits from '../../core/base/limits/node/pool.js';
import { HEAVY_CALLERS } from '../../core/base/limits/node/requests.js';
import * as sharingLimits from '../../core/base/limits/node/sharing.js';
import { JOURNAL_BACKLOG_BYTES_MAX } from '../../core/base/limits/node/storage.js';
import { SYSTEM_SIGNINGS_PER_MINUTE } from '../../core/wallet/signing-rate.js';
import { RESERVE_BYTES } from '../../storage/engine/reserve.js';
import { credentials } from './credentials.js';
import { designer } from './designer.js';
import { http, internal, workload } from './listeners.js';
import { log, metrics } from './observing.js';
import { flag, integer, live, MINUTE, optionalText, section, text } from './section.js';
import { trust } from './trust.js';

const node = section('This installation and its process.', {
  dataDir: text('./data', 'Directory of the store, the generated keys and the lock. Only one node may use it.'),
  installation: Type.String({
    default: 'local',
    pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$',
    description:
      'Name of the installation: the issuer of tokens is urn:quorate:{installation}. Lower case, digits and hyphens.',
  }),
  drainMs: integer(
    0,
    { minimum: 0, maximum: 10 * MINUTE },
    'Time between the order to stop and the close of the listeners. /health answers 503 meanwhile, and all else is served, so that load balancers send clients elsewhere: longer than they take to see it. A second SIGTERM or SIGINT ends it. 0 closes at once.',
  ),
  stopTimeoutMs: integer(
    10_000,
    { minimum: 100, maximum: 300_000 },
    'How long one part may take to stop before the node goes on without it.',
  ),
});

const storage = section('The embedded store (LevelDB).', {
  cacheBytes: integer(
    64 * 1024 * 1024,
    { minimum: 1 << 20, maximum: 2 ** 36 },
    'Memory for uncompressed blocks that were read.',
  ),
  backlogBytesMax: integer(
    JOURNAL_BACKLOG_BYTES_MAX,
    { minimum: 1 << 16, maximum: 2 ** 30 },
    'Unwritten operations above which the node stops building dockets and answers that it is busy.',
  ),
  reserveBytes: integer(
    RESERVE_BYTES,
    { minimum: 0, maximum: 2 ** 40 },
    'Free bytes of the disk below which this node only reads: it seals nothing and takes nothing new until there is a quarter more. The same holds below 256 free inodes. 0 switches both off.',
  ),
  scrubBytesPerSecond: integer(
    2_000_000,
    { minimum: 0, maximum: 2 ** 30 },
    'How fast sealed data is read and verified again in the background, in bytes a second; 0 switches that off.',
  ),
  backupBytesPerSecond: integer(
    16_000_000,
    { minimum: 1_000_000, maximum: 2 ** 30 },
    'How fast a backup of the running node is sent at most, in bytes a second.',
  ),
  filesBytesMax: integer(
    64 * 1024 * 1024 * 1024,
    { minimum: 0, maximum: 2 ** 50 },
    'Bytes of files, as sealed chunks. Beyond it, or with less than 512 MiB free on the disk, this node takes no uploads and fetches no files from others.',
  ),
});

/** No token may outlive the revocation that names it. */
const lifetime = (fallback: number, what: string) =>
  integer(fallback, { minimum: 1000, maximum: accountsLimits.REVOCATION_KEEP_MS }, `How long ${what} is good for.`);

const auth = section('Tokens, accounts and the audit trail.', {
  signingKey: optionalText(
    'HS256 key of the tokens of this store, 32 characters or more. Generated under dataDir at first start when absent. Two stores never share one: revocations and accounts stand in one store. State it for nodes that take turns with one store, such as a standby.',
    32,
  ),
  signingKeyFile: optionalText('File that holds signingKey.'),
  initialPassword: optionalText(
    'Password of the first administrator, 12 characters or more; it matters at the first start only. When absent one is generated, kept in dataDir/first-password, and has to be changed first.',
    accountsLimits.PASSWORD_MIN,
  ),
  initialPasswordFile: optionalText('File that holds initialPassword.'),
  accessTokenMs: lifetime(accountsLimits.ACCESS_TOKEN_MS, 'an access token'),
  refreshTokenMs: lifetime(accountsLimits.REFRESH_TOKEN_MS, 'a refresh token'),
  sessionMs: integer(
    accountsLimits.SESSION_MS,
    { minimum: 60_000, maximum: accountsLimits.SESSION_MS_MAX },
    'How long a session of a person lasts, however often it is refreshed: then the person signs in again.',
  ),
  deviceSessionMs: integer(
    accountsLimits.DEVICE_SESSION_MS,
    { minimum: 60_000, maximum: accountsLimits.SESSION_MS_MAX },
    'The same for the session of a device that a person enrolled, which the person sees among its devices and revokes there.',
  ),
  serviceTokenMs: lifetime(accountsLimits.SERVICE_TOKEN_MS, 'a token of a service'),
  founding: Type.Enum(['platform', 'anyone'], {
    default: 'platform',
    description:
      'Callers that may found an organisation: those who act for the platform organisation, into which the operator invites, or anyone with an account.',
  }),
  dynamicRegistration: Type.Boolean({
    default: false,
    description:
      'Programs may register themselves (RFC 7591, POST /oauth/register). The page on which a person lets one in says that nobody vouches for it.',
  }),
  invitationMs: integer(
    accountsLimits.INVITATION_MS,
    { minimum: 60_000, maximum: accountsLimits.INVITATION_MS_MAX },
    'How long an invitation into an organisation can be accepted.',
  ),
  passkeyRpId: optionalText(
    'Domain that passkeys are of: the host of http.publicUrl when absent, or a domain above it. Passkeys of another one open nothing any more.',
  ),
  passkeyOrigins: Type.Array(Type.String({ minLength: 8, maxLength: 300 }), {
    default: [],
    maxItems: 100,
    description:
      'Origins of the pages that may ask for passkeys, such as https://console.example. That of http.publicUrl and http.corsOrigins when empty.',
  }),
  submissions: Type.Enum(['anyone', 'readers'], {
    default: 'anyone',
    description:
      'Whose submissions this node takes to a register: those of anyone with an account, because signatures and the rules of the register decide; or only of those who see ' +
      'the register, and of wallets here that its workflows name or that take part in one.',
  }),
  skewSeconds: integer(
    accountsLimits.TOKEN_SKEW_S,
    { minimum: 0, maximum: 3600 },
    'How long after its expiry a token is accepted, for clocks that differ.',
  ),
  auditDays: integer(
    365,
    { minimum: 0, maximum: 36_500 },
    'Days that an event of the audit trail is kept. 0 keeps events permanently.',
  ),
  auditRowsMax: integer(
    500_000,
    { minimum: 0, maximum: 2 ** 40 },
    'Events of the audit trail that are kept of one organisation, the newest: some 250 bytes each. A failed login or a lock that followed may be one in five. 0 sets no bound.',
  ),
});

const serviceAuth = section('How services prove themselves.', {
  disableSharedSecrets: flag(
    false,
    'Services prove themselves by the certificate of their connection alone (workload.port): a request with client_secret is refused, and no secrets are made.',
  ),
});

const secrets = section(
  'The key that encrypts seeds and private keys at rest. State at most one of masterSecret and masterKeyFile.',
  {
    masterSecret: optionalText('Secret from which the master key is derived (Argon2id). 16 characters or more.', 16),
    masterSecretFile: optionalText('File that holds masterSecret.'),
    masterKeyFile: optionalText(
      'File that holds the master key itself: 32 bytes as 64 hex digits. Generated under dataDir at first start when no master is stated.',
    ),
  },
);

const perMinute = (fallback: number, what: string) =>
  live(integer(fallback, { minimum: 0, maximum: 10_000_000 }, `Requests a minute ${what}. 0 sets no limit.`));

const limitsSection = section('Bounds that an operator may set. Bounds that the ledger rests on are not settings.', {
  strictPerMinute: perMinute(
    5,
    'of one caller to the routes of the policy Strict: chunks of files, of which ten may come at once',
  ),
  platformAuthPerMinute: perMinute(10, 'of one caller to the other identity routes'),
  standardPerMinute: perMinute(100, 'of one caller to everything else'),
  heavyConcurrent: live(
    integer(
      10,
      { minimum: 1, maximum: 1000 },
      `Heavy requests of one caller at the same time. All callers together have ${HEAVY_CALLERS} times as many.`,
    ),
  ),
  systemSigningsPerMinute: integer(
    SYSTEM_SIGNINGS_PER_MINUTE,
    { minimum: 1, maximum: 100_000 },
    'Signatures a minute of the wallet of this node for one register: each publication that it signs is one.',
  ),
  poolTransactionsMax: integer(
    poolLimits.POOL_TRANSACTIONS_MAX,
    { minimum: 10, maximum: 1_000_000 },
    'Transactions waiting in one register.',
  ),
  poolBytesMax: integer(
    poolLimits.POOL_BYTES_MAX,
    { minimum: 1 << 20, maximum: 2 ** 31 },
    'Bytes of the transactions waiting in one register.',
  ),
  poolNodeBytesMax: integer(
    poolLimits.POOL_NODE_BYTES_MAX,
    { minimum: 1 << 20, maximum: 2 ** 34 },
    'The same for all registers together.',
  ),
  poolTtlMs: integer(
    poolLimits.POOL_TTL_MS,
    { minimum: 1000, maximum: 24 * 60 * MINUTE },
    'How long a transaction may wait to be sealed.',
  ),
  registersPerOrganisation: integer(
    sharingLimits.REGISTERS_ORGANISATION_MAX,
    { minimum: 0, maximum: 1_000_000 },
    'Registers of one organisation on this node, its sandbox too. Does not bound the platform organisation; 0 is unbounded.',
  ),
  usersPerOrganisation: integer(
    sharingLimits.USERS_ORGANISATION_MAX,
    { minimum: 0, maximum: 1_000_000 },
    'Members and open invitations of one organisation. Does not bound the platform and the public organisation; 0 is unbounded.',
  ),
  walletsPerOrganisation: integer(
    sharingLimits.WALLETS_ORGANISATION_MAX,
    { minimum: 0, maximum: 1_000_000_000 },
    'Wallets that were made under one organisation, by its members too. Does not bound the platform and the public organisation; 0 is unbounded.',
  ),
  bytesPerOrganisation: integer(
    sharingLimits.BYTES_ORGANISATION_MAX,
    { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    'Bytes of sealed transactions that one organisation brought to this node. Does not bound the platform and the public organisation; 0 is unbounded.',
  ),
});

const consensus = section(
  'The policy that a new register starts with, and the timers of this node. A register keeps its own policy after genesis.',
  {
    mode: Type.Enum(['majority', 'bft'], {
      default: 'majority',
      description:
        'Quorum of new registers: more than half, or more than two thirds. With bft a register of fewer than four validators is refused unless its founder states majority.',
    }),
    buildWindowMs: integer(
      10,
      { minimum: 0, maximum: 60_000 },
      'How long the first transaction of an idle register waits for company, where the last docket held several. 0 with one validator.',
    ),
    docketTransactionsMax: integer(
      transactionsLimits.DOCKET_TRANSACTIONS_MAX,
      { minimum: 1, maximum: 10_000 },
      'Transactions in one docket of a new register.',
    ),
    docketBytesMax: integer(
      transactionsLimits.DOCKET_BUILD_BYTES_MAX,
      { minimum: 64 * 1024, maximum: transactionsLimits.DOCKET_BYTES_MAX },
      'Bytes at which a new register closes a docket.',
    ),
    roundMinMs: integer(500, { minimum: 10, maximum: 60_000 }, 'First round before validators change the round.'),
    roundCapMs: integer(
      ROUND_MS_CAP,
      { minimum: 100, maximum: 10 * MINUTE },
      'Longest round of all; rounds grow by half each time.',
    ),
    trustingPeriodDays: integer(
      14,
      { minimum: 1, maximum: 365 },
      'So long members that still have their seats may stop a register by what a past roster of theirs signed. So long a node that was away is believed to know its head. Owners have so long to notice that a key was stolen and to rekey its seat.',
    ),
    clockAwayDays: integer(
      CLOCK_AWAY_DAYS,
      { minimum: 1, maximum: 3650 },
      'After so many days away, on a machine that started again, a node without a mesh builds no dockets until its clock is confirmed. The time service of the machine (systemd-timesyncd) does that when it has heard the time, or the operator (quorate clock confirm). With network.enabled it is one day, and linked nodes of other organisations confirm it too.',
    ),
    forceRosterChanges: flag(
      false,
      'Propose a change of a roster even while too few of its validators are linked to go on after it. The register may then stand still until they are. It decides what this node proposes, never what it votes for: members may differ in it.',
    ),
  },
);

const validator = section('The seat of this node in the registers that it creates.', {
  orgId: Type.String({
    default: '00000000-0000-0000-0000-000000000001',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description:
      'Organisation that holds the seat of a node without a mesh, the platform organisation by default. With network.enabled the seat is held by the organisation of the node certificate; state nothing else then.',
  }),
});

const network = section('The peer mesh: links to the nodes of other organisations.', {
  enabled: flag(false, 'Link with other nodes. Needs an identity: quorate node enrol.'),
  host: text('127.0.0.1', 'Address on which nodes are listened to. Loopback unless you say otherwise.'),
  grpcPort: integer(7443, { minimum: 1, maximum: 65_535 }, 'Port of the links between nodes (gRPC over mutual TLS).'),
  confirmHeads: flag(
    true,
    'A new follower takes dockets only once nodes of two organisations tell the head, or its operator named a docket. So does a node that was away for consensus.trustingPeriodDays. Off where all nodes belong to one organisation.',
  ),
  announce: optionalText('Where other nodes dial this one, as host:port. host and grpcPort when absent.'),
  gossipPort: integer(
    7444,
    { minimum: 0, maximum: 65_535 },
    'Port of gossip (libp2p), which spreads adverts and heads. 0 switches gossip off.',
  ),
  peers: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 100,
    description: 'Nodes to link with first, each as host:port of its grpcPort. They tell of the others.',
  }),
  admission: Type.Enum(['org', 'closed', 'open'], {
    default: 'org',
    description:
      'The peers that may link: org admits certificates of trusted organisations, closed of these only allowedPeers, open anybody, to read advertised registers.',
  }),
  allowedPeers: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    maxItems: 1000,
    description: 'Peer ids that admission closed admits; "quorate node show" prints one.',
  }),
  pkiDir: optionalText(
    'Folder of the node key, the certificate and the trusted organisations. dataDir/mesh when absent.',
  ),
  attestGenesis: Type.Enum(['members', 'none'], {
    default: 'members',
    description:
      'Whether this node takes the seat when an admitted member founds a register that names it: members does, none refuses.',
  }),
  verifySync: Type.Enum(['all', 'certified'], {
    default: 'all',
    description:
      'The checks of dockets that are caught up on: all checks every signature, certified trusts the quorum that certified a docket for those of its transactions.',
  }),
});

const outgoing = section('HTTP requests that this node makes for others: identity providers, webhooks.', {
  allowedHosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    default: [],
    maxItems: 100,
    description:
      'Hosts that may be called although their addresses are private, such as idp.corp.example; one of this machine also without TLS. All others need public addresses and HTTPS.',
  }),
});

const schemas = section('JSON Schemas of others, which designers import.', {
  catalogueUrl: optionalText(
    'URL of a catalogue in the form of SchemaStore, such as https://www.schemastore.org/api/json/catalog.json, which an administrator takes who names no other. Nothing is fetched before.',
  ),
});

const mail = section('Mail that this node sends.', {
  host: optionalText('Mail server (SMTP). Without one, mails are written to files in dataDir/mail.'),
  port: integer(587, { minimum: 1, maximum: 65_535 }, 'Port of the mail server: 587 with starttls, 465 with tls.'),
  security: Type.Enum(['starttls', 'tls', 'none'], {
    default: 'starttls',
    description:
      'How the connection to the mail server is encrypted: starttls, which is insisted on, tls from the first byte, or none, for a server on this machine only.',
  }),
  user: optionalText('Account at the mail server. With password.'),
  password: optionalText('Password of user.'),
  passwordFile: optionalText('File that holds password.'),
  from: text('quorate@localhost', 'Address that mails come from.'),
});

export const ConfigSchema = Type.Object(
  {
    ...{
      node,
      storage,
      http,
      internal,
      workload,
      auth,
      serviceAuth,
      secrets,
      limits: limitsSection,
      consensus,
      validator,
      network,
      outgoing,
      trust,
      schemas,
      mail,
      credentials,
      designer,
    },
    ...{ log, metrics },
  },
  { additionalProperties: false, description: 'Settings of a Quorate node.' },
);

/** Every setting with its value. Secrets are plain texts here: this object is never logged or served. */
export type Config = Static<typeof ConfigSchema>;
