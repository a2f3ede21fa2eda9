// A blueprint to begin with.
import type { JsonObject } from '../base/json.js';

/** Its check says what is missing. */
export function emptyBlueprint(title: string, description: string): JsonObject {
  return { language: 2, title, description, participants: [], actions: [] };
}
