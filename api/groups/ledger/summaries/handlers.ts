// Short rows: the dockets that were asked for, a page of them or of what is in them.
import { isFailure } from '../../../../core/base/result.js';
import { visibleRegister } from '../../../access/registers.js';
import { type Handlers, reply } from '../../../define.js';
import { growingPage } from '../../../requests/paging.js';
import { docketSummary, transactionSummary } from '../../../views/summaries.js';
import type { LedgerDeps } from '../deps.js';
import { lookThrough } from './looking.js';
import type { summaryRoutes } from './routes.js';
import { spanOf } from './span.js';

export const summaryHandlers: Handlers<typeof summaryRoutes, LedgerDeps> = {
  listDocketSummaries({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const newestFirst = query.order === 'desc';
    const page = growingPage(call, { params, query }, { newestFirst });
    if (isFailure(page)) return page;
    const { from, below } = spanOf(call.deps, record, query);
    const total = Math.max(0, below - from);
    const { skip, top } = page.at(total);
    const dockets = [];
    for (let i = skip; i < Math.min(total, skip + top); i++) {
      const docket = call.deps.chain.docket(record.reg, newestFirst ? below - 1 - i : from + i);
      if (docket) dockets.push(docketSummary(docket));
    }
    const { members, headers } = page.next(total);
    return reply(200, { dockets, total, ...members }, headers);
  },

  async listTransactionSummaries({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const newestFirst = query.order === 'desc';
    const page = growingPage(call, { params, query }, { newestFirst });
    if (isFailure(page)) return page;
    const { chain } = call.deps;
    const heights = spanOf(call.deps, record, query);
    const view = chain.view(record.reg);
    const looked = await lookThrough(
      { chain, reg: record.reg, query },
      (total) => ({ ...page.at(total), reverse: newestFirst, heights }),
      (sealed) => transactionSummary(sealed, view, call.languages),
    );
    const { members, headers } = page.next(looked.length, looked.end);
    const list = {
      transactions: looked.rows,
      ...(looked.isIndexed ? { total: looked.length } : {}),
      ...(looked.lookedTo === undefined ? {} : { lookedTo: looked.lookedTo }),
      ...members,
    };
    return reply(200, list, headers);
  },
};
