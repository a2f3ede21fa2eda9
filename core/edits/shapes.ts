// Schemas of members as the check of a blueprint has them, so that an edit takes what a definition takes.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { BLUEPRINT_SCHEMA } from '../design/check/blueprint-schema.js';

export type MemberSchemas = Readonly<Record<string, JsonObject>>;

/**
 * The members of the object at a place, such as `actions.routes`, `''` for the blueprint; items of lists are looked
 * through.
 */
export function membersAt(path: string): MemberSchemas {
  const place = (path === '' ? [] : path.split('.')).reduce<JsonObject>((schema, name) => {
    const properties = objectAt(schema, 'properties');
    const member = objectAt(properties, name);
    return member.items !== undefined && isObject(member.items) ? member.items : member;
  }, BLUEPRINT_SCHEMA);
  return objectAt(place, 'properties') as MemberSchemas;
}

function objectAt(holder: JsonObject, name: string): JsonObject {
  const value: Json | undefined = holder[name];
  return value !== undefined && isObject(value) ? value : {};
}

export const actionId: JsonObject = { type: 'integer', minimum: 0, description: 'Id of the action.' };
export const roleId: JsonObject = { type: 'string', minLength: 1, maxLength: 64, description: 'Id of the role.' };
export const fieldName: JsonObject = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Name of the member.',
};
