// A blueprint as a draft keeps it, without what the node says beside it. Pure, and without the rules of drafts: a page
// reads answers by it.
import type { JsonObject } from '../../base/json.js';

/** Members that the server sets in a blueprint, whatever a client sends for them. */
const SERVER_MEMBERS = ['version', 'organizationId', 'createdAt', 'updatedAt', 'lift'] as const;

/** The blueprint of a client as it is kept: without the server's members, under its id. */
export function documentOf(blueprint: JsonObject, blueprintId: string): JsonObject {
  const kept = Object.entries(blueprint).filter(([key]) => !(SERVER_MEMBERS as readonly string[]).includes(key));
  return { ...Object.fromEntries(kept), id: blueprintId };
}
