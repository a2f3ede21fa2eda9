// A stream of the dockets of a register: all from a height on, then each when it is sealed. A subscriber loses the
// dockets of the time when it was away; a follower goes on at the height where it stopped. Each docket comes once, in
// order, and nothing of a docket but what names it.
import Type from 'typebox';
import type { Issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { isFailure } from '../../core/base/result.js';
import type { StoredDocket } from '../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { visibleRegister } from '../access/registers.js';
import { splitIssue } from '../access/split.js';
import type { ApiDeps } from '../deps/deps.js';
import { isoTime } from '../views/transactions.js';
import type { HubStream, HubStreamRun } from './define.js';

export const followDockets: HubStream = {
  summary: 'the id of a register, and the number of the first docket, or null for the next one that is sealed.',
  args: [
    Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
  ],
  source: ([id, from], call) => {
    const record = visibleRegister(call, id as string);
    if (isFailure(record)) return record;
    const { deps } = call;
    const next = (from as number | null) ?? (deps.chain.head(record.reg)?.height ?? -1) + 1;
    return {
      still: () => {
        const now = visibleRegister(call, record.id);
        return isFailure(now) ? now.issue : undefined;
      },
      items: (run) => dockets(deps, record, { next, run }),
    };
  },
};

async function* dockets(
  deps: ApiDeps,
  record: RegisterRecord,
  { next, run }: { readonly next: number; readonly run: HubStreamRun },
): AsyncGenerator<Json, Issue | undefined> {
  for (let height = next; !run.signal.aborted; ) {
    const split = splitIssue(deps, record, { height, path: '' });
    if (split !== undefined) return split;
    const docket = deps.chain.docket(record.reg, height);
    if (docket === undefined) await run.woken(`register:${record.id}`);
    else {
      yield docketView(docket);
      height++;
    }
  }
  return undefined;
}

function docketView({ header, hash }: StoredDocket): Json {
  const { height, prevHash, txCount, timestampMs } = header;
  return { number: height, hash, previousHash: prevHash, transactionCount: txCount, timestamp: isoTime(timestampMs) };
}
