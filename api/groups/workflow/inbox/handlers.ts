// The inbox over HTTP: who may see, then the rows of the node, then the answer. The work of the caller is work.ts,
// lists of instances are listing.ts, disclosures are disclosures.ts.
import type { SuspectRun } from '../../../../actors/workflow/checks/suspect-runs.js';
import type { PendingPlace } from '../../../../actors/workflow/inbox/inbox-ports.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { canSee, isOwner } from '../../../../core/wallet/access.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import { hasPart } from '../../../access/closed.js';
import { acting } from '../../../access/instances.js';
import { registerNotFound, visibleRegister } from '../../../access/registers.js';
import { standingOf } from '../../../access/wallet-standing.js';
import { type Handlers, reply } from '../../../define.js';
import { askedKeyedPage, keyedPage, nextKeyedPage } from '../../../requests/keyed-page.js';
import { openingsListed } from '../../../workflow/openings.js';
import type { WorkflowDeps } from '../deps.js';
import { listDisclosures } from './disclosures.js';
import { listRunsUnderIssuer } from './issuers.js';
import { type ListedPlace, placeAmong, placeOf, scopesFor } from './listing.js';
import type { inboxRoutes } from './routes.js';
import { subjectsOf, withSubjects } from './subjects.js';
import { suspectCounts } from './suspects.js';
import { pendingViews, suspectRunViews } from './view.js';
import { listMyWork } from './work.js';

export const inboxHandlers: Handlers<typeof inboxRoutes, WorkflowDeps> = {
  async listPendingActions({ params, query }, call) {
    const { inbox, ledger, wallets } = call.deps;
    const wallet = wallets.find(params.wallet);
    if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    const record = ledger.register(params.register);
    if (!record || record.purging) return fail({ ...registerNotFound(), path: '/register' });
    const asked = askedKeyedPage<PendingPlace>(call, { params, query });
    if (isFailure(asked)) return asked;
    const value = await inbox.pending({ registerId: record.id, reg: record.reg }, params.wallet, asked);
    if (isFailure(value)) return value;
    // To a member of another tenant the register exists only where its wallet has a part in something.
    if (
      value.total === 0 &&
      isFailure(visibleRegister(call, record.id)) &&
      !(await hasPart(call, record, params.wallet))
    )
      return fail({ ...registerNotFound(), path: '/register' });
    const { page, pageSize } = query;
    const of = { wallet: params.wallet, registerId: record.id };
    const read = { wallet, address: params.wallet, registerId: record.id };
    const readItems = value.items.map((item) => ({ item, ...read }));
    const suspects = await suspectCounts(call, readItems);
    const subjects = await subjectsOf(call, readItems);
    const items = pendingViews(value.items, { ...of, suspects, subjects, languages: call.languages });
    const hasMore = value.next !== undefined;
    const next = nextKeyedPage(call, { params, query }, { last: value.next, hasMore });
    const body = { items, page, pageSize, totalCount: value.total, hasMore, ...next.members };
    return reply(200, body, next.headers);
  },

  listMyWork: ({ query }, call) => listMyWork(call, query),

  async listSuspectRuns({ params, query }, call) {
    const { clock, ledger, runChecks, wallets } = call.deps;
    const wallet = wallets.find(params.wallet);
    if (!wallet || !canSee(standingOf(call, wallet))) return fail(walletNotFound());
    // A finding with the key of a wallet is for those who may use it; that a delegate reads it is noted.
    const reader = isOwner(standingOf(call, wallet)) ? wallet : await acting(call, params.wallet, 'decrypt');
    if (isFailure(reader)) return reader.mapIssues((issue) => ({ ...issue, path: '/wallet' }));
    const record = ledger.register(params.register);
    if (!record || record.purging) return fail({ ...registerNotFound(), path: '/register' });
    const at = { registerId: record.id, reg: record.reg };
    const runs = await runChecks.suspectRuns(at, params.wallet);
    if (isFailure(runs)) return runs;
    // To a member of another tenant the register exists only where its wallet has a part in something.
    if (
      runs.length === 0 &&
      isFailure(visibleRegister(call, record.id)) &&
      !(await hasPart(call, record, params.wallet))
    )
      return fail({ ...registerNotFound(), path: '/register' });
    // The newest first, and those of one docket by their ids.
    const keyOf = ({ sealedMs, txId }: SuspectRun) => [-sealedMs, txId];
    const shown = keyedPage(call, { params, query }, { items: runs, keyOf });
    if (isFailure(shown)) return shown;
    const { page, pageSize } = query;
    const { members, headers } = shown.next;
    const items = suspectRunViews(shown.items, { wallet: params.wallet, registerId: record.id, nowMs: clock.now() });
    const hasMore = members.nextCursor !== undefined;
    return reply(200, { items, page, pageSize, totalCount: runs.length, hasMore, ...members }, headers);
  },

  listRunsUnderIssuer: ({ params, query }, call) => listRunsUnderIssuer(call, { params, query }),

  async listInstances({ query }, call) {
    const scopes = await scopesFor(call, query);
    if (isFailure(scopes)) return scopes;
    const { blueprintId, state, page, pageSize } = query;
    const asked = askedKeyedPage<ListedPlace>(call, { query });
    if (isFailure(asked)) return asked;
    const at = placeAmong(await openingsListed(call, query), asked);
    const first = at.openings.slice(0, asked.top);
    // Where the openings fill the page, one more is read to know whether anything follows.
    const room = asked.top - first.length;
    const rest = { ...at.begun, top: Math.max(1, room) };
    const value = await call.deps.inbox.instances({ scopes, blueprintId, state, ...rest });
    if (isFailure(value)) return value;
    const shown = value.items.slice(0, room);
    const begun = await withSubjects(call, shown);
    const hasMore = room === 0 ? at.openings.length > asked.top || value.items.length > 0 : value.hasMore;
    const next = nextKeyedPage(call, { query }, { last: placeOf(first.at(-1), shown.at(-1)), hasMore });
    return reply(200, { items: [...first, ...begun], page, pageSize, hasMore, ...next.members }, next.headers);
  },

  listDisclosures: ({ params, query }, call) => listDisclosures(call, { ...params, ...query }),
  listActionDisclosures: ({ params, query }, call) => listDisclosures(call, { ...params, ...query }),
};
