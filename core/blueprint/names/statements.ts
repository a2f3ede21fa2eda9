// The members that an action declares at the root of its schemas. It knows no instance and no payload.
import { isObject, type JsonObject } from '../../base/json.js';
import { bareOf, type Schema } from '../../schema/cost.js';
import type { Action } from '../definition/types.js';
import { possibleInPlace } from '../schemas/schema-parts.js';

/** Names that the schemas of an action give members of its data. */
export function declaredNames({ dataSchemas }: Pick<Action, 'dataSchemas'>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const schema of dataSchemas ?? []) collect(bareOf(schema), names);
  return names;
}

function collect(root: Schema, into: Set<string>): void {
  const add = (list: unknown): void => {
    for (const name of Array.isArray(list) ? list : []) if (typeof name === 'string') into.add(name);
  };
  if (!isObject(root)) return;
  for (const { node } of possibleInPlace(root, [{ place: '', node: root }])) {
    if (!isObject(node)) continue;
    const schema: JsonObject = node;
    add(isObject(schema.properties) ? Object.keys(schema.properties) : []);
    add(schema.required);
    for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies'])
      for (const [name, needs] of Object.entries(isObject(schema[keyword]) ? schema[keyword] : {})) {
        into.add(name);
        add(needs);
      }
    for (const value of [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])])
      add(isObject(value) ? Object.keys(value) : []);
  }
}
