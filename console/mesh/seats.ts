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
  /** As people call it. */
  readonly name: string;
  readonly isOwn: boolean;
  /** State of the link from this node. */
  readonly link: string;
  readonly roundTripMs: number | undefined;
  /** How long it has not answered; undefined while it answers. */
  readonly silentMs: number | undefined;
  /** Its newest docket by its own word, and when that was heard. */
  readonly tip: number | undefined;
  readonly tipAt: string | undefined;
  /** Dockets that it has not told for more than two seconds. */
  readonly lag: number;
  /** The newest docket with its signature; undefined where none of those that were read has it. */
  readonly signed: number | undefined;
  readonly isProposer: boolean;
  readonly vote: 'committed' | 'prepared' | 'none';
}

interface Seen {
  readonly mesh: MeshSeen;
  readonly registerId: string;
  readonly roster: readonly Pick<SeatSeen, 'validatorId' | 'orgId' | 'peerId'>[];
  /** Newest first. */
  readonly dockets: readonly DocketCard[];
  readonly candidate: CandidateSeen | undefined;
}

export function seatsOf({ mesh, registerId, roster, dockets, candidate }: Seen): readonly SeatSeen[] {
  const states = mesh.replicas.find((replica) => replica.registerId === registerId)?.roster ?? [];
  const committed = signersIn(candidate?.committed ?? 0);
  const prepared = signersIn(candidate?.prepared ?? 0);
  return roster.map(({ validatorId, orgId, peerId }, place) => ({
    ...{ validatorId, orgId, peerId, isOwn: peerId === mesh.peerId || roster.length === 1 },
    ...tipOf(states.find((seat) => seat.validatorId === validatorId)),
    ...linkTo(mesh.peers.find((peer) => peer.peerId === peerId)),
    name: states.find((seat) => seat.validatorId === validatorId)?.orgName ?? orgId,
    signed: dockets.find(({ signers }) => signersIn(signers).includes(place))?.number,
    isProposer: validatorId === candidate?.proposer,
    vote: committed.includes(place) ? 'committed' : prepared.includes(place) ? 'prepared' : 'none',
  }));
}

type Told = MeshSeen['replicas'][number]['roster'][number];
type Linked = MeshSeen['peers'][number];

function tipOf(seat: Pick<Told, 'tip' | 'tipAt' | 'lag'> | undefined) {
  return { tip: seat?.tip ?? undefined, tipAt: seat?.tipAt ?? undefined, lag: seat?.lag ?? 0 };
}

function linkTo(peer: Pick<Linked, 'state' | 'roundTripMs' | 'silentMs'> | undefined) {
  return {
    link: peer?.state ?? 'idle',
    roundTripMs: peer?.roundTripMs ?? undefined,
    silentMs: peer?.silentMs ?? undefined,
  };
}

/** A seat often signs after the quorum was whole, which no certificate shows: so many dockets say nothing. */
const UNSIGNED_USUAL = 20;

/** The one thing about a seat that an operator has to know: what is worst comes first. */
export function standingOf(
  { isOwn, link, signed, silentMs, lag }: SeatSeen,
  newest: Pick<DocketCard, 'number'> | undefined,
): 'unlinked' | 'frozen' | 'behind' | 'silent' | 'up' {
  if (!isOwn && link !== 'up') return 'unlinked';
  if (silentMs !== undefined) return 'frozen';
  if (lag > 0) return 'behind';
  if (newest !== undefined && (signed === undefined || newest.number - signed > UNSIGNED_USUAL)) return 'silent';
  return 'up';
}
