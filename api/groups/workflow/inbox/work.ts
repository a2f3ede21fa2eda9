// All that waits for the caller, over its wallets and all registers: entries are put in order by what their rows say,
// and those of the page alone are looked at.
import type { WaitingEntry, WaitingKind } from '../../../../actors/workflow/inbox/inbox-ports.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import { registerNotFound } from '../../../access/registers.js';
import { type ApiCall, reply } from '../../../define.js';
import type { ItemKey } from '../../../requests/keyed-page.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import type { WorkflowDeps } from '../deps.js';
import { ownAddresses, seesWallet } from './listing.js';
import { subjectsOf } from './subjects.js';
import { suspectCounts } from './suspects.js';
import { workItemView } from './view.js';

export interface WorkAsked {
  readonly kind?: WaitingKind | undefined;
  readonly registerId?: string | undefined;
  readonly wallet?: string | undefined;
  readonly order?: 'due' | 'newest' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

const DAY_MS = 86_400_000;

export async function listMyWork(call: ApiCall<WorkflowDeps>, query: WorkAsked) {
  const { clock, inbox, ledger } = call.deps;
  const { kind, registerId, wallet, order = 'due', page, pageSize } = query;
  if (wallet !== undefined && !seesWallet(call, wallet)) return fail({ ...walletNotFound(), path: '/wallet' });
  const addresses = wallet === undefined ? await ownAddresses(call) : [wallet];
  const all = await inbox.waitingFor(addresses);
  if (isFailure(all)) return all;
  const onRegister = all.filter(({ at }) => (registerId ?? at.registerId) === at.registerId);
  // A register on which something waits for the caller exists for it; of another one it learns by other operations.
  if (registerId !== undefined && onRegister.length === 0 && ledger.register(registerId) === undefined)
    return fail({ ...registerNotFound(), path: '/registerId' });
  const entries = onRegister.filter((entry) => (kind ?? entry.kind) === entry.kind);
  const shown = keyedPage(call, { query }, { items: entries, keyOf: KEYS[order] });
  if (isFailure(shown)) return shown;
  const items = await inbox.itemsOf(shown.items);
  if (isFailure(items)) return items;
  const dayMs = clock.now() + DAY_MS;
  const { members, headers } = shown.next;
  const counts = {
    total: entries.length,
    dueWithinDay: entries.filter(({ dueMs }) => dueMs !== undefined && dueMs <= dayMs).length,
    byKind: countKinds(onRegister),
  };
  const hasMore = members.nextCursor !== undefined;
  const views = await viewsOf(call, shown.items, items);
  return reply(200, { items: views, page, pageSize, counts, hasMore, ...members }, headers);
}

/** The last parts tell apart what one docket brought. */
const KEYS: Readonly<Record<'due' | 'newest', (entry: WaitingEntry) => ItemKey>> = {
  due: (entry) => [entry.dueMs ?? Number.MAX_SAFE_INTEGER, entry.sinceMs, ...placeOf(entry)],
  newest: (entry) => [-entry.sinceMs, ...placeOf(entry)],
};

function placeOf({ at, branch, wallet }: WaitingEntry): ItemKey {
  return [at.registerId, branch, wallet];
}

function countKinds(entries: readonly WaitingEntry[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

type Items = readonly (Parameters<typeof workItemView>[0] | undefined)[];

async function viewsOf(call: ApiCall<WorkflowDeps>, entries: readonly WaitingEntry[], items: Items) {
  const read = entries.flatMap(({ at: { registerId }, wallet: address, kind }, i) => {
    const item = items[i];
    const wallet = call.deps.wallets.find(address);
    return item && wallet ? [{ item, wallet, address, registerId, kind }] : [];
  });
  const suspects = await suspectCounts(call, read);
  const subjects = await subjectsOf(call, read);
  return read.map(({ item, address: wallet, registerId, kind }, i) => {
    const facts = { suspectCount: suspects[i], subject: subjects[i], languages: call.languages };
    return workItemView(item, { wallet, registerId, kind, ...facts });
  });
}
