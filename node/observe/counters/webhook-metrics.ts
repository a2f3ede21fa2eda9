// Measurements of webhooks: attempts by what came of them. Requests are measured with all that leave the node.
import { Counter, type Registry } from 'prom-client';
import type { WebhookMetrics } from '../../../actors/webhooks/courier-ports.js';

export function webhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'ledger_webhook_attempts_total',
    help: 'Attempts to deliver webhooks: delivered, failed with another try to come, dead with none.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return { onAttempted: (outcome) => attempts.inc({ outcome }) };
}
