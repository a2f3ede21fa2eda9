// Bounds on what others vouch for, one constant a line with its reason: signing in at the identity providers of
// organisations, trust lists, and certificates of organisations.

/** A person reads a form and finds a telephone meanwhile; a state that was stolen later is of no use. */
export const SIGN_IN_STATE_MS = 10 * 60_000;
/** Sign-ins under way: some 1 KiB each. Beyond it the oldest of the network with the most goes. */
export const SIGN_IN_STATES_MAX = 5000;
/** A page that was sent back to redeems the code of its session at once. */
export const HAND_OVER_MS = 60_000;
/** The document of a provider is read again after this (specification section 8). */
export const DISCOVERY_MS = 24 * 60 * 60_000;
/** A new document is asked for so long before that at the earliest, so that one bad hour of a provider does no harm. */
export const DISCOVERY_EARLY_MS = 60 * 60_000;
/** Answers of providers: documents, keys and tokens have a few KiB. */
export const PROVIDER_BYTES_MAX = 256 * 1024;
/** A person waits for each of them. */
export const PROVIDER_TIMEOUT_MS = 5000;
/** How far the clock of a provider may be ahead: an ID token of later was made for a time when others answer for it. */
export const PROVIDER_AHEAD_S = 300;
/** Subjects of OpenID Connect have 255 ASCII characters at most (OpenID Connect Core 1.0 section 2). */
export const SUBJECT_MAX = 255;
/** External identities of one account: some at each organisation and at the four kinds of social providers. */
export const IDENTITIES_MAX = 20;
/** A code of a directory has some 1,500 characters; what else comes with it is little. */
export const SIGN_IN_CODE_MAX = 4096;
export const CALLBACK_QUERY_BYTES_MAX = 6144;
/** Members of a provider as an administrator states them. */
export const CLIENT_ID_MAX = 256;
/** A JWT that takes the place of a secret, as device makers want it, has some 700 characters. */
export const CLIENT_SECRET_MAX = 4096;
export const SCOPES_MAX = 20;
/** URLs of issuers and of pages that people come back to. */
export const SIGN_IN_URL_MAX = 1000;

/** Bytes of a list: the largest of a member state has a fifth of it. */
export const TRUST_LIST_BYTES_MAX = 20 * 1024 * 1024;
/** Elements in one another: a list of ETSI TS 119 612 has some 15. */
export const XML_DEPTH_MAX = 64;
/** Elements, attributes and texts: each costs some 200 bytes in memory. The largest list has a tenth. */
export const XML_NODES_MAX = 1_000_000;
/** Attributes of an element: a root names a dozen namespaces. */
export const XML_ATTRIBUTES_MAX = 64;
/** Roots of a list, as the ledger pins them: the largest list has some hundreds. */
export const TRUST_ROOTS_MAX = 2000;
/** Pointers of a list of lists: there are some thirty states. */
export const TRUST_POINTERS_MAX = 64;
/** Lists of pointers that are fetched at once. */
export const TRUST_POINTERS_AT_ONCE = 4;
/** Certificates that may sign one list: an operator has two or three. */
export const TRUST_OPERATORS_MAX = 16;
/** Lists of one organisation: a list of lists with all that it points to has half of them. */
export const TRUST_LISTS_ORGANISATION_MAX = 64;
/** Lists whose anchors are kept as they were read: of some megabytes each. */
export const ANCHOR_LISTS_KEPT_MAX = 64;
/** CPU time of a list in its thread: a list of 640 KB takes half a second. */
export const TRUST_LIST_MS = 20_000;
/** Heap of that thread: the largest list that is read takes most of it. */
export const TRUST_LIST_HEAP_MIB = 256;
/** Lists that wait for the one thread, of all and of one organisation: one list of lists is four at once. */
export const TRUST_LISTS_WAITING_MAX = 16;
export const TRUST_LISTS_WAITING_ORGANISATION_MAX = 8;
/** Time for a list to come from its server. */
export const TRUST_LIST_FETCH_MS = 30_000;

/** Certificates kept of one wallet, the superseded among them: years of one a year for each use. */
export const CERTIFICATES_WALLET_MAX = 32;
/** Wallets of one organisation that have certificates: as many as may issue credentials. */
export const CERTIFIED_WALLETS_MAX = 16;
/** Days that a certificate of the authority of a node is valid: 13 months; ISO 18013-5 annex B allows a signer 457. */
export const CERTIFICATE_DAYS = 397;
/** Ten years, as a credential lives at most: it ends with its certificate. For an SD-JWT VC no standard says less. */
export const CERTIFICATE_DAYS_MAX = 3653;
/** Days before its end when a certificate of the node is issued again: a month of sweeps that may fail. */
export const CERTIFICATE_DUE_DAYS = 30;
/** Years of the certificate of the authority of a node: as ISO 18013-5 annex B allows one that issues to signers. */
export const AUTHORITY_YEARS = 20;
/** Characters of a subject that a request states: some ten attributes. */
export const SUBJECT_DN_MAX = 512;
/** Characters of a common name (RFC 5280 appendix A.1, ub-common-name). */
export const COMMON_NAME_MAX = 64;
/** The largest certificate that is read, as PEM. */
export const CERTIFICATE_CHARS_MAX = 12_000;
/** Authorities that settings name. */
export const TRUST_ANCHORS_MAX = 64;
