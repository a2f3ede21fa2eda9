// The one way to page: by number, as the specification has it, or by a cursor, which stays right while a list grows.
// Both find their page through counters.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { cursorOf, type ListCall, type Listing, placeOf } from './cursors.js';

/** By number and size, by how many come before, or by the OData names. */
export interface PagedListing extends Listing {
  readonly query: Listing['query'] & {
    readonly page?: number;
    readonly pageSize?: number;
    readonly skip?: number;
    readonly top?: number;
    readonly $skip?: number;
    readonly $top?: number;
  };
}

export interface NextPage {
  /** For a body that is an object; empty on the last page. */
  readonly members: { readonly nextCursor?: string };
  /** For every body (RFC 8288): the address of the next page, relative to that of this one. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A place, or so many to leave out. */
export interface AskedPage {
  readonly place: string | undefined;
  readonly skip: number;
  readonly top: number;
}

export function askedPage(call: ListCall, listing: PagedListing): Result<AskedPage> {
  const { query } = listing;
  const top = query.pageSize ?? query.top ?? query.$top ?? 1;
  const skip = query.skip ?? query.$skip ?? ((query.page ?? 1) - 1) * top;
  const place = placeOf(call, listing);
  if (isFailure(place)) return place;
  if (place === undefined || skip === 0) return { place, skip, top };
  return fail(issue('QUERY_INVALID', '/cursor', 'A cursor stands in place of page, skip and $skip.'));
}

/** A page of a list that only grows at one end. */
export interface GrowingPage {
  /** How many come before it. The total matters to a list that shows its newest first. */
  at(total: number): { readonly skip: number; readonly top: number };
  /** `end` is behind the last item that was looked at, where that is another one than the last of the page. */
  next(total: number, end?: number): NextPage;
}

/**
 * The place of a page in a list to which new items come at the end; `newestFirst` shows that end first. A cursor counts
 * the items from the old end, so that what is sealed during the walk neither hides an item nor shows one twice.
 */
export function growingPage(
  call: ListCall,
  listing: PagedListing,
  { newestFirst = false }: { readonly newestFirst?: boolean } = {},
): Result<GrowingPage> {
  const asked = askedPage(call, listing);
  if (isFailure(asked)) return asked;
  const { place, top } = asked;
  const at = (total: number) => {
    if (place === undefined) return { skip: asked.skip, top };
    return { skip: newestFirst ? Math.max(0, total - Number(place)) : Number(place), top };
  };
  const next = (total: number, end = at(total).skip + top): NextPage => {
    if (end >= total) return LAST_PAGE;
    return nextAt(call, listing, String(newestFirst ? total - end : end));
  };
  return { at, next };
}

/** Members of a query that a cursor stands in place of. */
const PLACES: ReadonlySet<string> = new Set(['page', 'skip', '$skip']);

export const LAST_PAGE: NextPage = { members: {}, headers: {} };

/** The page that begins at a place. */
export function nextAt(call: ListCall, listing: PagedListing, place: string): NextPage {
  const nextCursor = cursorOf(call, listing, place);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...listing.query, cursor: nextCursor }))
    if (value !== undefined && !PLACES.has(name)) query.append(name, String(value));
  return { members: { nextCursor }, headers: { link: `<?${query}>; rel="next"` } };
}
