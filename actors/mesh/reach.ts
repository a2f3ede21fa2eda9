// How many members of a roster this node could decide with at this moment. It counts links and asks no peer.
import type { Roster } from '../../core/model/register.js';
import type { ConsensusKeys } from '../ports.js';
import type { Rosters } from './peers/rosters.js';
import type { PeerNet } from './ports.js';
import type { AntiEntropy } from './replication/anti-entropy.js';
import type { Subscriptions } from './replication/subscriptions.js';

/** Seats, followed registers and links: by them it is known which peers tell of a register. */
export interface Links {
  readonly rosters: Pick<Rosters, 'peers' | 'isSeated'>;
  readonly subscriptions: Pick<Subscriptions, 'isShown' | 'providersOf'>;
  /** Undefined while the mesh is not up. */
  net(): Pick<PeerNet, 'peer'> | undefined;
}

/**
 * Members with a link, and this node itself where the roster names one of its keys. `net` undefined: the mesh is off,
 * or not up yet.
 */
export function reachableIn(
  roster: Roster,
  own: Pick<ConsensusKeys, 'all'>,
  net: Pick<PeerNet, 'peer'> | undefined,
): number {
  const isOwn = (validatorId: string) => own.all().some((key) => key.validatorId === validatorId);
  return roster.validators.filter(
    ({ validatorId, peerId }) => isOwn(validatorId) || (peerId !== '' && net?.peer(peerId) !== undefined),
  ).length;
}

/**
 * True where more than half of the members are linked, this node itself among them: whatever a quorum decided, one of
 * them took part in it. A node without a seat hears of tips only from those that show the register to it: one at least
 * has to be linked.
 */
export function hearsMost(
  { rosters, subscriptions, net }: Links,
  registerId: string,
  isHeard: (peerId: string) => boolean = () => true,
): boolean {
  const linkedNow = net();
  const isLinked = (peerId: string) => linkedNow?.peer(peerId) !== undefined && isHeard(peerId);
  const others = rosters.peers(registerId);
  const linked = others.filter(isLinked);
  if (rosters.isSeated(registerId)) return 2 * (linked.length + 1) > others.length + 1;
  const tells = (peerId: string) => isLinked(peerId) && subscriptions.isShown(registerId, peerId);
  return 2 * linked.length > others.length && [...linked, ...subscriptions.providersOf(registerId)].some(tells);
}

/**
 * The same, of members that told their tips since they were linked: what this node does not find then, it can say that
 * it lacks nothing of.
 */
export function knowsMost(
  links: Links & { readonly antiEntropy: Pick<AntiEntropy, 'isCompared'> },
  registerId: string,
): boolean {
  return hearsMost(links, registerId, (peerId) => links.antiEntropy.isCompared(peerId));
}
