// Serves the documentation site under /docs: pages of its table and nothing else, each made once, when it is first
// asked for.
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallOutcome } from '../requests/outcome.js';
import { missingPage } from '../site/missing.js';
import type { Site, SiteFile } from '../site/site.js';
import { siteOf } from '../site/sources.js';
import { documentOutcome } from './answers/document.js';
import type { SendOutcome } from './answers/sender.js';

export function mountSite(app: FastifyInstance, document: () => object, send: SendOutcome): void {
  let site: Site | undefined;
  // As many as the table has, which bounds what is kept: some 4 MB when every page was asked for.
  const made = new Map<string, Promise<CallOutcome>>();
  const outcomeOf = (path: string): Promise<CallOutcome> | undefined => {
    site ??= siteOf(document());
    if (!site.has(path)) return undefined;
    const known = made.get(path);
    if (known !== undefined) return known;
    const outcome = site.file(path, turn).then(servedFile);
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
    if (outcome === undefined) return isForPeople(request) ? missing(request, reply) : reply.callNotFound();
    return outcome.then((served) => {
      send(request, reply, served);
      return reply;
    });
  });
}

/** A browser names HTML; a program that takes anything gets the refusal of all other paths. */
export function isForPeople({ headers: { accept } }: FastifyRequest): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept);
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = (request.raw.url as string).slice('/docs/'.length).split(/[?#]/);
  return reply
    .code(404)
    .headers({ ...HEADERS, 'content-security-policy': policyOf(false), 'cache-control': 'no-store', vary: 'accept' })
    .type('text/html; charset=utf-8')
    .send(missingPage(path.split('/').length - 1));
}

const HEADERS = { 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' } as const;

function servedFile({ type, body, hasScripts }: SiteFile): CallOutcome {
  return documentOutcome(type, body, {
    'content-security-policy': policyOf(hasScripts),
    ...HEADERS,
  });
}

function policyOf(hasScripts: boolean): string {
  const scripts = hasScripts ? "script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; " : '';
  return `default-src 'none'; style-src 'self'; ${scripts}base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}
