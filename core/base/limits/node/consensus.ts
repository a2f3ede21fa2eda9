// Bounds of what one node keeps and waits for in consensus, and against validators: another node may have others.

/**
 * The longest round of a register that hears nothing new. 10,000 of them then say something 85 times a second to each
 * peer that is linked, for three percent of a core; a peer that is linked again is told at once, so that no peer waits
 * for the end of such a round.
 */
export const STALLED_ROUND_MS_MAX = 240_000;
/** Consensus messages that wait for a cold register to be opened, over all registers. */
export const RECEIVED_COLD_MAX = 1000;
/** Consensus keys of one node: one a rekey, and a rekey is an operator's answer to a disaster. */
export const CONSENSUS_KEYS_MAX = 1000;
/**
 * Docket bodies that a height keeps, in memory and on disk: seven that may be promised or in hand, and a spare; more
 * only where members claim more.
 */
export const BODIES_MAX = 8;
/** Timeout of a round at the most, where no setting says otherwise. */
export const ROUND_MS_CAP = 30_000;
/**
 * Splits of one register that an operator settled and that are remembered: each took people to agree, and a branch that
 * was given up dies out.
 */
export const FORKS_SETTLED_MAX = 32;
/**
 * Proofs against keys that stop nothing, of one register and of the node: each shows a key that none before it did, so
 * that past keys fill no disk, and the oldest go first.
 */
export const FORK_CLAIMS = { register: 32, node: 1024 } as const;
/** Evidence that waits for a docket, of one register and of the node. */
export const EVIDENCE_POOL_MAX = 256;
export const EVIDENCE_NODE_MAX = 16_384;
