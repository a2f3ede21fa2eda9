// The answer of a target, as its administrators may see it. A request that reached no server is told of in three words
// alone: webhooks must not show whether a name has a private address, or none, or a port is closed.
import { showHidden } from '../base/hidden.js';
import { isObject, parseJsonText } from '../base/json.js';
import { WEBHOOK_EXCERPT_BYTES } from '../base/limits/node/hubs.js';
import { isFailure, type Result } from '../base/result.js';
import { retryAfterMs } from '../base/time/retry-after.js';
import { isPublicAddress } from '../outgoing/address.js';
import type { OutgoingAnswer } from '../outgoing/ports.js';
import { type ReachOutcome, reachOutcome } from '../outgoing/told.js';

/** `answered`: with any status; a delivery is one that answered 2xx. */
export type AttemptOutcome = 'answered' | ReachOutcome;

export interface WebhookAttempt {
  readonly atMs: number;
  readonly tookMs: number;
  readonly outcome: AttemptOutcome;
  readonly status?: number;
  /** The first bytes of the answer. Never of a host that the operator opened in his own network. */
  readonly excerpt?: string;
}

export interface Judged {
  readonly attempt: WebhookAttempt;
  readonly isDelivered: boolean;
  /** 410: the owner of the URL wants no more of it. */
  readonly isGone: boolean;
  /** When the target says to come again, from now. */
  readonly retryAfterMs: number;
}

/** Undefined where the request found no place on this node: no attempt was made. */
export function judgeAnswer(
  answer: Result<OutgoingAnswer>,
  { startedMs, tookMs, timeoutMs }: { readonly startedMs: number; readonly tookMs: number; readonly timeoutMs: number },
): Judged | undefined {
  const of = { atMs: startedMs, tookMs };
  if (isFailure(answer)) {
    if (answer.issue.code === 'OUTGOING_BUSY') return undefined;
    const outcome = reachOutcome(answer.issue, tookMs >= timeoutMs);
    return { attempt: { ...of, outcome }, isDelivered: false, isGone: false, retryAfterMs: 0 };
  }
  const { status, headers, body, address } = answer;
  const excerpt = isPublicAddress(address) ? excerptOf(body) : '';
  return {
    attempt: { ...of, outcome: 'answered', status, ...(excerpt !== '' && { excerpt }) },
    isDelivered: status >= 200 && status < 300,
    isGone: status === 410,
    retryAfterMs: retryAfterMs(headers['retry-after'], timeOf(headers) ?? startedMs) ?? 0,
  };
}

/** Printable text; other bytes are shown as dots. */
function excerptOf(body: Uint8Array): string {
  const text = new TextDecoder().decode(body.subarray(0, WEBHOOK_EXCERPT_BYTES));
  return showHidden(text, (hidden) => (hidden === '\t' || hidden === '\n' ? hidden : '.')).replaceAll('\ufffd', '.');
}

/** By the clock of the target, which also wrote when to come again. */
function timeOf({ date = '' }: OutgoingAnswer['headers']): number | undefined {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Whether an answer to a verification is its challenge: as text, or `{"challenge": "..."}`, and nothing beside it. A
 * server that reflects what it is sent has the challenge in its answer too, and did not ask for the webhook.
 */
export function isConsent(answer: Result<OutgoingAnswer>, challenge: string): boolean {
  if (isFailure(answer) || answer.status < 200 || answer.status >= 300) return false;
  const text = new TextDecoder().decode(answer.body).trim();
  if (text === challenge) return true;
  const parsed = parseJsonText(text);
  return isObject(parsed) && Object.keys(parsed).length === 1 && parsed.challenge === challenge;
}
