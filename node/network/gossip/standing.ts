// Where a peer stands for gossip. Apart from the score parameters, because those load libp2p, which a node without
// gossip must not.

/** Each level with the points that it begins with. */
export const STANDING_POINTS = { roster: 10, org: 5, stranger: 0 } as const;

export type GossipStanding = keyof typeof STANDING_POINTS;
