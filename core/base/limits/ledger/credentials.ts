// The bounds of credentials that are shown, one constant a line with its reason. The bounds of readers are in
// ../node/reading.ts.

/** Credentials that one submission shows: a requirement takes one, and alternatives show no more. */
export const PRESENTATIONS_MAX = 16;
/**
 * Characters of a presentation: an SD-JWT VC with a portrait, or a DeviceResponse of several documents, stays below.
 */
export const PRESENTATION_RAW_MAX = 128 * 1024;
/**
 * Characters of the parts of a presentation in the cells of a gate, so that each is judged by itself: with a proof they
 * stay below PRESENTATION_RAW_MAX. An issuer signs a chain of four and 256 digests in half of it.
 */
export const GATE_ISSUED_MAX = 64 * 1024;
export const GATE_CLAIMS_MAX = 47 * 1024;
/** Characters of a link to an Issuance in the cell of the status: a name, a place and four hashes take some 700. */
export const GATE_LINK_MAX = 4096;
/** Requirements of an action: each takes five cells. Claims of one requirement. */
export const GATES_MAX = 16;
export const GATE_CLAIM_NAMES_MAX = 32;
/** Characters of a client id and of an address in the frame of a gate. */
export const GATE_ADDRESS_MAX = 2048;
/** From the signature of the holder to the judgement, and again to the docket: not stated, and its bounds. */
export const PROOF_MAX_AGE_MS = 15 * 60_000;
export const PROOF_MAX_AGE_LEAST_MS = 60_000;
export const PROOF_MAX_AGE_MOST_MS = 60 * 60_000;
/** A gate may be judged by a clock that is ahead of its docket by so much. */
export const GATE_AHEAD_MAX_MS = 60_000;
/** Gates of an action in the clear: each is judged by every validator before it is sealed, in 8 ms. */
export const PUBLIC_GATES_MAX = 4;
/** Pins in the evidence of a gate: the sources of a policy are a hundred at the most, and each may need one. */
export const GATE_PINS_MAX = 100;
/** Records and Issuances in it: of the verifier, the holder, the issuers of credential and status, and one Issuance. */
export const GATE_SEALED_MAX = 8;
/** Uses of a credential that a requirement counts. */
export const GATE_USES_MAX = 1_000_000;
/** Characters of a key binding proof: a small JWT. */
export const PRESENTATION_PROOF_MAX = 16 * 1024;
/** Claims of one presentation. */
export const PRESENTATION_CLAIMS_MAX = 256;
/** Sources of a trust policy: each is a list to look into, or a path of certificates to verify. */
export const TRUST_SOURCES_MAX = 100;
/** Anchors that one source names by itself: a definition pins those of an office or a few, and a list has others. */
export const TRUST_ANCHORS_MAX = 64;
/** Bytes of a status list, inflated: eight million statuses of two bits. Lists of the field have up to a million. */
export const STATUS_LIST_BYTES_MAX = 2 * 1024 * 1024;
/**
 * Blocks (RFC 1951) of a compressed status list. Each states codes, which costs more than the bits that they take.
 * Compressors begin one each some ten thousand symbols, so the longest list has some two hundred.
 */
export const STATUS_LIST_SECTIONS_MAX = 4096;
/** Characters of a status token as evidence: a list of 2^20 statuses of which 2 percent are not 0. */
export const STATUS_TOKEN_MAX = 64 * 1024;
/** Objects and lists that a value of a credential lies inside, with all that is disclosed at its place. */
export const CREDENTIAL_DEPTH_MAX = 16;
/** A holder's clock may be ahead by so much when it signs that a credential is shown. */
export const PROOF_AHEAD_MAX_MS = 60_000;
/**
 * Levels and items of one text of CBOR that is read: a response has seven levels, and a credential of 256 claims some
 * thousand items; a list of driving privileges has a hundred.
 */
export const CBOR_DEPTH_MAX = 16;
export const CBOR_ITEMS_MAX = 20_000;
/** Bytes of one text of CBOR: a whole presentation stays below (PRESENTATION_RAW_MAX). */
export const CBOR_BYTES_MAX = 128 * 1024;
/**
 * Characters of the name of an element, and of its name space: they stand in grounds. The longest of ISO 18013-5 have
 * 40.
 */
export const ELEMENT_NAME_MAX = 256;
/**
 * A query for credentials (DCQL): characters, credentials, claims of one, sets and their options, steps of a path and
 * values of a claim. The largest example of the standard has four credentials with three claims each.
 */
export const DCQL_CHARACTERS_MAX = 64 * 1024;
export const DCQL_QUERIES_MAX = 16;
export const DCQL_CLAIMS_MAX = 64;
export const DCQL_SETS_MAX = 16;
export const DCQL_OPTIONS_MAX = 16;
export const DCQL_PATH_MAX = 8;
export const DCQL_VALUES_MAX = 32;
/** Steps to match one query: some hundredth of a second, and all claims of a thousand credentials of one type. */
export const DCQL_STEPS_MAX = 100_000;
/** Copies of an issued credential, each for a key of its holder: as many as an issuer gives (COPIES_MAX). */
export const ISSUANCE_COPIES_MAX = 16;
/** Credentials that one action issues: a permit, a receipt, and what a few roles get each. */
export const ISSUANCES_OF_ACTION_MAX = 8;
/**
 * Issuances of an instance, of which each role that issues has its equal share: half of the transactions that a node
 * reads of one, so that it is shown beside them.
 */
export const INSTANCE_ISSUANCES_MAX = 1000;
/** Changes of the status of an Issuance, but to revoke it, which is the last one. They stay as of their heights. */
export const STATUS_CHANGES_MAX = 16;
/** Actions whose credentials one action changes. */
export const STATUS_RULES_MAX = 16;

/** How long nodes keep evidence of a gate that stands nowhere on the ledger: unless stated, at least, and at most. */
export const KEPT_MS = 30 * 24 * 3_600_000;
export const KEPT_LEAST_MS = 24 * 3_600_000;
export const KEPT_MOST_MS = 3650 * 24 * 3_600_000;
