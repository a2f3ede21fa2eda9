// The messages between a rehearsal whose clock moves and the worker that judges its steps.
import type { JsonObject } from '../../core/base/json.js';
import type { Scenario } from '../../core/scenario/form.js';
import type { ScenarioStanding } from '../../core/scenario/standing.js';

export interface ClockAsked {
  readonly id: number;
  readonly definition: JsonObject;
  readonly scenario: Scenario;
  /** The role that looks at it. */
  readonly role: string;
}

export interface ClockAnswered {
  readonly id: number;
  /** Why the last step was refused, in English. */
  readonly answer: ScenarioStanding | { readonly refusals: readonly string[] };
}
