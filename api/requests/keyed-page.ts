// Pages of a list that items join and leave at any place. A cursor names the key of the last item that was shown. The
// next page begins behind that key, also when the item is gone. The list is in the order of its keys.
import { isFailure, type Result } from '../../core/base/result.js';
import type { Page, PageRequest } from '../../storage/tables/accounts/tenants.js';
import type { ListCall } from './cursors.js';
import { askedPage, LAST_PAGE, type NextPage, nextAt, type PagedListing } from './paging.js';

/** Orders an item, and does not change while it is in the list. The parts are compared one after the other. */
export type ItemKey = readonly (string | number)[];

/** Behind a key, or after so many items. */
export interface KeyedPageAsked<K extends ItemKey> {
  readonly skip: number;
  readonly top: number;
  readonly after: K | undefined;
}

export interface KeyedPage<T> {
  readonly items: readonly T[];
  readonly next: NextPage;
}

export function askedKeyedPage<K extends ItemKey>(call: ListCall, listing: PagedListing): Result<KeyedPageAsked<K>> {
  const asked = askedPage(call, listing);
  if (isFailure(asked)) return asked;
  const { place, skip, top } = asked;
  // The check of the cursor has shown that this program wrote it, for this list.
  return { skip, top, after: place === undefined ? undefined : (JSON.parse(place) as K) };
}

/** The page behind the last item that is shown; none where nothing is shown or nothing follows. */
export function nextKeyedPage(
  call: ListCall,
  listing: PagedListing,
  { last, hasMore }: { readonly last: ItemKey | undefined; readonly hasMore: boolean },
): NextPage {
  return hasMore && last !== undefined ? nextAt(call, listing, JSON.stringify(last)) : LAST_PAGE;
}

/** The page of a table that is read in the order of its ids. */
export async function pageById<T extends { readonly id: string }>(
  call: ListCall,
  listing: PagedListing,
  read: (asked: PageRequest<string>) => Promise<Page<T>>,
): Promise<Result<Page<T> & { readonly next: NextPage }>> {
  const asked = askedKeyedPage<readonly [id: string]>(call, listing);
  if (isFailure(asked)) return asked;
  const page = await read({ ...asked, after: asked.after?.[0] });
  const last = page.items.at(-1);
  return { ...page, next: nextKeyedPage(call, listing, { last: last && [last.id], hasMore: page.hasMore }) };
}

/** The page of a list that is in memory as a whole, and bounded. */
export function keyedPage<T>(
  call: ListCall,
  listing: PagedListing,
  list: { readonly items: Iterable<T>; readonly keyOf: (item: T) => ItemKey; readonly newestFirst?: boolean },
): Result<KeyedPage<T>> {
  const asked = askedKeyedPage(call, listing);
  if (isFailure(asked)) return asked;
  const { skip, top, after } = asked;
  const order = list.newestFirst ? -1 : 1;
  const all = Array.from(list.items, (item) => ({ item, key: list.keyOf(item) }));
  all.sort((a, b) => order * compareKeys(a.key, b.key));
  const behind = after === undefined ? all.slice(skip) : all.filter(({ key }) => order * compareKeys(key, after) > 0);
  const shown = behind.slice(0, top);
  const next = nextKeyedPage(call, listing, { last: shown.at(-1)?.key, hasMore: behind.length > top });
  return { items: shown.map(({ item }) => item), next };
}

function compareKeys(a: ItemKey, b: ItemKey): number {
  for (const [i, part] of a.entries()) {
    const other = b[i] as string | number;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
