// The claims of a credential, from the data of the run that leads to it.
import type { Json, JsonObject } from '../../base/json.js';
import { readPointer } from '../../blueprint/definition/pointer.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import type { IssuanceRule } from './rule.js';

export interface RunClaims {
  readonly claims: JsonObject;
  /** Paths of those that the holder shows or keeps, one by one. */
  readonly disclosable: readonly ClaimPath[];
}

type Tree = Map<string, Json | Tree>;

/** A field that the data does not have gives no claim. */
export function issuedClaims({ claims, disclosable }: IssuanceRule, data: JsonObject): RunClaims {
  const tree: Tree = new Map();
  for (const { path, source } of claims) {
    const value = readPointer(data, source);
    if (value !== undefined) put(tree, path.map(String), value);
  }
  return { claims: objectOf(tree), disclosable: disclosable as readonly ClaimPath[] };
}

/** A value that stands where others have a name space of claims gives way to them, whatever their order. */
function put(tree: Tree, [name = '', ...rest]: readonly string[], value: Json): void {
  const here = tree.get(name);
  if (rest.length === 0) {
    if (!(here instanceof Map)) tree.set(name, value);
    return;
  }
  const inner: Tree = here instanceof Map ? here : new Map();
  tree.set(name, inner);
  put(inner, rest, value);
}

function objectOf(tree: Tree): JsonObject {
  return Object.fromEntries([...tree].map(([name, value]) => [name, value instanceof Map ? objectOf(value) : value]));
}
