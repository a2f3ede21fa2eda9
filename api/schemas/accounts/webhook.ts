// Webhooks as they are shown and stated. Secrets are in two answers alone: of the call that makes one.
import Type from 'typebox';
import { WEBHOOK_REGISTERS_MAX, WEBHOOK_TEXT_MAX, WEBHOOK_URL_MAX } from '../../../core/base/limits/node/hubs.js';
import type { WebhookAttempt } from '../../../core/webhooks/answer.js';
import type { WebhookDelivery } from '../../../core/webhooks/delivery.js';
import { EVENT_KIND_NAMES } from '../../../core/webhooks/kinds.js';
import { TARGET_STATES, type TargetProgress, type WebhookTarget } from '../../../core/webhooks/target.js';
import { NextCursor, namedObject, RegisterId, Timestamp, Uuid } from '../base/common.js';

const EventName = Type.Enum([...EVENT_KIND_NAMES], {
  title: 'WebhookEvent',
  description: 'A kind of event (docs/webhooks.md).',
});
const stated = {
  url: Type.String({
    documented: { pattern: '^https?://' },
    minLength: 1,
    maxLength: WEBHOOK_URL_MAX,
    description: 'https, at a public address, port 443 or above 1023.',
    examples: ['https://hooks.northwind.example/quorate'],
  }),
  events: Type.Array(EventName, { minItems: 1, maxItems: EVENT_KIND_NAMES.length, uniqueItems: true }),
  registers: Type.Array(RegisterId, {
    maxItems: WEBHOOK_REGISTERS_MAX,
    uniqueItems: true,
    description: 'Registers of the organisation whose events it takes; those of all where empty.',
  }),
  description: Type.String({ maxLength: WEBHOOK_TEXT_MAX }),
};

export const CreateWebhook = namedObject('CreateWebhook', {
  url: stated.url,
  events: stated.events,
  registers: Type.Optional(stated.registers),
  description: Type.Optional(stated.description),
});
export const WebhookChange = namedObject('WebhookChange', {
  url: Type.Optional(stated.url),
  events: Type.Optional(stated.events),
  registers: Type.Optional(stated.registers),
  description: Type.Optional(stated.description),
});

const shown = {
  id: Uuid,
  ...stated,
  state: Type.Enum([...TARGET_STATES], {
    title: 'WebhookState',
    description:
      'unverified: its URL did not answer with the challenge yet, and it is sent no events. disabled: by the node, for the reason.',
  }),
  reason: Type.Optional(
    Type.Enum(['gone', 'failing'], {
      title: 'WebhookReason',
      description: 'It answered 410, or failed for five days.',
    }),
  ),
  createdAt: Timestamp,
  createdBy: Type.String({ description: 'Organisation-scoped user id (claim sub) of who made it.' }),
  updatedAt: Timestamp,
  deliveries: Type.Object(
    {
      behind: Type.Integer({
        description: 'Events that it was not given yet, those that it does not take among them.',
      }),
      waiting: Type.Integer({ description: 'Deliveries that failed and are tried again.' }),
      dead: Type.Integer({ description: 'Deliveries that failed for good, and can be sent again.' }),
      missed: Type.Integer({ description: 'Events that went before it had them, because too many waited, at most.' }),
      failures: Type.Integer({ description: 'Attempts that failed since the last one that did not.' }),
      failingSince: Type.Optional(Timestamp),
      restsUntil: Type.Optional(Timestamp),
      lastDeliveredAt: Type.Optional(Timestamp),
    },
    { description: 'How it does.' },
  ),
  secretsEnd: Type.Optional(
    Type.String({ ...Timestamp, description: 'The secret of before the last rotation signs until then.' }),
  ),
};
export const WebhookView = namedObject('Webhook', shown);
export const WebhookList = namedObject('WebhookList', {
  webhooks: Type.Array(WebhookView, { description: 'Oldest first.' }),
});
const secret = Type.String({
  description: 'Shown this once: whsec_ and the base64 of the key of HMAC-SHA256.',
  examples: ['whsec_q83vEjRWeJq83u8SNFZ4mjRWeJq83u8SNFZ4mjRWeJo='],
});
export const CreatedWebhook = namedObject('CreatedWebhook', { ...shown, secret });
export const RotatedWebhookSecret = namedObject('RotatedWebhookSecret', {
  secret,
  previousUntil: Type.String({ ...Timestamp, description: 'Until then the secret of before signs too.' }),
});

const attempt = {
  at: Timestamp,
  milliseconds: Type.Integer(),
  outcome: Type.Enum(['answered', 'unreachable', 'timed-out', 'answer-refused'], {
    title: 'WebhookAttemptOutcome',
    description: 'answer-refused: longer than 64 KiB, or compressed.',
  }),
  status: Type.Optional(Type.Integer()),
  excerpt: Type.Optional(Type.String({ description: 'The first bytes of the answer.' })),
};
export const TriedWebhook = namedObject('TriedWebhook', {
  ...attempt,
  success: Type.Boolean({ description: 'It answered 2xx; for a verification, with the challenge.' }),
  message: Type.String(),
});

const listed = {
  id: Type.String({ description: 'The header webhook-id, the same at each attempt.' }),
  event: Type.String({ description: 'The kind of the event.' }),
  eventId: Type.String(),
  sequence: Type.Integer({ description: 'Grows with each event of the organisation.' }),
  occurredAt: Timestamp,
  state: Type.Enum(['waiting', 'delivered', 'dead'], { title: 'WebhookDeliveryState' }),
  tries: Type.Integer({ description: 'Attempts since it was first sent, or last sent again.' }),
  nextAttemptAt: Type.Optional(Timestamp),
  endedAt: Type.Optional(Timestamp),
};
export const DeliveryListed = namedObject('WebhookDeliveryListed', {
  ...listed,
  lastOutcome: Type.Optional(attempt.outcome),
  lastStatus: Type.Optional(Type.Integer()),
});
export const DeliveryList = namedObject('WebhookDeliveryList', {
  deliveries: Type.Array(DeliveryListed, { description: 'Newest first.' }),
  nextCursor: NextCursor,
});
export const DeliveryView = namedObject('WebhookDelivery', {
  ...listed,
  body: Type.String({ description: 'As it is sent.' }),
  attempts: Type.Array(Type.Object(attempt), { description: 'The newest ones, oldest first.' }),
});
export const SentAgain = namedObject('WebhookSentAgain', { count: Type.Integer() });

const time = (ms: number) => new Date(ms).toISOString();
const timeOf = (ms: number | undefined) => (ms === undefined ? undefined : time(ms));

export function webhookView(target: WebhookTarget, progress: TargetProgress, behind: number) {
  const { id, url, kinds, registers, description, state, reason, createdAtMs, createdBy, changedAtMs } = target;
  const { waiting, dead, missed, failures, failingSinceMs, restUntilMs, lastDeliveredMs } = progress;
  return {
    ...{ id, url, events: kinds, registers, description, state, reason, createdBy },
    ...{ createdAt: time(createdAtMs), updatedAt: time(changedAtMs) },
    deliveries: {
      ...{ behind, waiting, dead, missed, failures, failingSince: timeOf(failingSinceMs) },
      ...{ restsUntil: timeOf(restUntilMs), lastDeliveredAt: timeOf(lastDeliveredMs) },
    },
    secretsEnd: timeOf(target.secrets.find(({ untilMs }) => untilMs !== undefined)?.untilMs),
  };
}

export function attemptView({ atMs, tookMs, outcome, status, excerpt }: WebhookAttempt) {
  return { at: time(atMs), milliseconds: tookMs, outcome, status, excerpt };
}

export function deliveryListed({
  webhookId,
  event,
  sequence,
  state,
  tries,
  attempts,
  dueMs,
  endedMs,
}: WebhookDelivery) {
  const last = attempts.at(-1);
  return {
    ...{ id: webhookId, event: event.type, eventId: event.id, sequence, occurredAt: time(event.atMs), state, tries },
    ...{ nextAttemptAt: timeOf(dueMs), endedAt: timeOf(endedMs) },
    ...{ lastOutcome: last?.outcome, lastStatus: last?.status },
  };
}
