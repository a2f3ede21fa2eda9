// Compares each answer of a server with the OpenAPI document of its listener: the status and the media type are named
// there; the body has its schema; the code of a refusal is among those of the operation. Every world runs under it, so
// that the whole contract suite checks the document. Prism does the same as a proxy; this runs in process, and compiles
// a schema once for all worlds of a process.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyGroup, ListenerName } from '../../../api/define.js';
import { groups } from '../../../api/groups/index.js';
import { openApiDocument } from '../../../api/server/openapi.js';

type Json = Readonly<Record<string, unknown>>;
interface Documented {
  /** The codes of a refusal. */
  readonly 'x-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, Content>>;
}
interface Content {
  readonly schema: Json;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Documented>>;
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const CONFIG = { installation: 'test', version: '0.1.0', publicUrl: 'http://127.0.0.1:8080' };

/** What says of a value what is wrong with it, in words; nothing of a good one. */
type Check = (value: unknown) => string | undefined;

/** A document, and its schemas as checks. */
export class DocumentCheck {
  readonly document: ApiDocument;
  private readonly ajv: Ajv;
  private readonly compiled = new Map<object, ValidateFunction>();

  constructor(listener: ListenerName) {
    this.document = openApiDocument(
      CONFIG,
      groups as Readonly<Record<string, AnyGroup>>,
      listener,
    ) as unknown as ApiDocument;
    this.ajv = new Ajv({ strict: false, code: { optimize: false } });
    (addFormats as unknown as (ajv: Ajv) => void)(this.ajv);
    const schemas = Object.entries(this.document.components.schemas).map(([name, one]) => [name, translated(one)]);
    this.ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(schemas) } });
  }

  of(schema: Json): Check {
    const check = this.compiled.get(schema) ?? this.compile(schema);
    return (value) => (check(value) ? undefined : said(check.errors));
  }

  /** What is named is compiled once, wherever it is used. */
  private compile(schema: Json): ValidateFunction {
    const named = typeof schema.$ref === 'string' ? this.ajv.getSchema(`document${schema.$ref}`) : undefined;
    const made = named ?? this.ajv.compile(translated(schema) as object);
    this.compiled.set(schema, made);
    return made;
  }
}

function said(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
}

/** What 3.0 says of null, and the names of components, as JSON Schema says them. */
function translated(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(translated);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, example: _example, enum: values, properties, ...rest } = schema as Json;
  const out: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, one]) => [name, translated(one)]),
  );
  if (typeof out.$ref === 'string') out.$ref = `document${out.$ref}`;
  if (values !== undefined) out.enum = values;
  if (properties !== undefined)
    out.properties = Object.fromEntries(
      Object.entries(properties as Json).map(([name, one]) => [name, translated(one)]),
    );
  return nullable === true ? { anyOf: [out, { type: 'null' }] } : out;
}

const made = new Map<ListenerName, DocumentCheck>();

/** Made when it is first asked for: a document costs more than all answers of a test. */
export function checkOf(listener: ListenerName): DocumentCheck {
  const check = made.get(listener) ?? new DocumentCheck(listener);
  made.set(listener, check);
  return check;
}

/** `url` in the spelling of Fastify. */
export function operationAt(
  paths: ApiDocument['paths'],
  method: string,
  url: string | undefined,
): Operation | undefined {
  return paths[(url ?? '').replaceAll(/:([A-Za-z0-9]+)/g, '{$1}')]?.[method.toLowerCase()];
}

export interface Sent {
  readonly method: string;
  /** Fastify spelling. */
  readonly url: string;
  readonly status: number;
  readonly type: string | undefined;
  /** Undefined for a stream, which is not read. */
  readonly body: string | undefined;
}

/** What an answer differs in, in words; undefined for one that is as documented, or of no documented operation. */
export function difference(answer: Sent, check = checkOf('public')): string | undefined {
  const { method, url, status, type, body } = answer;
  const { paths } = check.document;
  const operation = operationAt(paths, method === 'HEAD' ? 'GET' : method, url);
  if (operation === undefined) return undefined;
  const documented = operation.responses[status];
  const subject = `${method} ${url} ${status}`;
  if (documented === undefined) return `${subject} is not documented: ${body?.slice(0, 200)}`;
  if (method === 'HEAD' || status === 304) return undefined;
  const { content: contents } = documented;
  if (body === '') return contents === undefined ? undefined : `${subject} has no body, and the document shows one`;
  if (type === undefined || body === undefined) return undefined;
  const media = type.split(';')[0] as string;
  const content = contents?.[media] ?? contents?.['*/*'];
  if (content === undefined) return `${subject} is not documented as ${media}`;
  const found = JSON_TYPES.test(media) ? inJson(body, check.of(content.schema), documented['x-codes']) : undefined;
  return found && `${subject} ${found} in ${body.slice(0, 300)}`;
}

/** Those of DID resolution say it by their names alone. */
const JSON_TYPES = /[/+]json$|^application\/did/;

/** `codes` are those of a refusal. */
function inJson(body: string, check: Check, codes: readonly string[] | undefined): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'is no JSON';
  }
  const wrong = check(value);
  if (wrong !== undefined) return `does not have its schema (${wrong})`;
  const code = (value as { readonly code?: unknown } | null)?.code;
  return typeof code !== 'string' || codes === undefined || codes.includes(code)
    ? undefined
    : `is not documented with the code ${code}`;
}

/** Looks at every answer of the server of a listener from now on; `found` hears of each that differs. */
export function checkAnswers(app: FastifyInstance, listener: ListenerName, found: (what: string) => void): void {
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    const { url } = request.routeOptions;
    if (url !== undefined) {
      const type = reply.getHeader('content-type');
      const what = difference(
        {
          ...{ method: request.method, url, status: reply.statusCode },
          type: type === undefined ? undefined : String(type),
          body: textOf(payload, reply.getHeader('content-encoding')),
        },
        checkOf(listener),
      );
      if (what !== undefined) found(what);
    }
    done(null, payload);
  });
}

/** Unpacked; undefined for a stream. */
export function textOf(payload: unknown, encoding: unknown): string | undefined {
  if (payload === undefined || payload === null) return '';
  if (typeof payload === 'string') return payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  if (encoding === 'gzip') return gunzipSync(payload).toString('utf8');
  return (encoding === 'br' ? brotliDecompressSync(payload) : payload).toString('utf8');
}
