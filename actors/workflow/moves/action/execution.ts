// Runs the engine for an acting wallet, on what it sees of the instance: the runs in force.

import type { Issue } from '../../../../core/base/issue.js';
import type { Result } from '../../../../core/base/result.js';
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
  readonly ask: Pick<ActionAsk, 'actionId' | 'payload'>;
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
export function executeFor({ ask, place, record, seen, rowOf, nowMs }: ExecutionAsk): Result<Executed> {
  const { definition } = place;
  const { actionId, payload } = ask;
  const signed = new Date(nowMs).toISOString();
  const of = { definition, actionId, payload, isForCells: true } as const;
  if (!record || !seen) return execute({ facts: { runs: [], time: { signed } }, ...of });
  const { runs, time } = factsOf(place, record, { seen, rowOf });
  return execute({ facts: { runs, time: { ...time, signed } }, ...of });
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
