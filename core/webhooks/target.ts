// A target: a URL of an organisation that is told of its events, and the states that it goes through. A new one is
// `unverified` until its URL has answered with what the node sent it: so a node is not made to call a server whose
// owner did not ask for it.
import { issue } from '../base/issue.js';
import { WEBHOOK_CLOCKS_MS, WEBHOOK_FAILING_MS, WEBHOOK_ROTATION_MS } from '../base/limits/node/hubs.js';
import { fail, type Result } from '../base/result.js';
import type { WebhookEvent } from './event.js';
import type { EventKindName } from './kinds.js';

/** `suspended` by an administrator; `disabled` by the node, because it failed for days or said that it is gone. */
export type TargetState = 'unverified' | 'active' | 'suspended' | 'disabled';

/** States that a target is shown in. */
export const TARGET_STATES: readonly TargetState[] = ['unverified', 'active', 'suspended', 'disabled'];

export interface TargetSecret {
  /** Encrypted under the name of the target. */
  readonly sealed: string;
  /** It signs until then, beside the newer one. Absent: until it is replaced. */
  readonly untilMs?: number;
}

export interface WebhookTarget {
  readonly id: string;
  readonly organisationId: string;
  readonly url: string;
  readonly description: string;
  /** Events that it takes. */
  readonly kinds: readonly EventKindName[];
  /** Registers whose events it takes; those of all where empty. */
  readonly registers: readonly string[];
  readonly state: TargetState;
  /** Why the node disabled it. */
  readonly reason?: 'gone' | 'failing';
  /** The newest first. */
  readonly secrets: readonly TargetSecret[];
  readonly createdAtMs: number;
  readonly createdBy: string;
  readonly changedAtMs: number;
}

/** How far a target came, and how it does. */
export interface TargetProgress {
  /** Every event of the organisation before this one was delivered, is kept as a delivery, or is not for it. */
  readonly next: number;
  /** In a row, those of all its deliveries. */
  readonly failures: number;
  readonly failingSinceMs?: number;
  /** Nothing is sent before. */
  readonly restUntilMs?: number;
  readonly lastDeliveredMs?: number;
  /** Events that went from the log before it had them, at most: some may not have been for it. */
  readonly missed: number;
  readonly waiting: number;
  readonly dead: number;
  readonly delivered: number;
}

export function progressFrom(next: number): TargetProgress {
  return { next, failures: 0, missed: 0, waiting: 0, dead: 0, delivered: 0 };
}

/**
 * Whether the event is for the target: of a kind and a register that it takes, and not from before it was made. Events
 * without a register are for every target that takes their kind.
 */
export function takes(
  { kinds, registers, createdAtMs }: Pick<WebhookTarget, 'kinds' | 'registers' | 'createdAtMs'>,
  event: Pick<WebhookEvent, 'type' | 'atMs' | 'data'>,
): boolean {
  if (!(kinds as readonly string[]).includes(event.type) || event.atMs < createdAtMs - WEBHOOK_CLOCKS_MS) return false;
  const { registerId } = event.data;
  return registers.length === 0 || registerId === undefined || registers.includes(String(registerId));
}

/** Its URL answered with the challenge. */
export function verifyTarget(target: WebhookTarget, nowMs: number): WebhookTarget {
  const state = target.state === 'unverified' ? 'active' : target.state;
  return { ...target, state, changedAtMs: nowMs };
}

/** Sent nothing from now on; WEBHOOK_NOT_ACTIVE before it was verified. */
export function suspend(target: WebhookTarget, nowMs: number): Result<WebhookTarget> {
  if (target.state === 'unverified') return fail(notActive('The webhook was not verified yet.'));
  const { reason: _, ...rest } = target;
  return { ...rest, state: 'suspended', changedAtMs: nowMs };
}

/** Goes on, where it was suspended or disabled; WEBHOOK_NOT_ACTIVE before it was verified. */
export function resume(target: WebhookTarget, nowMs: number): Result<WebhookTarget> {
  if (target.state === 'unverified') return fail(notActive('The webhook was not verified yet.'));
  const { reason: _, ...rest } = target;
  return { ...rest, state: 'active', changedAtMs: nowMs };
}

export interface TargetChange {
  readonly url?: string | undefined;
  readonly description?: string | undefined;
  readonly kinds?: readonly EventKindName[] | undefined;
  readonly registers?: readonly string[] | undefined;
}

/** Another URL is verified anew, whatever the state was. */
export function changeTarget(target: WebhookTarget, change: TargetChange, nowMs: number): WebhookTarget {
  const { url = target.url, description = target.description, kinds = target.kinds } = change;
  const { registers = target.registers } = change;
  const kept = { ...target, url, description, kinds, registers, changedAtMs: nowMs };
  if (url === target.url) return kept;
  const { reason: _, ...rest } = kept;
  return { ...rest, state: 'unverified' };
}

/** The new secret signs from now on, and the one of before with it for a day; older ones no more. */
export function rotateSecret(target: WebhookTarget, sealed: string, nowMs: number): WebhookTarget {
  const [newest] = target.secrets;
  const before = newest === undefined ? [] : [{ ...newest, untilMs: nowMs + WEBHOOK_ROTATION_MS }];
  return { ...target, secrets: [{ sealed }, ...before], changedAtMs: nowMs };
}

/** The secrets that sign now, the newest first. */
export function signingSecrets({ secrets }: Pick<WebhookTarget, 'secrets'>, nowMs: number): readonly TargetSecret[] {
  return secrets.filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs);
}

/** The target after an attempt that failed: `disabled` where it said that it is gone, or failed for days. */
export function afterFailure(
  target: WebhookTarget,
  {
    isGone,
    failingSinceMs,
    nowMs,
  }: { readonly isGone: boolean; readonly failingSinceMs: number; readonly nowMs: number },
): WebhookTarget {
  if (target.state !== 'active') return target;
  if (isGone) return { ...target, state: 'disabled', reason: 'gone', changedAtMs: nowMs };
  if (nowMs - failingSinceMs < WEBHOOK_FAILING_MS) return target;
  return { ...target, state: 'disabled', reason: 'failing', changedAtMs: nowMs };
}

export function notActive(message: string) {
  return issue('WEBHOOK_NOT_ACTIVE', '', message);
}
