// The inbox of this node from what is open of it, the checks of sealed runs, and the counts of instances that it knows.
// It starts nothing.
import { ActionNotices } from '../../actors/people/action-notices.js';
import { DeviceFlips } from '../../actors/people/device-flips.js';
import { deviceStatusList } from '../../actors/people/device-status.js';
import { type NoticePorts, Notices } from '../../actors/people/notices.js';
import type { WalletAsker } from '../../actors/wallet-asks/asking.js';
import { askForEvidence } from '../../actors/wallet-asks/evidence.js';
import type { WebhookEvents } from '../../actors/webhooks/events.js';
import { AgreementCache } from '../../actors/workflow/checks/accepted.js';
import { OwnRuns } from '../../actors/workflow/checks/own-runs.js';
import { RunCheckDriver } from '../../actors/workflow/checks/run-checks.js';
import { Inbox } from '../../actors/workflow/inbox/inbox.js';
import type { InboxReads } from '../../actors/workflow/inbox/inbox-ports.js';
import { KeptEvidence, type KeptMetrics } from '../../actors/workflow/kept/keeper.js';
import { UndeliveredTexts } from '../../actors/workflow/reading/undelivered-texts.js';
import { EnrolCodes } from '../../api/auth/enrol-codes.js';
import type { Log } from '../../core/base/ports.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Store } from '../../storage/open.js';
import { Tenants } from '../../storage/tables/accounts/tenants.js';
import { KeptEvidenceRows } from '../../storage/tables/credentials/kept-evidence.js';
import type { StatusLists } from '../../storage/tables/credentials/status-lists.js';
import { Devices } from '../../storage/tables/people/devices.js';
import { PairingLinks } from '../../storage/tables/people/pairing-links.js';
import { PersonalInboxes } from '../../storage/tables/people/personal-inbox.js';
import { PreferenceStore } from '../../storage/tables/people/preferences.js';
import { InboxRows } from '../../storage/tables/workflow/inbox.js';
import { RunChecks } from '../../storage/tables/workflow/run-checks.js';
import type { HealthPart } from '../observe/health.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import type { OpenKeys } from './keys.js';
import type { OpenLedger } from './ledger.js';

export interface InboxInput {
  readonly store: Store;
  readonly keys: OpenKeys;
  readonly opened: OpenLedger;
  readonly webhooks: WebhookEvents;
  /** They are opened later. */
  readonly statusLists: () => Pick<StatusLists, 'loadNamed'>;
  /** It is opened later. */
  readonly asker: () => Pick<WalletAsker, 'ask'> | undefined;
  readonly metrics: KeptMetrics | null;
  readonly log: Log;
}

/**
 * The parts that follow the seals for the wallets of this node: the items that wait for them, and faults in what was
 * encrypted to them.
 */
export interface OpenInbox {
  readonly inbox: Inbox;
  readonly people: OpenPeople;
  readonly runChecks: RunCheckDriver;
  readonly ownRuns: OwnRuns;
  readonly knownTexts: UndeliveredTexts;
  readonly kept: KeptEvidence;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The rows of people beside their accounts, and the way to tell them. */
export interface OpenPeople {
  readonly inboxes: PersonalInboxes;
  readonly preferences: PreferenceStore;
  readonly notices: Notices;
  readonly devices: Devices;
  readonly deviceFlips: DeviceFlips;
  readonly enrolCodes: EnrolCodes;
  readonly pairingLinks: PairingLinks;
}

function openPeople({
  store: { kv, journal },
  announcements,
  commit,
  statusLists,
  log,
}: Pick<InboxInput, 'store' | 'statusLists' | 'log'> & Pick<NoticePorts, 'announcements' | 'commit'>): OpenPeople {
  const inboxes = new PersonalInboxes(kv, journal);
  const preferences = new PreferenceStore(kv, journal);
  const notices = new Notices({
    ...{ clock: systemClock, inboxes, preferences, announcements, commit },
    log: log.child({ module: 'notices' }),
  });
  const devices = new Devices(kv, journal);
  const status = deviceStatusList({ lists: statusLists, commit });
  const deviceFlips = new DeviceFlips({
    ...{ clock: systemClock, devices, status, announcements, commit },
    log: log.child({ module: 'devices' }),
  });
  const enrolCodes = new EnrolCodes({ clock: systemClock, random: systemRandom });
  return {
    inboxes,
    preferences,
    notices,
    devices,
    deviceFlips,
    enrolCodes,
    pairingLinks: new PairingLinks(kv, journal),
  };
}

export function openInbox({ store, keys, opened, webhooks, statusLists, asker, metrics, log }: InboxInput): OpenInbox {
  const { announcements, chain, ledger } = opened;
  const { keystore, wallets } = keys;
  const common = { clock: systemClock, announcements, chain, ledger };
  const commit = (ops: readonly KvOp[]) => store.journal.commit(ops);
  const people = openPeople({ store, announcements, commit, statusLists, log });
  const inbox = new Inbox({
    notices: new ActionNotices({
      ...{ clock: systemClock, wallets, notices: people.notices, webhooks },
      tenants: new Tenants(store.kv, store.journal),
    }),
    ...{ ...common, commit, log: log.child({ module: 'inbox' }), rows: new InboxRows(store.kv) },
    onDamaged: (reg) => ledger.damage.suspect(reg),
  });
  const ownRuns = new OwnRuns();
  const knownTexts = new UndeliveredTexts();
  const kept = new KeptEvidence({
    ...{ clock: systemClock, rows: new KeptEvidenceRows(store.kv, store.journal), secrets: keys.accountSecrets },
    ...{ chain, ledger, commit, metrics, log: log.child({ module: 'kept-evidence' }) },
    ask: (asked) => askForEvidence({ random: systemRandom, keystore, asker }, asked),
    onCame: (registerId, txId) => runChecks.onEvidence(registerId, txId),
  });
  const runChecks = new RunCheckDriver({
    ...{ ...common, commit, log: log.child({ module: 'run-checks' }), rows: new RunChecks(store.kv) },
    ...{ keystore, wallets, accepted: new AgreementCache(systemClock), ownRuns, knownTexts, kept },
  });
  return {
    inbox,
    people,
    runChecks,
    ownRuns,
    knownTexts,
    kept,
    start: async () => {
      await inbox.start();
      runChecks.start();
    },
    stop: async () => {
      kept.stop();
      await runChecks.stop();
      await inbox.stop();
    },
  };
}

/** Instances of every register of the node, as GET /api/stats shows them. */
export function inboxHealth(inbox: () => Pick<InboxReads, 'figures'> | undefined): HealthPart {
  return {
    name: 'instances',
    needed: false,
    check: () => ({ status: 'healthy' }),
    counts: () => {
      const { instances, active } = inbox()?.figures() ?? { instances: 0, active: 0 };
      return { totalBlueprintInstances: instances, activeBlueprintInstances: active };
    },
  };
}
