// The note of a lift about a place that it changes, and the change itself.
import type { Json, JsonObject } from '../../base/json.js';
import { readPointer } from '../../blueprint/definition/pointer.js';

/** A place of the lifted definition, with what was changed there or what its author decides. */
export interface LiftNote {
  /** JSON Pointer into the lifted definition. */
  readonly location: string;
  readonly message: string;
}

/** Puts a value at a place whose parent is there. Unlike assignment this makes an own member of every name. */
export function put(document: JsonObject, tokens: readonly string[], value: Json): void {
  const parent = readPointer(document, tokens.slice(0, -1)) as object;
  const property = { value, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(parent, tokens.at(-1) as string, property);
}
