// Bounds of registers, their rosters and participant records (reference-facts 8.2).

export const REGISTER_NAME_MAX = 38;
export const REGISTER_DESCRIPTION_MAX = 2048;
export const ATTESTATIONS_MAX = 10;
/** Members of a governance roster (reference-facts 4.2.4); bounds the approvals of one act too. */
export const MEMBERS_MAX = 25;
/** Governance proposals of one register that wait for votes: each change of members closes them all in one docket. */
export const PROPOSALS_OPEN_MAX = 32;
/** Characters of a justification or comment (reference-facts 4.2.4). */
export const JUSTIFICATION_MAX = 500;
/**
 * A candidate's readiness names one of the last dockets: older ones do not show that it keeps up (docs/protocol.md 10).
 */
export const READINESS_DOCKETS_MAX = 64;
/** A pending registration expires after this. */
export const REGISTRATION_TTL_MS = 5 * 60 * 1000;
/** Registrations of all tenants that wait for attestations: five minutes of more than three a second. */
export const REGISTRATIONS_PENDING_MAX = 1000;
/**
 * Wallets of one participant record (reference-facts 8.2), the characters of its names, and the canonical bytes of its
 * metadata.
 */
export const PARTICIPANT_ADDRESSES_MAX = 10;
export const PARTICIPANT_NAME_MAX = 200;
export const PARTICIPANT_METADATA_BYTES_MAX = 4096;
