// Runs the engine for an acting wallet, on what it sees of the instance: the runs in force.

import { type Issue, issue } from '../../../../core/base/issue.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { isAddedRuleTrue } from '../../../../core/blueprint/execution/added-rule.js';
import { type Executed, execute } from '../../../../core/blueprint/execution/execute.js';
import type { Facts } from '../../../../core/blueprint/logic/facts.js';
import type { RowOf } from '../../../../core/blueprint/state/run-row.js';
import { withClaims } from '../../../../core/instance/runs/claims.js';
import { factsBefore } from '../../../../core/instance/runs/facts-before.js';
import { refusedBuilding } from '../../../../core/reading/cells/findings.js';
import type { Visible } from '../../../../core/reading/cells/visible.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import type { PlannedPlace } from '../parts/place.js';
import type { ActionAsk } from './ask.js';

export interface ExecutionAsk {
  readonly ask: Pick<ActionAsk, 'actionId' | 'payload' | 'within'>;
  readonly place: PlannedPlace;
  /** Absent for an opening action. */
  readonly record: InstanceRecord | undefined;
  /** The part of the record that the wallet sees. */
  readonly seen: Visible | undefined;
  /** Rows of runs of the register. */
  readonly rowOf: RowOf;
  readonly nowMs: number;
}

/** The issues of `execute`. */
export function executeFor(asked: ExecutionAsk): Result<Executed> {
  const { actionId, payload } = asked.ask;
  return execute({ definition: asked.place.definition, actionId, payload, facts: factsFor(asked), isForCells: true });
}

/** STANDING_GRANT_NEEDED for an action that lies outside of the bounds within which it was asked for. */
export function boundsProblem(asked: ExecutionAsk): Issue | undefined {
  const { place, ask } = asked;
  if (ask.within === undefined) return undefined;
  const { publicationTxId, rule } = ask.within;
  // Votes are stated beside the data: no rule reads them.
  if (place.publicationTxId !== publicationTxId || place.vote !== undefined) return OUTSIDE;
  if (rule === undefined) return undefined;
  const { actionId, payload } = ask;
  const isTrue = isAddedRuleTrue(rule, { definition: place.definition, actionId, payload, facts: factsFor(asked) });
  if (isTrue === true) return undefined;
  const what = isFailure(isTrue) ? `cannot be judged (${isTrue.issue.code})` : 'is not true of these data';
  return issue('STANDING_GRANT_NEEDED', '', `The rule of the standing grant ${what}.`);
}

const OUTSIDE = issue(
  'STANDING_GRANT_NEEDED',
  '',
  'The standing grant is for another version, or the action is voted on.',
);

function factsFor({ place, record, seen, rowOf, nowMs }: ExecutionAsk): Pick<Facts, 'runs' | 'time'> {
  const signed = new Date(nowMs).toISOString();
  if (!record || !seen) return { runs: [], time: { signed } };
  const { runs, time } = factsOf(place, record, { seen, rowOf });
  return { runs, time: { ...time, signed } };
}

/** FACT_VIOLATED or FACT_UNDELIVERED where the wallet may build nothing on what it sees. */
export function refusalOf(
  { definition, planned }: Pick<PlannedPlace, 'definition' | 'planned'>,
  { runs }: Visible,
  { acceptSuspect = [], owed }: Pick<ActionAsk, 'acceptSuspect'> & { readonly owed?: ReadonlySet<string> },
): Issue | undefined {
  if (!runs) return undefined;
  const of = { definition, action: planned.action, role: planned.sender.id, runs, accepted: acceptSuspect };
  return refusedBuilding(owed ? { owed, ...of } : of);
}

/** Runs in force as of the record: what was sealed since is met by the docket. */
function factsOf(
  place: PlannedPlace,
  { row, transactions }: InstanceRecord,
  { seen: onSeen, rowOf }: { readonly seen: Visible; readonly rowOf: RowOf },
): Pick<Facts, 'runs' | 'time'> {
  const { plan, planned, previousTransactionId } = place;
  return factsBefore({
    plan,
    instance: row,
    moves: transactions,
    branch: { txId: previousTransactionId as string, actionId: planned.action.id },
    rowOf,
    seenData: (txId) => {
      const claims = onSeen.runs?.find((run) => run.txId === txId)?.claims ?? {};
      return withClaims(onSeen.facts.get(txId) ?? {}, claims);
    },
  });
}
