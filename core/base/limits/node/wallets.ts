// Bounds of wallets, of keys in memory, and of the credentials that an organisation issues and asks for.

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
/** The same of an issuer, in base64: a credential with all its digests and a chain of certificates. */
export const ISSUER_SIGNING_INPUT_MAX = 256 * 1024;
/** Pages of a citizen's wallets that are looked through for the one that holds credentials. */
export const HOLDER_PAGES_MAX = 5;
/** Keys that one organisation derived, ended ones too: one row of the store, some 400 KiB. */
export const DERIVED_KEYS_MAX = 1000;
/** RSA derivations waiting for the one worker: about a minute of work. */
export const RSA_DERIVATIONS_WAITING_MAX = 16;
/** Wallet grant for the creator of an organisation wallet (specification section 8). */
export const ORGANISATION_WALLET_GRANT_MS = 90 * 24 * 60 * 60 * 1000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Credentials that one page of those of an organisation looks at: some ten milliseconds. */
export const ISSUED_LOOKED_MAX = 1000;

/** Offers of one organisation that wait for their wallets: one is a row of some kilobytes. */
export const OFFERS_OPEN_MAX = 10_000;
/** The longest life of an offer, and how long its row stays after it, so that its maker sees what came of it. */
export const OFFER_MS_MAX = 30 * 24 * HOUR;
export const OFFER_KEPT_MS = 24 * HOUR;
/** Wrong transaction codes that end an offer: one in 200,000 guesses of six digits is right by then. */
export const TX_CODE_TRIES = 5;
export const TX_CODE_DIGITS_MIN = 4;
export const TX_CODE_DIGITS_MAX = 12;
/** How long an access token is good for: a wallet asks its holder within it. */
export const ACCESS_TOKEN_MS = 10 * MINUTE;
/** How long a wallet gets further tokens that waits for a credential of a run: as long as ours waits at others. */
export const WAITING_WALLET_MS = 30 * 24 * HOUR;
/** How long a request that a wallet pushed waits for its person, who signs in with a second factor. */
export const AUTHORIZATION_MS = 10 * MINUTE;
/** How long the code is good for that the page gives (RFC 6749 section 4.1.2 has ten minutes at the most). */
export const AUTHORIZATION_CODE_MS = MINUTE;
/** Requests and codes that wait on this node: a few MiB. */
export const AUTHORIZATIONS_MAX = 2000;
/** Offers of one organisation for one person that are looked through when that person answers. */
export const OFFERS_OF_RECIPIENT_MAX = 100;
/** Characters of what a wallet says of itself, of its state, and of the address of the answer. */
export const WALLET_TEXT_MAX = 512;
export const WALLET_STATE_MAX = 1024;
export const REDIRECT_URI_MAX = 2048;
/** How long a nonce of the issuer is good for, and how many used ones are kept: a restart ends all. */
export const NONCE_MS = 5 * MINUTE;
export const NONCES_USED_MAX = 100_000;
/** Proofs of keys that are kept for as long: 400 callers who send one with each of 100 requests a minute. */
export const DPOP_PROOFS_MAX = 200_000;
/** Assertions of programs that are kept for as long: one for each request for a token. */
export const CLIENT_ASSERTIONS_MAX = 50_000;
/** How far the clock of a wallet may be from that of the node: the reference has a minute. */
export const PROOF_CLOCK_MS = MINUTE;
/** Copies of one credential, each for a key of its own: what one request may bring. */
export const COPIES_MAX = 16;
/** Characters of a proof of a wallet: a small JWT, or an attestation of it with two certificates. */
export const PROOF_MAX = 8 * 1024;
/** Characters of an attestation of sixteen keys, and of a proof of a key that carries one. */
export const ATTESTATION_MAX = 12 * 1024;
export const KEY_PROOF_MAX = PROOF_MAX + 2 * ATTESTATION_MAX;
/** Seconds that an attestation of a wallet of this node holds: each request has its own; clocks differ by minutes. */
export const WALLET_ATTESTATION_S = 10 * 60;
/** Days that the certificate lives under which the node attests, and days before its end when it has another one. */
export const WALLET_ATTESTER_DAYS = 90;
export const WALLET_ATTESTER_DUE_DAYS = 30;
/** Levels that an attestation of keys states of one kind, and characters of the name of one. */
export const LEVELS_MAX = 8;
export const LEVEL_NAME_MAX = 128;
/** Characters of the type of a credential, and of the path of a claim. */
export const CREDENTIAL_TYPE_MAX = 256;
export const CLAIM_PATH_MAX = 256;
/** Characters of the claims of an offer, as canonical JSON: a credential of them stays a row, and an answer. */
export const OFFER_CLAIMS_MAX = 64 * 1024;
/**
 * Characters of a credential of them, with all digests: with the proof of its holder and a chain of certificates it
 * stays within what a reader takes (PRESENTATION_RAW_MAX).
 */
export const OFFER_CREDENTIAL_MAX = 96 * 1024;
/** Types that one organisation issues, and wallets that sign them: its metadata is one document of some 100 KiB. */
export const CREDENTIAL_TYPES_MAX = 256;
export const ISSUER_KEYS_MAX = 16;
/** Languages in which a type is shown, characters of a text of one, and of the address of its logo. */
export const DISPLAYS_MAX = 8;
export const DISPLAY_TEXT_MAX = 256;
export const LOGO_URI_MAX = 1024;
/** The longest life of a credential that is issued here, and the one that is not stated otherwise. */
export const CREDENTIAL_MS_MAX = 10 * 365 * 24 * HOUR;
export const CREDENTIAL_MS = 365 * 24 * HOUR;
/** Lists with their statuses in memory, a byte a place: those in use at one time, 32 MiB. */
export const STATUS_LISTS_LOADED_MAX = 256;
/** Lists of one organisation that are told of, the newest: years of quarters, several keys. */
export const STATUS_LISTS_TOLD_MAX = 1000;
/** A token of a list is good for so long: the longest `ttl` that a node states. */
export const STATUS_TOKEN_MS = 12 * HOUR;
/** Changes of this time come into one token together. */
export const STATUS_DEBOUNCE_MS = 1000;
/** The documents of an issuer are kept by caches, and signed ones are good, for so long. */
export const ISSUER_DOCUMENT_MS = 5 * MINUTE;
/** Characters of the reason of a change of status. */
export const STATUS_REASON_MAX = 500;

/** A wallet answers a request within it: its holder looks at what is asked, and consents. */
export const REQUEST_MS = 5 * MINUTE;
/** How long its row and its result stay after that. */
export const RESULT_KEPT_MS = 24 * 60 * MINUTE;
/** Requests of one organisation that wait for their wallets: one is a row of some kilobytes. */
export const REQUESTS_OPEN_MAX = 10_000;
/** Times that a request object is told: to a camera app, to a wallet, and to that wallet once more. */
export const REQUEST_FETCHES_MAX = 3;
/** Requests whose fetches are counted at one time: those of ten organisations that are at their bound. */
export const REQUESTS_COUNTED_MAX = 100_000;
/** Presentations that one query takes, where it takes several. */
export const ANSWERS_OF_QUERY_MAX = 16;
/** Claims and issuers that a request names by themselves; a query has its own bounds. */
export const CLAIMS_ASKED_MAX = 32;
export const ISSUERS_ACCEPTED_MAX = 100;
/** Characters of the name of a claim (a path as JSON text), and of an issuer. */
export const CLAIM_NAME_MAX = 256;
export const ISSUER_NAME_MAX = 512;
/** Transaction data of one request, and characters of one, as JSON. */
export const TRANSACTION_DATA_MAX = 4;
export const TRANSACTION_DATA_CHARACTERS_MAX = 4096;
/** Characters of the header of an encrypted text: a key, the names of both parties and of the key take some 500. */
export const JWE_HEADER_MAX = 4096;
/** Characters of a nonce that a wallet brings. */
export const WALLET_NONCE_MAX = 512;
/** Levels of an answer: an object of lists of texts, and an object of a format around a credential. */
export const ANSWER_DEPTH_MAX = 8;
/** How long a prepared action waits for its credentials, and how many of one account do. */
export const GATE_MS = 15 * MINUTE;
export const GATES_OPEN_MAX = 32;
/** Lists of statuses of other issuers that are kept: their number, and bytes of all tokens. */
export const STATUS_TOKENS_KEPT_MAX = 256;
export const STATUS_TOKENS_BYTES_MAX = 64 * 1024 * 1024;
/** Bytes of a status token that is fetched, how long that may take, and redirects on the way. */
export const STATUS_FETCH_BYTES_MAX = 1024 * 1024;
export const STATUS_FETCH_MS = 10_000;
export const STATUS_REDIRECTS_MAX = 3;
/** Documents of issuers that are kept, how long each is, its bytes, and how long it may take to fetch one. */
export const ISSUER_DOCUMENTS_KEPT_MAX = 256;
export const ISSUER_DOCUMENT_KEPT_MS = 5 * MINUTE;
export const ISSUER_DOCUMENT_BYTES_MAX = 64 * 1024;
export const ISSUER_DOCUMENT_FETCH_MS = 10_000;
/** Issuers of one answer whose documents are fetched. */
export const ISSUERS_FETCHED_MAX = 4;

/** Credentials that one wallet holds (docs/decisions/0210): a match opens all of them. */
export const KEPT_CREDENTIALS_MAX = 1000;
/** How often a deletion looks for what its wallet holds, while that goes on to take more. */
export const SWEEP_TRIES = 8;
/** Issuers and types of which a wallet remembers the keys that it asked with: the newest. */
export const KEYS_ASKED_MAX = 16;
/** Removals that devices hear of; one that missed more reads all. */
export const KEPT_REMOVALS_MAX = 200;
/** How long a device may be away before it reads all (specification section 8). */
export const SYNC_CURSOR_MS = 30 * 24 * HOUR;
/** Copies that a wallet asks for where the issuer gives several: each is for one use. */
export const COPIES_ASKED = 4;
/**
 * Credentials that issuers have later and one wallet waits for, with those that did not come; and how long it waits. By
 * their rests there are at most some 200 requests for one in that time.
 */
export const PENDING_OF_WALLET_MAX = 16;
export const PENDING_MS = 30 * 24 * HOUR;
/**
 * Characters that a wallet keeps encrypted of all that it waits for. They are one row, which each request reads:
 * sessions at their bounds take two thirds of it, and copies whose issuer cannot be asked the rest.
 */
export const PENDING_SEALED_MAX = 1024 * 1024;
/** The longest rest between two requests, where the issuer states none, and the longest that it may state. */
export const PENDING_REST_MAX_MS = 6 * HOUR;
export const PENDING_INTERVAL_S = 5;
export const PENDING_INTERVAL_MAX_S = (24 * HOUR) / 1000;
/** Issuers of which one wallet takes credentials by itself, and types that it states of one. */
export const ACCEPTED_ISSUERS_MAX = 32;
export const ACCEPTED_TYPES_MAX = 16;
/** Credentials that one wallet is to take by itself; those beyond are taken by their person. */
export const TAKING_OF_WALLET_MAX = 64;
/** Offers of one person that wait for an answer of their issuers. */
export const RECEIPTS_OF_PERSON_MAX = 16;
/** Requirements of one question to the credentials of a wallet. */
export const REQUIREMENTS_ASKED_MAX = 16;
/** Bytes of an answer of an issuer: its metadata are the largest. */
export const ISSUER_ANSWER_MAX = 512 * 1024;
/** Characters of an offer, and credentials in one. */
export const CREDENTIAL_OFFER_MAX = 16 * 1024;
export const OFFERED_TYPES_MAX = 8;
/** Characters of a text that an issuer states: an access token, a nonce, the name of a configuration. */
export const ISSUER_TEXT_MAX = 4096;
/** Characters of a request for a presentation that a wallet meets: a query at its bound, with four certificates. */
export const MET_REQUEST_MAX = 128 * 1024;
/** Requests that wait for the consent of their holders: those of one person, and bytes of all. */
export const MET_REQUESTS_OF_PERSON_MAX = 32;
export const MET_REQUESTS_BYTES_MAX = 64 * 1024 * 1024;
/** Choices of a holder: a credential for each query, and several where a query takes them. */
export const SELECTION_MAX = 64;

/** Issuances of runs and changes of their statuses that go on at one time, and of one organisation. */
export const OWED_AT_ONCE = 8;
export const OWED_AT_ONCE_OF_ORGANISATION = 2;
/** Of what is owed, ids in memory: more is read from the disk when half of them are done. */
export const OWED_WAITING_MAX = 10_000;
/** The first rest of what was not done, which doubles, and the longest. */
export const OWED_REST_MS = 1000;
export const OWED_REST_MAX_MS = MINUTE;
/** How long after a docket its runs are looked at, registers at one time, and dockets of one round. */
export const ISSUING_DELAY_MS = 25;
export const ISSUING_REGISTERS_MAX = 2;
export const ISSUING_BATCH_DOCKETS = 64;
/** Dockets that issue nothing behind which it is written down how far a register was looked at. */
export const ISSUING_CURSOR_DOCKETS = 1000;
/** Publications of which it is known whether they issue anything. */
export const ISSUING_PUBLICATIONS_MAX = 1000;
/** How long the offer of a credential of a run is good for: its recipient opens another one. */
export const RUN_OFFER_MS = 10 * MINUTE;
/** How far the clocks of two nodes may be apart where one asks the other for an offer: as far as that of a wallet. */
export const RUN_OFFER_ASK_MS = MINUTE;
/** Wallets of a person that are looked at for credentials that wait: two reads of the store for each, and more. */
export const AVAILABLE_WALLETS_MAX = 100;
/** Instances that one page of them looks at: some ten milliseconds. */
export const AVAILABLE_LOOKED_MAX = 100;
/** Offers of runs that a person opens at once after a pause: all credentials of a busy day. */
export const RUN_OFFERS_BURST = 20;
/** Credentials of runs whose newest offer is kept in mind, so that another one takes its place. */
export const RUN_OFFERS_NEWEST_MAX = 10_000;
/** Seconds after which a wallet asks again for a credential whose issuance is not sealed yet. */
export const DEFERRED_SECONDS = 5;

/**
 * Bytes that a node is asked with about a wallet, and of its answer: a presentation at a gate takes some 220 KB at its
 * bounds.
 */
export const WALLET_ASK_BYTES_MAX = 512 * 1024;
/** Characters of the name of what is asked. */
export const WALLET_SUBJECT_MAX = 32;
/** Asks that are answered at once, and those that wait: of all peers, and of one. */
export const WALLET_ANSWERS_MAX = 4;
export const WALLET_ANSWERS_WAITING_MAX = 64;
export const WALLET_ANSWERS_PEER_MAX = 8;
/** Nodes of a register that are asked whether a wallet is there, and for how long one of them is waited for. */
export const WALLET_NODES_ASKED_MAX = 32;
/** Wallets of which it is remembered where they are. */
export const WALLET_NODES_KNOWN_MAX = 10_000;

/** Evidence of a run that is never sealed is deleted after it: what waits for a docket is over long before. */
export const KEPT_UNSEALED_MS = 24 * HOUR;
/** Evidence that was not had is asked for again after it, and of so many runs that is known. */
export const KEPT_REST_MS = 30_000;
export const KEPT_RESTS_MAX = 1000;
/**
 * Runs whose evidence is asked for at once, and those that wait: of all senders, and of one. Others are asked for
 * later.
 */
export const KEPT_FETCHES_MAX = 4;
export const KEPT_FETCHES_WAITING_MAX = 64;
export const KEPT_FETCHES_SENDER_MAX = 8;
