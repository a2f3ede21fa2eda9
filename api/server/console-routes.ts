// Serves the console under /console: the files of its list, and one document for each of its pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ConsoleFile, readConsole } from '../console/site.js';
import type { CallOutcome } from '../requests/outcome.js';
import type { SendOutcome } from './answers/sender.js';
import { isForPeople } from './site-routes.js';

/** Scripts, styles and answers of this node, and nothing else. No text becomes a script but by the policy `quorate`. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:",
  "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types quorate",
].join('; ');

const HEADERS = {
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  // A page that opened this one, or was opened by it, has no hold on it.
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=()',
} as const;

/** Names of files hold hashes of their contents: a browser never asks again. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The one file that is a document by itself, with a policy of its own in it. */
const DOCUMENT = /\.html$/;

export function mountConsole(app: FastifyInstance, send: SendOutcome): void {
  const site = readConsole();
  const serve = (path: string, request: FastifyRequest, reply: FastifyReply) => {
    if (site === undefined) return reply.code(503).headers(HEADERS).type('text/plain; charset=utf-8').send(NOT_BUILT);
    const file = site.file(path);
    if (file !== undefined) return send(request, reply, fileOutcome(path, file));
    const isPage = site.hasPage(`/${path}`);
    if (!isPage && !isForPeople(request)) return reply.callNotFound();
    return send(request, reply, pageOutcome(site.index(), isPage ? 200 : 404));
  };
  app.get('/console', (request, reply) => serve('', request, reply));
  app.get('/console/*', (request, reply) => serve((request.params as { readonly '*': string })['*'], request, reply));
}

const NOT_BUILT =
  'The console was not built here. Run "npm ci" and "npm run build", or use the command line: quorate help.\n';

function pageOutcome({ type, ...file }: ConsoleFile, status: 200 | 404): CallOutcome {
  const headers = { ...HEADERS, 'content-type': type, 'cache-control': 'no-cache', 'content-security-policy': POLICY };
  return { status, headers, ...file };
}

function fileOutcome(name: string, { type, ...file }: ConsoleFile): CallOutcome {
  const isDocument = DOCUMENT.test(name);
  return {
    status: 200,
    headers: {
      ...HEADERS,
      'content-type': type,
      'cache-control': isDocument ? 'no-cache' : IMMUTABLE,
      // A worker is held to the policy of its own answer.
      'content-security-policy': isDocument ? "frame-ancestors 'none'" : POLICY,
    },
    ...file,
  };
}
