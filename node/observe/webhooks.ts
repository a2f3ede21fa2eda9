// Figures of what waits for webhooks, and their health.
import type { Webhooks } from '../../actors/webhooks/webhooks.js';
import type { HealthPart } from './health.js';
import type { Reading } from './readings.js';

export function webhookGauges(webhooks: Pick<Webhooks, 'figures'>): readonly Reading[] {
  return [
    {
      name: 'ledger_webhook_waiting',
      help: 'Deliveries of webhooks that are tried again.',
      read: () => webhooks.figures().waiting,
    },
    {
      name: 'ledger_webhook_behind',
      help: 'Events that targets of webhooks were not given yet, summed over them.',
      read: () => webhooks.figures().behind,
    },
    {
      name: 'ledger_webhook_dead',
      help: 'Deliveries of webhooks that failed for good and are kept.',
      read: () => webhooks.figures().dead,
    },
  ];
}

/** A target that fails is a matter of its organisation: the node is well. */
export function webhooksHealth(webhooks: () => Pick<Webhooks, 'figures'> | undefined): HealthPart {
  return {
    name: 'webhooks',
    needed: false,
    check: () => ({ status: 'healthy' }),
    counts: () => {
      const { webhooks: count, waiting, dead } = webhooks()?.figures() ?? { webhooks: 0, waiting: 0, dead: 0 };
      return { totalWebhooks: count, waitingWebhookDeliveries: waiting, deadWebhookDeliveries: dead };
    },
  };
}
