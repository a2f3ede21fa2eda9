// A stream of the docket that is being decided: its height, round, proposer and votes, as this node sees them. It looks
// ten times a second at most while something is decided, and tells what changed. All streams of a register share a
// look, so that many of them cost the node one. Nothing of it is sealed, and it shows no more than the operation
// getConsensus.
import { LRUCache } from 'lru-cache';
import Type from 'typebox';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, type Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import {
  HUB_CONSENSUS_BUSY_MS,
  HUB_CONSENSUS_IDLE_MS,
  HUB_CONSENSUS_LOOKS_MAX,
} from '../../core/base/limits/node/hubs.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { visibleRegister } from '../access/registers.js';
import { isAllowed } from '../auth/policy.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { candidateView } from '../views/summaries.js';
import type { HubStream, HubStreamRun } from './define.js';
import { waitFor } from './streams.js';

export const followConsensus: HubStream = {
  summary: 'the id of a register; tells the proposer, the round and the votes of the docket that is being decided.',
  args: [Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })],
  source: ([id], call) => {
    const record = admittedRegister(call, id as string);
    if (isFailure(record)) return record;
    return {
      still: () => {
        const now = admittedRegister(call, record.id);
        return isFailure(now) ? now.issue : undefined;
      },
      items: (run) => candidates(call.deps, record.id, run),
    };
  },
};

/** By the right of the operation, which is another one than that of the hub. */
function admittedRegister(call: ApiCall<ApiDeps>, id: string): Result<RegisterRecord> {
  if (!isAllowed('CanReadRegisters', call.caller))
    return fail(issue('FORBIDDEN', '', 'Your role does not read what validators decide.'));
  return visibleRegister(call, id);
}

/** A look at a register, with its time by the steady clock. */
interface Look {
  readonly ms: number;
  readonly candidate: ReturnType<typeof candidateView>;
  readonly text: string;
}

/** The last looks of a node, by register: its ledger is the same object for as long as it runs. */
const looksOf = new WeakMap<ApiDeps['ledger'], LRUCache<string, Look>>();

/** A look that is younger than the shortest rest is the look of others too. */
function lookAt({ ledger, clock }: Pick<ApiDeps, 'ledger' | 'clock'>, id: string): Result<Look> {
  const looks = looksOf.get(ledger) ?? new LRUCache<string, Look>({ max: HUB_CONSENSUS_LOOKS_MAX });
  looksOf.set(ledger, looks);
  const ms = clock.steady();
  const last = looks.get(id);
  if (last !== undefined && ms - last.ms < HUB_CONSENSUS_BUSY_MS) return last;
  const report = ledger.consensus(id);
  if (isFailure(report)) return report;
  const state = ledger.state(id);
  const candidate = candidateView(report, isFailure(state) ? [] : state.roster.validators);
  const look = { ms, candidate, text: canonical(candidate) };
  looks.set(id, look);
  return look;
}

async function* candidates(
  deps: Pick<ApiDeps, 'ledger' | 'clock'>,
  id: string,
  run: HubStreamRun,
): AsyncGenerator<Json, Issue | undefined> {
  for (let lastText = ''; !run.signal.aborted; ) {
    const look = lookAt(deps, id);
    if (isFailure(look)) return look.issue;
    const { candidate, text } = look;
    if (text !== lastText) yield candidate;
    lastText = text;
    await waitFor(deps.clock, candidate.busy ? HUB_CONSENSUS_BUSY_MS : HUB_CONSENSUS_IDLE_MS, run.signal);
  }
  return undefined;
}
