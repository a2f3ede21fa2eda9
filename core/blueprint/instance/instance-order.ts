// An instance as the state keeps it: its members in canonical order, so that its canonical text is one native call.
// Pure.

import { type BallotsByAction, standing } from '../state/ballots.js';
import type { Disputing } from '../state/dispute.js';
import type { Common, FlowInstance, HeadedInstance } from '../state/instance.js';

/** Of language 1. */
export function headed(
  common: Common,
  { completed, heads }: Pick<HeadedInstance, 'completed' | 'heads'>,
): HeadedInstance {
  const { blueprintId, ...rest } = inPlace(common);
  return { blueprintId, completed, heads, ...rest };
}

type Flowing = Pick<
  FlowInstance,
  | 'cancelling'
  | 'challenges'
  | 'deliveries'
  | 'dues'
  | 'flow'
  | 'late'
  | 'moves'
  | 'resolutions'
  | 'runs'
  | 'since'
  | 'startMs'
> &
  Disputing & { readonly ballots?: BallotsByAction | undefined };

/** Of language 2; ballots stay that still stand. */
export function flowing(common: Common, of: Flowing): FlowInstance {
  const { cancelling, challenges, deliveries, dispute, dues, faults, flow, judging, late, moves, pausedMs } = of;
  const { privately, resolutions, runs, since } = of;
  const { blueprintId, state, opener, participants, ...rest } = inPlace(common);
  const ballots = standing(of.ballots, flow);
  return {
    ...(ballots && { ballots }),
    blueprintId,
    ...(cancelling && { cancelling }),
    ...(challenges && { challenges }),
    ...(deliveries && { deliveries }),
    ...(dispute && { dispute }),
    ...(dues && { dues }),
    ...(faults && { faults }),
    flow,
    ...(judging && { judging }),
    language: 2,
    ...(late && { late }),
    moves,
    opener,
    participants,
    ...(pausedMs !== undefined && { pausedMs }),
    ...(privately && { privately }),
    ...rest,
    ...(resolutions && { resolutions }),
    runs,
    since,
    ...(of.startMs !== undefined && { startMs: of.startMs }),
    state,
  };
}

function inPlace({ blueprintId, opener, participants, publicationTxId, record, state }: Common): Common {
  return { blueprintId, opener, participants, publicationTxId, ...(record !== undefined && { record }), state };
}
