// Serves the documents that describe the surface: OpenAPI as JSON and YAML, the documentation site, and a page on which
// operations can be tried, which works offline under the CSP.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { ListenerName } from '../define.js';
import type { ApiConfig } from '../deps/base.js';
import type { CallOutcome } from '../requests/outcome.js';
import { documentOutcome } from './answers/document.js';
import type { SendOutcome } from './answers/sender.js';
import { openApiDocument } from './openapi.js';
import type { DocumentJson } from './openapi-dialect.js';
import { mountSite } from './site-routes.js';
import { trialPage } from './trial-page.js';

type Groups = Parameters<typeof openApiDocument>[1];

interface Published {
  /** All that the document depends on besides the table. */
  readonly of: string;
  /** Both are made when they are first asked for: that is a tenth of the work of a start. */
  readonly document: () => DocumentJson;
  readonly json: () => CallOutcome;
}

/**
 * By listener, of the last node with the table: several in one process, as in a demonstration, mostly have the same
 * documents.
 */
const published = new WeakMap<Groups, Map<ListenerName, Published>>();

function publishRoutes({ config, groups }: Subject, listener: ListenerName): Published {
  const { installation, version, publicUrl } = config;
  const of = JSON.stringify([installation, version, publicUrl]);
  const its = published.get(groups) ?? new Map<ListenerName, Published>();
  const known = its.get(listener);
  if (known?.of === of) return known;
  const document = makeOnce(() => openApiDocument({ installation, version, publicUrl }, groups, listener));
  const json = makeOnce(() => documentOutcome('application/json', JSON.stringify(document())));
  published.set(groups, its.set(listener, { of, document, json }));
  return { of, document, json };
}

function makeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** For a plugin that keeps a document from the start on, and reads its members when it is asked for it. */
function readLater(document: () => DocumentJson): object {
  const members: ProxyHandler<object> = {
    get: (_, name) => Reflect.get(document(), name),
    ownKeys: () => Reflect.ownKeys(document()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(document(), name),
  };
  return new Proxy({}, members);
}

interface Subject {
  readonly config: ApiConfig;
  readonly groups: Groups;
}

/** The document of a listener of its own. `send` is the way of what is read. */
export function mountDocument(
  app: FastifyInstance,
  subject: Subject,
  { listener, send }: { readonly listener: ListenerName; readonly send: SendOutcome },
): void {
  const { json } = publishRoutes(subject, listener);
  app.get('/.well-known/openapi.json', (request, reply) => send(request, reply, json()));
}

/** Whether people find the documentation and the console there. */
interface Shown {
  readonly docs: boolean;
  readonly pages: boolean;
}

/** Of the public listener. */
export async function mountDocuments(
  app: FastifyInstance,
  subject: Subject,
  { docs, pages, send }: Shown & { readonly send: SendOutcome },
): Promise<void> {
  const { document } = publishRoutes(subject, 'public');
  await app.register(swagger, { mode: 'static', specification: { document: readLater(document) as never } });
  let yaml: CallOutcome | undefined;
  mountDocument(app, subject, { listener: 'public', send });
  app.get('/.well-known/openapi.yaml', (request, reply) => {
    yaml ??= documentOutcome('application/yaml', app.swagger({ yaml: true }));
    send(request, reply, yaml);
  });
  mountEntrance(app, { docs, pages });
  if (!docs) return;
  mountSite(app, document, send);
  await app.register(swaggerUi, trialPage(subject.config.version));
}

const DOCUMENTATION = [
  { name: 'docs', path: '/docs/', about: 'the documentation: from the first register to every operation and error' },
  { name: 'docsApi', path: '/docs/api', about: 'every operation, to try' },
];

/** Where to go from the address of a node: links for people, and for programs the same as JSON. */
function mountEntrance(app: FastifyInstance, { docs, pages }: Shown): void {
  const links = [
    ...(pages ? [{ name: 'console', path: '/console', about: 'the console, in a browser' }] : []),
    ...(docs ? DOCUMENTATION : []),
    { name: 'openapi', path: '/.well-known/openapi.json', about: 'the same for programs' },
    { name: 'openapiYaml', path: '/.well-known/openapi.yaml', about: 'the same as YAML' },
    { name: 'health', path: '/health', about: 'whether the node can serve, part by part' },
    { name: 'alive', path: '/alive', about: 'whether the process runs' },
    { name: 'login', path: '/api/auth/login', about: 'where an account gets its tokens (POST)' },
  ];
  const json = { service: 'quorate', links: Object.fromEntries(links.map(({ name, path }) => [name, path])) };
  const items = links.map(({ path, about }) => `<li><a href="${path}">${path}</a>: ${about}</li>`).join('\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Quorate</title></head>
<body><h1>Quorate</h1>
<p>This is a node of a multi-party ledger. People work with it in the console, and by the command line: <code>quorate login --url</code> with the address of this page, then <code>quorate help</code>.</p>
<ul>
${items}
</ul></body></html>
`;
  app.get('/', (request, reply) => {
    reply.header('cache-control', 'public, max-age=60').header('vary', 'accept');
    if (!/\btext\/html\b/.test(request.headers.accept ?? '')) return reply.send(json);
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(html);
  });
}
