// The credentials that an action issues. Pure.
import { isObject, type Json, type JsonObject } from '../base/json.js';

/** A single one stands by itself or in a list; none where it issues none. */
export function issuancesOf({ credentialIssuanceConfig: stated }: JsonObject): readonly JsonObject[] {
  const all = Array.isArray(stated) ? (stated as readonly Json[]) : [stated];
  return all.filter((item): item is JsonObject => item !== undefined && isObject(item));
}
