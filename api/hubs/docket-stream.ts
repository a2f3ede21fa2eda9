// A stream of the dockets of a register: all from a height on, then each when it is sealed, or those of some time
// together. A subscriber loses the dockets of the time when it was away; a follower goes on at the height where it
// stopped. Each docket comes once, in order, as its card: what names it, who proposed it and who signed.
import Type from 'typebox';
import type { Issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { HUB_STREAM_REST_MS_MAX } from '../../core/base/limits/node/hubs.js';
import { isFailure } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { visibleRegister } from '../access/registers.js';
import { splitIssue } from '../access/split.js';
import type { ApiDeps } from '../deps/deps.js';
import { docketSummary } from '../views/summaries.js';
import type { HubStream, HubStreamRun } from './define.js';
import { waitFor } from './streams.js';

export const followDockets: HubStream = {
  summary:
    'the id of a register, and the number of the first docket, or null for the next one that is sealed; then, if you like, how many milliseconds it rests before it tells what is new.',
  args: [
    Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
    Type.Optional(Type.Integer({ minimum: 0, maximum: HUB_STREAM_REST_MS_MAX })),
  ],
  source: ([id, from, rest], call) => {
    const record = visibleRegister(call, id as string);
    if (isFailure(record)) return record;
    const { deps } = call;
    const next = (from as number | null) ?? (deps.chain.head(record.reg)?.height ?? -1) + 1;
    return {
      still: () => {
        const now = visibleRegister(call, record.id);
        return isFailure(now) ? now.issue : undefined;
      },
      items: (run) => dockets(deps, record, { next, run, restMs: (rest as number | undefined) ?? 0 }),
    };
  },
};

async function* dockets(
  deps: ApiDeps,
  record: RegisterRecord,
  { next, run, restMs }: { readonly next: number; readonly run: HubStreamRun; readonly restMs: number },
): AsyncGenerator<Json, Issue | undefined> {
  for (let height = next; !run.signal.aborted; ) {
    const split = splitIssue(deps, record, { height, path: '' });
    if (split !== undefined) return split;
    const docket = deps.chain.docket(record.reg, height);
    if (docket === undefined) {
      await run.woken(`register:${record.id}`);
      if (restMs > 0) await waitFor(deps.clock, restMs, run.signal);
    } else {
      yield docketSummary(docket);
      height++;
    }
  }
  return undefined;
}
