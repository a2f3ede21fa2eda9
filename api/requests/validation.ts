// Compilation of the schemas of operations: Ajv for the parts of a request, serializers for answers. Bodies are checked
// as they are: nothing is coerced, filled in or dropped, because bytes are signed and hashed. Path and query are text,
// so they are coerced and get their defaults.
import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { nameProblem } from '../../core/base/hidden.js';
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { CompactJwe } from '../../core/credentials/jose/compact-jwe.js';
import type { AnyRoute } from '../define.js';
import { closeSchema } from '../schemas/base/closed.js';
import { faultsOf } from './faults/words.js';
import type { CallParts } from './incoming.js';

const shared = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  // The first fault ends the check, so that a large body costs no more than that; `verbose` shows its schema.
  allErrors: false,
  verbose: true,
  validateFormats: true,
} as const;

export function bodyAjv(): Ajv {
  return withFormats(new Ajv({ ...shared, coerceTypes: false, useDefaults: false, removeAdditional: false }));
}

export function textAjv(): Ajv {
  return withFormats(new Ajv({ ...shared, coerceTypes: true, useDefaults: true, removeAdditional: false }));
}

const compilers = { body: undefined as Ajv | undefined, text: undefined as Ajv | undefined };

/** The faults of the parts of a call, if there are any. Path and query get their defaults in place. */
export type PartsCheck = (parts: CallParts) => readonly Issue[] | undefined;

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false };

/** The parts that the definition names, in the order in which they are judged. */
export function partsCheck({ input = {}, anyQuery }: Pick<AnyRoute, 'input' | 'anyQuery'>): PartsCheck {
  const body = 'body' in input ? input.body : undefined;
  const headers = 'headers' in input ? input.headers : undefined;
  const checks = [
    input.params && checkOf('params', closeSchema(input.params)),
    body && checkOf('body', closeSchema(body)),
    // Without a query of its own an operation has none: a misspelt filter is refused and not ignored.
    anyQuery === true
      ? input.query && checkOf('query', input.query)
      : checkOf('query', input.query ? closeSchema(input.query) : NO_QUERY),
    headers && checkOf('headers', headers),
  ].filter((check) => check !== undefined);
  return (parts) => {
    for (const check of checks) {
      const issues = check(parts);
      if (issues !== undefined) return issues;
    }
    return undefined;
  };
}

/**
 * A single compiler for all servers of a process: the schemas are constants, and Ajv compiles each of them once, at its
 * first request: all of them take half a second of CPU, and a node meets few. That each compiles is tested
 * (test/contract/surface/operations.test.ts).
 */
function checkOf(part: keyof CallParts, schema: object): PartsCheck {
  let check: ValidateFunction | undefined;
  return (parts) => {
    // Its handler judges the members, once it has them.
    if (part === 'body' && parts.body instanceof CompactJwe) return undefined;
    // A body that may be left out is null to its schema, and not to a caller.
    if (part === 'body' && parts.body === null) return [NULL_BODY];
    check ??= part === 'body' ? compiledBody(schema) : compiledText(schema);
    const isValid = check(parts[part] === undefined ? null : parts[part]);
    if (!isValid && part === 'body' && parts.body === undefined) return [NO_BODY];
    return isValid ? undefined : issuesOf(check.errors ?? [], part);
  };
}

const NO_BODY = issue(
  'BODY_INVALID',
  '',
  'The body is empty: this operation takes JSON, with the header Content-Type.',
);
const NULL_BODY = issue('BODY_INVALID', '', 'The body is null, which no operation takes.');

/** Of a schema that is a constant: the compiler keeps it. */
export function compiledBody(schema: object): ValidateFunction {
  compilers.body ??= bodyAjv();
  return compilers.body.compile(schema);
}

function compiledText(schema: object): ValidateFunction {
  compilers.text ??= textAjv();
  return compilers.text.compile(schema);
}

const compileSerializer = SerializerSelector()();
const serializers = new WeakMap<object, Serializer>();
/** The compiler tells routes apart by these, which no schema here depends on. */
const ANYWHERE = { method: 'GET', url: '/', httpStatus: '200' };

/** Writes answers of a schema, without the members that it does not name. Compiled at the first answer. */
export function writerOf(schema: object): (value: unknown) => string {
  const form = closeSchema(schema);
  return (value) => {
    const write = serializers.get(form) ?? compileSerializer({ ...ANYWHERE, schema: form } as never);
    serializers.set(form, write);
    return write(value);
  };
}

function withFormats(ajv: Ajv): Ajv {
  // The package is CommonJS: its callable sits under `default` for TypeScript and for Node alike.
  formats.default(ajv);
  // The document says more closely what a rule behind the schema takes, and refuses by a code of its own.
  ajv.addKeyword('documented');
  ajv.addFormat('date-time', isTime);
  ajv.addFormat('name', (text) => nameProblem(text) === undefined);
  return ajv;
}

const DATE_TIME = formats.default.get('date-time');

/** RFC 3339, but for what no clock of a program shows: a leap second is not a time to it. */
function isTime(text: string): boolean {
  const isOfForm =
    typeof DATE_TIME === 'object' && 'validate' in DATE_TIME && (DATE_TIME.validate as (text: string) => boolean)(text);
  return isOfForm && Number.isFinite(Date.parse(text));
}

const CODES: Readonly<Record<keyof CallParts, IssueCode>> = {
  body: 'BODY_INVALID',
  params: 'PATH_INVALID',
  query: 'QUERY_INVALID',
  headers: 'HEADER_INVALID',
};

function issuesOf(errors: readonly ErrorObject[], part: keyof CallParts): Issue[] {
  const code = CODES[part];
  return faultsOf(errors).map(({ path, message }) => issue(code, path, message));
}
