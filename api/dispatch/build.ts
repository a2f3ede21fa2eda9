// The dispatcher of a node, with the limits, turns and stored answers that all its transports share. It listens to
// nothing.
import { assert } from '../../core/base/assert.js';
import { WAIT_SECONDS_DEFAULT } from '../../core/base/limits/node/requests.js';
import type { Idempotency } from '../../storage/tables/accounts/idempotency.js';
import type { AnyGroup } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { PoolRefusals } from '../errors/pool-refusals.js';
import { Repeats } from '../requests/idempotency.js';
import { DEFAULT_RATES, Limiters, type Rates } from '../requests/rate.js';
import { RequestScheduler } from '../requests/request-scheduler.js';
import { Dispatcher, type OperationRow } from './dispatcher.js';
import { type AnyHandler, operationOf } from './operation.js';

export interface DispatchOptions {
  readonly idempotency: Idempotency;
  /** DEFAULT_RATES when absent; read at each call. */
  readonly rates?: Rates;
  /** Cap of `Prefer: wait`; WAIT_SECONDS_DEFAULT by default. */
  readonly waitSecondsMax?: number;
}

export interface Dispatching {
  readonly dispatcher: Dispatcher;
  readonly limiters: Limiters;
  readonly turns: RequestScheduler;
  readonly operations: readonly OperationRow[];
  /** Answers that are kept for a repetition. */
  readonly repeats: Repeats;
  /** 32 bytes of this node, under which questions are sealed whose answers are kept so. */
  readonly confirmationRoot: Uint8Array;
}

export function buildDispatcher(
  deps: ApiDeps,
  table: Readonly<Record<string, AnyGroup>>,
  options: DispatchOptions,
): Dispatching {
  const { clock } = deps;
  const limiters = new Limiters(options.rates ?? DEFAULT_RATES, () => clock.steady());
  const turns = new RequestScheduler({
    clock,
    soon: (run) => void setImmediate(run),
    random: () => deps.random.number(),
  });
  const isSealed = (txId: string) =>
    deps.ledger.registers().some(({ reg }) => deps.chain.transaction(reg, txId) !== undefined);
  const operations = operationsOf(table, limiters, deps.config.publicUrl);
  const repeats = new Repeats({ clock, store: options.idempotency, commit: deps.commit, isSealed });
  const dispatcher = new Dispatcher(
    {
      deps,
      waitMsMax: (options.waitSecondsMax ?? WAIT_SECONDS_DEFAULT) * 1000,
      repeats,
      turns,
      poolRefusals: new PoolRefusals({ clock }),
    },
    new Map(operations.map((row) => [row.operation.id, row])),
  );
  const { confirmationRoot } = options.idempotency;
  return { dispatcher, limiters, turns, operations, repeats, confirmationRoot };
}

function operationsOf(
  table: Readonly<Record<string, AnyGroup>>,
  limiters: Limiters,
  publicUrl: string,
): Dispatching['operations'] {
  const seen = new Set<string>();
  return Object.values(table).flatMap(({ routes, handlers }) =>
    Object.entries(routes).map(([id, definition]) => {
      assert(!seen.has(id), `the operationId ${id} is used twice`);
      seen.add(id);
      const handler = handlers[id] as AnyHandler;
      return { definition, operation: operationOf({ id, definition, handler, publicUrl }, limiters) };
    }),
  );
}
