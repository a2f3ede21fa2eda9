// The bounds of what a register trusts, one constant a line with its reason: every validator judges by them.

/** Lists that a register has pinned at once: a gate names a few, and the European Union has 31 of them. */
export const PINS_MAX = 64;
/** Anchors or keys of one list: the largest list of a country has some fifty that vouch for credentials. */
export const PIN_ENTRIES_MAX = 2000;
/** Characters of the name of an issuer whose key is pinned, and of the address of a list. */
export const PIN_ISSUER_MAX = 256;
export const PIN_URL_MAX = 2048;
/** Anchors and keys that one act distrusts: those of an authority that fell. */
export const DISTRUSTED_AT_ONCE_MAX = 64;
/**
 * Keys and client ids of each kind in a participant record: a phone has one key, a rotation two. A client id has these
 * characters at most: a DNS name behind its prefix.
 */
export const CREDENTIAL_FACTS_MAX = 8;
export const VERIFIER_ID_MAX = 512;
