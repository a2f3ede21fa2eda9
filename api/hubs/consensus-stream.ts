// A stream of the docket that is being decided: its height, round, proposer and votes, as this node sees them. It looks
// ten times a second at most while something is decided, and tells what changed. Nothing of it is sealed, and it shows
// no more than the operation getConsensus.
import Type from 'typebox';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, type Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { HUB_CONSENSUS_BUSY_MS, HUB_CONSENSUS_IDLE_MS } from '../../core/base/limits/node/hubs.js';
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

async function* candidates(
  { ledger, clock }: ApiDeps,
  id: string,
  run: HubStreamRun,
): AsyncGenerator<Json, Issue | undefined> {
  for (let lastText = ''; !run.signal.aborted; ) {
    const report = ledger.consensus(id);
    if (isFailure(report)) return report.issue;
    const state = ledger.state(id);
    const candidate = candidateView(report, isFailure(state) ? [] : state.roster.validators);
    const text = canonical(candidate);
    if (text !== lastText) yield candidate;
    lastText = text;
    await waitFor(clock, report.busy ? HUB_CONSENSUS_BUSY_MS : HUB_CONSENSUS_IDLE_MS, run.signal);
  }
  return undefined;
}
