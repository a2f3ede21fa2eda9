// Writes down an attempt, or that there was no place for one, in one commit. It has all that follows from that for the
// delivery and for its target.
import { WEBHOOK_BUSY_MS } from '../../core/base/limits/node/hubs.js';
import type { Judged } from '../../core/webhooks/answer.js';
import { afterAttempt, putOff, type WebhookDelivery } from '../../core/webhooks/delivery.js';
import { afterFailure, type TargetProgress, type WebhookTarget } from '../../core/webhooks/target.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { countDelivery, failing, succeeding } from './counting.js';
import type { CourierPorts } from './courier-ports.js';
import { firstUndone, type Lane, soonest } from './lane.js';

export async function record(
  ports: CourierPorts,
  lane: Lane,
  { sent, judged }: { readonly sent: WebhookDelivery; readonly judged: Judged | undefined },
): Promise<void> {
  const { targets, deliveries, clock, random, commit, metrics } = ports;
  const target = targets.find(lane.organisationId, lane.id);
  if (target === undefined) return;
  const nowMs = clock.now();
  // It may have been sent again by hand while it was under way.
  const before = deliveries.get(lane.id, sent.sequence);
  const from = before ?? sent;
  const after = judged
    ? afterAttempt(from, { ...judged, nowMs, dice: random.number() })
    : putOff(from, nowMs + WEBHOOK_BUSY_MS);
  const facts = targets.progress(lane.id);
  const moved = {
    ...countDelivery(facts, before?.state, after.state),
    next: Math.max(facts.next, firstUndone(lane, sent.sequence)),
  };
  const progress = judged ? endAttempt(moved, judged, { nowMs, dice: random.number() }) : moved;
  const ops = [...deliveries.put(lane.id, before, after), ...targets.putProgress(lane.id, progress)];
  if (judged && !judged.isDelivered) ops.push(...endOf(ports, target, { judged, progress, nowMs }));
  if (after.dueMs !== undefined) lane.dueMs = soonest(lane.dueMs, after.dueMs);
  await commit(ops);
  lane.fresh.delete(sent.sequence);
  if (judged) metrics?.onAttempted(judged.isDelivered ? 'delivered' : after.state === 'dead' ? 'dead' : 'failed');
}

function endAttempt(
  progress: TargetProgress,
  { isDelivered, retryAfterMs }: Judged,
  { nowMs, dice }: { readonly nowMs: number; readonly dice: number },
): TargetProgress {
  return isDelivered ? succeeding(progress, nowMs) : failing(progress, { nowMs, dice, retryAfterMs });
}

/** A target that is gone, or failed for days, gets nothing more before somebody resumes it. */
function endOf(
  { log, targets, opsOfDisabled: disabled }: CourierPorts,
  target: WebhookTarget,
  end: { readonly judged: Judged; readonly progress: TargetProgress; readonly nowMs: number },
): readonly KvOp[] {
  const { judged, progress, nowMs } = end;
  const after = afterFailure(target, {
    ...{ isGone: judged.isGone, failingSinceMs: progress.failingSinceMs ?? nowMs, nowMs },
  });
  if (after === target) return [];
  log.warn({ webhookId: target.id, reason: after.reason }, 'A webhook was disabled.');
  return [targets.put(after), ...disabled(after)];
}
