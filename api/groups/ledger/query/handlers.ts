// Queries: the register that the caller sees, one page of an index, views.
import { PAGE_BYTES_MAX } from '../../../../core/base/limits/node/requests.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import type { IndexPage, IndexPageRequest } from '../../../../storage/chain/chain-page.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { isOfTenant, visibleRegister } from '../../../access/registers.js';
import { commonPage } from '../../../access/split.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { growingPage, type PagedListing } from '../../../requests/paging.js';
import { pageOfSkip, pageView } from '../../../views/page.js';
import { isoTime, sealedView } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { queryRoutes } from './routes.js';
import { acrossRegisters, nextWalletPage, totalOf, type WalletShare, walletPage } from './wallet.js';

export const queryHandlers: Handlers<typeof queryRoutes, LedgerDeps> = {
  async queryWalletTransactions({ params, query }, call) {
    const shares = await sharesOf(call, params.address, query.registerId);
    if (isFailure(shares)) return shares;
    const totalCount = totalOf(shares);
    const at = walletPage(call, { params, query }, shares);
    if (isFailure(at)) return at;
    const rows = await acrossRegisters(call.deps.chain, params.address, shares, at);
    const items = rows.map(({ record, sealed }) => ({
      transaction: sealedView(sealed),
      registerId: record.id,
      registerName: record.name,
    }));
    const end = at.skip + items.length;
    const next = nextWalletPage(call, { params, query }, { shares, end });
    const view = pageView(items, totalCount, pageOfSkip(at));
    return reply(200, { ...view, hasNextPage: end < totalCount, ...next.members }, next.headers);
  },

  querySenderTransactions: ({ params, query }, call) =>
    pageOf(call, { params, query }, (record, page) => call.deps.chain.bySender(record.reg, params.address, page)),

  async queryBlueprintTransactions({ params, query }, call) {
    const { blueprintId } = params;
    const { instanceId } = query;
    if (instanceId === undefined)
      return pageOf(call, { params, query }, (record, page) =>
        call.deps.chain.byBlueprint(record.reg, blueprintId, page),
      );
    // An instance belongs to one blueprint for good: under another name it has no transactions.
    const answer = await pageOf(call, { params, query }, (record, page) =>
      call.deps.chain.byInstance(record.reg, instanceId, page),
    );
    if (isFailure(answer)) return answer;
    const other = answer.body.items.some((item) => item.metaData.blueprintId !== blueprintId);
    return other ? pageView([], 0, query) : answer;
  },

  querySuccessors: ({ params, query }, call) =>
    pageOf(call, { params, query }, (record, page) => call.deps.chain.successors(record.reg, params.prevTxId, page)),

  queryStats({ query }, call) {
    const record = visibleRegister(call, query.registerId);
    if (isFailure(record)) return record;
    const totals = call.deps.chain.stats(record.reg);
    return {
      registerId: record.id,
      totalTransactions: totals.transactions,
      uniqueWallets: totals.uniqueWallets,
      uniqueSenders: totals.uniqueSenders,
      uniqueRecipients: totals.uniqueRecipients,
      totalPayloads: totals.transactions,
      totalBytes: totals.bytes,
      ...(totals.firstMs === undefined ? {} : { earliestTransaction: isoTime(totals.firstMs) }),
      ...(totals.lastMs === undefined ? {} : { latestTransaction: isoTime(totals.lastMs) }),
    };
  },
};

async function pageOf(
  call: ApiCall<LedgerDeps>,
  listing: PagedListing & { readonly query: { readonly registerId: string } },
  read: (record: RegisterRecord, page: IndexPageRequest) => Promise<IndexPage<SealedTransaction>>,
) {
  const record = visibleRegister(call, listing.query.registerId);
  if (isFailure(record)) return record;
  const asked = growingPage(call, listing);
  if (isFailure(asked)) return asked;
  const forkedFrom = call.deps.ledger.forks.forkHeight(record.id);
  const at = asked.at(0);
  const bounded = { ...at, bytesMax: PAGE_BYTES_MAX };
  const { items, total } = await commonPage(forkedFrom, bounded, (page) => read(record, page));
  const end = at.skip + items.length;
  const { members, headers } = asked.next(total, end);
  const view = pageView(items.map(sealedView), total, pageOfSkip(at));
  return reply(200, { ...view, hasNextPage: end < total, ...members }, headers);
}

/** Registers in which the wallet occurs, with its totals: one that the caller sees, or all of the caller's tenant. */
async function sharesOf(
  call: ApiCall<LedgerDeps>,
  address: string,
  registerId: string | undefined,
): Promise<Result<readonly WalletShare[]>> {
  const { chain, ledger } = call.deps;
  if (registerId !== undefined) {
    const record = visibleRegister(call, registerId);
    if (isFailure(record)) return record;
    return [{ record, total: await totalIn(call.deps, record, address) }];
  }
  const totals = new Map((await chain.registersOfWallet(address)).map(({ reg, total }) => [reg, total]));
  const records = ledger.registers().filter((record) => totals.has(record.reg) && isOfTenant(call.caller, record));
  return Promise.all(
    records.map(async (record) => ({
      record,
      // The kept total, but for a split chain, of which only the common part counts.
      total:
        ledger.forks.forkHeight(record.id) === undefined
          ? (totals.get(record.reg) ?? 0)
          : await totalIn(call.deps, record, address),
    })),
  );
}

/** Transactions of the wallet in a register, as far as it is one chain. */
async function totalIn({ chain, ledger }: LedgerDeps, record: RegisterRecord, address: string): Promise<number> {
  const none = { skip: 0, top: 0 };
  const { total } = await commonPage(ledger.forks.forkHeight(record.id), none, (page) =>
    chain.byWallet(record.reg, address, page),
  );
  return total;
}
