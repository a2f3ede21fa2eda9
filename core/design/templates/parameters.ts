// The parameters of a template: values over its defaults, and the action that asks for them. So a form asks for them
// and judges them as it does for each action. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Texts } from '../../blueprint/definition/texts.js';
import { spellOut } from '../../blueprint/definition/texts.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';

/** The members of a template that its form reads. */
export interface ParameterTerms {
  readonly title: string;
  readonly parameterSchema: JsonObject;
  readonly defaults: JsonObject;
  /** By language: `title` of the template, `/party` the label of a parameter, `/party?` its help. */
  readonly texts?: Readonly<Record<string, Texts>>;
}

/** Objects are merged member by member (RFC 7396, but null is a value). */
export function mergeParameters(defaults: JsonObject, over: JsonObject): JsonObject {
  const values = new Map(Object.entries(defaults));
  for (const [name, value] of Object.entries(over)) {
    const before = values.get(name);
    values.set(name, isObject(before) && isObject(value) ? mergeParameters(before, value) : value);
  }
  return Object.fromEntries(values);
}

const ACTION_ID = 0;
const ROLE = 'author';

export interface ParameterForm {
  readonly definition: Definition;
  readonly action: Action;
}

/** The form of the parameters, filled in with the defaults and what is stated over them. */
export function parameterForm(terms: ParameterTerms, over: JsonObject = {}): ParameterForm {
  const { title, parameterSchema, defaults, texts = {} } = terms;
  const values = mergeParameters(defaults, over);
  const { properties, ...whole } = parameterSchema;
  const asked = Object.entries(properties as JsonObject).map(([name, schema]): [string, Json] => {
    const named = nameSchema(schema, name, defaults[name]);
    return [name, isObject(named) && Object.hasOwn(values, name) ? { ...named, default: values[name] as Json } : named];
  });
  // Single values are seen before groups of them.
  asked.sort(([, a], [, b]) => Number(isGroup(a)) - Number(isGroup(b)));
  const action: Action = {
    ...{ id: ACTION_ID, title, sender: ROLE },
    dataSchemas: [{ ...whole, properties: Object.fromEntries(asked), ...requiredMember(parameterSchema, defaults) }],
  };
  const definition: Definition = {
    ...{ language: 2, id: '', title, description: '', participants: [{ id: ROLE, name: ROLE }], actions: [action] },
    texts: Object.fromEntries(Object.entries(texts).map(([language, said]) => [language, ofAction(said)])),
  };
  return { definition, action };
}

function ofAction(texts: Texts): Texts {
  const keyOf = (key: string) => (key.startsWith('/') ? `${ACTION_ID}${key}` : key);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [keyOf(key), text]));
}

function isGroup(schema: Json): boolean {
  return isObject(schema) && schema.type === 'object';
}

/** A parameter without a title has its name, spelled out. */
function nameSchema(schema: Json, name?: string, usual?: Json): Json {
  if (!isObject(schema)) return schema;
  const { properties, items } = schema;
  const named = name !== undefined && schema.title === undefined && { title: spellOut(name) };
  const usually = isObject(usual) ? usual : {};
  const members = isObject(properties) && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, inner]) => [key, nameSchema(inner, key, usually[key])]),
    ),
    ...requiredMember(schema, usually),
  };
  return { ...schema, ...named, ...members, ...(isObject(items) && { items: nameSchema(items) }) };
}

function requiredMember(schema: JsonObject, usual: JsonObject): { readonly required: readonly Json[] } {
  const stated = Array.isArray(schema.required) ? schema.required : [];
  return { required: [...new Set([...stated, ...namesFilledIn(schema, usual)])] };
}

/** Empty, a member would have its default again: a text or a number that has one is never without a value. */
function namesFilledIn({ properties }: JsonObject, usual: JsonObject): readonly string[] {
  const members = isObject(properties) ? properties : {};
  return Object.keys(members).filter((key) => {
    const [inner, value] = [members[key], Object.hasOwn(usual, key) ? usual[key] : undefined];
    if (isObject(inner) && isObject(value)) return namesFilledIn(inner, value).length > 0;
    return typeof value === 'number' || (typeof value === 'string' && value !== '');
  });
}
