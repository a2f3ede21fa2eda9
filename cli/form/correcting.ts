// A payload that a person typed and the node refused, typed again: nothing has to be typed a second time.
import type { ClientError } from '../../api/client/client.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Context } from '../command/command.js';
import { isClientError, refusal } from '../remote/remote.js';

interface Attempt<T> {
  readonly payload: JsonObject;
  readonly sent: Promise<T>;
}

/**
 * The answer to the first attempt that is not refused. Each is given the payload that was refused before it. A refusal
 * of other things, of a payload from a file, or where the person ends it, is thrown.
 */
export async function retryCorrected<T>(
  context: Context,
  attempt: (before: JsonObject | undefined) => Promise<Attempt<T>>,
): Promise<T> {
  for (let before: JsonObject | undefined; ; ) {
    const { payload, sent } = await attempt(before);
    try {
      return await sent;
    } catch (error) {
      if (context.input.text('payload') !== undefined || !isAboutPayload(error)) throw error;
      const { message, hint } = refusal(error);
      context.out.warn(`It is refused: ${message}.${hint === undefined ? '' : `\n  ${hint}`}`);
      const said = await context.terminal.ask('Correct it? (Y/n): ');
      if (said === undefined || !/^(y(es)?)?$/i.test(said.trim())) throw error;
      before = payload;
    }
  }
}

function isAboutPayload(error: unknown): error is ClientError {
  return isClientError(error) && error.details.issues.some(({ path }) => path.startsWith('/payload'));
}
