// The history of a person, newest first: what it showed to whom, by wallets on devices and by those of this node.
import { isFailure } from '../../../core/base/result.js';
import type { PastPresentation } from '../../../core/wallet/citizen/presentation-history.js';
import { ownerIdOf } from '../../access/wallet-standing.js';
import { type ApiCall, reply } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { keyedPage } from '../../requests/keyed-page.js';
import type { PagedListing } from '../../requests/paging.js';
import { isoTime } from '../../views/transactions.js';

/** A page of the history of the caller. */
export function pagePresentations(
  call: ApiCall<Pick<ApiDeps, 'presentationHistory' | 'tokens'>>,
  query: PagedListing['query'],
) {
  const all = call.deps.presentationHistory.of(ownerIdOf(call.caller));
  const keyOf = ({ presentedAtMs, id }: PastPresentation) => [presentedAtMs, id];
  const page = keyedPage(call, { query }, { items: all, keyOf, newestFirst: true });
  if (isFailure(page)) return page;
  const presentations = page.items.map(presentationView);
  return reply(200, { presentations, totalCount: all.length, ...page.next.members }, page.next.headers);
}

export function presentationView({ presentedAtMs, ...shown }: PastPresentation) {
  return { ...shown, presentedAt: isoTime(presentedAtMs) };
}
