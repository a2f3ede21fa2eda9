// The value of a result that a test expects to be one.
import { isFailure, type Result } from '../../../core/base/result.js';

/** Throws where it is a failure, with all that is wrong. */
export function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(result.issues.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return result;
}
