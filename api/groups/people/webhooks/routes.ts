// Webhooks of an organisation: programs that are told of its events. Its administrators make and watch them.
import Type from 'typebox';
import { WEBHOOKS_MAX } from '../../../../core/base/limits/node/hubs.js';
import { route } from '../../../define.js';
import {
  CreatedWebhook,
  CreateWebhook,
  DeliveryList,
  DeliveryView,
  RotatedWebhookSecret,
  SentAgain,
  TriedWebhook,
  WebhookChange,
  WebhookList,
  WebhookView,
} from '../../../schemas/accounts/webhook.js';
import { Cursor, StatedTime, Uuid } from '../../../schemas/base/common.js';

const Organisation = Type.Object({ organizationId: Uuid });
const Webhook = Type.Object({ organizationId: Uuid, webhookId: Uuid });
const DeliveryParams = Type.Object({
  ...Webhook.properties,
  deliveryId: Type.String({ pattern: '^msg_[0-9a-f]{32}$', description: 'The header webhook-id.' }),
});
const DeliveriesQuery = Type.Object({
  state: Type.Optional(Type.Enum(['waiting', 'delivered', 'dead'], { title: 'WebhookDeliveryState' })),
  pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Cursor,
});
const DeadSince = Type.Object({
  since: Type.Optional(Type.String({ ...StatedTime, description: 'Events from then on; all where it is absent.' })),
});

const FOUND = ['ORGANISATION_NOT_FOUND', 'WEBHOOK_NOT_FOUND'] as const;
const BASE = '/api/organizations/:organizationId/webhooks';
const ONE = `${BASE}/:webhookId` as const;
/** Calls to servers of others, which a person makes some of. */
const CALLS = { rate: 'strict', bucket: 'webhook-calls' } as const;

export const webhookRoutes = {
  createWebhook: route({
    method: 'POST',
    url: BASE,
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Create a webhook and show its secret once',
    description: `It is told of what happens from now on, once it is verified. An organisation has ${WEBHOOKS_MAX} at most.`,
    input: { params: Organisation, body: CreateWebhook },
    output: { 201: CreatedWebhook },
    errors: ['ORGANISATION_NOT_FOUND', 'WEBHOOK_INVALID', 'WEBHOOKS_FULL'],
    secretAnswer: true,
  }),
  listWebhooks: route({
    method: 'GET',
    url: BASE,
    can: 'RequireAdministrator',
    summary: 'List the webhooks of an organisation',
    description: `All of them: ${WEBHOOKS_MAX} at the most.`,
    input: { params: Organisation },
    output: WebhookList,
    errors: ['ORGANISATION_NOT_FOUND'],
  }),
  getWebhook: route({
    method: 'GET',
    url: ONE,
    can: 'RequireAdministrator',
    summary: 'Read a webhook, and how it does',
    input: { params: Webhook },
    output: WebhookView,
    errors: FOUND,
  }),
  updateWebhook: route({
    method: 'PATCH',
    url: ONE,
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Change a webhook',
    description: 'Members that are left out stay. Another URL has to be verified; what waits is sent to it then.',
    input: { params: Webhook, body: WebhookChange },
    output: WebhookView,
    errors: [...FOUND, 'WEBHOOK_INVALID'],
  }),
  deleteWebhook: route({
    method: 'DELETE',
    url: ONE,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Remove a webhook with all that waits for it',
    input: { params: Webhook },
    output: { 204: null },
    errors: FOUND,
  }),
  verifyWebhook: route({
    method: 'POST',
    url: `${ONE}/verify`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Ask the URL of a webhook whether it wants it',
    description:
      'Sends a signed webhook.verification with data.challenge, and takes a 2xx answer whose body is the challenge, as text or as {"challenge": "..."}, and nothing else. Answers 200 with success false where there is none.',
    input: { params: Webhook },
    output: TriedWebhook,
    errors: [...FOUND, 'OUTGOING_BUSY'],
    ...CALLS,
  }),
  testWebhook: route({
    method: 'POST',
    url: `${ONE}/test`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Send a webhook.test at once, and show what came back',
    description: 'It is not a delivery: it is not kept, and not tried again.',
    input: { params: Webhook },
    output: TriedWebhook,
    errors: [...FOUND, 'WEBHOOK_NOT_ACTIVE', 'OUTGOING_BUSY'],
    ...CALLS,
  }),
  suspendWebhook: route({
    method: 'POST',
    url: `${ONE}/suspend`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Suspend a webhook',
    description: 'Events wait for it, as many as the node keeps.',
    input: { params: Webhook },
    output: WebhookView,
    errors: [...FOUND, 'WEBHOOK_NOT_ACTIVE'],
  }),
  resumeWebhook: route({
    method: 'POST',
    url: `${ONE}/resume`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Resume a webhook that was suspended or disabled',
    input: { params: Webhook },
    output: WebhookView,
    errors: [...FOUND, 'WEBHOOK_NOT_ACTIVE'],
  }),
  rotateWebhookSecret: route({
    method: 'POST',
    url: `${ONE}/rotate-secret`,
    writes: 'node',
    can: 'RequireAdministrator',
    takesRecentSignIn: true,
    summary: 'Give a webhook another secret and show it once',
    description: 'For 24 hours both sign: the header has two signatures. A second rotation ends the oldest at once.',
    input: { params: Webhook },
    output: RotatedWebhookSecret,
    errors: FOUND,
    secretAnswer: true,
  }),
  listWebhookDeliveries: route({
    method: 'GET',
    url: `${ONE}/deliveries`,
    can: 'RequireAdministrator',
    summary: 'List the deliveries of a webhook',
    description:
      'Deliveries whose first attempt is over: the ones that wait for a retry, the newest 500 dead and 200 delivered ones, for 30 days.',
    input: { params: Webhook, query: DeliveriesQuery },
    output: DeliveryList,
    errors: [...FOUND, 'QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getWebhookDelivery: route({
    method: 'GET',
    url: `${ONE}/deliveries/:deliveryId`,
    can: 'RequireAdministrator',
    summary: 'Read a delivery with its attempts',
    input: { params: DeliveryParams },
    output: DeliveryView,
    errors: [...FOUND, 'DELIVERY_NOT_FOUND'],
  }),
  redeliverWebhook: route({
    method: 'POST',
    url: `${ONE}/deliveries/:deliveryId/redeliver`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Send a delivery again, whatever became of it',
    description: 'Under the same webhook-id, soon, and with all its retries.',
    input: { params: DeliveryParams },
    output: { 202: DeliveryView },
    errors: [...FOUND, 'DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_ACTIVE'],
  }),
  redeliverDeadWebhooks: route({
    method: 'POST',
    url: `${ONE}/redeliver-dead`,
    writes: 'node',
    can: 'RequireAdministrator',
    summary: 'Send all dead deliveries of a webhook again',
    input: { params: Webhook, body: DeadSince },
    output: { 202: SentAgain },
    errors: [...FOUND, 'QUERY_INVALID', 'WEBHOOK_NOT_ACTIVE'],
  }),
};
