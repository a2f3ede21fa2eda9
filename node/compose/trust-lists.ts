// Trust lists of this node from what is open of it: their rows, the thread that reads them, and the timer that fetches
// them again.
import { readFileSync } from 'node:fs';
import { TrustListRefresher } from '../../actors/trust/refreshing.js';
import { TrustLists, type TrustSettings } from '../../actors/trust/trust-lists.js';
import type { Audit } from '../../api/auth/audit.js';
import { toBase64 } from '../../core/base/bytes.js';
import { TRUST_OPERATORS_MAX } from '../../core/base/limits/node/federation.js';
import { POOL_SWEEP_MS } from '../../core/base/limits/node/pool.js';
import type { Log } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { KeptTrustList } from '../../core/trust/lists/snapshot.js';
import { readCertificate } from '../../core/trust/x509/certificate.js';
import type { Store } from '../../storage/open.js';
import { pemParts } from '../../storage/pki/pem.js';
import { TrustListRows } from '../../storage/tables/trust/trust-lists.js';
import type { Config } from '../config/schema.js';
import type { Metrics } from '../observe/metrics.js';
import { trustGauge } from '../observe/trust-metrics.js';
import { systemClock } from '../platform/clock.js';
import { createSweep } from '../platform/sweep.js';
import { TrustListWorker } from '../threads/trust-list-worker.js';
import type { Part } from './lifecycle.js';
import type { OpenParts, OpenTrustLists } from './open-parts.js';

const HOUR_MS = 3_600_000;

interface TrustListsInput {
  readonly config: Pick<Config, 'trust'>;
  readonly store: Store;
  readonly outgoing: Outgoing;
  readonly audit: Audit;
  readonly log: Log;
  readonly metrics: Metrics | null;
}

/** Behind accounts, whose audit trail tells what became of a list that was fetched again. */
export function trustListsPart(open: OpenParts): Part {
  return {
    name: 'trust-lists',
    start: async () => {
      const { config, world, metrics, leaving } = open;
      const { audit } = open.identity!.accounts;
      const { outgoing } = leaving.ports;
      open.trust = await openTrustLists({ config, store: open.store!, outgoing, audit, log: world.log, metrics });
      open.trust.start();
    },
    stop: async () => open.trust?.stop(),
  };
}

/** Throws where a file of trust.operators cannot be read, or holds no certificate that is taken. */
async function openTrustLists(input: TrustListsInput): Promise<OpenTrustLists> {
  const { config, store, outgoing, audit, metrics } = input;
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
  const step = (nowMs: number) => refresher.sweep(nowMs).then(() => []);
  const sweep = createSweep({ trustLists: step }, { log, now: () => systemClock.now(), commit });
  return {
    ...{ trustLists: lists, trustListRefresher: refresher },
    start: () => sweep.start(POOL_SWEEP_MS),
    async stop() {
      // A list that is being read ends with it.
      await reader.close();
      await Promise.all([refresher.close(), sweep.stop()]);
    },
  };
}

function trustSettings({ trust }: Pick<Config, 'trust'>): TrustSettings {
  const { strictFreshness, lotlUrl = '', refreshHours } = trust;
  return { strictFreshness, lotlUrl, refreshMs: refreshHours * HOUR_MS, operators: operatorsIn(trust.operators) };
}

function operatorsIn(files: readonly string[]): readonly string[] {
  const certificates = files.flatMap((file) => {
    const parts = pemParts(readFileSync(file, 'utf8'), 'CERTIFICATE');
    const areGood = parts.length > 0 && parts.every((der) => !isFailure(readCertificate(der)));
    if (!areGood) throw new Error(`trust.operators: ${file} holds no certificate in PEM, or one that is not taken.`);
    return parts.map((der) => toBase64(der));
  });
  if (certificates.length > TRUST_OPERATORS_MAX)
    throw new Error(
      `trust.operators: the files hold ${certificates.length} certificates, ${TRUST_OPERATORS_MAX} at most.`,
    );
  return certificates;
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
