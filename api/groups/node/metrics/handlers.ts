// Figures to views. Figures of the whole node are for its operator and the services of that; figures of one register
// take the rights over it.
import type { LedgerFigures } from '../../../../actors/ledger-port.js';
import { issue } from '../../../../core/base/issue.js';
import { SERIES_STEP_MS } from '../../../../core/base/limits/node/overload.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { ownedRegister } from '../../../access/registers.js';
import { seatsOf } from '../../../access/seats.js';
import { isAllowed, worksForOperator } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { poolView } from '../../../views/seats.js';
import { isoTime } from '../../../views/transactions.js';
import type { NodeDeps } from '../deps.js';
import type { metricsRoutes } from './routes.js';

/** Pools listed in one answer, the fullest first. */
const POOLS_MAX = 100;

interface Asked {
  readonly query: { readonly registerId?: string };
}

export const metricsHandlers: Handlers<typeof metricsRoutes, NodeDeps> = {
  getMetrics: (input, call) =>
    withFigures(input, call, (figures) => ({
      dockets: dockets(figures),
      transactions: transactions(figures),
      consensus: consensus(figures),
      mempool: pools(figures, input, call),
    })),
  getDocketMetrics: (input, call) => withFigures(input, call, dockets),
  getTransactionMetrics: (input, call) => withFigures(input, call, transactions),
  getConsensusMetrics: (input, call) => withFigures(input, call, consensus),
  getMetricSeries({ query }, { deps }) {
    const { untilMs, series } = deps.series?.page(query) ?? { untilMs: deps.clock.now(), series: [] };
    return {
      ...{ stepSeconds: SERIES_STEP_MS / 1000, until: isoTime(untilMs) },
      series: series.map(({ name, unit, values }) => ({ name, unit, values: [...values] })),
    };
  },
  getMemPoolMetrics: (input, call) => withFigures(input, call, (figures) => pools(figures, input, call)),
};

function withFigures<T>({ query }: Asked, call: ApiCall<NodeDeps>, view: (figures: LedgerFigures) => T): Result<T> {
  if (query.registerId === undefined) {
    // Anybody may found an organisation and be its administrator: what all tenants do together is for the operator of
    // the node.
    const { caller } = call;
    if (worksForOperator(caller) || isAllowed('RequireSystemAdmin', caller)) return view(call.deps.ledger.figures());
    return fail(
      issue('FORBIDDEN', '/registerId', 'The figures of the whole node are for its operator: name a register.'),
    );
  }
  const record = ownedRegister(call, query.registerId);
  return isFailure(record) ? record : view(call.deps.ledger.figures(record.id));
}

function dockets({ docketsProposed, docketsSealed, docketsRejected }: LedgerFigures) {
  return { proposed: docketsProposed, sealed: docketsSealed, rejected: docketsRejected };
}

function transactions(figures: LedgerFigures) {
  const { submitted, accepted, refused, transactionsSealed, pendingTransactions, refusedByCode } = figures;
  return {
    submitted,
    accepted,
    refused,
    sealed: transactionsSealed,
    pending: pendingTransactions,
    successRate: submitted === 0 ? 0 : accepted / submitted,
    refusedByCode: { ...refusedByCode },
  };
}

function consensus(figures: LedgerFigures) {
  const { activeRegisters, restarts, halted, docketsProposed, docketsSealed, docketsRejected } = figures;
  return { activeRegisters, restarts, halted, docketsProposed, docketsSealed, docketsRejected };
}

function pools({ pendingTransactions }: LedgerFigures, { query }: Asked, call: ApiCall<NodeDeps>) {
  const ids = query.registerId === undefined ? fullest(call) : [query.registerId];
  const rows = ids.flatMap((id) => {
    const pool = call.deps.ledger.pool(id);
    return isFailure(pool) ? [] : [poolView(id, pool)];
  });
  return { pendingTransactions, pools: rows };
}

function fullest(call: ApiCall<NodeDeps>): string[] {
  return seatsOf(call)
    .sort((a, b) => b.transactionsInMemPool - a.transactionsInMemPool)
    .slice(0, POOLS_MAX)
    .map((seat) => seat.registerId);
}
