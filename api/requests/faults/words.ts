// Faults of a part of a request in words of the field: "a UUID" in place of a pattern. All missing members of a place
// are told at once; no value of the request is repeated. Pure.
import type { ErrorObject } from 'ajv';
import { NAME_PATTERN, NAME_RULE } from '../../../core/base/hidden.js';
import { escapePointer } from '../../../core/base/json.js';
import { PATTERNS } from './patterns.js';

interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Of one answer: a person corrects no more at once, and a schema has fewer members that are required. */
const FAULTS_MAX = 32;

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date such as 2027-01-31',
  'date-time': 'a time such as 2027-01-31T09:30:00Z',
  email: 'an e-mail address',
  uri: 'an address such as https://ledger.example',
  uuid: 'a UUID',
};

/** `errors` are those of an Ajv that is verbose. */
export function faultsOf(errors: readonly ErrorObject[]): readonly Fault[] {
  const faults = new Map<string, Fault>();
  // The outermost complaint of a union stands last and says least; the first one names the member.
  for (const error of errors)
    for (const fault of placeFaults(error)) {
      const key = `${fault.path}\0${fault.message}`;
      if (faults.size < FAULTS_MAX) faults.set(key, fault);
    }
  return [...faults.values()];
}

function placeFaults(error: ErrorObject): readonly Fault[] {
  const { instancePath, params } = error;
  const at = (member: string, message: string) => ({ path: `${instancePath}/${escapePointer(member)}`, message });
  if (error.keyword === 'required') return missingIn(error).map((member) => at(member, 'This member is required.'));
  if (error.keyword === 'additionalProperties')
    return [at(String(params.additionalProperty), 'This member is not known here.')];
  return [{ path: instancePath, message: messageOf(error) }];
}

/** The check ends at the first missing member: the others of the place are looked for here. */
function missingIn({ params, parentSchema, data }: ErrorObject): readonly string[] {
  const first = String(params.missingProperty);
  const required = (parentSchema as { readonly required?: readonly string[] } | undefined)?.required ?? [];
  const here = data as object;
  return [first, ...required.filter((member) => member !== first && !Object.hasOwn(here, member))];
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  const { pattern, format, limit } = params as { pattern?: string; format?: string; limit?: number };
  if (pattern === NAME_PATTERN || format === 'name') return NAME_RULE;
  if (pattern !== undefined) return `The value must be ${PATTERNS[pattern] ?? `of the form ${pattern}`}.`;
  if (format !== undefined) return `The value must be ${FORMATS[format] ?? `of the format ${format}`}.`;
  if (params.allowedValues) return `The value must be one of ${params.allowedValues.join(', ')}.`;
  if (keyword === 'const') return `The value must be ${JSON.stringify(params.allowedValue)}.`;
  if (keyword === 'type') return `The value must be ${typesIn(params.type)}.`;
  const bound = BOUNDS[keyword];
  if (bound !== undefined) return `The value must ${bound(String(limit))}.`;
  return `The value ${message ?? 'is not valid'}.`;
}

function typesIn(type: string | readonly string[]): string {
  return [type]
    .flat()
    .map((name) => TYPES[name] ?? name)
    .join(' or ');
}

const BOUNDS: Readonly<Record<string, (limit: string) => string>> = {
  minLength: (limit) => (limit === '1' ? 'not be empty' : `have at least ${limit} characters`),
  maxLength: (limit) => `have at most ${limit} characters`,
  minItems: (limit) => (limit === '1' ? 'not be empty' : `have at least ${limit} items`),
  maxItems: (limit) => `have at most ${limit} items`,
  minimum: (limit) => `be at least ${limit}`,
  maximum: (limit) => `be at most ${limit}`,
  exclusiveMinimum: (limit) => `be more than ${limit}`,
  exclusiveMaximum: (limit) => `be less than ${limit}`,
};
