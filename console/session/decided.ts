// Refusals of an act, told from failures that say nothing of it.
import { ClientError } from '../../api/client/client-error.js';
import { mayPass } from '../../api/client/passing.js';

/** The words of the node against an act, as people read them; undefined where it did not say anything. */
export function refusalText(error: unknown): string | undefined {
  return error instanceof ClientError && error.status >= 400 && error.status < 500
    ? `${error.message} (${error.code})`
    : undefined;
}

/**
 * The node decided about this act, so that the next try is another one. An act that is told to wait, or to sign in, may
 * be done already, with its answer lost: another key would do it twice.
 */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof ClientError) || refusalText(error) === undefined) return false;
  return error.status !== 401 && !mayPass(error) && error.code !== 'IDEMPOTENCY_IN_PROGRESS';
}
