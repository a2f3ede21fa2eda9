// The effect of a Resolution on runs.
import type { Unproven } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
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
  if (resolved !== 'keep') return { ...BACK, resolved };
  const then = { ...before, ballots: { ...before.ballots, ...dispute.ballots } };
  const undoesAfter = decisionsOn(fault.txId, then, before);
  return { ...BACK, resolved, keeps: { objection, undoes: [fault.txId], undoesAfter } };
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
