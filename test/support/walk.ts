// Walks a workflow through the engine as the parties would: each action runs on what its sender has been shown before,
// and what it discloses is added to what the others know. No ledger, no keys.
import type { Json, JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { actionOf } from '../../core/blueprint/definition/conformance.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { type Executed, execute } from '../../core/blueprint/execution/execute.js';

export class Walk {
  /** Ids of the actions that ran. */
  readonly path: number[] = [];
  /** The data that each participant knows, merged in the order of the actions. */
  readonly known: Record<string, JsonObject> = {};
  readonly #definition: Definition;

  constructor(definition: JsonObject) {
    this.#definition = definition as unknown as Definition;
  }

  /** Runs one action; throws with the issues when the engine refuses it. */
  act(actionId: number, payload: Json): Executed {
    const sender = actionOf(this.#definition, String(actionId))?.sender as string;
    const result = execute({
      definition: this.#definition,
      actionId: String(actionId),
      payload,
      previous: this.known[sender] ?? {},
    });
    if (isFailure(result)) throw new Error(result.issues.map((i) => `${i.code} ${i.path}`).join());
    const executed = result as Executed;
    this.path.push(actionId);
    for (const { participantId, data } of executed.disclosures)
      this.known[participantId] = { ...this.known[participantId], ...data };
    return executed;
  }

  /** Runs the actions one after the other, each the only one that the one before leads to. */
  along(payloads: readonly Json[], first = 1): Executed[] {
    let next: number | undefined = first;
    return payloads.map((payload) => {
      if (next === undefined) throw new Error('the workflow ended early');
      const executed = this.act(next, payload);
      next = executed.decision.nextActions[0]?.actionId;
      return executed;
    });
  }
}
