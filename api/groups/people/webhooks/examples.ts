// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { webhookRoutes } from './routes.js';

const organisation = { organizationId: EXAMPLE.organisationId };
const params = { ...organisation, webhookId: EXAMPLE.webhookId };
const delivery = { ...params, deliveryId: EXAMPLE.deliveryId };
const stated = { url: EXAMPLE.webhookUrl, events: ['docket.sealed', 'workflow.completed'] as const };
const webhook = {
  id: EXAMPLE.webhookId,
  ...stated,
  registers: [],
  description: 'The warehouse',
  state: 'active',
  createdAt: EXAMPLE.time,
  createdBy: EXAMPLE.administratorId,
  updatedAt: EXAMPLE.time,
  deliveries: { behind: 0, waiting: 0, dead: 1, missed: 0, failures: 0, lastDeliveredAt: EXAMPLE.time },
} as const;
const attempt = { at: EXAMPLE.time, milliseconds: 87, outcome: 'answered' } as const;
const tried = { ...attempt, status: 200, success: true, message: 'The URL answered as it should.' } as const;
const listed = {
  id: EXAMPLE.deliveryId,
  event: 'docket.sealed',
  eventId: 'evt_5f0c8a1d2b3e4f5a6b7c8d9e0f1a2b3c',
  sequence: 7,
  occurredAt: EXAMPLE.time,
  state: 'dead',
  tries: 10,
  endedAt: EXAMPLE.time,
} as const;
const shown = {
  ...listed,
  body: '{"type":"docket.sealed","timestamp":"2026-11-21T10:00:00.000Z","data":{}}',
  attempts: [{ ...attempt, status: 500, excerpt: 'no' }],
} as const;
const waiting = { ...shown, state: 'waiting', tries: 0, nextAttemptAt: EXAMPLE.time } as const;

export const webhookExamples: Examples<typeof webhookRoutes> = {
  createWebhook: {
    input: { params: organisation, body: { ...stated, description: 'The warehouse' } },
    output: { ...webhook, state: 'unverified', secret: EXAMPLE.webhookSecret },
  },
  listWebhooks: { input: { params: organisation }, output: { webhooks: [webhook] } },
  getWebhook: { input: { params }, output: webhook },
  updateWebhook: { input: { params, body: { events: ['docket.sealed'] } }, output: webhook },
  deleteWebhook: { input: { params }, output: undefined },
  verifyWebhook: { input: { params }, output: tried },
  testWebhook: { input: { params }, output: tried },
  suspendWebhook: { input: { params }, output: { ...webhook, state: 'suspended' } },
  resumeWebhook: { input: { params }, output: webhook },
  rotateWebhookSecret: {
    input: { params },
    output: { secret: EXAMPLE.webhookSecret, previousUntil: '2026-11-22T10:00:00.000Z' },
  },
  listWebhookDeliveries: {
    input: { params, query: { state: 'dead', pageSize: 20 } },
    output: { deliveries: [{ ...listed, lastOutcome: 'answered', lastStatus: 500 }] },
  },
  getWebhookDelivery: { input: { params: delivery }, output: shown },
  redeliverWebhook: { input: { params: delivery }, output: waiting },
  redeliverDeadWebhooks: { input: { params, body: { since: EXAMPLE.time } }, output: { count: 1 } },
};
