// Counts and log lines of the docket driver for the events of its reducer. It acts on none of them.
import { absurd } from '../../core/base/assert.js';
import type { ConsensusEvent } from '../../core/consensus/effect.js';
import type { Log } from '../ports.js';
import type { Misbehaviour } from './ports.js';

export interface DocketCounts {
  readonly proposed: number;
  readonly sealed: number;
  readonly rejected: number;
}

export class DocketOutcomes {
  private readonly registerId: string;
  private readonly log: Log;
  private proposed = 0;
  private seals = 0;
  private rejected = 0;

  constructor(registerId: string, log: Log) {
    this.registerId = registerId;
    this.log = log;
  }

  get counts(): DocketCounts {
    return { proposed: this.proposed, sealed: this.seals, rejected: this.rejected };
  }

  onSealed(): void {
    this.seals++;
  }

  /** Gives back what the world has to hear of, once what the event rests on is durable. */
  note(event: ConsensusEvent): Misbehaviour | undefined {
    const { log, registerId } = this;
    switch (event.name) {
      case 'Proposed':
        this.proposed++;
        return undefined;
      case 'Accepted':
      case 'Sealed':
        return undefined;
      case 'Rejected':
        this.rejected++;
        noteRejected(event, { log, registerId });
        return undefined;
      case 'Evidence':
        log.error({ registerId, height: event.height }, 'A validator signed contradictory messages.');
        return event;
      case 'Forgotten':
        log.error({ registerId, height: event.height }, 'A certificate holds a vote that this node forgot.');
        return undefined;
      case 'Fork':
      case 'Diverged':
        return event;
      default:
        return absurd(event);
    }
  }
}

/**
 * Without a code no validator found fault with it: another docket of its height was sealed after a change of rounds,
 * which is not a reason to look.
 */
function noteRejected(
  { height, round, code }: Extract<ConsensusEvent, { readonly name: 'Rejected' }>,
  { log, registerId }: { readonly log: Log; readonly registerId: string },
): void {
  const about = { registerId, height, round };
  if (code === '') log.debug(about, 'A docket lost its height to another.');
  else log.warn({ ...about, reason: code }, 'A docket was rejected.');
}
