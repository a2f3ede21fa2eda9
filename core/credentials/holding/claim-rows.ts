// The claims of a credential for people, one a line: the ones that a verifier reads, and those that stay with the
// holder.
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';

export interface ShownClaim {
  /** Its path, with dots. */
  readonly name: string;
  /** Absent of a claim that stays. */
  readonly value?: Json;
}

/** Members that say how a credential is made and until when it holds. They go with each presentation. */
const TECHNICAL: ReadonlySet<string> = new Set([
  ...['iss', 'vct', 'cnf', 'status', 'iat', 'nbf', 'exp', 'quorate_ledger'],
]);

/** `shown` has the members of `all` that a verifier reads. Of a list it may have some elements: two lines then. */
export function claimRows(all: JsonObject, shown: JsonObject): readonly ShownClaim[] {
  return Object.entries(all)
    .filter(([name]) => !TECHNICAL.has(name))
    .flatMap(([name, value]) => rowsOf(name, value, ownMember(shown, name)));
}

function rowsOf(name: string, value: Json, shown: Json | undefined): readonly ShownClaim[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    const inside = isObject(shown) ? shown : {};
    return Object.entries(value).flatMap(([key, member]) => rowsOf(`${name}.${key}`, member, ownMember(inside, key)));
  }
  if (shown === undefined) return [{ name }];
  return canonical(shown) === canonical(value) ? [{ name, value }] : [{ name, value: shown }, { name }];
}

function ownMember(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
