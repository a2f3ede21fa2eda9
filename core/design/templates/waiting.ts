// Timers of templates. Data only, as parts.ts.
import type { Json, JsonObject } from '../../base/json.js';
import { days } from './parts.js';

interface Waiting {
  readonly id: string;
  /** Name of the parameter that counts days. */
  readonly days: string;
  /** Actions that follow; none ends the branch. */
  readonly next: readonly Json[];
  /** The data that counts as stated by the action that was not done. */
  readonly data?: JsonObject;
  readonly from?: 'start';
}

interface Reminding {
  readonly id: string;
  /** Name of the parameter that counts days. */
  readonly days: string;
  /** Participant ids. */
  readonly roles: readonly string[];
}

/** A timer that tells roles, and again each week, that an action was not done in so many days. */
export function reminderTimer({ id, days: name, roles }: Reminding): JsonObject {
  return { id, after: days(name), remind: roles, every: 'P7D', times: 4 };
}

/** A timer by which the next actions open when an action is not done in so many days. */
export function unlessDoneIn({ id, days: name, next: nextActionIds, data, from }: Waiting): JsonObject {
  // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
  const led = { then: { nextActionIds } };
  return { id, after: days(name), ...(from && { from }), ...led, ...(data && { data }) };
}
