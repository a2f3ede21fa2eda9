// A schema's own messages for people: `x-error` beside a keyword names a text of the definition, which is told in place
// of the sentence about that keyword. It changes no code and no verdict. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { SchemaFailure } from '../../schema/run.js';
import { parsePointer, readPointer } from '../definition/pointer.js';
import { type Texts, textsFor, textsOf } from '../definition/texts.js';
import type { DataSchema, Definition } from '../definition/types.js';

/**
 * The text of a failure by language, where one of the schemas of its action names one at the keyword that failed;
 * undefined where none does. Of several schemas that have a keyword at the very same place, the first that names a text
 * speaks for all.
 */
export function ownMessage(
  definition: Definition,
  schemas: readonly DataSchema[],
  failure: SchemaFailure,
): Texts | undefined {
  if (Object.keys(textsOf(definition)).length === 0) return undefined;
  for (const schema of schemas) {
    const key = isObject(schema as Json) ? keyAt(schema as JsonObject, failure) : undefined;
    const said = key === undefined ? undefined : textsFor(definition, key);
    if (said) return said;
  }
  return undefined;
}

/** The key that stands beside the keyword that failed, or else the one of the member that it is about. */
function keyAt(schema: JsonObject, { schemaLocation, keyword, path }: SchemaFailure): string | undefined {
  const tokens = parsePointer(decodeURI(schemaLocation.replace(/^#/, '')));
  if (!tokens) return undefined;
  const parent = readPointer(schema, tokens.slice(0, -1));
  if (!isObject(parent) || !Object.hasOwn(parent, keyword)) return undefined;
  const beside = errorKey(parent, keyword);
  if (beside !== undefined || keyword !== 'required') return beside;
  const name = parsePointer(path)?.at(-1) ?? '';
  const member = isObject(parent.properties) ? parent.properties[name] : undefined;
  return isObject(member) ? errorKey(member, keyword) : undefined;
}

/** The text that `x-error` of a schema gives for a keyword: its own key, or that of all (`*`). */
function errorKey(schema: JsonObject, keyword: string): string | undefined {
  const named = schema['x-error'];
  if (!isObject(named)) return undefined;
  const key = Object.hasOwn(named, keyword) ? named[keyword] : named['*'];
  return typeof key === 'string' ? key : undefined;
}
