// A delivery: one event on its way to one target. It is a row once its first attempt is over; before that the event
// waits in the log of its organisation. While an attempt is under way the memory of the node alone knows of it. A node
// that is killed meanwhile makes it again under the same id. The ways of one are drawn in README.md.
import { WEBHOOK_ATTEMPTS_SHOWN } from '../base/limits/node/hubs.js';
import type { WebhookAttempt } from './answer.js';
import type { WebhookEvent } from './event.js';
import { retryDelayMs } from './schedule.js';

export type DeliveryState = 'waiting' | 'delivered' | 'dead';

export interface WebhookDelivery {
  /** Of the event, in the log of its organisation. */
  readonly sequence: number;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  readonly state: DeliveryState;
  /** Attempts since it was first sent, or last sent again by hand. */
  readonly tries: number;
  /** The newest ones, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  /** Of one that waits: when it is tried next. */
  readonly dueMs?: number;
  /** Of the others: since when. */
  readonly endedMs?: number;
}

/** A delivery whose first attempt begins. */
export function freshDelivery(sequence: number, webhookId: string, event: WebhookEvent): WebhookDelivery {
  return { sequence, webhookId, event, state: 'waiting', tries: 0, attempts: [] };
}

export interface AttemptEnd {
  readonly attempt: WebhookAttempt;
  readonly isDelivered: boolean;
  /** The target takes nothing any more, so that no retry is made. */
  readonly isGone: boolean;
  readonly retryAfterMs: number;
  readonly nowMs: number;
  /** In [0, 1). */
  readonly dice: number;
}

/**
 * The delivery after an attempt: delivered, waiting for the next one, or dead where it was the last, or the target
 * wants no more.
 */
export function afterAttempt(delivery: WebhookDelivery, end: AttemptEnd): WebhookDelivery {
  const { dueMs: _, ...rest } = delivery;
  const tries = delivery.tries + 1;
  const attempts = [...delivery.attempts, end.attempt].slice(-WEBHOOK_ATTEMPTS_SHOWN);
  const ended = { ...rest, tries, attempts };
  if (end.isDelivered) return { ...ended, state: 'delivered', endedMs: end.nowMs };
  const delay = end.isGone ? undefined : retryDelayMs(tries, end.dice, end.retryAfterMs);
  if (delay === undefined) return { ...ended, state: 'dead', endedMs: end.nowMs };
  return { ...ended, state: 'waiting', dueMs: end.nowMs + delay };
}

/** No attempt was made: it waits for a place. */
export function putOff(delivery: WebhookDelivery, dueMs: number): WebhookDelivery {
  return { ...delivery, state: 'waiting', dueMs };
}

/** WebhookSent again by hand, whatever became of it: at once, and with all its retries. */
export function again(delivery: WebhookDelivery, nowMs: number): WebhookDelivery {
  const { endedMs: _, ...rest } = delivery;
  return { ...rest, state: 'waiting', tries: 0, dueMs: nowMs };
}
