// The seats of a register as one observer sees them: whether this node has a link to each, which docket it signed last,
// and its part in the docket that is being decided.
import type { CandidateSeen } from '../live/candidate.js';
import type { DocketCard } from '../live/docket-ring.js';
import { signersIn } from '../live/groups.js';
import type { MeshSeen } from './mesh-now.js';

export interface SeatSeen {
  readonly validatorId: string;
  readonly orgId: string;
  readonly peerId: string;
  readonly isOwn: boolean;
  /** State of the link from this node. */
  readonly link: string;
  /** The newest docket with its signature; undefined where none of those that were read has it. */
  readonly signed: number | undefined;
  readonly isProposer: boolean;
  readonly vote: 'committed' | 'prepared' | 'none';
}

interface Seen {
  readonly mesh: MeshSeen;
  readonly roster: readonly Pick<SeatSeen, 'validatorId' | 'orgId' | 'peerId'>[];
  /** Newest first. */
  readonly dockets: readonly DocketCard[];
  readonly candidate: CandidateSeen | undefined;
}

export function seatsOf({ mesh, roster, dockets, candidate }: Seen): readonly SeatSeen[] {
  const committed = signersIn(candidate?.committed ?? 0);
  const prepared = signersIn(candidate?.prepared ?? 0);
  return roster.map(({ validatorId, orgId, peerId }, place) => ({
    ...{ validatorId, orgId, peerId, isOwn: peerId === mesh.peerId || roster.length === 1 },
    link: mesh.peers.find((peer) => peer.peerId === peerId)?.state ?? 'idle',
    signed: dockets.find(({ signers }) => signersIn(signers).includes(place))?.number,
    isProposer: validatorId === candidate?.proposer,
    vote: committed.includes(place) ? 'committed' : prepared.includes(place) ? 'prepared' : 'none',
  }));
}
