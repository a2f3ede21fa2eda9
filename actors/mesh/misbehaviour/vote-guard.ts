// Remembers the votes of other validators and shows them at each handshake. It fences a seat of this node when a peer
// shows a vote that the seat has forgotten: the store is an old image, or a second copy of this node votes
// (docs/protocol.md 12). Best effort, and never trusts an unsigned word.
import type { Log } from '../../../core/base/ports.js';
import type { ConsensusRecord, Message, Vote } from '../../../core/consensus/types.js';
import { verifySeat } from '../../../core/crypto/signing/algorithms.js';
import type { Peer } from '../../../core/mesh/types.js';
import { judgeVotes } from '../../../core/mesh/vote-memory.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import { sound } from '../../../storage/engine/value.js';
import type { ConsensusKeys } from '../../ports.js';
import type { Rosters } from '../peers/rosters.js';
import type { MeshLedger } from '../ports.js';
import { VotesSeen } from './votes-seen.js';

export interface VoteGuardPorts {
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'loadRecord' | 'loadState'>;
  readonly ledger: Pick<MeshLedger, 'register' | 'seating'>;
  readonly keys: Pick<ConsensusKeys, 'signerIn' | 'all'>;
  readonly rosters: Rosters;
}

export class VoteGuard {
  private readonly ports: VoteGuardPorts;
  private readonly seen = new VotesSeen();

  constructor(ports: VoteGuardPorts) {
    this.ports = ports;
  }

  /** A message whose signatures were found good. */
  note(message: Message): void {
    if (message.type === 'vote') this.seen.note(message.vote);
    else if (message.type === 'proposal') this.seen.note(message.proposal.prepare);
  }

  /** The last votes of the seats of a peer, one for each register. */
  seenVotes(peerId: string): readonly Vote[] {
    return this.ports.rosters.validatorIdsOf(peerId).flatMap((validatorId) => this.seen.of(validatorId));
  }

  /** Takes the votes of this node that a peer has seen. */
  onTold(from: Peer, votes: readonly Vote[]): void {
    const { chain, ledger, keys, log, rosters } = this.ports;
    const own = new Set(keys.all().map(({ validatorId }) => validatorId));
    const judged = new Set<string>();
    for (const vote of votes) {
      const { registerId } = vote;
      const which = `${registerId}/${vote.voter}`;
      // Only members see votes, and they remember one of each seat; anything else would be work for nothing.
      if (!own.has(vote.voter) || judged.has(which)) continue;
      if (rosters.validatorOf(registerId, from.peerId) === undefined) continue;
      judged.add(which);
      const record = ledger.register(registerId);
      // Of a damaged register the peer tells again once it is repaired and linked.
      const state = record && sound(() => chain.loadState(record.reg));
      const signer = state && keys.signerIn(state.roster);
      if (!record || !state || !signer) continue;
      const ours = {
        registerId,
        genesisHash: record.genesisHash,
        validatorId: signer.validatorId,
        consensusKey: signer.publicKey,
        headHeight: state.height,
        record: chain.loadRecord<ConsensusRecord>(record.reg),
      };
      if (judgeVotes([vote], ours, verifySeat) === 'fine') continue;
      log.error({ registerId, from: from.peerId, height: vote.height }, 'A peer holds a vote that this node forgot.');
      ledger.seating
        .raise(registerId, 'a peer holds a newer vote of this seat')
        .catch((error) => log.error({ registerId, err: error }, 'A seat could not be fenced.'));
    }
  }

  forget(registerId: string): void {
    this.seen.forget(registerId);
  }
}
