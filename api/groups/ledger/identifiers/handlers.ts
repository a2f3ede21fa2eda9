// DIDs to documents, DID URLs to what they name, and the contexts as they are pinned. No other server is asked for
// anything: DIDs of other methods are refused.
import { sha256Hex } from '../../../../core/base/hash.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { partOfDocument } from '../../../../core/linked/did-documents.js';
import { type DidUrl, parseDidUrl } from '../../../../core/linked/did-syntax.js';
import { CONTEXT, DID_CONTEXT } from '../../../../core/linked/terms.js';
import type { Handlers, RawReply, RawRequest } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';
import { contentOf } from './content.js';
import { contentAnswer, documentAnswer, OPEN, partAnswer } from './forms.js';
import type { Looking } from './looking.js';
import type { identifierRoutes } from './routes.js';
import { describeSubject, didNotFound } from './subjects.js';

export const identifierHandlers: Handlers<typeof identifierRoutes, LedgerDeps> = {
  resolveDid: ({ params }, call, request) => answerDid(call, parseDidUrl(params.did), request),

  dereferenceDid: ({ params: { did, kind, key } }, call, request) =>
    answerDid(call, parseDidUrl(`${did}/${kind}/${key}`), request),

  getContext: immutableReply(CONTEXT),
  getDidContext: immutableReply(DID_CONTEXT),
};

async function answerDid(looking: Looking, url: Result<DidUrl>, request: RawRequest) {
  if (isFailure(url)) return url;
  const asked = { request, publicUrl: looking.deps.config.publicUrl };
  if (url.resource !== undefined) {
    const content = await contentOf(looking, url);
    return isFailure(content)
      ? content
      : contentAnswer(content, asked, { headers: { 'content-location': content.path } });
  }
  const subject = await describeSubject(looking, url.subject);
  if (isFailure(subject)) return subject;
  if (url.fragment !== undefined) {
    const part = partOfDocument(subject.document, url.fragment);
    return part === undefined ? fail(didNotFound()) : partAnswer(part, asked);
  }
  return documentAnswer(subject, asked, { status: subject.metadata.deactivated === true ? 410 : 200 });
}

/** A context of a version never changes: its hash is its tag, and caches keep it. */
function immutableReply(body: string): () => RawReply {
  const headers = {
    'content-type': 'application/ld+json',
    etag: `"${sha256Hex(body)}"`,
    'cache-control': 'public, max-age=31536000, immutable',
    ...OPEN,
  };
  return () => ({ status: 200, headers, body });
}
