// The end of a call to a URL at once, in words for the administrator who made it.
import type { Called } from '../../../../actors/webhooks/webhooks.js';
import type { WebhookAttempt } from '../../../../core/webhooks/answer.js';
import { attemptView } from '../../../schemas/accounts/webhook.js';

const REASONS: Readonly<Record<Exclude<WebhookAttempt['outcome'], 'answered'>, string>> = {
  unreachable: 'The URL could not be reached: check its name, its certificate, and that its address is public.',
  'timed-out': 'The URL did not answer within 10 seconds.',
  'answer-refused': 'The answer is longer than 64 KiB, or compressed.',
};

/**
 * Of a verification, `isVerified` says whether it succeeded. Where it did not, the owner of the URL did not ask for any
 * call, and nothing of the answer is shown: it may be meant for those who may call from the address of this node.
 */
export function calledView({ attempt, isDelivered }: Called, isVerified?: boolean) {
  const success = isVerified ?? isDelivered;
  const { excerpt: _, ...timing } = attemptView(attempt);
  return {
    ...(isVerified === false ? timing : attemptView(attempt)),
    success,
    message: messageOf(attempt, { isDelivered, success }),
  };
}

function messageOf(
  { outcome, status = 0 }: WebhookAttempt,
  { isDelivered, success }: { readonly isDelivered: boolean; readonly success: boolean },
): string {
  if (outcome !== 'answered') return REASONS[outcome];
  if (success) return 'The URL answered as it should.';
  if (isDelivered) return 'The URL answered, and its answer has not the challenge (data.challenge) in it.';
  if (status >= 300 && status < 400)
    return `The URL answered ${status}: redirects are not followed. State the URL that it leads to.`;
  return `The URL answered ${status}, and not 2xx.`;
}
