// The inbox over HTTP: who may see, then the rows of the node, then the answer. Lists of instances are listing.ts, disclosures are disclosures.ts.
import { fail, isFailure } from '../../../core/base/result.js';
import { canSee, isOwner } from '../../../core/wallet/access.js';
import { walletNotFound } from '../../../core/wallet/wallet.js';
import { hasPart } from '../../access/closed.js';
import { acting } from '../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../access/registers.js';
import { standingOf } from '../../access/wallet-standing.js';
import type { Handlers } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { instanceBody } from '../../views/instances.js';
import { skipOf } from '../../views/page.js';
import { openingFor, openingsListed } from '../../workflow/openings.js';
import { disclosedTo } from './disclosures.js';
import { scopesFor } from './listing.js';
import type { inboxRoutes } from './routes.js';
import { suspectCounts } from './suspects.js';
import { pendingViews, suspectRunViews } from './view.js';

export const inboxHandlers: Handlers<typeof inboxRoutes, ApiDeps> = {
  async listPendingActions({ params, query }, call) {
    const { inbox, ledger, wallets } = call.deps;
    const wallet = wallets.find(params.wallet);
    if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    const record = ledger.register(params.register);
    if (!record || record.purging) return fail({ ...registerNotFound(), path: '/register' });
    const found = await inbox.pending({ registerId: record.id, reg: record.reg }, params.wallet, skipOf(query));
    if (isFailure(found)) return found;
    // To a member of another tenant the register exists only where its wallet has a part in something.
    if (
      found.total === 0 &&
      isFailure(visibleRegister(call, record.id)) &&
      !(await hasPart(call, record, params.wallet))
    )
      return fail({ ...registerNotFound(), path: '/register' });
    const { page, pageSize } = query;
    const of = { wallet: params.wallet, registerId: record.id };
    const suspects = await suspectCounts(call, found.items, { ...of, wallet, address: params.wallet });
    return {
      items: pendingViews(found.items, { ...of, suspects, languages: call.languages }),
      page,
      pageSize,
      totalCount: found.total,
      hasMore: found.total > page * pageSize,
    };
  },

  async listSuspectRuns({ params, query }, call) {
    const { clock, ledger, runChecks, wallets } = call.deps;
    const wallet = wallets.find(params.wallet);
    if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    // A finding with the key of a wallet is for those who may use it; that a delegate reads it is noted.
    const reader = isOwner(standingOf(call, wallet)) ? wallet : await acting(call, params.wallet, 'decrypt');
    if (isFailure(reader)) return reader.mapIssues((found) => ({ ...found, path: '/wallet' }));
    const record = ledger.register(params.register);
    if (!record || record.purging) return fail({ ...registerNotFound(), path: '/register' });
    const at = { registerId: record.id, reg: record.reg };
    const found = await runChecks.suspectRuns(at, params.wallet);
    if (isFailure(found)) return found;
    // To a member of another tenant the register exists only where its wallet has a part in something.
    if (
      found.length === 0 &&
      isFailure(visibleRegister(call, record.id)) &&
      !(await hasPart(call, record, params.wallet))
    )
      return fail({ ...registerNotFound(), path: '/register' });
    const { page, pageSize } = query;
    const { skip, top } = skipOf(query);
    const of = { wallet: params.wallet, registerId: record.id, nowMs: clock.now() };
    return {
      items: suspectRunViews(found.slice(skip, skip + top), of),
      page,
      pageSize,
      totalCount: found.length,
      hasMore: skip + top < found.length,
    };
  },

  async listInstances({ query }, call) {
    const scopes = await scopesFor(call, query);
    if (isFailure(scopes)) return scopes;
    const { blueprintId, state, page, pageSize } = query;
    const openings = await openingsListed(call, query);
    const { skip, top } = skipOf(query);
    const first = openings.slice(skip, skip + top);
    // Where the openings fill the page, one more is read to know whether anything follows.
    const room = top - first.length;
    const rest = { skip: Math.max(0, skip - openings.length), top: Math.max(1, room) };
    const found = await call.deps.inbox.instances({ scopes, blueprintId, state, ...rest });
    if (isFailure(found)) return found;
    const begun = found.items.slice(0, room).map((view) => instanceBody(view, openingFor(call, view.id)?.metadata));
    const hasMore = room === 0 ? openings.length > skip + top || found.items.length > 0 : found.hasMore;
    return { items: [...first, ...begun], page, pageSize, hasMore };
  },

  listDisclosures: ({ params, query }, call) => disclosedTo(call, { ...params, ...query }),
  listActionDisclosures: ({ params, query }, call) => disclosedTo(call, { ...params, ...query }),
};
