// Dockets: durable rows to views, and what others bring to the ledger, which alone decides whether it is sealed.
import { isFailure } from '../../../../core/base/result.js';
import { visibleRegister } from '../../../access/registers.js';
import { docketAt, rosterNow } from '../../../access/sealed.js';
import type { Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import { growingPage } from '../../../requests/paging.js';
import { consensusView, docketView, sealedDocketOf } from '../../../views/dockets.js';
import { totalHeader } from '../../../views/page.js';
import { transactionView } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { docketRoutes } from './routes.js';

export const docketHandlers: Handlers<typeof docketRoutes, LedgerDeps> = {
  listDockets({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const { chain } = call.deps;
    const sealed = (chain.head(record.reg)?.height ?? -1) + 1;
    // Above the last common docket of a split chain nothing is served.
    const total = Math.min(sealed, call.deps.ledger.forks.forkHeight(record.id) ?? sealed);
    const page = growingPage(call, { params, query }, { newestFirst: query.order === 'desc' });
    if (isFailure(page)) return page;
    const { skip, top } = page.at(total);
    const roster = rosterNow(call, record);
    const items = [];
    for (let i = skip; i < Math.min(total, skip + top); i++) {
      const docket = chain.docket(record.reg, query.order === 'desc' ? total - 1 - i : i);
      if (docket) items.push(docketView(docket, roster));
    }
    return reply(200, items, { ...totalHeader(total), ...page.next(total).headers });
  },

  getDocket({ params }, call) {
    const at = docketAt(call, placeOf(params));
    return isFailure(at) ? at : docketView(at.docket, rosterNow(call, at.record));
  },

  async listDocketTransactions({ params, query }, call) {
    const at = docketAt(call, placeOf(params));
    if (isFailure(at)) return at;
    const { txIds, header, hash: docketHash } = at.docket;
    // The last docket is another one in a moment.
    const page = growingPage(call, { params: { ...params, docketId: header.height }, query });
    if (isFailure(page)) return page;
    const { skip, top } = page.at(txIds.length);
    const items = [];
    for (let index = skip; index < Math.min(txIds.length, skip + top); index++) {
      const sealed = call.deps.chain.transaction(at.record.reg, txIds[index] as string);
      if (sealed) items.push(transactionView(sealed.transaction, { height: header.height, index, docketHash }));
    }
    return reply(200, items, { ...totalHeader(txIds.length), ...page.next(txIds.length).headers });
  },

  getConsensus({ params }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const report = call.deps.ledger.consensus(record.id);
    return isFailure(report) ? report : consensusView(record.id, report);
  },

  async writeDocket({ params, body }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const sealed = sealedDocketOf(body, params.registerId);
    if (isFailure(sealed)) return sealed;
    const outcome = await call.deps.ledger.adopt(record.id, sealed);
    if (typeof outcome !== 'string') return outcome;
    const { header, hash } = sealed.docket;
    const view = { registerId: record.id, docketNumber: header.height, docketHash: hash, status: outcome };
    return outcome === 'sealed' ? reply(201, view) : view;
  },
};

function placeOf({ registerId, docketId }: { readonly registerId: string; readonly docketId: string }) {
  return { registerId, height: docketId === 'latest' ? docketId : Number(docketId) } as const;
}
