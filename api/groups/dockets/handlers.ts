// Dockets: durable rows to views, and what others bring to the ledger, which alone decides whether it is sealed.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Roster } from '../../../core/register/types.js';
import type { StoredDocket } from '../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import { registerNotFound, visibleRegister } from '../../access/registers.js';
import { splitIssue } from '../../access/split.js';
import type { ApiCall, Handlers } from '../../define.js';
import { reply } from '../../define.js';
import { growingPage } from '../../requests/paging.js';
import { consensusView, docketView, sealedDocketOf } from '../../views/dockets.js';
import { totalHeader } from '../../views/page.js';
import { transactionView } from '../../views/transactions.js';
import type { DocketDeps } from './deps.js';
import type { docketRoutes } from './routes.js';

export const docketHandlers: Handlers<typeof docketRoutes, DocketDeps> = {
  listDockets({ params, query }, call) {
    const record = visibleRegister(call, params.registerId);
    if (isFailure(record)) return record;
    const { chain } = call.deps;
    const sealed = (chain.head(record.reg)?.height ?? -1) + 1;
    // Above the last common docket of a split chain nothing is served.
    const total = Math.min(sealed, call.deps.ledger.forks.forkedFrom(record.id) ?? sealed);
    const page = growingPage(call, { params, query }, { newestFirst: query.order === 'desc' });
    if (isFailure(page)) return page;
    const { skip, top } = page.at(total);
    const roster = rosterOf(call, record);
    const items = [];
    for (let i = skip; i < Math.min(total, skip + top); i++) {
      const docket = chain.docket(record.reg, query.order === 'desc' ? total - 1 - i : i);
      if (docket) items.push(docketView(docket, roster));
    }
    return reply(200, items, { ...totalHeader(total), ...page.next(total).headers });
  },

  getDocket({ params }, call) {
    const at = docketAt(call, params);
    return isFailure(at) ? at : docketView(at.docket, rosterOf(call, at.record));
  },

  async listDocketTransactions({ params, query }, call) {
    const at = docketAt(call, params);
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

  async writeDocket({ params, body }, { deps }) {
    const record = deps.ledger.register(params.registerId);
    if (!record || record.purging) return fail(registerNotFound());
    const sealed = sealedDocketOf(body, params.registerId);
    if (isFailure(sealed)) return sealed;
    const outcome = await deps.ledger.adopt(record.id, sealed);
    if (typeof outcome !== 'string') return outcome;
    const { header, hash } = sealed.docket;
    const view = { registerId: record.id, docketNumber: header.height, docketHash: hash, status: outcome };
    return outcome === 'sealed' ? reply(201, view) : view;
  },
};

function docketAt(
  call: ApiCall<DocketDeps>,
  { registerId, docketId }: { readonly registerId: string; readonly docketId: string },
): Result<{ readonly record: RegisterRecord; readonly docket: StoredDocket }> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const { chain } = call.deps;
  const height = docketId === 'latest' ? chain.head(record.reg)?.height : Number(docketId);
  const split = height === undefined ? undefined : splitIssue(call.deps, record, { height, path: '/docketId' });
  if (split) return fail(split);
  const docket = height === undefined ? undefined : chain.docket(record.reg, height);
  return docket
    ? { record, docket }
    : fail(issue('DOCKET_NOT_FOUND', '/docketId', 'The register has no docket of this number.'));
}

function rosterOf({ deps }: ApiCall<DocketDeps>, record: RegisterRecord): Roster | undefined {
  const state = deps.ledger.state(record.id);
  return isFailure(state) ? undefined : state.roster;
}
