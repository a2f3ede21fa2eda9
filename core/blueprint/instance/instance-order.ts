// An instance as the state keeps it: its members in canonical order, so that its canonical text is one native call.
// Pure.

import { type BallotsByAction, standing } from '../state/ballots.js';
import type { Disputing } from '../state/dispute.js';
import type { Common, Instance } from '../state/instance.js';

type Flowing = Pick<
  Instance,
  | 'acted'
  | 'cancelling'
  | 'challenges'
  | 'deliveries'
  | 'dues'
  | 'flow'
  | 'issuing'
  | 'late'
  | 'moves'
  | 'resolutions'
  | 'runs'
  | 'since'
  | 'startMs'
> &
  Disputing & { readonly ballots?: BallotsByAction | undefined };

/** Ballots stay that still stand. `now` is what the rows of runs say, which may be newer. */
export function flowing(
  { blueprintId, opener, participants, publicationTxId, record, state }: Common,
  of: Flowing,
  { dues, moves, runs }: Pick<Flowing, 'moves' | 'runs'> & { readonly dues?: Flowing['dues'] | undefined } = of,
): Instance {
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
    ...(of.issuing && { issuing: of.issuing }),
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

/** The instance with its runs as the rows have them after the move that led to it. */
export function withRuns(
  instance: Instance,
  { moves, runs, dues }: Pick<Instance, 'moves' | 'runs' | 'dues'>,
): Instance {
  return flowing(instance, instance, { moves, runs, dues });
}
