// From the JSON Schemas of an action to the questions that a person is asked, in the order of its form. Pure: it asks
// nothing and checks nothing but what a schema says of itself; whether the whole payload is good is decided by the
// engine.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { parsePointer, pointerText, readPointer } from '../definition/pointer.js';
import type { Action } from '../definition/types.js';
import { type FieldRule, ruleOf } from './field-rule.js';

/** `json` is what has no simpler form: the person writes JSON. */
export type QuestionKind = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'object' | 'list' | 'file' | 'json';

export interface Question {
  /** Names of members from the payload down. */
  readonly path: readonly string[];
  readonly label: string;
  readonly about: string | undefined;
  readonly kind: QuestionKind;
  readonly required: boolean;
  /** Taken when nothing is typed. */
  readonly fallback: Json | undefined;
  /** The bounds that the answer must keep to, in words; '' for none. */
  readonly bounds: string;
  readonly choices: readonly Json[];
  /** Of an object. */
  readonly members: readonly Question[];
  /** Of a list; its path is that of the list. */
  readonly item: Question | undefined;
  /** With its references resolved one level down. */
  readonly schema: JsonObject;
  /** Whether the form shows the field, by the value of another one. */
  readonly rule: FieldRule | undefined;
}

/** Deeper members are asked for as JSON. */
const DEPTH_MAX = 6;
/** Layouts in layouts that are looked into. */
const FORM_DEPTH_MAX = 16;

/** The questions to the sender of an action, without those that the action calculates itself. */
export function questionsOf(action: Pick<Action, 'dataSchemas' | 'calculations' | 'form'>): readonly Question[] {
  const calculated = new Set(Object.keys(action.calculations ?? {}));
  const controls = controlsOf(action.form);
  const questions = new Map<string, Question>();
  for (const schema of action.dataSchemas ?? []) {
    if (!isObject(schema as Json)) continue;
    const root = schema as JsonObject;
    for (const question of membersOf({ root, controls, depth: 0 }, root, [])) {
      const name = question.path[0] as string;
      if (!calculated.has(name) && !questions.has(name)) questions.set(name, question);
    }
  }
  // Published definitions are canonical: their properties stand in the order of the alphabet, and only the form has
  // that of its author.
  const order = [...controls.keys()];
  const rank = ({ path }: Question): number => {
    const at = order.indexOf(pointerText(path));
    return at < 0 ? order.length : at;
  };
  return [...questions.values()].sort((a, b) => rank(a) - rank(b));
}

/** The text of the form for its reader, beside its fields. */
export function labelsOf(form: Json | undefined, depth = 0): readonly string[] {
  if (!isObject(form) || depth > FORM_DEPTH_MAX) return [];
  const own = form.type === 'Label' ? textIn(form, 'title') : undefined;
  const elements = Array.isArray(form.elements) ? form.elements : [];
  return [...(own === undefined ? [] : [own]), ...elements.flatMap((element: Json) => labelsOf(element, depth + 1))];
}

interface FormPlace {
  /** The document that references point into. */
  readonly root: JsonObject;
  /** Controls of the form by scope. */
  readonly controls: ReadonlyMap<string, JsonObject>;
  readonly depth: number;
}

function membersOf(place: FormPlace, schema: JsonObject, path: readonly string[]): readonly Question[] {
  const { properties, required } = mergedObject(place.root, schema);
  return [...properties].map(([name, inner]) =>
    questionOf(place, inner, { path: [...path, name], required: required.has(name) }),
  );
}

function questionOf(
  place: FormPlace,
  given: Json,
  { path, required }: { readonly path: readonly string[]; readonly required: boolean },
): Question {
  const schema = resolveReference(place.root, given);
  const control = place.controls.get(pointerText(path));
  const kind = kindOf(place, schema);
  const below = { ...place, depth: place.depth + 1 };
  return {
    path,
    kind,
    required,
    label: textIn(control, 'title') ?? textIn(schema, 'title') ?? (path.at(-1) as string),
    about: textIn(schema, 'x-help') ?? textIn(schema, 'description'),
    fallback: schema.default,
    bounds: boundsOf(schema, kind),
    choices:
      kind === 'choice'
        ? choicesOf(schema)
        : kind === 'list'
          ? choicesOf(resolveReference(place.root, schema.items))
          : [],
    members: kind === 'object' ? membersOf(below, schema, path) : [],
    item: kind === 'list' ? questionOf(below, schema.items as Json, { path, required: true }) : undefined,
    schema,
    rule: ruleOf(control),
  };
}

function kindOf({ root, depth }: FormPlace, schema: JsonObject): QuestionKind {
  if (schema['x-file'] !== undefined) return 'file';
  if (choicesOf(schema).length > 0) return 'choice';
  const type = typeIn(schema);
  if (type === 'string') return 'text';
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (depth >= DEPTH_MAX) return 'json';
  const isOpen = mergedObject(root, schema).properties.size === 0;
  if (!isOpen && (type === 'object' || type === undefined)) return 'object';
  if (
    type === 'array' &&
    isObject(schema.items) &&
    kindOf({ root, controls: new Map(), depth: depth + 1 }, resolveReference(root, schema.items)) !== 'json'
  )
    return 'list';
  return 'json';
}

/** The one type beside null, if there is one. */
function typeIn(schema: JsonObject): string | undefined {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((item) => item !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

function choicesOf(schema: JsonObject): readonly Json[] {
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  const either = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(either)) return [];
  const values = either.map((item) => (isObject(item) ? item.const : undefined));
  return values.every((value) => value !== undefined) ? (values as readonly Json[]) : [];
}

/** Properties of a schema and of what it takes in by allOf; the first that says something about a member wins. */
function mergedObject(root: JsonObject, schema: JsonObject, depth = 0) {
  const properties = new Map(Object.entries(isObject(schema.properties) ? schema.properties : {}));
  const required = new Set<string>();
  for (const name of Array.isArray(schema.required) ? schema.required : []) required.add(String(name));
  if (depth < DEPTH_MAX)
    for (const part of Array.isArray(schema.allOf) ? schema.allOf : []) {
      const merged = mergedObject(root, resolveReference(root, part), depth + 1);
      for (const [name, inner] of merged.properties) if (!properties.has(name)) properties.set(name, inner);
      for (const name of merged.required) required.add(name);
    }
  return { properties, required };
}

/**
 * The schema that a reference names, under what stands beside the reference. A reference into another document names
 * nothing.
 */
function resolveReference(root: JsonObject, given: Json | undefined, hops = 0): JsonObject {
  if (!isObject(given)) return {};
  if (typeof given.$ref !== 'string' || hops > DEPTH_MAX) return given;
  const tokens = parsePointer(decodeURI(given.$ref.replace(/^#/, '')));
  const target = given.$ref.startsWith('#') && tokens ? readPointer(root, tokens) : undefined;
  const { $ref: _, ...beside } = given;
  return { ...resolveReference(root, target, hops + 1), ...beside };
}

function boundsOf(schema: JsonObject, kind: QuestionKind): string {
  const number = (name: string) => (typeof schema[name] === 'number' ? (schema[name] as number) : undefined);
  const pair = (least: number | undefined, most: number | undefined, unit: string): string => {
    if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
    if (least !== undefined && least > 0) return `at least ${least}${unit}`;
    return most === undefined ? '' : `at most ${most}${unit}`;
  };
  const format = textIn(schema, 'format');
  if (kind === 'text') {
    const pattern = textIn(schema, 'pattern');
    // A limit of length that is not met by accident is not worth a person's attention.
    const most = number('maxLength');
    const length = pair(
      number('minLength') === 1 ? undefined : number('minLength'),
      (most ?? 100) < 100 ? most : undefined,
      ' characters',
    );
    return [FORMATS[format ?? ''] ?? format, pattern && `like ${pattern}`, length].filter(Boolean).join(', ');
  }
  if (kind === 'list') return pair(number('minItems'), number('maxItems'), ' of them');
  if (kind !== 'integer' && kind !== 'number') return '';
  const [above, under, step] = [number('exclusiveMinimum'), number('exclusiveMaximum'), number('multipleOf')];
  const [least, most] = [number('minimum'), number('maximum')];
  // Of two bounds on one side only the narrower is worth telling.
  const floor = above !== undefined && above >= (least ?? above) ? undefined : least;
  const ceiling = under !== undefined && under <= (most ?? under) ? undefined : most;
  const words = [
    kind === 'integer' ? 'whole number' : 'number',
    floor !== undefined && ceiling === undefined ? `at least ${floor}` : pair(floor, ceiling, ''),
    above === undefined || floor !== undefined ? '' : `more than ${above}`,
    under === undefined || ceiling !== undefined ? '' : `less than ${under}`,
    step === undefined ? '' : `in steps of ${step}`,
  ];
  return words.filter((word) => word !== '').join(', ');
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date such as 2027-01-31',
  'date-time': 'time such as 2027-01-31T09:30:00Z',
  time: 'time such as 09:30:00Z',
  email: 'email address',
};

/** Controls by scope, however deep the layouts lie. */
function controlsOf(
  form: Json | undefined,
  controls = new Map<string, JsonObject>(),
  depth = 0,
): Map<string, JsonObject> {
  if (!isObject(form) || depth > FORM_DEPTH_MAX) return controls;
  const scope = textIn(form, 'scope');
  if (scope !== undefined) controls.set(scope.replace(/^#/, ''), form);
  for (const element of Array.isArray(form.elements) ? form.elements : []) controlsOf(element, controls, depth + 1);
  return controls;
}

function textIn(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
