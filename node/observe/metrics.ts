// The metrics of a node and the only place that knows prom-client. Consumers see plain methods, declare the ones they
// call, and accept null when metrics are off. Labels come from closed sets, never from input, so the number of series
// is bounded.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricValueWithName, Registry } from 'prom-client';
import type { RegisterMetrics } from '../../actors/ports.js';
import type { WebhookMetrics } from '../../actors/webhooks/courier-ports.js';
import type { KeptMetrics } from '../../actors/workflow/kept/keeper.js';
import type { OperationMetrics } from '../../actors/workflow/operations/driver-ports.js';
import type { AccessCounters } from '../../api/deps/access-counters.js';
import type { CredentialMetrics } from '../../api/deps/credentials.js';
import type { GateMetrics } from '../../api/deps/gates.js';
import type { HubCounters } from '../../api/deps/hub-counters.js';
import type { VerifierMetrics } from '../../api/deps/verifier.js';
import type { Offence } from '../../core/mesh/types.js';
import type { ModelMetrics } from '../designer/model-provider.js';
import type { GossipMetrics } from '../network/gossip/gossip.js';
import { accessMetrics } from './counters/access-metrics.js';
import { credentialMetrics } from './counters/credential-metrics.js';
import { designerMetrics } from './counters/designer-metrics.js';
import { type OutgoingMetrics, outgoingMetrics } from './counters/outgoing-metrics.js';
import { type TrustMetrics, trustMetrics } from './counters/trust-metrics.js';
import { webhookMetrics } from './counters/webhook-metrics.js';
import { heldText, METRICS_HELD_MS } from './held-text.js';
import { addReading, type Reading, type Sample } from './readings.js';

export interface JournalMetrics {
  /** A synced batch. */
  onCommitted(batch: { readonly ops: number; readonly bytes: number; readonly seconds: number }): void;
}

export interface HttpMetrics {
  /** `operationId` is empty for a request that met no operation. */
  onAnswered(answer: { readonly operationId: string; readonly status: number; readonly seconds: number }): void;
}

interface NetworkMeter {
  frame(direction: 'in' | 'out', kind: string, bytes: number): void;
  onDropped(direction: 'in' | 'out', kind: string): void;
  onAsked(call: string, outcome: string, seconds: number): void;
  /** A link or call that failed or was refused, by issue code or cause. */
  onFailed(reason: string): void;
}

/** Lies and bans of peers. */
export interface PeersMetrics {
  offence(offence: Offence): void;
  onBanned(): void;
}

/** Blueprints and rehearsals, under the names of the specification (section 6). */
export interface WorkflowMetrics {
  publishOverride(): void;
  rehearsalBegun(): void;
  rehearsalEnded(outcome: string, seconds: number): void;
  sandboxProvisioned(outcome: string): void;
}

export interface Metrics {
  readonly journal: JournalMetrics;
  readonly register: RegisterMetrics;
  readonly http: HttpMetrics;
  readonly network: NetworkMeter;
  readonly peers: PeersMetrics;
  readonly gossip: GossipMetrics;
  readonly workflow: WorkflowMetrics;
  readonly operations: OperationMetrics;
  readonly hubs: HubCounters;
  readonly access: AccessCounters;
  readonly outgoing: OutgoingMetrics;
  readonly designer: ModelMetrics;
  readonly webhooks: WebhookMetrics;
  readonly trust: TrustMetrics;
  readonly credentials: CredentialMetrics & VerifierMetrics & GateMetrics & KeptMetrics;
  gauge(reading: Reading): void;
  /** The samples of a metric of this node, by its name in the text; none where there is no such metric. */
  read(name: string): Promise<readonly Sample[]>;
  /** The Prometheus text and its media type. */
  text(): Promise<string>;
  readonly contentType: string;
}

const SYNC_SECONDS = [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const HTTP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SEAL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];
/** A script takes a second; a person hours. */
const REHEARSAL_SECONDS = [0.5, 1, 5, 30, 60, 300, 900, 3600, 14_400, 86_400];
const OPERATION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600];
const TRANSACTION_COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Distinct values of one label before the rest is counted as `other`: more than all operations of the surface. */
const LABEL_VALUES_MAX = 400;

/**
 * Process and runtime measurements (event-loop lag among them) belong to the process, so they are set up once however
 * many nodes it runs.
 */
let processRegistry: Registry | undefined;

/**
 * The metrics of one node, or null when they are switched off. With a clock their text is made once a second at the
 * most: it takes milliseconds of the event loop, and a caller who scrapes often must not load the node.
 */
export function createMetrics(options: { readonly enabled: boolean }, steady?: () => number): Metrics | null {
  if (!options.enabled) return null;
  const registry = new Registry();
  const shared = processMetrics();
  const text = () => Registry.merge([registry, shared]).metrics();
  return {
    journal: journalMetrics(registry),
    register: registerMetrics(registry),
    http: httpMetrics(registry),
    network: networkMetrics(registry),
    peers: peersMetrics(registry),
    gossip: gossipMetrics(registry),
    workflow: workflowMetrics(registry),
    operations: operationMetrics(registry),
    hubs: hubMetrics(registry),
    access: accessMetrics(registry),
    outgoing: outgoingMetrics(registry),
    designer: designerMetrics(registry),
    webhooks: webhookMetrics(registry),
    trust: trustMetrics(registry),
    credentials: credentialMetrics(registry),
    gauge: (reading) => addReading(registry, reading),
    read: (name) => readSamples(registry, name),
    text: steady ? heldText(text, METRICS_HELD_MS, steady) : text,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  };
}

/** A histogram has its sum and its count under names of their own. */
async function readSamples(registry: Registry, name: string): Promise<readonly Sample[]> {
  const metric = registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_(sum|count)$/, ''));
  const { values = [] } = (await metric?.get()) ?? {};
  return values.flatMap(({ labels, value, metricName = name }: MetricValueWithName<string>) =>
    metricName === name ? [{ labels: labels as Sample['labels'], value }] : [],
  );
}

function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
    // Sums of labelled gauges beside them, under names that only a counter may have.
    for (const kind of ['handles', 'requests', 'resources'])
      processRegistry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }
  return processRegistry;
}

function journalMetrics(registry: Registry): JournalMetrics {
  const commits = counter(registry, 'ledger_journal_commits_total', 'Synced batches.');
  const ops = counter(registry, 'ledger_journal_ops_total', 'Puts and deletes in synced batches.');
  const bytes = counter(registry, 'ledger_journal_bytes_total', 'Bytes of keys and values in synced batches.');
  const sync = histogram(registry, 'ledger_journal_sync_seconds', {
    help: 'Time of one synced batch.',
    buckets: SYNC_SECONDS,
  });
  return {
    onCommitted(batch) {
      commits.inc();
      ops.inc(batch.ops);
      bytes.inc(batch.bytes);
      sync.observe(batch.seconds);
    },
  };
}

function registerMetrics(registry: Registry): RegisterMetrics {
  const onSubmitted = counter(registry, 'ledger_register_submitted_total', 'Transactions offered to a pool.');
  const onRefused = labelledCounter(registry, ['code'], {
    name: 'ledger_register_refused_total',
    help: 'Transactions refused, by code.',
  });
  const onDropped = labelledCounter(registry, ['reason'], {
    name: 'ledger_actor_dropped_total',
    help: 'Inputs that an actor did not take.',
  });
  const restarts = counter(registry, 'ledger_actor_restarts_total', 'Restarts of register actors after a failure.');
  const onHalted = gauge(registry, 'ledger_register_halted', 'Registers given up after too many failures.');
  const pool = gauge(registry, 'ledger_pool_transactions', 'Transactions waiting in all pools.');
  const sealed = sealedMetrics(registry);
  const codeLabel = boundedLabel();
  const reasonLabel = boundedLabel();
  return {
    onSubmitted: () => onSubmitted.inc(),
    onRefused: (code) => onRefused.inc({ code: codeLabel(code) }),
    onDropped: (reason) => onDropped.inc({ reason: reasonLabel(reason) }),
    onRestarted: () => restarts.inc(),
    onHalted: (count) => onHalted.set(count),
    poolSize: (change) => pool.inc(change),
    onSealed: sealed,
  };
}

function sealedMetrics(registry: Registry): RegisterMetrics['onSealed'] {
  const dockets = counter(registry, 'ledger_docket_sealed_total', 'Dockets sealed.');
  const transactions = counter(registry, 'ledger_register_sealed_total', 'Transactions sealed.');
  const bytes = counter(registry, 'ledger_docket_sealed_bytes_total', 'Bytes of sealed dockets.');
  const shape = { help: 'Transactions of one docket.', buckets: TRANSACTION_COUNTS };
  const perDocket = histogram(registry, 'ledger_docket_transactions', shape);
  const timing = { help: 'Time from proposal to sealed.', buckets: SEAL_SECONDS };
  const duration = histogram(registry, 'ledger_docket_seal_seconds', timing);
  return (count, size, seconds) => {
    dockets.inc();
    transactions.inc(count);
    bytes.inc(size);
    perDocket.observe(count);
    duration.observe(seconds);
  };
}

function httpMetrics(registry: Registry): HttpMetrics {
  const requests = labelledCounter(registry, ['operation', 'status'], {
    name: 'ledger_http_requests_total',
    help: 'Requests answered, by operation and status.',
  });
  const seconds = new Histogram({
    name: 'ledger_http_request_seconds',
    help: 'Time to answer, by operation.',
    labelNames: ['operation'],
    buckets: HTTP_SECONDS,
    registers: [registry],
  });
  const operationLabel = boundedLabel();
  return {
    onAnswered(answer) {
      const operation = operationLabel(answer.operationId === '' ? 'none' : answer.operationId);
      requests.inc({ operation, status: answer.status });
      seconds.observe({ operation }, answer.seconds);
    },
  };
}

function networkMetrics(registry: Registry): NetworkMeter {
  const count = <L extends string>(labels: readonly L[], name: string, help: string) =>
    labelledCounter(registry, labels, { name, help });
  const frames = count(['direction', 'kind'], 'ledger_network_frames_total', 'Frames between nodes, by kind.');
  const bytes = count(['direction'], 'ledger_network_bytes_total', 'Bytes of frames between nodes.');
  const onDropped = count(
    ['direction', 'kind'],
    'ledger_network_dropped_total',
    'Frames that were not sent or not taken.',
  );
  const failures = count(['reason'], 'ledger_network_failures_total', 'Links that failed or were refused, by cause.');
  const seconds = new Histogram({
    name: 'ledger_network_call_seconds',
    help: 'Time of calls to peers, by call and outcome.',
    labelNames: ['call', 'outcome'],
    buckets: HTTP_SECONDS,
    registers: [registry],
  });
  const reasonLabel = boundedLabel();
  return {
    frame(direction, kind, size) {
      frames.inc({ direction, kind });
      bytes.inc({ direction }, size);
    },
    onDropped: (direction, kind) => onDropped.inc({ direction, kind }),
    onAsked: (call, outcome, took) => seconds.observe({ call, outcome }, took),
    onFailed: (reason) => failures.inc({ reason: reasonLabel(reason) }),
  };
}

function gossipMetrics(registry: Registry): GossipMetrics {
  const messages = labelledCounter(registry, ['direction', 'kind', 'outcome'], {
    name: 'ledger_gossip_messages_total',
    help: 'Messages of gossip, by kind and what became of them.',
  });
  return { message: (direction, kind, outcome) => messages.inc({ direction, kind, outcome }) };
}

function peersMetrics(registry: Registry): PeersMetrics {
  const offences = labelledCounter(registry, ['offence'], {
    name: 'ledger_peer_offences_total',
    help: 'Acts of peers that cost them points, by kind.',
  });
  const bans = counter(registry, 'ledger_peer_bans_total', 'Peers that were banned, by their score or by an operator.');
  return { offence: (offence) => offences.inc({ offence }), onBanned: () => bans.inc() };
}

function workflowMetrics(registry: Registry): WorkflowMetrics {
  const overrides = counter(registry, 'publish_override_total', 'Publications without a rehearsal, by an override.');
  const runs = counter(registry, 'rehearsal_run_total', 'Rehearsals that were begun.');
  const sandboxes = labelledCounter(registry, ['outcome'], {
    name: 'sandbox_provision_total',
    help: 'Sandbox registers that were founded, or could not be.',
  });
  const durations = new Histogram({
    name: 'rehearsal_duration_seconds',
    help: 'From the beginning of a rehearsal to its end, by how it ended.',
    labelNames: ['outcome'],
    buckets: REHEARSAL_SECONDS,
    registers: [registry],
  });
  return {
    publishOverride: () => overrides.inc(),
    rehearsalBegun: () => runs.inc(),
    rehearsalEnded: (outcome, seconds) => durations.observe({ outcome }, seconds),
    sandboxProvisioned: (outcome) => sandboxes.inc({ outcome }),
  };
}

function operationMetrics(registry: Registry): OperationMetrics {
  const finished = labelledCounter(registry, ['outcome'], {
    name: 'ledger_operations_finished_total',
    help: 'Actions encrypted in the background that ended, by outcome.',
  });
  const duration = histogram(registry, 'ledger_operations_duration_seconds', {
    help: 'Time from the acceptance of an action that is encrypted in the background to its end.',
    buckets: OPERATION_SECONDS,
  });
  return {
    onFinished(outcome, seconds) {
      finished.inc({ outcome });
      duration.observe(seconds);
    },
  };
}

function hubMetrics(registry: Registry): HubCounters {
  const connections = new Gauge({
    name: 'ledger_hub_connections',
    help: 'Live connections of clients, by hub and transport.',
    labelNames: ['hub', 'transport'],
    registers: [registry],
  });
  const events = labelledCounter(registry, ['hub', 'event'], {
    name: 'ledger_hub_events_total',
    help: 'Events sent to clients, one for each connection.',
  });
  const lost = labelledCounter(registry, ['hub', 'event'], {
    name: 'ledger_hub_events_lost_total',
    help: 'Events that a connection was to hear and could not, because it is slow or has ended.',
  });
  const cuts = labelledCounter(registry, ['hub', 'reason'], {
    name: 'ledger_hub_cuts_total',
    help: 'Connections that the node ended, by reason; a slow one lost what waited for it.',
  });
  return {
    countConnection: ({ hub, transport }, change) => connections.inc({ hub, transport }, change),
    countEvent: ({ hub, target, connections: message, lost: not }) => {
      events.inc({ hub, event: target }, message);
      if (not > 0) lost.inc({ hub, event: target }, not);
    },
    cut: (hub, reason) => cuts.inc({ hub, reason }),
  };
}

function counter(registry: Registry, name: string, help: string): Counter {
  return new Counter({ name, help, registers: [registry] });
}

function labelledCounter<L extends string>(
  registry: Registry,
  labelNames: readonly L[],
  about: { readonly name: string; readonly help: string },
): Counter<L> {
  return new Counter({ ...about, labelNames: [...labelNames], registers: [registry] });
}

function histogram(
  registry: Registry,
  name: string,
  shape: { readonly help: string; readonly buckets: readonly number[] },
): Histogram {
  return new Histogram({ name, help: shape.help, buckets: [...shape.buckets], registers: [registry] });
}

function gauge(registry: Registry, name: string, help: string): Gauge {
  return new Gauge({ name, help, registers: [registry] });
}

/**
 * Passes the first values it sees and calls all later ones `other`, so that a mistake upstream cannot grow the series
 * without end.
 */
function boundedLabel(): (value: string) => string {
  const seen = new Set<string>();
  return (value) => {
    if (seen.has(value)) return value;
    if (seen.size >= LABEL_VALUES_MAX) return 'other';
    seen.add(value);
    return value;
  };
}
