// Expectations of a scenario, compared with what was found: each difference is told with both. Pure.
import { canonical, type Json, type JsonObject } from '../base/json.js';

/** A text where another value was found; none where nothing is expected. */
export function differs(what: string, expected: Json | undefined, found: Json | undefined): readonly string[] {
  if (expected === undefined || (found !== undefined && canonical(expected) === canonical(found))) return [];
  return [`expected ${what} ${canonical(expected)}, found ${found === undefined ? 'none' : canonical(found)}`];
}

/** A text for each expected member that is another one, or is not there. */
export function membersDiffer(where: string, expected: JsonObject, found: JsonObject): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const has = Object.hasOwn(found, name) ? (found[name] as Json) : undefined;
    return differs(`${name} of ${where}`, value, has);
  });
}

/** Each id once, the lowest first. */
export function sortedIds(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
