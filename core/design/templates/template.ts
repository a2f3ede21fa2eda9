// Templates: blueprints with parameters. A template says which parameters there are (a JSON Schema), what they are when
// the author gives no value, and which named examples it has; its body is a blueprint in the language of
// template-expand.ts. Pure; what a template makes is checked as every blueprint is.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { BLUEPRINT_ACTIONS_MAX } from '../../base/limits/ledger/definitions.js';
import { TEXT_LANGUAGES_MAX, TEXT_LENGTH_MAX } from '../../base/limits/ledger/texts.js';
import { TEMPLATE_EXAMPLES_MAX, TEMPLATE_PARAMETERS_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Texts } from '../../blueprint/definition/texts.js';
import type { Blueprint } from '../../blueprint/definition/types.js';
import { schemaCost, schemaErrors } from '../../blueprint/schemas/schema-check.js';
import { type Lifted, lift } from '../lift/lift.js';
import { mergeParameters } from './parameters.js';
import { bare, expand, FORMS, formOf, isName, strangeMembers, strangeText } from './template-expand.js';

export interface TemplateExample {
  readonly name: string;
  readonly description?: string;
  /** The parameters that differ from the defaults. */
  readonly parameters: JsonObject;
}

export interface Template {
  /** Lower-case words with hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Lower-case word: finance, government, health, supply, general. */
  readonly category: string;
  /** Counts up with every change. */
  readonly version: number;
  /** JSON Schema of an object; each parameter is one of its `properties`. */
  readonly parameterSchema: JsonObject;
  readonly defaults: JsonObject;
  /** At least one. */
  readonly examples: readonly TemplateExample[];
  /** The blueprint, with forms where parameters go in. */
  readonly body: JsonObject;
  /** By language: its `title` and `description`; of its parameters `/party` is the label of one, `/party?` its help. */
  readonly texts?: Readonly<Record<string, Texts>>;
}

const text = (minLength: number, maxLength: number): JsonObject => ({ type: 'string', minLength, maxLength });
const EXAMPLE: JsonObject = {
  type: 'object',
  properties: { name: text(1, 64), description: text(0, 500), parameters: { type: 'object' } },
  required: ['name', 'parameters'],
  additionalProperties: false,
};
const PROPERTIES: JsonObject = {
  id: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 64 },
  title: text(3, 200),
  description: text(5, 2000),
  category: { type: 'string', pattern: '^[a-z][a-z-]*$', maxLength: 32 },
  version: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
  parameterSchema: {
    type: 'object',
    properties: { type: { const: 'object' }, properties: { type: 'object', maxProperties: TEMPLATE_PARAMETERS_MAX } },
    required: ['type', 'properties'],
  },
  defaults: { type: 'object' },
  examples: { type: 'array', items: EXAMPLE, minItems: 1, maxItems: TEMPLATE_EXAMPLES_MAX },
  body: { type: 'object' },
};
/** Its bytes bound how many there are. */
const TEXTS: JsonObject = {
  type: 'object',
  additionalProperties: { type: 'object', additionalProperties: text(1, TEXT_LENGTH_MAX) },
  maxProperties: TEXT_LANGUAGES_MAX,
};
/** The form of a template as a JSON Schema. */
const TEMPLATE_SCHEMA: JsonObject = {
  type: 'object',
  properties: { ...PROPERTIES, texts: TEXTS },
  required: Object.keys(PROPERTIES),
  additionalProperties: false,
};

/**
 * The blueprint that a template gives for parameters, which win over its defaults; objects are merged member by member
 * (RFC 7396, but null is a value). It has no error of `checkBlueprint`. Issues:
 * TEMPLATE_PARAMETER_INVALID below `/parameters`; TEMPLATE_INVALID and TEMPLATE_LIMIT below `/template/body`;
 * TEMPLATE_INVALID below `/blueprint` for a blueprint that these parameters make wrong. The template has passed
 * `checkTemplate`.
 */
export function instantiate(template: Template, parameters: JsonObject): Result<Blueprint> {
  const made = liftTemplate(template, parameters);
  return isFailure(made) ? made : (made.definition as unknown as Blueprint);
}

/** The same, with its findings and how it was lifted. */
export function liftTemplate(template: Template, parameters: JsonObject): Result<Lifted> {
  const written = fillTemplate(template, parameters);
  if (isFailure(written)) return written;
  const lifted = lift(written);
  const errors = lifted.findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return lifted;
  return fail(errors.map(({ location, message }) => issue('TEMPLATE_INVALID', `/blueprint${location}`, message)));
}

/** The blueprint as the template has it for these parameters: nothing is checked but they. */
export function fillTemplate(template: Template, parameters: JsonObject): Result<JsonObject> {
  const values = mergeParameters(template.defaults, parameters);
  const wrong = parameterIssues(template, values);
  if (wrong.length > 0) return fail(wrong);
  const made = expand(template.body, new Map(Object.entries(values)), '/template/body');
  if (isFailure(made)) return fail(made.issue);
  const { metadata, ...rest } = made as JsonObject;
  const source = { 'x-template': template.id, 'x-template-version': String(template.version) };
  return { ...rest, metadata: { ...(isObject(metadata) ? metadata : {}), ...source } };
}

function parameterIssues({ parameterSchema }: Template, values: JsonObject): readonly Issue[] {
  const names = Object.keys(parameterSchema.properties as JsonObject);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  const issues = unknown.map((name) => {
    const near = nearest(name.slice(0, 64), names);
    const message = `There is no such parameter${near === undefined ? '' : `; did you mean ${near}`}.`;
    return issue('TEMPLATE_PARAMETER_INVALID', `/parameters/${escapePointer(name)}`, message);
  });
  const errors = schemaErrors([parameterSchema], values).map(({ path, message }) =>
    issue('TEMPLATE_PARAMETER_INVALID', `/parameters${path}`, `The parameter ${message}.`),
  );
  return [...issues, ...errors];
}

/**
 * Issues of a template for its author, TEMPLATE_INVALID and TEMPLATE_LIMIT with pointers into it: its form, its
 * parameter schema, the language of its body, and every named example (each must make a blueprint without errors). []
 * for a template that may be kept.
 */
export function checkTemplate(value: Json): readonly Issue[] {
  const form = schemaErrors([TEMPLATE_SCHEMA], value).map(({ path, message }) => bad(path, `The member ${message}.`));
  if (form.length > 0) return form;
  const template = value as unknown as Template;
  const { parameterSchema, defaults, examples, body } = template;
  const cost = schemaCost(parameterSchema);
  if (typeof cost === 'string') return [bad('/parameterSchema', cost)];
  const names = Object.keys(parameterSchema.properties as JsonObject);
  const issues = names
    .filter((name) => !isName(name))
    .map((name) => badName(`/parameterSchema/properties/${escapePointer(name)}`));
  for (const name of Object.keys(defaults))
    if (!names.includes(name)) issues.push(bad(`/defaults/${escapePointer(name)}`, 'There is no such parameter.'));
  checkBody(body, { names: new Set(names), at: '/body', issues });
  if (issues.length > 0) return issues.slice(0, BLUEPRINT_ACTIONS_MAX);
  const seen = new Set<string>();
  for (const [i, { name, parameters }] of examples.entries()) {
    if (seen.has(name)) issues.push(bad(`/examples/${i}/name`, 'Two examples have one name.'));
    seen.add(name);
    const made = instantiate(template, parameters);
    if (isFailure(made))
      issues.push(...made.issues.map((problem) => bad(`/examples/${i}`, `${problem.path}: ${problem.message}`)));
  }
  return issues;
}

interface Checked {
  /** Parameters, and variables of the loops around. */
  readonly names: ReadonlySet<string>;
  readonly at: string;
  readonly issues: Issue[];
}

/** The forms of a body that are wrong whatever the parameters are. */
function checkBody(node: Json, { names, at, issues }: Checked): void {
  if (typeof node !== 'object' || node === null) return;
  const inside = (key: string) => `${at}/${escapePointer(key)}`;
  if (Array.isArray(node)) {
    for (const [i, item] of node.entries()) checkBody(item as Json, { names, at: `${at}/${i}`, issues });
    return;
  }
  const object = node as JsonObject;
  for (const member of strangeMembers(object)) issues.push(bad(inside(member), strangeText(member)));
  const form = formOf(object);
  if (form === '$literal') return;
  if (form === '$param' || form === '$given') checkName(object[form], { names, at: inside(form), issues });
  for (const member of form === undefined ? [] : (FORMS[form] as readonly string[]))
    if (!member.endsWith('?') && object[member] === undefined)
      issues.push(bad(inside(bare(member)), `The form ${form} has this member.`));
  const variables = form === '$each' ? [object.$as, object.$index].filter((name) => name !== undefined) : [];
  for (const name of variables) if (!isName(name) || names.has(name)) issues.push(badName(inside('$as')));
  const within = new Set([...names, ...variables.filter(isName)]);
  for (const [key, member] of Object.entries(object))
    checkBody(member, { names: key === '$do' && form === '$each' ? within : names, at: inside(key), issues });
}

function checkName(path: Json | undefined, { names, at, issues }: Checked): void {
  const name = typeof path === 'string' ? (path.split('.')[0] as string) : '';
  if (names.has(name)) return;
  const near = nearest(name.slice(0, 64), [...names]);
  issues.push(bad(at, `There is no such parameter${near === undefined ? '' : `; did you mean ${near}`}.`));
}

function badName(at: string): Issue {
  return bad(at, 'A name is a letter and up to 63 letters, digits and _, and stands for one thing.');
}

function bad(path: string, message: string): Issue {
  return issue('TEMPLATE_INVALID', path, message);
}
