// The webhook of the examples with one dead delivery, as the calls of the group need it.
import { EXAMPLE } from '../../../api/examples/values.js';
import { freshDelivery, type WebhookDelivery } from '../../../core/webhooks/delivery.js';
import { eventOf, webhookIdOf } from '../../../core/webhooks/event.js';
import { progressFrom, type WebhookTarget } from '../../../core/webhooks/target.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const EVENT = eventOf({
  type: 'docket.sealed',
  atMs: Date.parse(EXAMPLE.time),
  data: { registerId: EXAMPLE.organisationId, height: 1, docketHash: 'ab'.repeat(32), transactionCount: 2 },
});
export const DELIVERY_ID = webhookIdOf(EXAMPLE.webhookId, EVENT.id);

/** Puts the example webhook back, with a change, and a dead delivery of it. */
export async function seedWebhook({ deps }: Pick<World, 'deps'>, change: Partial<WebhookTarget> = {}) {
  await seedExample(deps);
  const { targets, deliveries } = deps.webhooks;
  const atMs = Date.parse(EXAMPLE.time);
  const target: WebhookTarget = {
    ...{ id: EXAMPLE.webhookId, organisationId: EXAMPLE.organisationId, url: EXAMPLE.webhookUrl, description: '' },
    ...{ kinds: ['docket.sealed'], registers: [], state: 'active', createdAtMs: atMs, changedAtMs: atMs },
    createdBy: EXAMPLE.administratorId,
    secrets: [{ sealed: targets.sealedSecret(EXAMPLE.webhookId, EXAMPLE.webhookSecret) }],
    ...change,
  };
  const attempt = { atMs, tookMs: 12, outcome: 'answered', status: 500, excerpt: 'no' } as const;
  const dead: WebhookDelivery = {
    ...freshDelivery(7, webhookIdOf(target.id, EVENT.id), EVENT),
    ...{ state: 'dead' as const, tries: 10, attempts: [attempt], endedMs: atMs },
  };
  const before = deliveries.get(target.id, 7);
  await deps.commit([
    targets.put(target),
    ...targets.putProgress(target.id, { ...progressFrom(8), dead: 1 }),
    ...deliveries.put(target.id, before, dead),
  ]);
  return target;
}

const withWebhook: Prepare = async (world) => {
  await seedWebhook(world);
  return { as: 'administrator' };
};

/** Another one than that of the examples, so that the others go on. */
const withOtherWebhook: Prepare = async (world) => {
  const id = `a${EXAMPLE.webhookId.slice(1)}`;
  await seedWebhook(world, { id, secrets: [] });
  return { as: 'administrator', params: { organizationId: EXAMPLE.organisationId, webhookId: id } };
};

export const prepareWebhooks: Readonly<Record<string, Prepare>> = {
  createWebhook: withWebhook,
  listWebhooks: withWebhook,
  getWebhook: withWebhook,
  updateWebhook: withWebhook,
  deleteWebhook: withOtherWebhook,
  verifyWebhook: withWebhook,
  testWebhook: withWebhook,
  suspendWebhook: withWebhook,
  resumeWebhook: withWebhook,
  rotateWebhookSecret: withWebhook,
  listWebhookDeliveries: withWebhook,
  getWebhookDelivery: withWebhook,
  redeliverWebhook: withWebhook,
  redeliverDeadWebhooks: withWebhook,
};
