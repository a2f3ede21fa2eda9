// Bounds of wallets and of keys in memory.

/**
 * Imported public keys, checks and addresses kept per algorithm: the wallets that are active at one time, a few MiB of
 * memory.
 */
export const KEY_CACHE_MAX = 10_000;
/**
 * How long key pairs stay plain in memory at the most, after their wallet signed and where it signs on and on, and how
 * many: enough for the wallets that act within a second.
 */
export const KEY_IN_USE_MS = 1000;
export const KEY_OPEN_MS_MAX = 5000;
export const KEYS_IN_USE_MAX = 256;
/** RSA handles hold kilobytes each. */
export const RSA_KEY_CACHE_MAX = 1000;
/** Steps of a derivation path: twice what BIP44 uses. */
export const DERIVATION_DEPTH_MAX = 10;
export const WALLET_NAME_MAX = 100;
export const GRANT_CONTEXTS_MAX = 20;
/** Subjects that ever had a grant on one wallet: keeps the list of grants one page. */
export const GRANTS_PER_WALLET_MAX = 100;
export const WALLET_DESCRIPTION_MAX = 2048;
export const WALLET_TAGS_MAX = 20;
/** Data handed to sign, encrypt and decrypt, decoded: what fits a transaction (docs/specification.md C5). */
export const WALLET_DATA_BYTES_MAX = 4 * 1024 * 1024;
/** RSA keys kept sealed per wallet, one a derivation path: each costs seconds to make and kilobytes to keep. */
export const RSA_PATHS_PER_WALLET_MAX = 16;
/** Registers whose recent system signatures are counted at one time: a few MiB of memory. */
export const SYSTEM_SIGNING_REGISTERS_MAX = 100_000;
/** Signatures of the system wallet that one service gets for one register and minute (reference-facts, section 5). */
export const SERVICE_SIGNINGS_PER_MINUTE = 10;
/** Characters of the label of a pending application, and how long its notice stands (specification section 8). */
export const PENDING_LABEL_MAX = 80;
export const PENDING_NOTICE_MS = 24 * 60 * 60 * 1000;
/** Presentations that the wallet of a citizen keeps: years of them, in some dozen KiB. */
export const PRESENTATIONS_KEPT_MAX = 100;
/** Of one: characters of the party and of the name of a claim, and claims. */
export const PRESENTATION_PARTY_MAX = 200;
export const PRESENTATION_CLAIM_MAX = 64;
export const PRESENTATION_CLAIMS_MAX = 20;
/** A device may be offline for so long before it tells of a presentation. */
export const PRESENTATION_LATE_MS = 30 * 24 * 60 * 60 * 1000;
/** Characters of a signing input: a key binding has some hundred. */
export const SIGNING_INPUT_MAX = 16_384;
/** Pages of a citizen's wallets that are looked through for the one that holds credentials. */
export const HOLDER_PAGES_MAX = 5;
/** Keys that one organisation derived, ended ones too: one row of the store, some 400 KiB. */
export const DERIVED_KEYS_MAX = 1000;
/** RSA derivations waiting for the one worker: about a minute of work. */
export const RSA_DERIVATIONS_WAITING_MAX = 16;
/** Wallet grant for the creator of an organisation wallet (specification section 8). */
export const ORGANISATION_WALLET_GRANT_MS = 90 * 24 * 60 * 60 * 1000;
