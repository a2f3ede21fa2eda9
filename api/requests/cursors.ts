// Cursors: where the next page of a list begins, as a text that only its list takes. It says nothing to its holder and
// gives no right: each page is asked for like the first. The check is keyed by the installation, so that every node of
// it takes the cursors of the others, after a restart too.
import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { issue } from '../../core/base/issue.js';
import { CURSOR_LENGTH_MAX } from '../../core/base/limits/node/requests.js';
import { fail, type Result } from '../../core/base/result.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

/** The list that a page is of, as it was asked for and validated. */
export interface Listing {
  readonly params?: object | undefined;
  readonly query: { readonly cursor?: string | undefined };
}

export type ListCall = Pick<ApiCall<Pick<ApiDeps, 'tokens'>>, 'operationId' | 'deps'>;

/** Members of a query that say how much of a list is shown; all others say of what. */
const PAGING: ReadonlySet<string> = new Set(['page', 'pageSize', 'cursor', 'skip', 'top', '$skip', '$top', '$count']);
/** Of HMAC-SHA256, cut to a length that cannot be guessed. */
const CHECK_BYTES = 16;
const CHECK_LENGTH = Math.ceil((CHECK_BYTES * 4) / 3);

/** The place that the cursor of the query names; undefined without one. */
export function placeOf(call: ListCall, listing: Listing): Result<string | undefined> {
  const { cursor } = listing.query;
  if (cursor === undefined) return undefined;
  if (cursor.length >= CHECK_LENGTH && cursor.length <= CURSOR_LENGTH_MAX) {
    const check = Buffer.from(cursor.slice(0, CHECK_LENGTH), 'base64url');
    const hidden = Buffer.from(cursor.slice(CHECK_LENGTH), 'base64url');
    const place = check.length === CHECK_BYTES ? maskPlace(call, check, hidden).toString('utf8') : '';
    const good = Buffer.from(cursorOf(call, listing, place));
    const given = Buffer.from(cursor);
    if (good.length === given.length && timingSafeEqual(good, given)) return place;
  }
  return fail(issue('CURSOR_INVALID', '/cursor', 'This is not a cursor of this list with these filters.'));
}

export function cursorOf(call: ListCall, listing: Listing, place: string): string {
  const of = JSON.stringify([call.operationId, entriesOf(listing.params), entriesOf(listing.query), place]);
  const check = createHmac('sha256', call.deps.tokens.cursorKey).update(of).digest().subarray(0, CHECK_BYTES);
  return check.toString('base64url') + maskPlace(call, check, Buffer.from(place)).toString('base64url');
}

/**
 * A place may have a number that counts things of all tenants, such as that of a register on this node. The same step
 * hides and shows it: the check is of the place too, so that each place has a key stream of its own.
 */
function maskPlace({ deps: { tokens } }: ListCall, check: Uint8Array, place: Uint8Array): Buffer {
  const key = createHmac('sha256', tokens.cursorKey).update('place').digest();
  return createCipheriv('aes-256-ctr', key, check).update(place);
}

function entriesOf(part: object = {}): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(part).filter(([name, value]) => value !== undefined && !PAGING.has(name));
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
