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
  | 'acted'
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

/** Of language 2; ballots stay that still stand. `now` is what the rows of runs say, which may be newer. */
export function flowing(
  { blueprintId, opener, participants, publicationTxId, record, state }: Common,
  of: Flowing,
  { dues, moves, runs }: Pick<Flowing, 'moves' | 'runs'> & { readonly dues?: Flowing['dues'] | undefined } = of,
): FlowInstance {
  const { acted, cancelling, challenges, deliveries, dispute, faults, flow, judging, late, pausedMs } = of;
  const { privately, resolutions, since } = of;
  const ballots = standing(of.ballots, flow);
  return {
    ...(acted && { acted }),
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
    publicationTxId,
    ...(record !== undefined && { record }),
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

/** The instance with its runs as the rows have them after the move that led to it. */
export function withRuns(
  instance: FlowInstance,
  { moves, runs, dues }: Pick<FlowInstance, 'moves' | 'runs' | 'dues'>,
): FlowInstance {
  return flowing(instance, instance, { moves, runs, dues });
}
