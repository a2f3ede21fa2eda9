// Versions of what other nodes and later releases read. A change here follows the protocol-change recipe in CONTRIBUTING.md.

/** Format of the docket header and of everything it commits to. */
export const DOCKET_VERSION = 1;
/** Validity rules of transactions and dockets; sealed in every docket header. */
export const RULES_VERSION = 1;
/** Layout of the store: keys and value codecs. */
export const STORE_VERSION = 4;
