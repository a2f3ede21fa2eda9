// Opens the ledger of the node: the registers on disk, the pools' settings and the host that runs them. It starts
// nothing.
import { type AnnouncementHub, announcementHub } from '../../actors/announcements.js';
import type { FileLibrary } from '../../actors/files/ports.js';
import { isUpgradeNeeded } from '../../actors/ledger/health/rules-stop.js';
import { LedgerHost } from '../../actors/ledger/host.js';
import type { KeyFence } from '../../actors/ledger/ports.js';
import { reachableIn } from '../../actors/mesh/reach.js';
import type { ClaimsVerifier, ConsensusKeys } from '../../actors/ports.js';
import type { ScrubFigures } from '../../actors/repair/scrub.js';
import { claimsVerifier, type OwnVerifier, signatureVerifier, syncCheck } from '../../actors/verifier.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { POOL_LIMITS, type PoolLimits } from '../../core/pool/pool.js';
import { ChainStore } from '../../storage/chain/chain-store.js';
import { Outbox } from '../../storage/chain/outbox.js';
import { Registers } from '../../storage/chain/registers.js';
import { watchReads } from '../../storage/chain/watched-reads.js';
import type { Store } from '../../storage/open.js';
import type { Usage } from '../../storage/tables/accounts/usage.js';
import { ValidatorSettingsStore } from '../../storage/tables/node/validator-settings.js';
import type { Config } from '../config/schema.js';
import type { ClockGuard } from '../observe/clock-guard.js';
import { Follow } from '../observe/follow.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { VerifyThreads } from '../threads/verify-threads.js';
import { ledgerLinks, type MeshBinding } from './mesh-binding.js';
import { storedBytes } from './stored-bytes.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many transactions at once that a thread that verifies has work while a docket is built. */
const VERIFIER = { inFlightMax: 256, remembered: 50_000 };
/**
 * Signatures of votes and certificates under verification at once, of consensus, replication and gossip together. They
 * do not queue behind transactions, and a synced write, which shares the platform's threads with them, waits 2 ms at
 * the most.
 */
const CLAIMS_IN_FLIGHT = 32;

export interface LedgerInput {
  readonly config: Config;
  readonly store: Store;
  readonly keys: ConsensusKeys;
  readonly usage: Usage;
  readonly mesh: MeshBinding;
  readonly log: Log;
  readonly metrics: Metrics | null;
  readonly guard: Pick<ClockGuard, 'maySeal' | 'judgeNow' | 'onSealed'>;
  readonly claimFiles: FileLibrary['claim'];
}

export interface OpenLedger {
  /** It knows what time it is elsewhere. */
  readonly clock: Clock;
  readonly ledger: LedgerHost;
  readonly chain: ChainStore;
  readonly announcements: AnnouncementHub;
  readonly validatorSettings: ValidatorSettingsStore;
  /** Of votes and certificates, for everything in this node: its bound counts once. */
  readonly verifyClaims: ClaimsVerifier;
  /** Of transactions that this node signs. */
  readonly trust: OwnVerifier['trust'];
  /** Closed when nothing asks any more. */
  readonly verifyThreads: VerifyThreads;
}

export async function openLedger(input: LedgerInput): Promise<OpenLedger> {
  const { config, store, keys, usage, mesh, log, metrics, guard, claimFiles } = input;
  const { kv, journal } = store;
  const fence = await fenceOf(store, keys);
  const chain = new ChainStore(kv, journal, { clock: systemClock });
  const outbox = new Outbox(kv);
  const announcements = announcementHub(log);
  const follow = new Follow({ traces: announcements.traces, keys, log });
  const validatorSettings = settingsOf(config, store);
  const verifyClaims = claimsVerifier(CLAIMS_IN_FLIGHT);
  const verifyThreads = new VerifyThreads(log);
  const verifier = signatureVerifier({ ...VERIFIER, check: verifyThreads.check, checkSync: syncCheck });
  const clock = mesh.clock(systemClock);
  const ledger = new LedgerHost(
    {
      clock,
      ...{ mayBuild: () => guard.maySeal(), judgeNow: () => guard.judgeNow() },
      random: systemRandom,
      log: log.child({ module: 'ledger' }),
      kv,
      journal,
      chain,
      registers: await Registers.load(kv),
      ...{ outbox, stored: storedBytes(usage, config.limits.bytesPerOrganisation), claimFiles },
      announcements,
      keys,
      verifier,
      verifyClaims,
      certifiedWork: verifyThreads,
      ...ledgerLinks(mesh),
      onVoted: follow.onVoted,
      ...(!config.consensus.forceRosterChanges && { reachable: (roster) => reachableIn(roster, keys, mesh.net) }),
      metrics: metrics?.register ?? null,
    },
    {
      fence,
      acceptLoss: () => store.acceptLoss(),
      timers: timersOf(config),
      ...headTrust(config),
      backlogBytesMax: config.storage.backlogBytesMax,
      poolNodeBytesMax: config.limits.poolNodeBytesMax,
      poolLimits: () => poolLimitsOf(config, validatorSettings),
      docketTransactionsMax: () => validatorSettings.current().docketBuild.maxTransactionsPerDocket,
      scrub: {
        bytesPerSecond: config.storage.scrubBytesPerSecond,
        fromStart: !store.cleanStart && !store.newStore,
      },
    },
  );
  if (metrics) measure({ ledger, outbox, announcements }, metrics);
  announcements.listen(follow.onTold);
  watchHeads({ ledger, chain, announcements }, guard);
  const watched = watchReads(chain, (reg) => ledger.damage.suspect(reg));
  return {
    ...{ clock, ledger, announcements, validatorSettings, verifyClaims, verifyThreads },
    chain: watched,
    trust: verifier.trust,
  };
}

function timersOf({ consensus }: Config) {
  return {
    roundMs: consensus.roundMinMs,
    resendMs: Math.ceil(consensus.roundMinMs / 2),
    roundMsMax: consensus.roundCapMs,
  };
}

/** A node without a mesh hears of no tip but its own. */
function headTrust({ network, consensus }: Config) {
  return {
    confirmsHeads: network.enabled && network.confirmHeads,
    trustingPeriodMs: consensus.trustingPeriodDays * DAY_MS,
  };
}

/** Tips that are ahead of the clock: those of the start, and those that come. */
function watchHeads(
  { ledger, chain, announcements }: Pick<OpenLedger, 'ledger' | 'chain' | 'announcements'>,
  guard: LedgerInput['guard'],
): void {
  for (const { id, reg } of ledger.registers()) guard.onSealed(id, chain.durableState(reg)?.timestampMs ?? 0);
  announcements.listen((fact) => {
    if (fact.type !== 'docket-sealed') return;
    const { registerId, timestampMs } = fact;
    // Governance may have reset the time in the docket: then the state says another.
    const floorMs = () => chain.durableState(ledger.register(registerId)?.reg ?? -1)?.timestampMs ?? timestampMs;
    guard.onSealed(registerId, timestampMs, floorMs);
  });
}

interface Measured extends Pick<OpenLedger, 'ledger' | 'announcements'> {
  readonly outbox: Pick<Outbox, 'size'>;
}

function measure({ ledger, outbox, announcements }: Measured, metrics: Metrics): void {
  metrics.gauge({
    name: 'ledger_outbox_transactions',
    help: 'Submissions promised and not yet sealed or refused.',
    read: () => outbox.size,
  });
  metrics.gauge({
    name: 'ledger_register_active',
    help: 'Registers open in memory.',
    read: () => ledger.figures().activeRegisters,
  });
  metrics.gauge({
    name: 'ledger_register_upgrade_needed',
    help: 'Registers that stopped because they follow rules that this program does not know.',
    read: () => ledger.registers().filter(isUpgradeNeeded).length,
  });
  let faulted = 0;
  announcements.listen((fact) => {
    if (fact.type === 'validator-faulted') faulted++;
  });
  metrics.gauge({
    name: 'ledger_misbehaviour_total',
    help: 'Proofs that a validator signed contradictory messages, since the start.',
    read: () => faulted,
  });
  measureDamage(ledger, metrics);
}

function measureDamage({ damage }: LedgerHost, metrics: Metrics): void {
  const scrub = (name: `ledger_scrub_${string}`, help: string, read: (figures: ScrubFigures) => number | undefined) =>
    metrics.gauge({ name, help, read: () => (damage.figures.scrub && read(damage.figures.scrub)) ?? 0 });
  scrub('ledger_scrub_passes_total', 'Times that everything sealed was verified since the start.', (f) => f.passes);
  scrub('ledger_scrub_dockets_total', 'Dockets verified again in the background since the start.', (f) => f.dockets);
  scrub('ledger_scrub_bytes_total', 'Work of the scrub since the start, in bytes of its budget.', (f) => f.bytes);
  scrub('ledger_scrub_findings_total', 'Damage that the scrub found since the start.', (f) => f.findings);
  scrub('ledger_scrub_last_pass_timestamp_seconds', 'When the last pass ended, since 1970; 0 before the first.', (f) =>
    f.lastPassMs === undefined ? undefined : f.lastPassMs / 1000,
  );
  metrics.gauge({
    name: 'ledger_repair_damaged',
    help: 'Registers that are damaged and under repair.',
    read: () => damage.figures.repair.damaged,
  });
  metrics.gauge({
    name: 'ledger_repair_repaired_total',
    help: 'Repairs of registers that ended well since the start.',
    read: () => damage.figures.repair.repaired,
  });
  metrics.gauge({
    name: 'ledger_repair_round_changes_lost_total',
    help: 'Dockets whose damaged round changes could not be made again since the start.',
    read: () => damage.figures.repair.roundChangesLost,
  });
}

/** The keys that the store's fence is about: named once, before another key is made, which has never voted. */
async function fenceOf(store: Store, keys: ConsensusKeys): Promise<KeyFence | undefined> {
  if (store.fence === undefined) return undefined;
  const validatorIds = store.fencedKeys ?? keys.all().map(({ validatorId }) => validatorId);
  if (!store.fencedKeys) await store.nameFenced(validatorIds);
  return { reason: store.fence, validatorIds };
}

function settingsOf({ limits, consensus }: Config, { kv, journal }: Store): ValidatorSettingsStore {
  return new ValidatorSettingsStore(kv, journal, {
    memPool: {
      maxSize: limits.poolTransactionsMax,
      defaultTtlMinutes: Math.max(1, Math.round(limits.poolTtlMs / 60_000)),
    },
    docketBuild: {
      maxTransactionsPerDocket: consensus.docketTransactionsMax,
      buildWindowMs: consensus.buildWindowMs,
    },
  });
}

function poolLimitsOf(config: Config, settings: ValidatorSettingsStore): PoolLimits {
  const { memPool } = settings.current();
  return {
    ...POOL_LIMITS,
    transactionsMax: memPool.maxSize,
    ttlMs: memPool.defaultTtlMinutes * 60_000,
    bytesMax: config.limits.poolBytesMax,
  };
}
