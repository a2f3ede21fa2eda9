// Trust lists of this node from what is open of it: their rows, the thread that reads them, and the timer that fetches
// them again. Beside them the certificates of organisations, which may lead to roots of such lists,
// and credentials: their verifier asks by both, and their issuers sign by certificates.
import { readFileSync } from 'node:fs';
import type { Notices } from '../../actors/people/notices.js';
import { type CertificatePorts, OrganisationCertificates } from '../../actors/trust/organisation-certificates.js';
import { TrustListRefresher } from '../../actors/trust/refreshing.js';
import { TrustAuthority } from '../../actors/trust/trust-authority.js';
import { TrustLists, type TrustSettings } from '../../actors/trust/trust-lists.js';
import { WalletAttester } from '../../actors/trust/wallet-attester.js';
import type { Audit } from '../../api/auth/audit.js';
import { credentialPart } from '../../api/credentials/part.js';
import { gatePart } from '../../api/gates/part.js';
import { verifierPart } from '../../api/verifying/part.js';
import { toBase64 } from '../../core/base/bytes.js';
import { TRUST_ANCHORS_MAX, TRUST_OPERATORS_MAX } from '../../core/base/limits/node/federation.js';
import { POOL_SWEEP_MS } from '../../core/base/limits/node/pool.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { pemParts } from '../../core/crypto/keys/pem.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { CertificateRecord } from '../../core/trust/certificates/record.js';
import type { KeptTrustList } from '../../core/trust/lists/snapshot.js';
import { readCertificate } from '../../core/trust/x509/certificate.js';
import type { Store } from '../../storage/open.js';
import { OrganisationCertificateRows } from '../../storage/tables/trust/organisation-certificates.js';
import { TrustListRows } from '../../storage/tables/trust/trust-lists.js';
import { publicUrlOf } from '../config/public-url.js';
import type { Config } from '../config/schema.js';
import { trustGauge } from '../observe/counters/trust-metrics.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { createSweep } from '../platform/sweep.js';
import { TrustListWorker } from '../threads/trust-list-worker.js';
import type { OpenIdentity } from './identity.js';
import type { OpenKeys } from './keys.js';
import type { Part } from './lifecycle.js';
import type { OpenParts, OpenTrustLists } from './open-parts.js';

const HOUR_MS = 3_600_000;

interface TrustListsInput {
  readonly config: Pick<Config, 'http' | 'trust'>;
  readonly keys: OpenKeys;
  readonly store: Store;
  readonly outgoing: Outgoing;
  readonly notices: Notices;
  readonly accounts: Pick<OpenIdentity['accounts'], 'audit' | 'tenants'>;
  readonly log: Log;
  readonly metrics: Metrics | null;
}

/** Behind accounts, whose audit trail tells what became of a list that was fetched again. */
export function trustListsPart(open: OpenParts): Part {
  return {
    name: 'trust-lists',
    start: async () => {
      const { config, world, metrics, leaving } = open;
      const { accounts } = open.identity!;
      const { notices } = open.inbox!.people;
      const { outgoing } = leaving.ports;
      const { store, keys } = open;
      open.trust = await openTrustLists({
        ...{ config, store: store!, keys: keys!, outgoing, accounts, notices, log: world.log, metrics },
      });
      open.trust.start();
      open.verifier = openVerifier(open, open.trust);
      open.gates = gatePart({
        ...{ kv: store!.kv, journal: store!.journal, secrets: keys!.accountSecrets },
        metrics: metrics?.credentials ?? null,
      });
    },
    stop: async () => open.trust?.stop(),
  };
}

/** Behind the issuer, whose status lists it reads without the network. */
function openVerifier({ config, store, keys, credentials, leaving, metrics }: OpenParts, trust: OpenTrustLists) {
  return verifierPart({
    ...{ kv: store!.kv, journal: store!.journal, clock: systemClock, outgoing: leaving.ports.outgoing },
    ...{ secrets: keys!.accountSecrets, credentials: credentials!, settings: config.credentials },
    metrics: metrics?.credentials ?? null,
    certificates: {
      of(organisationId) {
        const certificate = trust.certificates.certificateFor({ organisationId, use: 'requests' });
        return certificate && { wallet: certificate.wallet, path: certificate.key.path, chain: certificate.chain };
      },
    },
  });
}

/** Throws where a file of trust.operators or trust.anchors cannot be read, or holds no certificate that is taken. */
async function openTrustLists(input: TrustListsInput): Promise<OpenTrustLists> {
  const { config, store, outgoing, metrics } = input;
  const { audit } = input.accounts;
  const { kv, journal } = store;
  const log = input.log.child({ module: 'trust' });
  const rows = await TrustListRows.open(kv, journal);
  const commit = journal.commit.bind(journal);
  const reader = new TrustListWorker(systemClock);
  const lists = new TrustLists({
    ...{ clock: systemClock, log, outgoing, reader, rows, commit, settings: trustSettings(config) },
    countOutcome: (outcome) => metrics?.trust.countOutcome(outcome),
  });
  const refresher = new TrustListRefresher({
    ...{ clock: systemClock, log, rows, commit, lists },
    recordEntries: (list, code) => [recordOf(audit, list, code)],
  });
  metrics?.gauge(trustGauge(rows, () => systemClock.now()));
  const { keystore } = input.keys;
  const authority = new TrustAuthority({
    clock: systemClock,
    keystore,
    kv,
    commit,
    log,
    country: config.trust.country,
  });
  const host = new URL(publicUrlOf(config.http)).hostname;
  const certificates = await openCertificates({ ...input, log }, { lists, authority, host });
  const steps = {
    trustLists: (nowMs: number) => refresher.sweep(nowMs).then(() => []),
    certificates: (nowMs: number) => certificates.renew(nowMs, (record) => [renewalOf(audit, record)]).then(() => []),
    endingCertificates: (nowMs: number) => certificates.remind(nowMs).then(() => []),
  };
  const sweep = createSweep(steps, { log, now: () => systemClock.now(), commit });
  return {
    ...{ trustLists: lists, trustListRefresher: refresher, certificates },
    attester: new WalletAttester({ clock: systemClock, keystore, authority, host }),
    start: () => sweep.start(POOL_SWEEP_MS),
    async stop() {
      // A list that is being read ends with it.
      await reader.close();
      await Promise.all([refresher.close(), sweep.stop()]);
    },
  };
}

async function openCertificates(
  { config, store: { kv, journal }, keys: { keystore, wallets }, accounts: { tenants }, ...rest }: TrustListsInput,
  { lists, ...by }: Pick<CertificatePorts, 'authority' | 'host'> & { readonly lists: TrustLists },
): Promise<OrganisationCertificates> {
  const commit = journal.commit.bind(journal);
  return new OrganisationCertificates({
    ...{ clock: systemClock, random: systemRandom, keystore, wallets, commit },
    rows: await OrganisationCertificateRows.open(kv, journal),
    ...by,
    anchors: { lists, configured: anchorsIn(config.trust.anchors) },
    nameOf(organisationId) {
      const organisation = tenants.organisation(organisationId);
      return organisation?.status === 'Active' ? organisation.name : undefined;
    },
    async administratorsOf(organisationId) {
      const people: string[] = [];
      for await (const { roles, platformUserId } of tenants.members(organisationId))
        if (roles.includes('Administrator')) people.push(platformUserId);
      return people;
    },
    tell: (ops, notices) => rest.notices.commit(ops, notices),
    countOutcome: (...outcome) => rest.metrics?.trust.countCertificate(...outcome),
  });
}

function trustSettings({ trust }: Pick<Config, 'trust'>): TrustSettings {
  const { strictFreshness, lotlUrl = '', refreshHours } = trust;
  return { strictFreshness, lotlUrl, refreshMs: refreshHours * HOUR_MS, operators: operatorsIn(trust.operators) };
}

function operatorsIn(files: readonly string[]): readonly string[] {
  return certificatesIn('trust.operators', files, TRUST_OPERATORS_MAX).map((der) => toBase64(der));
}

function anchorsIn(files: readonly string[]): readonly Uint8Array[] {
  return certificatesIn('trust.anchors', files, TRUST_ANCHORS_MAX);
}

/** DER of the certificates of PEM files that a setting names. */
function certificatesIn(setting: string, files: readonly string[], max: number): readonly Uint8Array[] {
  const certificates = files.flatMap((file) => {
    const parts = pemParts(readFileSync(file, 'utf8'), 'CERTIFICATE');
    const areGood = parts.length > 0 && parts.every((der) => !isFailure(readCertificate(der)));
    if (!areGood) throw new Error(`${setting}: ${file} holds no certificate in PEM, or one that is not taken.`);
    return parts;
  });
  if (certificates.length > max)
    throw new Error(`${setting}: the files hold ${certificates.length} certificates, ${max} at most.`);
  return certificates;
}

/** Without an account: the timer had it issued. */
function renewalOf(audit: Audit, { organisationId, id: certificateId, wallet, uses }: CertificateRecord) {
  return audit.record({
    ...{ eventType: 'CertificateEnrolled', organisationId, identityId: '', address: '', success: true },
    details: { certificateId, wallet, uses: uses.join(' ') },
  });
}

/** Without an account: the timer fetched it. */
function recordOf(audit: Audit, { organisationId, trustListId, snapshot }: KeptTrustList, code?: string) {
  const by = { organisationId, identityId: '', address: '' };
  const { sequenceNumber, sha256 } = snapshot;
  return code === undefined
    ? audit.record({
        ...by,
        eventType: 'TrustListImported',
        success: true,
        details: { trustListId, sequenceNumber, sha256 },
      })
    : audit.record({ ...by, eventType: 'TrustListRefused', success: false, details: { trustListId, code } });
}

/** Of organisations that issue, and of wallets that hold. */
export function openCredentials(open: OpenParts): NonNullable<OpenParts['credentials']> {
  const { config, metrics, leaving } = open;
  const { kv, journal, losses } = open.store!;
  const { keystore, accountSecrets: secrets } = open.keys!;
  return credentialPart({
    ...{ kv, losses, journal, clock: systemClock, random: systemRandom, keystore, secrets },
    ...{ publicUrl: publicUrlOf(config.http), settings: config.credentials, metrics: metrics?.credentials ?? null },
    remote: leaving.remote,
    attest: (draftOf) => open.trust!.attester.sign(draftOf),
    certificateOf: (asked) => open.trust?.certificates.certificateFor(asked),
  });
}
