// The effect of a Resolution on runs.
import { type Kept, runsBack } from '../../blueprint/instance/run-rows.js';
import type { Dispute, Unproven } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import { decisionsOn } from '../parts/ballots-undone.js';
import type { BetweenRuns, RunEffect } from '../parts/row.js';

const BACK = { kind: 'back', causes: [], undoes: [] } as const;

/** Undefined for one consent more. */
export function resolvedRuns({ before, after }: BetweenRuns): RunEffect | undefined {
  const dispute = before?.dispute;
  if (!before || !dispute || after.dispute?.objection === dispute.objection) return undefined;
  const { objection, unproven } = dispute;
  if (unproven) return judgedRuns({ unproven, before, after });
  const fault = after.faults?.find((item) => item.objectionTxId === objection);
  const resolved = fault?.resolved?.outcome;
  if (!fault || !resolved) return undefined;
  return resolved === 'keep'
    ? { ...BACK, resolved, keeps: keptPart(before, dispute, fault.txId) }
    : { ...BACK, resolved };
}

function keptPart(before: Instance, { objection, ballots }: Dispute, run: string): Kept {
  const then = { ...before, ballots: { ...before.ballots, ...ballots } };
  return { objection, undoes: [run], undoesAfter: decisionsOn(run, then, before) };
}

/** The runs that come back where the dispute ends with its run kept; none where it is not proven yet. */
export function runsKept(before: Instance, dispute: Dispute, rowOf: RowOf): readonly string[] {
  const fault = before.faults?.find((item) => item.objectionTxId === dispute.objection);
  return fault ? runsBack(keptPart(before, dispute, fault.txId), rowOf) : [];
}

/** A run that is proven false goes as after an objection that every validator judged. */
function judgedRuns(of: {
  readonly unproven: Unproven;
  readonly before: Instance;
  readonly after: Instance;
}): RunEffect {
  const { unproven, before, after } = of;
  const { run, role } = unproven;
  // A fault beyond the share of its role is not listed; a private objection that was not proven stays with its role.
  const isProven = !after.privately || !Object.hasOwn(after.privately, role);
  if (!isProven) return { ...BACK, resolved: 'unproven' };
  return { ...BACK, resolved: 'proven', undoes: [run], undoesAfter: decisionsOn(run, before, after) };
}
