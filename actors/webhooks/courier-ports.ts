// Ports of the courier of webhooks. Types only.
import type { Log, Random } from '../../core/base/ports.js';
import type { WebhookTarget } from '../../core/webhooks/target.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { WebhookDeliveries } from '../../storage/tables/webhooks/deliveries.js';
import type { WebhookLog } from '../../storage/tables/webhooks/event-log.js';
import type { WebhookTargets } from '../../storage/tables/webhooks/targets.js';
import type { Clock } from '../ports.js';
import type { SendingPorts } from './sending.js';

export interface WebhookMetrics {
  /** An attempt: `delivered`, `failed`, and `dead` where it was the last one. */
  onAttempted(outcome: 'delivered' | 'failed' | 'dead'): void;
}

export interface CourierPorts extends SendingPorts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'number'>;
  readonly log: Log;
  readonly targets: WebhookTargets;
  readonly events: WebhookLog;
  readonly deliveries: WebhookDeliveries;
  /** Nothing is sent for an organisation that is suspended. */
  readonly isActive: (organisationId: string) => boolean;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** The record of a target that the node disabled, for the commit that does it. */
  readonly opsOfDisabled: (target: WebhookTarget) => readonly KvOp[];
  readonly metrics: WebhookMetrics | null;
}
