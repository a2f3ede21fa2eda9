// Spreads submissions to the disks of a quorum before their submitter is answered (durability=quorum). It promises
// nothing of its own: this node's outbox holds them already.
import { isFailure } from '../../core/base/result.js';
import type { Transaction } from '../../core/model/transaction.js';
import { quorum } from '../../core/register/roster.js';
import type { Rosters } from './peers/rosters.js';
import type { MeshLedger, PeerNet } from './ports.js';

export interface SpreadPorts {
  readonly ledger: Pick<MeshLedger, 'state'>;
  readonly rosters: Pick<Rosters, 'peers' | 'isSeated'>;
  readonly net: PeerNet | undefined;
}

/**
 * True once as many validators as a quorum of the register have the transactions on disk, this node included when it
 * has a seat; false when it cannot be.
 */
export function spread(
  { ledger, rosters, net }: SpreadPorts,
  registerId: string,
  transactions: readonly Transaction[],
): Promise<boolean> {
  const state = ledger.state(registerId);
  if (isFailure(state) || !net) return Promise.resolve(false);
  const { commit } = quorum(state.policy.consensus.mode, state.roster.validators.length);
  const peers = rosters.peers(registerId);
  let held = rosters.isSeated(registerId) ? 1 : 0;
  if (held >= commit) return Promise.resolve(true);
  if (held + peers.length < commit) return Promise.resolve(false);
  return new Promise((resolve) => {
    let open = peers.length;
    const onAnswered = (isHeld: boolean) => {
      if (isHeld) held++;
      open--;
      if (held >= commit || held + open < commit) resolve(held >= commit);
    };
    for (const peerId of peers)
      net.submit(peerId, { registerId, transactions, durable: true }).then(
        (answers) =>
          onAnswered(answers.length === transactions.length && answers.every(({ status }) => status !== 'refused')),
        () => onAnswered(false),
      );
  });
}
