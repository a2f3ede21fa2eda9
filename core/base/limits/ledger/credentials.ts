// The bounds of credentials that are shown, one constant a line with its reason. The bounds of readers are in
// ../node/reading.ts.

/** Credentials that one submission shows: a requirement takes one, and alternatives show no more. */
export const PRESENTATIONS_MAX = 16;
/**
 * Characters of a presentation: an SD-JWT VC with a portrait, or a DeviceResponse of several documents, stays below.
 */
export const PRESENTATION_RAW_MAX = 128 * 1024;
/** Characters of a key binding proof: a small JWT. */
export const PRESENTATION_PROOF_MAX = 16 * 1024;
/**
 * Claims of one presentation, and canonical bytes of all claims of a submission: an operation keeps them on the disk
 * until it ends.
 */
export const PRESENTATION_CLAIMS_MAX = 256;
export const PRESENTATION_CLAIMS_BYTES_MAX = 256 * 1024;
/** Sources of a trust policy: each is a list to look into, or a path of certificates to verify. */
export const TRUST_SOURCES_MAX = 100;
