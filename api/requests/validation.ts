// What compiles the schemas of operations: Ajv for the parts of a request, serializers for answers. Bodies are checked as they are: nothing is coerced,
// filled in or dropped, because bytes are signed and hashed. Path and query are text, so they are coerced and get their defaults.
import { type Serializer, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { Issue, IssueCode } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { escapePointer } from '../../core/base/json.js';

const shared = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: false,
  validateFormats: true,
} as const;

export function bodyAjv(): Ajv {
  return withFormats(new Ajv({ ...shared, coerceTypes: false, useDefaults: false, removeAdditional: false }));
}

export function textAjv(): Ajv {
  return withFormats(new Ajv({ ...shared, coerceTypes: true, useDefaults: true, removeAdditional: false }));
}

const compilers = { body: undefined as Ajv | undefined, text: undefined as Ajv | undefined };

/**
 * One for all servers of a process: the schemas are constants, and Ajv compiles each of them once, at its first
 * request: all of them take half a second of CPU, and a node meets few. That each compiles is tested
 * (test/contract/operations.test.ts).
 */
export function validatorCompiler(): FastifySchemaCompiler<object> {
  compilers.body ??= bodyAjv();
  compilers.text ??= textAjv();
  const { body, text } = compilers;
  return ({ schema, httpPart }) => {
    let check: ValidateFunction | undefined;
    const checkLate = (data: unknown): boolean => {
      check ??= (httpPart === 'body' ? body : text).compile(schema);
      const isValid = check(data);
      checkLate.errors = check.errors ?? null;
      return isValid;
    };
    // Fastify reads it right after an answer of false.
    checkLate.errors = null as ErrorObject[] | null;
    return checkLate;
  };
}

const compileSerializer = SerializerSelector()();
const serializers = new WeakMap<object, Serializer>();

/** Fastify's own compiles a schema for GET, for HEAD, and for each server; here each is compiled at its first answer. */
export function serializerCompiler(): FastifySerializerCompiler<object> {
  return (route) => {
    const writeLate: Serializer = (data) => {
      const write = serializers.get(route.schema) ?? compileSerializer(route as never);
      serializers.set(route.schema, write);
      return write(data);
    };
    return writeLate;
  };
}

function withFormats(ajv: Ajv): Ajv {
  // The package is CommonJS: its callable sits under `default` for TypeScript and for Node alike.
  formats.default(ajv);
  return ajv;
}

const CODES: Readonly<Record<string, IssueCode>> = {
  body: 'BODY_INVALID',
  params: 'PATH_INVALID',
  querystring: 'QUERY_INVALID',
  headers: 'HEADER_INVALID',
};

/** Issues of a failed validation, each with the pointer of the member at fault. No value of the request is repeated in a message. */
export function issuesOf(errors: readonly ErrorObject[], part: string | undefined): Issue[] {
  const code = CODES[part ?? 'body'] ?? 'BODY_INVALID';
  // The outermost complaint of a union stands last and says least; the first one names the member.
  return errors.slice(0, 10).map((error) => issue(code, pathOf(error), messageOf(error)));
}

function pathOf(error: ErrorObject): string {
  const { additionalProperty, missingProperty } = error.params as {
    additionalProperty?: string;
    missingProperty?: string;
  };
  const member = additionalProperty ?? missingProperty;
  return member === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(member)}`;
}

function messageOf(error: ErrorObject): string {
  const params = error.params as { allowedValues?: readonly unknown[]; allowedValue?: unknown };
  if (error.keyword === 'additionalProperties') return 'This member is not known here.';
  if (error.keyword === 'required') return 'This member is required.';
  if (params.allowedValues) return `The value must be one of ${params.allowedValues.join(', ')}.`;
  return `The value ${error.message ?? 'is not valid'}.`;
}
