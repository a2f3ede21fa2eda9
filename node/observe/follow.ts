// Lines of the log at the level debug by which a transaction is followed: its TxId at each node that votes on it, and
// beside it the trace of its request at the node that took it. At another level nothing is made for them.
import type { AnnouncementHub } from '../../actors/announcements.js';
import type { Voted } from '../../actors/docket/ports.js';
import type { Announcement, ConsensusKeys } from '../../actors/ports.js';
import type { Log } from '../../core/base/ports.js';

export interface FollowPorts {
  readonly traces: AnnouncementHub['traces'];
  /** The seats of this node, which propose. */
  readonly keys: Pick<ConsensusKeys, 'all'>;
  readonly log: Log;
}

export class Follow {
  constructor(private readonly ports: FollowPorts) {}

  /** A seat of this node voted for a docket. */
  readonly onVoted = (registerId: string, { docket, round }: Voted): void => {
    const { log, keys, traces } = this.ports;
    if (!log.isDebug?.()) return;
    const { height, proposer } = docket.header;
    const isOwn = keys.all().some(({ validatorId }) => validatorId === proposer);
    const about = { registerId, height, round, docketHash: docket.hash };
    for (const { txId } of docket.transactions)
      log.debug(
        { traceId: traces.of(txId), txId, ...about },
        isOwn ? 'A transaction was proposed.' : 'A transaction was voted for.',
      );
  };

  readonly onTold = (fact: Announcement): void => {
    const { log, traces } = this.ports;
    if (!log.isDebug?.()) return;
    if (fact.type === 'docket-sealed') {
      const { registerId, height } = fact;
      for (const { txId } of fact.transactions)
        log.debug({ traceId: traces.of(txId), txId, registerId, height }, 'A transaction was sealed.');
    } else if (fact.type === 'transaction-refused' || fact.type === 'transaction-abandoned') {
      const { registerId, txId, code } = fact;
      log.debug({ traceId: traces.of(txId), txId, registerId, code }, 'A transaction was refused.');
    }
  };
}
