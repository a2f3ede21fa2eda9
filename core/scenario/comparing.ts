// Expectations of a scenario, compared with what was found: each difference is told with both. Pure.
import { canonical, type Json, type JsonObject } from '../base/json.js';

/** A text where another value was found; none where nothing is expected. */
export function differs(what: string, expected: Json | undefined, value: Json | undefined): readonly string[] {
  if (expected === undefined || (value !== undefined && canonical(expected) === canonical(value))) return [];
  return [`expected ${what} ${canonical(expected)}, found ${value === undefined ? 'none' : canonical(value)}`];
}

/** A text for each expected member that is another one, or is not there. */
export function membersDiffer(where: string, expected: JsonObject, outcome: JsonObject): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const has = Object.hasOwn(outcome, name) ? (outcome[name] as Json) : undefined;
    return differs(`${name} of ${where}`, value, has);
  });
}

/** Each id once, the lowest first. */
export function sortedIds(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
