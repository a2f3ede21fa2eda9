// Serves the documentation site under /docs: pages of its table and nothing else, each made once, when it is first
// asked for.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '../../core/base/hash.js';
import type { CallOutcome } from '../requests/outcome.js';
import type { Site, SiteFile } from '../site/site.js';
import { siteOf } from '../site/sources.js';
import type { SendOutcome } from './answers/sender.js';

/** Gives way to the requests that wait. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

export function mountSite(app: FastifyInstance, document: object, send: SendOutcome): void {
  let site: Site | undefined;
  // As many as the table has, which bounds what is kept: some 4 MB when every page was asked for.
  const made = new Map<string, Promise<CallOutcome>>();
  const outcomeOf = (path: string): Promise<CallOutcome> | undefined => {
    site ??= siteOf(document);
    if (!site.has(path)) return undefined;
    const known = made.get(path);
    if (known !== undefined) return known;
    const outcome = site.file(path, rest).then(servedFile);
    made.set(path, outcome);
    // A file that could not be read now is read again.
    outcome.catch(() => made.delete(path));
    return outcome;
  };
  // The links of a page are relative to the folder.
  app.get('/docs', (_, reply) => reply.redirect('docs/', 308));
  app.get('/docs/*', (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': path } = request.params as { readonly '*': string };
    const outcome = outcomeOf(path === '' ? 'index.html' : path);
    if (outcome === undefined) return reply.callNotFound();
    return outcome.then((served) => {
      send(request, reply, served);
      return reply;
    });
  });
}

function servedFile({ type, body, hasScripts }: SiteFile): CallOutcome {
  const bytes = Buffer.from(body);
  return {
    status: 200,
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=60',
      etag: `"${sha256Hex(bytes).slice(0, 32)}"`,
      'content-security-policy': policyOf(hasScripts),
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
    body: bytes,
  };
}

function policyOf(hasScripts: boolean): string {
  const scripts = hasScripts ? "script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; " : '';
  return `default-src 'none'; style-src 'self'; ${scripts}base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
