// Bodies of answers.
import type { CallOutcome } from '../../requests/outcome.js';

/** True for a body that is there as a whole; a stream is not. */
export function isWhole(body: CallOutcome['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
