// The roles of a draft, and where its scenarios name them.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { type DraftParts, itemsOf } from './draft.js';
import { withMember } from './members.js';

export function roleIn({ blueprint }: DraftParts, id: string): JsonObject | undefined {
  return itemsOf(blueprint, 'participants').find((role) => role.id === id);
}

const STATED = ['as', 'spend', 'handover', 'to'] as const;

/** The scenarios, each of its form, with another id of a role. */
export function renameInScenarios(scenarios: readonly Json[], from: string, to: string): readonly Json[] {
  const name = (value: Json): Json => (value === from ? to : value);
  return scenarios.map((scenario) => {
    if (!isObject(scenario)) return scenario;
    const steps = itemsOf(scenario, 'steps').map((step) => inStep(step, name));
    return withMember(inKeys(scenario, 'deputies', name), 'steps', steps);
  });
}

function inStep(step: JsonObject, name: (value: Json) => Json): JsonObject {
  const stated = STATED.reduce(
    (before, key) => (before[key] === undefined ? before : withMember(before, key, name(before[key]))),
    step,
  );
  const listed = Array.isArray(stated.by) ? withMember(stated, 'by', (stated.by as readonly Json[]).map(name)) : stated;
  const { expect } = listed;
  if (expect === undefined || !isObject(expect)) return listed;
  return withMember(listed, 'expect', inKeys(inKeys(expect, 'sees', name), 'hidden', name));
}

/** A member whose own members are named after roles. */
function inKeys(holder: JsonObject, member: string, name: (value: Json) => Json): JsonObject {
  const value = holder[member];
  if (value === undefined || !isObject(value)) return holder;
  const entries = Object.entries(value).map(([key, its]) => [String(name(key)), its as Json]);
  return withMember(holder, member, Object.fromEntries(entries) as JsonObject);
}
