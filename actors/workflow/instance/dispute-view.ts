// The dispute of an instance as a caller is shown it: what pauses or stops the instance, who ends that, and
// until when. It decides nothing.
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { isPaused, outcomeOf, stopEndsMs } from '../../../core/blueprint/disputes/disputes.js';
import type { DisputeOutcome } from '../../../core/blueprint/state/dispute.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import { type Asked, accusedWallet, resolverIn, rolesAsked } from '../../../core/disputes/parties.js';
import type { StateView } from '../../../core/model/register.js';

/** A party of a dispute, and what it wants. */
export interface DisputeParty extends Asked {
  readonly outcome?: DisputeOutcome;
}

/** A dispute that pauses or stops an instance, who ends it, and until when. */
export interface DisputeView {
  readonly actionId: number;
  readonly objectionTxId: string;
  /** The run that was proven false, and the wallet that sent it. */
  readonly txId: string;
  readonly accused: string;
  readonly sinceMs: number;
  /** A private objection, of which the resolver has said nothing yet. */
  readonly isUnproven?: true;
  /** After it everything else goes on; absent in a stop. */
  readonly untilMs?: number;
  /** In a stop: after it who cancels the instance may do so. */
  readonly cancelFromMs?: number;
  /** The holder of the role that decides; absent where none does, or is at fault itself. */
  readonly resolver?: Asked;
  /** Parties that end it together. */
  readonly parties: readonly DisputeParty[];
}

/** The dispute that pauses or stops an instance at a time. */
export function disputeIn(
  view: StateView,
  { id, row, definition }: { readonly id: string; readonly row: Instance; readonly definition: Definition | undefined },
  nowMs: number,
): DisputeView | undefined {
  if (!row.dispute || !isPaused(row, nowMs)) return undefined;
  const { dispute } = row;
  const { action: actionId, objection: objectionTxId, sinceMs, unproven, untilMs } = dispute;
  const of = definition && { definition, instanceId: id, instance: row };
  const resolver = of && resolverIn(view, of, dispute);
  const asked = of && !unproven ? rolesAsked(view, of, dispute) : [];
  const cancelFromMs = definition && stopEndsMs(dispute, definition);
  const parties = asked.map((item): DisputeParty => {
    const outcome = outcomeOf(dispute, item);
    return { ...item, ...(outcome && { outcome }) };
  });
  return {
    ...{ actionId, objectionTxId, accused: accusedWallet(row, dispute), sinceMs },
    txId: unproven?.run ?? (row.faults ?? []).find((fault) => fault.objectionTxId === objectionTxId)?.txId ?? '',
    ...(unproven && { isUnproven: true as const }),
    ...(untilMs !== undefined && { untilMs }),
    ...(cancelFromMs !== undefined && { cancelFromMs }),
    ...(resolver && { resolver }),
    parties,
  };
}
