// Refusals of an act, told from failures that say nothing of it.
import { ClientError } from '../../api/client/client-error.js';
import { mayPass } from '../../api/client/passing.js';
import type { Words } from '../words/words.js';

/** The node said something of the act. */
function isRefusal(error: unknown): error is ClientError {
  return error instanceof ClientError && error.status >= 400 && error.status < 500;
}

/** Why an act is not done, as people read it: the words of the node against it, or that nothing is known of it. */
export function failureText(error: unknown, words: Words): string {
  if (isRefusal(error)) return `${error.message} (${error.code})`;
  return error instanceof ClientError ? `${words('review.unknown')} (${error.code})` : words('review.unknown');
}

/**
 * The node decided about this act, so that the next try is another one. An act that is told to wait, or to sign in, may
 * be done already, with its answer lost: another key would do it twice.
 */
export function isDecided(error: unknown): boolean {
  return isRefusal(error) && error.status !== 401 && !mayPass(error) && error.code !== 'IDEMPOTENCY_IN_PROGRESS';
}
