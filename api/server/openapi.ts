// The OpenAPI 3.0.1 document, made from the table of operations and nothing else (specification section 9.1).
import { IDEMPOTENCY_KEY_MAX } from '../../core/base/limits/node/requests.js';
import { JWT_TYPE } from '../../core/credentials/jose/compact-jwe.js';
import { canonicalDocument } from '../../core/linked/document.js';
import { CONTEXT_PATH } from '../../core/linked/terms.js';
import type { AnyGroup, AnyRoute, ListenerName, Representation, RouteDefinition } from '../define.js';
import { bodyLimit, bodyTypes, isAnsweredAt, isIdempotent, isUncached, statusMap, takesRanges } from '../define.js';
import type { ApiConfig } from '../deps/base.js';
import { writerFor } from '../dispatch/representations.js';
import { EXAMPLE_ORIGIN } from '../examples/values.js';
import { MCP_MARK } from '../mcp/manifest.js';
import { closeSchema } from '../schemas/base/closed.js';
import { type DocumentJson, dialect, type NamedSchemas, placeOf, plainly } from './openapi-dialect.js';
import { inOrder } from './openapi-order.js';
import { refusalForms, refusals } from './openapi-refusals.js';
import { CREDENTIALS, certificateOf, namedScopes, securityOf, securitySchemes } from './openapi-security.js';

/** Of the operations that a listener answers. */
export function openApiDocument(
  config: Pick<ApiConfig, 'installation' | 'version' | 'publicUrl'>,
  groups: Readonly<Record<string, AnyGroup>>,
  listener: ListenerName = 'public',
): DocumentJson {
  const components: NamedSchemas = new Map();
  const paths: Record<string, DocumentJson> = {};
  const isShown = (definition: AnyRoute) => isAnsweredAt(definition, listener);
  const shown = Object.values(groups).filter(({ routes }) => Object.values(routes).some(isShown));
  const definitions = shown.flatMap(({ routes }) => Object.values(routes).filter(isShown));
  for (const group of shown) {
    for (const [id, definition] of Object.entries(group.routes)) {
      if (!isShown(definition)) continue;
      const path = definition.url.replaceAll(/:([A-Za-z0-9]+)/g, '{$1}');
      const example = exampleAt(config.publicUrl, group.examples[id]);
      paths[path] = {
        ...paths[path],
        [definition.method.toLowerCase()]: {
          ...operation({ id, definition, tag: group.tag, example, publicUrl: config.publicUrl }, components),
          ...certificateOf(listener),
        },
      };
    }
  }
  return {
    openapi: '3.0.1',
    info: info(listener),
    servers: [
      ...(listener === 'public' ? [{ url: config.publicUrl, description: 'This node.' }] : []),
      { url: '/', description: 'Relative to this document.' },
    ],
    tags: inOrder(shown).map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      parameters: {
        IfNoneMatch: IF_NONE_MATCH,
        ...(definitions.some(takesRanges) && { IfRange: IF_RANGE, Range: RANGE }),
      },
      responses: {
        NotModified: { description: 'The client has the answer already: its ETag is one of If-None-Match.' },
      },
      schemas: {
        ...refusalForms(definitions),
        ...Object.fromEntries(
          [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]),
        ),
      },
      securitySchemes: securitySchemes(definitions),
    },
  };
}

/** An example as this node would answer it. */
function exampleAt(publicUrl: string, example: unknown = {}): DocumentJson {
  return JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_ORIGIN, publicUrl)) as DocumentJson;
}

const STANDARDS = [
  ...['OAuth 2.0', 'OpenID Connect Core 1.0', 'WebAuthn Level 2', 'DID 1.0', 'JSON-LD 1.1', 'OData 4.0'],
  ...['JSON Schema 2020-12', 'BIP-32', 'BIP-39', 'BIP-44', 'SLIP-0010', 'FIPS 203', 'FIPS 204'],
  ...['RFC 6238', 'RFC 6750', 'RFC 6962', 'RFC 7240', 'RFC 7519', 'RFC 8288', 'RFC 8594', 'RFC 8785', 'RFC 9110'],
  ...['RFC 9457', 'RFC 9745'],
];

const NODE = 'A multi-party ledger node: signed workflow actions on replicated, hash-chained registers.';
/** Of the listeners of their own: which operations these are. */
const ABOUT: Readonly<Partial<Record<ListenerName, string>>> = {
  internal: ' These are its operations for services behind the gateway; the public listener answers them to nobody.',
  workload: ' These are its operations for services that prove who they are by a client certificate (mutual TLS).',
};

function info(listener: ListenerName): DocumentJson {
  return {
    title: 'Quorate',
    version: '2.0.0-dev',
    description: `${NODE}${ABOUT[listener] ?? ''}`,
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    contact: { name: 'The operator of this node' },
    'x-standards': STANDARDS,
    ...(listener === 'public' && { 'x-mcp-server': MCP_MARK }),
  };
}

interface Subject {
  readonly id: string;
  readonly definition: AnyRoute;
  readonly tag: string;
  readonly example: DocumentJson;
  readonly publicUrl: string;
}

function operation(subject: Subject, components: NamedSchemas): DocumentJson {
  const { id, definition, tag } = subject;
  const body = requestBody(subject, components);
  return {
    operationId: id,
    summary: definition.summary,
    description: `${definition.description ?? `${definition.summary}.`}${definition.chargesSignatures ? CHARGED : ''} Policy: ${definition.can}.`,
    tags: definition.tags ?? [tag],
    ...(definition.deprecated ? { deprecated: true } : {}),
    security: securityOf(definition),
    ...namedScopes(definition),
    parameters: parameters(subject, components),
    ...(body ? { requestBody: body } : {}),
    responses: responses(subject, components),
  };
}

/** Refusals by status, and successes. */
function responses(subject: Subject, components: NamedSchemas): DocumentJson {
  const { definition } = subject;
  const known = hasTag(definition) ? { 304: { $ref: '#/components/responses/NotModified' } } : {};
  return { ...refusals(definition), ...known, ...successes(subject, components) };
}

/** Its answers have an ETag: of streams those alone that come in parts too, and of pages none. */
function hasTag(definition: AnyRoute): boolean {
  if (definition.method !== 'GET' || isUncached(definition)) return false;
  if (definition.kind === 'route' || takesRanges(definition)) return true;
  return definition.answers.status === 200 && definition.rate !== 'download' && definition.isPage !== true;
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the answer that the client has: 304 while it is still so. Answers up to 1 MiB have one.',
  schema: { type: 'string' },
};

const RANGE = {
  name: 'Range',
  in: 'header',
  required: false,
  description:
    'A single range of bytes, such as bytes=1000-: 206 with that part. Several ranges, and other units, get the whole.',
  schema: { type: 'string' },
};
const IF_RANGE = {
  name: 'If-Range',
  in: 'header',
  required: false,
  description: 'ETag of the answer that the client has a part of: the whole comes where it is another one.',
  schema: { type: 'string' },
};

const CHARGED = ' Signatures are charged for beside the request, by what their algorithm costs to verify.';

function parameters({ id, definition }: Subject, components: NamedSchemas): DocumentJson[] {
  const { input = {} } = definition;
  const rows: DocumentJson[] = [];
  for (const [part, place] of [
    ['params', 'path'],
    ['query', 'query'],
    ['headers', 'header'],
  ] as const) {
    const schema = (
      input as Readonly<Record<string, { properties?: Record<string, DocumentJson>; required?: string[] } | undefined>>
    )[part];
    for (const [name, property] of Object.entries(schema?.properties ?? {})) {
      if (place === 'header' && name === CREDENTIALS) continue;
      const { description, ...rest } = plainly(dialect(property, components, placeOf(id, name)));
      const required = place === 'path' || (schema?.required?.includes(name) === true && !('default' in property));
      rows.push({
        name,
        in: place,
        required,
        ...(description === undefined ? {} : { description }),
        schema: rest,
      });
    }
  }
  if (definition.kind === 'route' && isIdempotent(definition))
    rows.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same request again within 24 hours gets the first answer, with the header Idempotency-Replayed. Another request under the key is refused, ' +
        'one while the first runs, and one whose first answer is not kept: it showed a secret, or was long.',
      schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX, pattern: '^[!-~]+$' },
    });
  if (hasTag(definition)) rows.push({ $ref: '#/components/parameters/IfNoneMatch' });
  if (takesRanges(definition))
    for (const name of ['Range', 'IfRange']) rows.push({ $ref: `#/components/parameters/${name}` });
  if (definition.reads === 'sealed')
    rows.push({
      name: 'If-Register-Height',
      in: 'header',
      required: false,
      description:
        'Answer from a state of the register at this height or above. The node waits two seconds for it, then answers 503 REGISTER_BEHIND. ' +
        'Each answer says the height that it is from in the header Register-Height.',
      schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    });
  return rows;
}

function requestBody({ id, definition, example }: Subject, components: NamedSchemas): DocumentJson | undefined {
  const schema = definition.kind === 'route' ? definition.input?.body : undefined;
  if (!schema) return undefined;
  const shown = (example.input as DocumentJson | undefined)?.body;
  const { asked, required } = bodyNeed(closeSchema(schema) as DocumentJson);
  const body = {
    schema: dialect(asked, components, placeOf(id, 'body')),
    ...(shown === undefined ? {} : { example: shown }),
  };
  return {
    ...sizeOf(definition),
    required,
    content: Object.fromEntries(bodyTypes(definition).map((type) => [type, type === JWT_TYPE ? ENCRYPTED : body])),
  };
}

const ENCRYPTED = { schema: { type: 'string', description: 'A JWE in compact form of the same.' } };

/** A body that may be null may be left out: 3.0 says that beside the schema. */
function bodyNeed(schema: DocumentJson): { readonly asked: DocumentJson; readonly required: boolean } {
  const members = schema.anyOf as readonly DocumentJson[] | undefined;
  const others = members?.filter(({ type }) => type !== 'null') ?? [];
  const isOptional = members !== undefined && others.length === 1 && others.length < members.length;
  return isOptional ? { asked: others[0] as DocumentJson, required: false } : { asked: schema, required: true };
}

/** For people and for programs; the operator may set a lower cap for all. */
function sizeOf(definition: AnyRoute): DocumentJson {
  const { bytes, values } = bodyLimit(definition);
  return {
    description: `At most ${bytes} bytes and ${values} values.`,
    'x-bytes-max': bytes,
    'x-values-max': values,
  };
}

function successes({ id, definition, example, publicUrl }: Subject, components: NamedSchemas): DocumentJson {
  if (definition.kind === 'raw') {
    const { status, type, forms = {}, schema, description } = definition.answers;
    const { otherStatuses = {}, sameStatuses = {} } = definition.answers;
    const { output } = example;
    // An example is written as the text that is sent.
    const isShown = typeof output === 'string' && type === 'application/json';
    const shown = isShown ? { example: JSON.parse(output) } : {};
    const others = Object.entries(forms).map(([name, said]) => [name, { schema: { description: said } }]);
    const content = {
      [type]: { schema: schema && dialect(closeSchema(schema), components, placeOf(id, 'answer')), ...shown },
      ...Object.fromEntries(others),
    };
    const bare = Object.entries(otherStatuses).map(([other, about]) => [other, { description: about }]);
    const same = Object.entries(sameStatuses).map(([other, about]) => [other, { description: about, content }]);
    const part = takesRanges(definition) && { 206: { description: 'The part of it that Range asks for.', content } };
    return {
      [status]: { description, ...(schema && { content }) },
      ...part,
      ...Object.fromEntries([...bare, ...same]),
    };
  }
  const lowest = Math.min(...Object.keys(statusMap(definition)).map(Number));
  const encrypted = bodyTypes(definition).includes(JWT_TYPE) ? { [JWT_TYPE]: ENCRYPTED } : {};
  const answers = Object.entries(statusMap(definition)).map(([status, schema]) => {
    const shown: { example?: unknown } =
      Number(status) === lowest && example.output !== undefined ? { example: example.output } : {};
    if (schema === null) return [status, { description: describeStatus(status) }];
    const body = { schema: dialect(closeSchema(schema), components, placeOf(id, 'answer')), ...shown };
    const content =
      Number(status) < 400
        ? { 'application/json': body, ...encrypted, ...formsOf(definition, shown.example, publicUrl) }
        : { [PROBLEM]: body };
    return [status, { description: describeStatus(status), content }];
  });
  return Object.fromEntries(answers);
}

function describeStatus(status: string): string {
  return DESCRIPTIONS[status] ?? 'Done.';
}

/** An answer that is a refusal in every case (501) comes as a problem. */
const PROBLEM = 'application/problem+json';

/** The forms of an answer besides JSON. An answer that is not JSON is a text to a schema. */
function formsOf({ representations = {} }: RouteDefinition, value: unknown, publicUrl: string): DocumentJson {
  return Object.fromEntries(
    Object.entries(representations).map(([type, form]) => [
      type,
      { schema: { ...FORM_SCHEMAS[form.kind], ...columnsOf(form) }, ...exampleIn(form, value, publicUrl) },
    ]),
  );
}

/** Linked data of the example of the answer. */
function exampleIn(form: Representation, value: unknown, publicUrl: string): DocumentJson {
  if (value === undefined) return {};
  if (form.kind === 'linked') return { example: JSON.parse(writerFor(form, publicUrl)(value) as string) };
  return form.kind === 'quads' ? { example: canonicalDocument(form.node(value as never)) } : {};
}

const FORM_SCHEMAS: Readonly<Record<Representation['kind'], DocumentJson>> = {
  linked: {
    type: 'object',
    description: `JSON-LD 1.1 in its compacted form; its context, which never changes, is at ${CONTEXT_PATH}.`,
  },
  quads: { type: 'string', description: 'Canonical N-Quads by RDFC-1.0: the same text for the same document.' },
  lines: { type: 'string', description: 'An item a line, each the JSON of an item of the list.' },
  table: { type: 'string' },
};

function columnsOf(form: Representation): DocumentJson {
  if (form.kind !== 'table') return {};
  const description = `RFC 4180, with a line of names: ${Object.keys(form.columns).join(', ')}. A text that a spreadsheet would compute begins with an apostrophe.`;
  return { description };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'The answer.',
  201: 'Created.',
  202: 'Accepted and durable; the outcome follows.',
  204: 'Done; there is nothing to show.',
};
