// Compares each answer of a server with its OpenAPI document: the status and the media type are named there, the body
// has its schema, and the code of a refusal is among those of the operation. With QUORATE_HELD=1 every world runs under
// it, so that the whole contract suite checks the document. Prism does the same as a proxy; this runs in process.
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyGroup } from '../../api/define.js';
import { groups } from '../../api/groups/index.js';
import { openApiDocument } from '../../api/server/openapi.js';

type Json = Readonly<Record<string, unknown>>;
interface Documented {
  /** The codes of a refusal. */
  readonly 'x-codes'?: readonly string[];
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

export const DOCUMENT = openApiDocument(
  { installation: 'test', version: '0.1.0', publicUrl: 'http://127.0.0.1:8080' },
  groups as Readonly<Record<string, AnyGroup>>,
) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Documented>> }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};

/** Names of the schemas of others, and what 3.0 says of null, as JSON Schema says it. */
function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _example, ...rest } = value as Json;
  const out = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, translated(one)]));
  return nullable === true ? { anyOf: [out, { type: 'null' }] } : out;
}

let checker: Ajv | undefined;
const compiled = new Map<object, ValidateFunction>();

function checkOf(schema: Json): ValidateFunction {
  if (checker === undefined) {
    checker = new Ajv({ strict: false, validateFormats: true, allErrors: false });
    (addFormats as unknown as (ajv: Ajv) => void)(checker);
    checker.addSchema({ $id: 'document', ...(translated({ components: DOCUMENT.components }) as object) });
  }
  const known = compiled.get(schema);
  if (known) return known;
  const text = JSON.stringify(translated(schema)).replaceAll('"#/components/', '"document#/components/');
  const made = checker.compile(JSON.parse(text));
  compiled.set(schema, made);
  return made;
}

/** What an answer differs in, in words; undefined for one that is as documented, or of no documented operation. */
export function difference(answer: {
  readonly method: string;
  /** Fastify spelling. */
  readonly url: string;
  readonly status: number;
  readonly type: string | undefined;
  readonly body: string | undefined;
}): string | undefined {
  const { method, url, status, type, body } = answer;
  const operation = DOCUMENT.paths[url.replaceAll(/:([A-Za-z0-9]+)/g, '{$1}')]?.[method.toLowerCase()];
  if (operation === undefined) return undefined;
  const documented = operation.responses[status];
  const said = `${method} ${url} ${status}`;
  if (documented === undefined) return `${said} is not documented: ${body?.slice(0, 200)}`;
  if (type === undefined || body === undefined || body === '') return undefined;
  const media = type.split(';')[0] as string;
  const content = documented.content?.[media] ?? documented.content?.['*/*'];
  if (content === undefined) return `${said} is not documented as ${media}`;
  if (!/[/+]json$/.test(media)) return undefined;
  const value: unknown = JSON.parse(body);
  const check = checkOf(content.schema);
  if (!check(value))
    return `${said} does not have its schema: ${checker?.errorsText(check.errors)} in ${body.slice(0, 300)}`;
  const code = status >= 400 ? (value as { readonly code?: unknown }).code : undefined;
  const codes = documented['x-codes'];
  return typeof code !== 'string' || codes === undefined || codes.includes(code)
    ? undefined
    : `${said} is not documented with the code ${code}`;
}

/** Looks at every answer of the server from now on; `found` hears of each that differs. */
export function checkAnswers(app: FastifyInstance, found: (what: string) => void): void {
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    const { method, url } = request.routeOptions;
    const { statusCode: status } = reply;
    const body =
      typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString('utf8') : undefined;
    const encoding = reply.getHeader('content-encoding');
    if (typeof method === 'string' && url !== undefined && status !== 304) {
      const type = reply.getHeader('content-type');
      const what = difference({
        ...{ method: request.method, url, status },
        type: type === undefined ? undefined : String(type),
        body: encoding === undefined ? body : undefined,
      });
      if (what !== undefined) found(what);
    }
    done(null, payload);
  });
}
