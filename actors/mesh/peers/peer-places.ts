// Places among the peers that a node remembers when there are more than it keeps: members before guests, guests before
// hearsay. It decides from records alone; the caller forgets.
import { PEERS_MAX } from '../../../storage/tables/node/peers.js';
import { isBanned, type PeerRecord } from './peer-record.js';

/** Places of guests, who cost their makers nothing: beyond it they take places of each other. */
export const GUESTS_MAX = PEERS_MAX / 4;

/** How this node came to know a peer: it linked as a member or as a guest, or others told of it. */
export type Acquaintance = 'member' | 'guest' | 'hearsay';

export interface PeerPlaces {
  readonly records: ReadonlyMap<string, PeerRecord>;
  readonly nowMs: number;
  /** A seed or a member of a roster: it keeps its place. */
  isKept(record: PeerRecord): boolean;
}

/**
 * The place for a new peer: 'free', the record that must go for it, or 'full'. A peer that was met takes the place of
 * the one longest known from hearsay, and a member that of a guest too; hearsay takes no place of another, so that no
 * flood of it can.
 */
export function placeFor(as: Acquaintance, places: PeerPlaces): 'free' | 'full' | PeerRecord {
  const { records } = places;
  if (as === 'guest') {
    const guests = passing(places);
    if (guests.length >= GUESTS_MAX) return guests[0] ?? 'full';
  }
  if (records.size < PEERS_MAX) return 'free';
  if (as === 'hearsay') return 'full';
  return lastHeard(places) ?? (as === 'member' ? passing(places)[0] : undefined) ?? 'full';
}

function lastHeard(places: PeerPlaces): PeerRecord | undefined {
  for (const record of places.records.values())
    if (record.lastSeenMs === 0 && !isBanned(record, places.nowMs) && isLoose(record, places)) return record;
  return undefined;
}

/**
 * Met, and no members as far as is known: guests first, and of them those who are not banned and were unseen for
 * longest.
 */
function passing(places: PeerPlaces): PeerRecord[] {
  const rank = (record: PeerRecord) => (record.standing === 'guest' ? 0 : 2) + (isBanned(record, places.nowMs) ? 1 : 0);
  return [...places.records.values()]
    .filter((record) => record.lastSeenMs > 0 && record.standing !== 'member' && isLoose(record, places))
    .sort((a, b) => rank(a) - rank(b) || a.lastSeenMs - b.lastSeenMs);
}

/** Neither kept for a reason, nor banned by an operator, nor being banned right now. */
function isLoose(record: PeerRecord, { isKept }: PeerPlaces): boolean {
  return record.pending === undefined && record.ban?.untilMs !== null && !isKept(record);
}
