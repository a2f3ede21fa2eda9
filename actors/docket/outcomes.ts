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
      noteRejected(event, at);
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

/**
 * Without a code nobody found fault with it: another docket of its height was sealed after a change of rounds, which is
 * no reason to look.
 */
function noteRejected(
  { height, round, code }: Extract<ConsensusEvent, { readonly name: 'Rejected' }>,
  { log, registerId }: { readonly log: Log; readonly registerId: string },
): void {
  const about = { registerId, height, round };
  if (code === '') log.debug(about, 'A docket lost its height to another.');
  else log.warn({ ...about, reason: code }, 'A docket was rejected.');
}
