// Answers that a client has already (RFC 9110 sections 8.8 and 13.1.2). An answer is tagged by its bytes, weakly,
// because they may be sent compressed; behind the version of what it shows, where it has one.
import { toBase64Url } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { answerTag, isVersionTag, namesTag } from '../../requests/etags.js';
import type { CallOutcome } from '../../requests/outcome.js';
import { isWhole } from './body.js';

/** A longer answer has no tag: to hash it would hold up all others (about 2 ms for each MiB). */
const TAGGED_LENGTH_MAX = 1024 * 1024;
/** Bytes of the hash in a tag. A client that finds two answers with one tag harms itself alone. */
const TAG_BYTES = 15;
/** The client may keep the answer for itself, and asks each time whether it is still so. */
const REVALIDATE = 'private, no-cache';

/**
 * The answer of a GET or HEAD with its tag, or 304 where `ifNoneMatch` names that tag; refusals and streams are given
 * back as they are. `cacheControl` is what was decided of caches. Not for what no cache may keep.
 */
export function conditional(outcome: CallOutcome, ifNoneMatch: string | undefined, cacheControl: unknown): CallOutcome {
  const { status, headers, body } = outcome;
  if (status !== 200 || !isWhole(body)) return outcome;
  const etag = tagOf(body, headers.etag);
  if (etag === undefined) return outcome;
  const tagged = { ...headers, etag, 'cache-control': cacheControl === undefined ? REVALIDATE : String(cacheControl) };
  if (ifNoneMatch === undefined || !namesTag(ifNoneMatch, etag.replace(/^W\//, '')))
    return { ...outcome, headers: tagged };
  const { 'content-type': _, ...kept } = tagged as CallOutcome['headers'];
  return { status: 304, headers: kept, body: undefined };
}

function tagOf(body: string | Uint8Array, stated: string | number | undefined): string | undefined {
  const version = stated === undefined ? undefined : String(stated);
  // The handler knows that it shows nothing else.
  if (version !== undefined && !isVersionTag(version)) return version;
  if (body.length > TAGGED_LENGTH_MAX) return version;
  const bytes = toBase64Url(sha256(body).subarray(0, TAG_BYTES));
  return version === undefined ? `W/"${bytes}"` : answerTag(version, bytes);
}
