// Bounds of consensus and of evidence in dockets (docs/protocol.md 9).

export const VALIDATORS_MAX = 31;
export const ROUNDS_AHEAD_MAX = 16;
/** The last round of a height: at 16 rounds a timeout of half a minute, the furthest that one member can hurry the others, it is a century away. */
export const ROUND_MAX = 2 ** 31 - 1;
/**
 * The longest round of a register that hears nothing new. 10,000 of them then say something 85 times a second to each peer that is linked, for three percent
 * of a core; whoever is linked again is told at once, so that nobody waits for the end of such a round.
 */
export const STALLED_ROUND_MS_MAX = 240_000;
/** Consensus messages that wait for a cold register to be opened, over all registers. */
export const RECEIVED_COLD_MAX = 1000;
/** Consensus keys of one node: one a rekey, and a rekey is an operator's answer to a disaster. */
export const CONSENSUS_KEYS_MAX = 1000;
/** Docket bodies that a height keeps, in memory and on disk: seven that may be promised or in hand, and a spare; more only where members claim more. */
export const BODIES_MAX = 8;
export const ROUND_MS_CAP = 30_000;
/** Evidence in one docket: half a roster at once; more rides with the next docket. */
export const ANNEX_ENTRIES_MAX = 16;
/** Canonical bytes of an annex: an entry is about 2 KiB. */
export const ANNEX_BYTES_MAX = 64 * 1024;
/** Dockets after which an offence is no longer sealed: past rosters are kept that long. */
export const EVIDENCE_AGE_MAX = 10_000;
/** Rosters before the present one under which evidence is judged: seats change rarely. */
export const PAST_ROSTERS_MAX = 16;
/** Splits of one register that an operator settled and that are remembered: each took people to agree, and a branch that was given up dies out. */
export const FORKS_SETTLED_MAX = 32;
/** Proofs against keys that stop nothing, of one register and of the node: each shows a key that none before it did, so that past keys fill no disk, and the oldest go first. */
export const FORK_CLAIMS = { register: 32, node: 1024 } as const;
/** Sealed offences of one member: the first flags it, the others only add to the file, and a liar must not fill the state. */
export const FAULTS_PER_MEMBER_MAX = 16;
/** Roster changes in one evidence document: 31 seats that each get a new key every year for thirty years; some seconds of signatures to verify. */
export const EVIDENCE_ROSTER_CHANGES_MAX = 1000;
/** Evidence that waits for a docket, of one register and of the node. */
export const EVIDENCE_POOL_MAX = 256;
export const EVIDENCE_NODE_MAX = 16_384;
