// The claims that a step of a scenario says are shown at the gates of its action: whether requirements take them. Keys,
// issuers and statuses are those of real credentials, which a scenario has not.
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject } from '../base/json.js';
import { SCHEMA_STEPS_MAX } from '../base/limits/ledger/work.js';
import { shownName } from '../blueprint/definition/shown-name.js';
import type { Action } from '../blueprint/definition/types.js';
import { type AskedGate, gatesOf } from '../credentials/gate/asked.js';
import type { GateClaim } from '../credentials/gate/rule.js';
import { judge } from '../schema/judge.js';

/** By gate, the claims by the names that its requirement gives them. */
export type ShownAtGates = Readonly<Record<string, JsonObject>>;

/** CREDENTIAL_REFUSED where the gates of the action are not met: each is, and of alternatives one. */
export function showingProblem(action: Action, shows: ShownAtGates): Issue | undefined {
  const gates = gatesOf(action);
  const stranger = Object.keys(shows).find((id) => !gates.some((gate) => gate.id === id));
  if (stranger !== undefined)
    return refusalAt(stranger, `Action ${action.id} has no gate ${shownName(stranger)}: ${namesOf(gates)}.`);
  const counts = new Map<string, number>();
  for (const gate of gates) {
    const key = gate.requirement.anyOfGroup ?? `gate ${gate.id}`;
    counts.set(key, (counts.get(key) ?? 0) + (Object.hasOwn(shows, gate.id) ? 1 : 0));
  }
  const open = [...counts].find(([, count]) => count !== 1);
  if (open !== undefined)
    return issue('CREDENTIAL_REFUSED', '/shows', `Expected one credential for ${open[0]}, found ${open[1]}.`);
  for (const gate of gates) {
    const problem = Object.hasOwn(shows, gate.id) && claimProblem(gate, shows[gate.id] as JsonObject);
    if (problem) return refusalAt(gate.id, problem);
  }
  return undefined;
}

function namesOf(gates: readonly AskedGate[]): string {
  return gates.length === 0 ? 'it has none' : `it has ${gates.map(({ id }) => id).join(', ')}`;
}

function refusalAt(gate: string, message: string): Issue {
  return issue('CREDENTIAL_REFUSED', `/shows/${gate}`, message);
}

/** As a judge says it: a claim is there, has the value that is asked for, and satisfies its schema. */
function claimProblem({ rule: { claims } }: AskedGate, shown: JsonObject): string | undefined {
  const stranger = Object.keys(shown).find((name) => !claims.some((claim) => claim.name === name));
  if (stranger !== undefined)
    return `The gate asks for no claim ${shownName(stranger)}, and nothing else is shown there.`;
  const wrong = claims.find((claim) => !isTaken(claim, shown));
  return wrong && `The claim ${shownName(wrong.name)} is absent, or is not what the gate asks for.`;
}

function isTaken({ name, values, schema }: GateClaim, shown: JsonObject): boolean {
  const value = Object.hasOwn(shown, name) ? shown[name] : undefined;
  if (value === undefined) return false;
  if (values && !values.some((wanted) => canonical(wanted) === canonical(value))) return false;
  if (schema === undefined) return true;
  const { failures, endedAt } = judge({ schema }, value, { steps: SCHEMA_STEPS_MAX });
  return failures.length === 0 && endedAt === undefined;
}
