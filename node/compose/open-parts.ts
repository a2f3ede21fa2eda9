// The parts of a node that others need while all open in their order and close in reverse. Types only.

import type { CredentialDriver } from '../../actors/credentials/credential-driver.js';
import type { DeferredDriver } from '../../actors/credentials/deferred-driver.js';
import type { TakingDriver } from '../../actors/credentials/taking-driver.js';
import type { ConversationHost } from '../../actors/designer/conversations.js';
import type { OrganisationCertificates } from '../../actors/trust/organisation-certificates.js';
import type { TrustListRefresher } from '../../actors/trust/refreshing.js';
import type { TrustLists } from '../../actors/trust/trust-lists.js';
import type { WalletAttester } from '../../actors/trust/wallet-attester.js';
import type { WalletAnswers } from '../../actors/wallet-asks/answering.js';
import type { WalletAsker } from '../../actors/wallet-asks/asking.js';
import type { Webhooks } from '../../actors/webhooks/webhooks.js';
import type { PeerOffers } from '../../api/credentials/runs/peer-offers.js';
import type { CredentialPart } from '../../api/deps/credentials.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import type { GatePart } from '../../api/deps/gates.js';
import type { VerifierPart } from '../../api/deps/verifier.js';
import type { Log, Timer } from '../../core/base/ports.js';
import type { LiveBackups } from '../../storage/backup/live-backup.js';
import type { TableScrub } from '../../storage/disk/table-scrub.js';
import type { DiskReserve } from '../../storage/engine/reserve.js';
import type { Store } from '../../storage/open.js';
import type { NodeIdentity } from '../../storage/pki/identity.js';
import type { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import type { Registrations } from '../../storage/tables/node/registrations.js';
import type { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import type { Config } from '../config/schema.js';
import type { ClockGuard } from '../observe/clock-guard.js';
import type { ForwardedRequests } from '../observe/forwarding.js';
import type { Metrics } from '../observe/metrics.js';
import type { MetricSeries } from '../observe/series.js';
import type { HeldPort } from '../platform/held-port.js';
import type { Listeners } from '../platform/listeners.js';
import type { Sweep } from '../platform/sweep.js';
import type { EngineWorker } from '../threads/engine-worker.js';
import type { Alter } from './alter.js';
import type { OpenFiles } from './files.js';
import type { OpenIdentity } from './identity.js';
import type { OpenInbox } from './inbox.js';
import type { OpenKeys } from './keys.js';
import type { OpenLedger } from './ledger.js';
import type { OpenMesh } from './mesh.js';
import type { MeshBinding } from './mesh-binding.js';
import type { OpenOperations } from './operations.js';
import type { OutgoingPart } from './outgoing.js';
import type { OpenWorkflow } from './workflow.js';

export interface NodeWorld {
  readonly log: Log;
  /** The newest lines of it, where it keeps any. */
  readonly logLines?: ApiDeps['logLines'];
  /** Something that the node cannot go on without has failed. */
  onFatal(error: Error): void;
  /** The port of the public listener, where the settings left it open. */
  readonly heldPort?: HeldPort;
  /** For programs of the tests; a node that is started as a node has none. */
  readonly alter?: Alter;
}

/** Trust lists, with the timer that fetches them again, and certificates of organisations. */
export interface OpenTrustLists {
  readonly trustLists: TrustLists;
  readonly trustListRefresher: TrustListRefresher;
  readonly certificates: OrganisationCertificates;
  readonly attester: WalletAttester;
  start(): void;
  stop(): Promise<void>;
}

/** Answers for the wallets of this node, and asks of those of others. */
export interface OpenWalletAsks {
  readonly answers: WalletAnswers;
  readonly asker: WalletAsker;
}

/** The open parts of the node so far: filled by the parts in their order, emptied by none but the store. */
export interface OpenParts {
  readonly config: Config;
  readonly world: NodeWorld;
  readonly metrics: Metrics | null;
  readonly health: ApiDeps['health'];
  readonly reserve: DiskReserve;
  readonly forwarding: ForwardedRequests;
  readonly leaving: OutgoingPart;
  tables?: TableScrub;
  /** Over the files of the store. */
  watch?: Pick<Timer, 'cancel'>;
  serving: boolean;
  store?: Store | undefined;
  guard?: ClockGuard;
  keys?: OpenKeys;
  node?: NodeIdentity | undefined;
  binding?: MeshBinding;
  ledger?: OpenLedger;
  inbox?: OpenInbox;
  conversations?: ConversationHost;
  webhooks?: Webhooks;
  trust?: OpenTrustLists;
  mesh?: OpenMesh;
  identity?: OpenIdentity;
  idempotency?: Idempotency;
  registrations?: Registrations;
  blueprints?: Blueprints;
  engine?: EngineWorker;
  credentials?: CredentialPart;
  issuing?: CredentialDriver;
  deferred?: DeferredDriver;
  taking?: TakingDriver;
  /** To nodes of recipients. */
  runOffers?: PeerOffers;
  verifier?: VerifierPart;
  gates?: GatePart;
  walletAsks?: OpenWalletAsks;
  workflow?: OpenWorkflow;
  operations?: OpenOperations;
  sweep?: Sweep;
  series?: MetricSeries;
  files?: OpenFiles;
  backups?: LiveBackups;
  listeners?: Listeners;
}
