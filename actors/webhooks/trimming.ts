// Forgets the oldest deliveries of a target that ended, where there are more than are kept, or older ones.
import { WEBHOOK_DEAD_MAX, WEBHOOK_DELIVERED_MAX, WEBHOOK_KEPT_MS } from '../../core/base/limits/node/hubs.js';
import type { WebhookDelivery } from '../../core/webhooks/delivery.js';
import { countDelivery } from './counting.js';
import type { CourierPorts } from './courier-ports.js';

type TrimPorts = Pick<CourierPorts, 'clock' | 'targets' | 'deliveries' | 'commit'>;

/** How many beyond the bound there may be, so that the rows are not read for each of them. */
const SLACK = 20;

export function isOver({ targets }: Pick<TrimPorts, 'targets'>, id: string): boolean {
  const { delivered, dead } = targets.progress(id);
  return delivered > WEBHOOK_DELIVERED_MAX + SLACK || dead > WEBHOOK_DEAD_MAX + SLACK;
}

/** The ones that are too many, and those that ended long ago. */
export async function trim({ clock, targets, deliveries, commit }: TrimPorts, id: string): Promise<void> {
  const progress = targets.progress(id);
  const over = {
    waiting: 0,
    delivered: progress.delivered - WEBHOOK_DELIVERED_MAX,
    dead: progress.dead - WEBHOOK_DEAD_MAX,
  };
  const oldMs = clock.now() - WEBHOOK_KEPT_MS;
  const rows: WebhookDelivery[] = [];
  for await (const delivery of deliveries.all(id)) {
    const { state, endedMs = Number.POSITIVE_INFINITY } = delivery;
    if (state === 'waiting') continue;
    if (over[state] <= 0 && endedMs > oldMs) {
      if (over.delivered <= 0 && over.dead <= 0) break;
      continue;
    }
    over[state] -= 1;
    rows.push(delivery);
  }
  // Judged again in the turn of the commit: one may have been sent again meanwhile.
  const gone = rows.filter(({ sequence, state }) => deliveries.get(id, sequence)?.state === state);
  if (gone.length === 0) return;
  let left = targets.progress(id);
  for (const { state } of gone) left = countDelivery(left, state, undefined);
  await commit([...gone.flatMap((item) => deliveries.remove(id, item)), ...targets.putProgress(id, left)]);
}
