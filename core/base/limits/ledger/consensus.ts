// Bounds of consensus and of evidence in dockets (docs/protocol.md 9).

export const VALIDATORS_MAX = 31;
export const ROUNDS_AHEAD_MAX = 16;
/**
 * The last round of a height: at 16 rounds a timeout of half a minute, the furthest that one member can hurry the
 * others, it is a century away.
 */
export const ROUND_MAX = 2 ** 31 - 1;
/** Evidence in one docket: half a roster at once; more rides with the next docket. */
export const ANNEX_ENTRIES_MAX = 16;
/** Canonical bytes of an annex: an entry is about 2 KiB. */
export const ANNEX_BYTES_MAX = 64 * 1024;
/** Dockets after which an offence is not sealed any more: past rosters are kept that long. */
export const EVIDENCE_AGE_MAX = 10_000;
/** Rosters before the present one under which evidence is judged: seats change rarely. */
export const PAST_ROSTERS_MAX = 16;
/**
 * Sealed offences of one member: the first flags it, the others only add to the file, and a liar must not fill the
 * state.
 */
export const FAULTS_PER_MEMBER_MAX = 16;
/**
 * Roster changes in one evidence document: 31 seats that each get a new key every year for thirty years; some seconds
 * of signatures to verify.
 */
export const EVIDENCE_ROSTER_CHANGES_MAX = 1000;
/** Moves before the last one in evidence of an instance: more than a person follows, and a second to verify. */
export const EVIDENCE_MOVES_MAX = 255;
/** Bytes of all moves of an instance, as a node writes them: a file of 64 MiB has room for them beside the changes. */
export const EVIDENCE_MOVES_BYTES_MAX = 12 * 1024 * 1024;
/**
 * Bytes of these changes, as a node writes them: a file of 64 MiB has room for their paths, two transactions and an
 * opening besides. A thousand changes of 31 seats have some 20 MiB, and with the longest names more than this.
 */
export const EVIDENCE_CHANGES_BYTES_MAX = 40 * 1024 * 1024;
