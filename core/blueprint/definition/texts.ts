// Texts of a definition in other languages: which keys there are, and what a person reads in its
// language. The strings of the definition itself are the fallback. Pure, and nothing on the ledger reads it: a
// translation changes no behaviour.
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { pickLanguage } from '../../base/languages.js';
import { TRANSLATIONS_KEPT } from '../../base/limits/ledger/texts.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import type { Action, Definition } from './types.js';

/**
 * Texts by key:
 *
 *   title, description       of the blueprint;         3.title, 3.description   of action 3;
 *   planner.name             of a participant;         3.routes.ID              the description of a route;
 *   3/price                  the label of a member;    3/price?                 its help (`x-help`);
 *   3/way=road               one of its values;        3.form/elements/0        the title of a control;
 *   fee.low                  a message that an `x-error` names
 */
export type Texts = Readonly<Record<string, string>>;

/** The languages of a definition with their texts. */
export function textsOf(definition: Pick<Definition, 'texts'>): Readonly<Record<string, Texts>> {
  return definition.texts ?? {};
}

/** The texts of the language that serves best; empty where none of the wanted ones is there. */
function chooseTexts(definition: Definition, wanted: readonly string[]): Texts {
  const texts = textsOf(definition);
  const language = pickLanguage(wanted, Object.keys(texts));
  return language === undefined ? {} : (texts[language] as Texts);
}

const textIn = (texts: Texts, key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);

/** Names of a blueprint and one of its actions for a person. */
export function namesOf(
  definition: Definition,
  action: Action | undefined,
  wanted: readonly string[],
): { readonly blueprint: string; readonly title: string | undefined; readonly description: string } {
  const texts = chooseTexts(definition, wanted);
  const of = (member: string): string | undefined => (action ? textIn(texts, `${action.id}.${member}`) : undefined);
  return {
    blueprint: textIn(texts, 'title') ?? definition.title,
    title: of('title') ?? action?.title,
    description: of('description') ?? action?.description ?? '',
  };
}

/** The texts of a definition for a key, by language; undefined where no language has it. */
export function textsFor(definition: Definition, key: string): Texts | undefined {
  const rows = Object.entries(textsOf(definition)).flatMap(([language, texts]) => {
    const text = textIn(texts, key);
    return text === undefined ? [] : [[language, text] as const];
  });
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

const kept = new WeakMap<Definition, Map<string, Definition>>();

/**
 * The definition as a person reads it: titles, descriptions, labels, values (`x-labels`) and help in the language that
 * serves best, the others as they are.
 */
export function localize(definition: Definition, wanted: readonly string[]): Definition {
  const language = pickLanguage(wanted, Object.keys(textsOf(definition)));
  if (language === undefined) return definition;
  const known = kept.get(definition) ?? new Map<string, Definition>();
  kept.set(definition, known);
  const value = known.get(language);
  if (value) return value;
  const made = translate(definition, textsOf(definition)[language] as Texts);
  if (known.size < TRANSLATIONS_KEPT) known.set(language, made);
  return made;
}

function translate(definition: Definition, texts: Texts): Definition {
  const withNames = <T extends object>(value: T, members: Readonly<Record<string, string>>): T => {
    const rows = Object.entries(members).flatMap(([member, key]) => {
      const text = textIn(texts, key);
      return text === undefined ? [] : [[member, text] as const];
    });
    return rows.length === 0 ? value : { ...value, ...Object.fromEntries(rows) };
  };
  const participants = definition.participants.map((item) => withNames(item, { name: `${item.id}.name` }));
  const actions = definition.actions.map((action): Action => {
    const { id, routes, dataSchemas, form } = action;
    const spoken = withNames(action, { title: `${id}.title`, description: `${id}.description` });
    return {
      ...spoken,
      ...(routes && {
        routes: routes.map((route) => withNames(route, { description: `${id}.routes.${route.id ?? ''}` })),
      }),
      ...(dataSchemas && {
        dataSchemas: dataSchemas.map((item) => labelSchema(item as Json, `${id}`, texts) as JsonObject),
      }),
      ...(form && { form: titleControl(form, { id, at: '', texts, title: action.title }) as JsonObject }),
    };
  });
  return { ...withNames(definition, { title: 'title', description: 'description' }), participants, actions };
}

/** Keywords that say more of the same value. */
const SAME: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

/** The schemas that stand directly below a schema, with where their values stand below its value. */
export function schemasBelow(
  schema: JsonObject,
): readonly { readonly at: readonly string[]; readonly below: string }[] {
  const lists = (key: string): readonly string[][] => {
    const value = schema[key];
    return Array.isArray(value) ? value.map((_, i) => [key, String(i)]) : isObject(value) ? [[key]] : [];
  };
  const properties = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [
    ...properties.map((name) => ({ at: ['properties', name], below: `/${escapePointer(name)}` })),
    ...(isObject(schema.items) ? [{ at: ['items'], below: '/*' }] : []),
    ...SAME.flatMap((key) => lists(key).map((at) => ({ at, below: '' }))),
  ];
}

function labelSchema(schema: Json, key: string, texts: Texts, depth = 0): Json {
  if (!isObject(schema) || depth > JSON_DEPTH_MAX) return schema;
  let made: JsonObject = schema;
  for (const { at, below } of schemasBelow(schema))
    made = replaceAt(made, at, (item) => labelSchema(item, `${key}${below}`, texts, depth + 1));
  const [label, help] = [textIn(texts, key), textIn(texts, `${key}?`)];
  const labels = valuesOf(schema).flatMap((value) => {
    const text = textIn(texts, `${key}=${value}`);
    return text === undefined ? [] : [[value, text] as const];
  });
  return {
    ...made,
    ...(label !== undefined && { title: label }),
    ...(help !== undefined && { 'x-help': help }),
    ...(labels.length > 0 && { 'x-labels': Object.fromEntries(labels) }),
  };
}

/** Enumerated values that are texts, numbers or booleans, as keys spell them. */
export function valuesOf({ enum: listed, const: only }: JsonObject): readonly string[] {
  const values = Array.isArray(listed) ? (listed as readonly Json[]) : only === undefined ? [] : [only];
  return values.flatMap((value) => (typeof value === 'object' ? [] : [String(value)]));
}

function replaceAt(
  object: JsonObject,
  [first = '', ...rest]: readonly string[],
  change: (value: Json) => Json,
): JsonObject {
  const value = object[first] as Json;
  const [next] = rest;
  if (next === undefined) return { ...object, [first]: change(value) };
  if (Array.isArray(value))
    return { ...object, [first]: value.map((item, i) => (i === Number(next) ? change(item as Json) : item)) };
  return { ...object, [first]: replaceAt(value as JsonObject, rest, change) };
}

interface Control {
  readonly id: number;
  readonly at: string;
  readonly texts: Texts;
  /** Of the action, which its outermost layout repeats. */
  readonly title: string | undefined;
}

function titleControl(control: Json, { id, at, texts, title }: Control): Json {
  if (!isObject(control) || at.length > 16 * JSON_DEPTH_MAX) return control;
  const { scope, elements } = control;
  const pointer = typeof scope === 'string' ? scope.replace(/^#/, '') : undefined;
  const said =
    textIn(texts, `${id}.form${at}`) ??
    (pointer === undefined ? undefined : textIn(texts, `${id}${pointer}`)) ??
    (control.title !== undefined && control.title === title ? textIn(texts, `${id}.title`) : undefined);
  const below = Array.isArray(elements)
    ? elements.map((element, i) => titleControl(element as Json, { id, at: `${at}/elements/${i}`, texts, title }))
    : elements;
  return { ...control, ...(said !== undefined && { title: said }), ...(below !== undefined && { elements: below }) };
}

/** A name without a title, spelled out: `baseScore` is Base score. */
export function spellOut(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
