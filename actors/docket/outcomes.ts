// What the docket driver counts and logs of the events of its reducer. It acts on none of them.
import { absurd } from '../../core/base/assert.js';
import type { ConsensusEvent } from '../../core/consensus/effect.js';
import type { Log } from '../ports.js';
import type { Misbehaviour } from './ports.js';

export interface DocketCounts {
  proposed: number;
  sealed: number;
  rejected: number;
}

/** Gives back what the world has to hear of, once what the event rests on is durable. */
export function noted(
  event: ConsensusEvent,
  at: { readonly counts: DocketCounts; readonly log: Log; readonly registerId: string },
): Misbehaviour | undefined {
  const { counts, log, registerId } = at;
  switch (event.name) {
    case 'Proposed':
      counts.proposed++;
      return undefined;
    case 'Accepted':
    case 'Sealed':
      return undefined;
    case 'Rejected':
      counts.rejected++;
      log.warn({ registerId, height: event.height, round: event.round, reason: event.code }, 'A docket was rejected.');
      return undefined;
    case 'Evidence':
      log.error({ registerId, height: event.height }, 'A validator signed contradictory messages.');
      return event;
    case 'Fork':
    case 'Diverged':
      return event;
    default:
      return absurd(event);
  }
}
