// The next delivery of a target: one that is due again, else the next event of the log that it takes. It is under way
// from then on.
import { WEBHOOK_READ_AT_ONCE, WEBHOOK_WAITING_MAX } from '../../core/base/limits/node/hubs.js';
import { freshDelivery, type WebhookDelivery } from '../../core/webhooks/delivery.js';
import { webhookIdOf } from '../../core/webhooks/event.js';
import { isDue } from '../../core/webhooks/schedule.js';
import { takes, type WebhookTarget } from '../../core/webhooks/target.js';
import type { CourierPorts } from './courier-ports.js';
import { firstUndone, type Lane, soonest } from './lane.js';

/** Events that a target does not take, between two notes of how far it came. */
const SKIPPED_MAX = 1000;

type NextPorts = Pick<CourierPorts, 'clock' | 'targets' | 'events' | 'deliveries' | 'commit'>;

export async function nextOf(ports: NextPorts, lane: Lane): Promise<WebhookDelivery | undefined> {
  return (await nextDue(ports, lane)) ?? nextNew(ports, lane);
}

async function nextDue({ clock, deliveries, commit }: NextPorts, lane: Lane): Promise<WebhookDelivery | undefined> {
  if (lane.dueMs === undefined || !isDue(lane.dueMs, clock.now())) return undefined;
  lane.dueMs = undefined;
  // Deliveries under way stand before the others.
  const due = await deliveries.nextDue(lane.id, lane.underWay.size + 2);
  for (const { dueMs, sequence } of due) {
    if (lane.underWay.has(sequence)) continue;
    lane.dueMs = soonest(lane.dueMs, dueMs);
    if (!isDue(dueMs, clock.now())) return undefined;
    const delivery = deliveries.get(lane.id, sequence);
    if (delivery?.dueMs === dueMs) {
      lane.underWay.set(sequence, delivery.webhookId);
      return delivery;
    }
    // A row that goes with a commit under way, or one that a damaged delivery left behind.
    await commit([deliveries.forgetDue(lane.id, dueMs, sequence)]);
  }
  return undefined;
}

async function nextNew(ports: NextPorts, lane: Lane): Promise<WebhookDelivery | undefined> {
  const { targets, commit } = ports;
  const target = targets.find(lane.organisationId, lane.id);
  // The log is where it waits: a target with so many retries is not read on for.
  if (target === undefined || targets.progress(lane.id).waiting + lane.fresh.size >= WEBHOOK_WAITING_MAX)
    return undefined;
  while (await readAhead(ports, lane)) {
    const delivery = fromAhead(ports, lane, target);
    if (delivery) {
      lane.underWay.set(delivery.sequence, delivery.webhookId);
      lane.fresh.add(delivery.sequence);
      return delivery;
    }
    const progress = targets.progress(lane.id);
    if (firstUndone(lane) - progress.next >= SKIPPED_MAX)
      await commit([...targets.putProgress(lane.id, { ...progress, next: firstUndone(lane) })]);
  }
  return undefined;
}

/** False where the log has nothing more. Events that went from it unread are counted as missed. */
async function readAhead({ targets, events, commit }: NextPorts, lane: Lane): Promise<boolean> {
  if (lane.ahead.length > 0) return true;
  const { first, next } = events.head(lane.organisationId);
  if (lane.next < first) {
    const progress = targets.progress(lane.id);
    const missed = progress.missed + first - lane.next;
    lane.next = first;
    await commit([...targets.putProgress(lane.id, { ...progress, missed, next: firstUndone(lane) })]);
  }
  if (lane.next >= next) return false;
  lane.ahead = await events.from(lane.organisationId, lane.next, WEBHOOK_READ_AT_ONCE);
  return lane.ahead.length > 0;
}

function fromAhead({ deliveries }: NextPorts, lane: Lane, target: WebhookTarget): WebhookDelivery | undefined {
  for (const [i, { sequence, event }] of lane.ahead.entries()) {
    lane.next = sequence + 1;
    if (!takes(target, event)) continue;
    const webhookId = webhookIdOf(target.id, event.id);
    // WebhookSent before a kill, or told a second time under another number.
    const isKnown = [...lane.underWay.values()].includes(webhookId);
    if (isKnown || deliveries.ofId(target.id, webhookId) !== undefined) continue;
    lane.ahead = lane.ahead.slice(i + 1);
    return freshDelivery(sequence, webhookId, event);
  }
  lane.ahead = [];
  return undefined;
}
