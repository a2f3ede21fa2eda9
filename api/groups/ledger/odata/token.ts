// `$skiptoken`: behind which row a list goes on. It names the row and not a number of rows, so that what is sealed
// meanwhile neither hides a row nor shows one twice.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { QueryOptions } from '../../../../core/query/options.js';
import { cursorOf, type Listing, placeOf } from '../../../requests/cursors.js';
import type { ODataCall } from './collection.js';
import type { RowPlace } from './listing.js';

interface Listed {
  readonly call: ODataCall;
  readonly path: readonly string[];
  readonly options: Pick<QueryOptions, 'identity' | 'skipToken' | 'skip'>;
}

function listingOf({ path, options }: Listed): Listing & { readonly query: { readonly of: string } } {
  return { params: { path }, query: { of: options.identity, cursor: options.skipToken } };
}

/**
 * Undefined without a token. Issues: CURSOR_INVALID for a token of another list, QUERY_INVALID for one beside `$skip`.
 */
export function placeIn(listed: Listed): Result<RowPlace | undefined> {
  const place = placeOf(listed.call, listingOf(listed));
  if (isFailure(place)) return place.mapIssues((problem) => ({ ...problem, path: '/$skiptoken' }));
  if (place === undefined) return undefined;
  if (listed.options.skip > 0) return fail(issue('QUERY_INVALID', '/$skip', 'A token stands in place of $skip.'));
  const [list = '', height, index] = place.split(' ');
  return { list, height: Number(height), index: Number(index) };
}

export function tokenOf(listed: Listed, { list, height, index }: RowPlace): string {
  return cursorOf(listed.call, listingOf(listed), `${list} ${height} ${index}`);
}
