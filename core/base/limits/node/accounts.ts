// Bounds on what people and organisations have of accounts, one constant a line with its reason.

export const ACCESS_TOKEN_MS = 60 * 60 * 1000;
export const REFRESH_TOKEN_MS = 24 * 60 * 60 * 1000;
/** A session lasts so long, however often it is refreshed: OWASP ASVS 4.0.3, 3.3.2, at level 2. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
/** That of a device, which its owner enrolled, sees in a list and revokes there: the same, at level 1. */
export const DEVICE_SESSION_MS = 30 * 24 * 60 * 60 * 1000;
export const SESSION_MS_MAX = 366 * 24 * 60 * 60 * 1000;
/** A browser that leaves a page loses the answer with its next token: the one before is good for so long. */
export const LOST_ANSWER_MS = 30_000;
/** Between the first factor and the second. */
export const LOGIN_TOKEN_MS = 5 * 60 * 1000;
/** Codes that are tried with one login token: of a million codes three are right at a time. */
export const LOGIN_TOKEN_ATTEMPTS = 5;
/** Sign-ins that wait for a second factor, on this node: some MiB. */
export const LOGIN_TOKENS_MAX = 10_000;
/** Between the options of a passkey and its answer, and how many are under way on this node: some MiB. */
export const PASSKEY_CEREMONY_MS = 5 * 60 * 1000;
export const PASSKEY_CEREMONIES_MAX = 10_000;
/** The life of a token that verifies an address, how many wait on this node, and mails to one address. */
export const VERIFICATION_MS = 24 * 60 * 60 * 1000;
/** How often the password of the registration may be mistyped at one token. */
export const VERIFICATION_TRIES = 5;
export const VERIFICATIONS_MAX = 10_000;
export const VERIFICATION_MAILS = 3;
/** Of all askers together: four networks are needed to leave none to the owner, and a mailbox is not filled. */
export const VERIFICATION_MAILS_ALL = 12;
export const VERIFICATION_MAILS_MS = 60 * 60 * 1000;
/** The life of a token that sets a new password, and how many wait on this node. */
export const PASSWORD_RESET_MS = 60 * 60 * 1000;
export const PASSWORD_RESETS_MAX = 10_000;
/** The life of a link into the console, and how many wait on this node. */
export const CONSOLE_LINK_MS = 10 * 60 * 1000;
export const CONSOLE_LINKS_MAX = 1000;
/** Between the word of a person and the program on the same computer, which asks at once. */
export const PROGRAM_CODE_MS = 60 * 1000;
/** How long a program on another computer waits for the word of a person, and asks for it every so many seconds. */
export const DEVICE_CODE_MS = 5 * 60 * 1000;
export const DEVICE_CODE_POLL_S = 5;
/** The rest of one that asks too often: it still asks some times before its code is over. */
export const DEVICE_CODE_POLL_MAX_S = 60;
/** Programs that wait on this node, of either kind. */
export const PROGRAMS_WAITING_MAX = 1000;
/** Codes that no program waits with, of one account in the life of a code: five guesses among 25,600,000,000 codes. */
export const USER_CODE_ATTEMPTS = 5;
/** Characters of the name that a program gives itself. */
export const PROGRAM_NAME_MAX = 60;
/** Programs that administrators registered, in memory: a MiB or two. */
export const PROGRAM_CLIENTS_MAX = 1000;
/** Programs that registered themselves: of all, and of one network. Apart from those, whose room they cannot take. */
export const SELF_REGISTERED_MAX = 500;
export const SELF_REGISTERED_NETWORK_MAX = 20;
/** They go after so long, unless a person lets them in; and so long after a person last did. */
export const SELF_REGISTERED_UNUSED_MS = 60 * 60 * 1000;
export const SELF_REGISTERED_KEPT_MS = 92 * 24 * 60 * 60 * 1000;
/** Keys of one program: that of now, and those before and after it. Characters of the id of one. */
export const PROGRAM_KEYS_MAX = 5;
export const KEY_ID_MAX = 128;
/** Addresses that one program may be answered at. */
export const REDIRECT_URIS_MAX = 10;
/** Characters of the address of a document that describes a program. */
export const CLIENT_URL_MAX = 512;
/** Bytes of such a document, the time for all of its fetch, and how long and how many of them are remembered. */
export const CLIENT_DOCUMENT_BYTES_MAX = 64 * 1024;
export const CLIENT_DOCUMENT_MS = 5000;
export const CLIENT_DOCUMENT_KEPT_MS = 24 * 60 * 60 * 1000;
export const CLIENT_DOCUMENTS_MAX = 500;
/** A document that could not be had is not asked for again so long: each caller that names it costs one request. */
export const CLIENT_DOCUMENT_RETRY_MS = 30 * 1000;
/** Programs that one person let in and that are remembered; the one that was longest ago goes. */
export const PROGRAM_CONSENTS_MAX = 50;
/** Standing grants of one person, in the row of its consents: with the rules some 30 KiB, written anew at each act. */
export const STANDING_GRANTS_MAX = 20;
/** Actions that one is for, and characters of its rule. */
export const STANDING_GRANT_ACTIONS_MAX = 20;
export const STANDING_GRANT_RULE_MAX = 1000;
/** Acts of one day: a program that needs more has a service principal. */
export const STANDING_GRANT_PER_DAY_MAX = 1000;
/** Sessions of one account that are shown, and those that are looked at for it. */
export const SESSIONS_SHOWN_MAX = 100;
export const SESSIONS_READ_MAX = 5000;
/** How long after it a sign-in counts as recent, where rights, secrets, keys or ways in are written. */
export const RECENT_SIGN_IN_MS = 10 * 60 * 1000;
export const SERVICE_TOKEN_MS = 8 * 60 * 60 * 1000;
export const TOKEN_SKEW_S = 300;
/** NIST SP 800-63B and reference-facts section 5. */
export const PASSWORD_MIN = 12;
/** Long enough for a passphrase. */
export const PASSWORD_MAX = 128;
/** Argon2id takes 19 MiB and a core each; the others wait (sharing.ts). */
export const PASSWORD_HASHES_AT_ONCE = 2;
/** Verified tokens remembered by hash: some 10 MB. */
export const TOKEN_CACHE_MAX = 10_000;
export const TOKEN_LENGTH_MAX = 8192;
/** Organisations of one user: its record lists them. */
export const MEMBERSHIPS_MAX = 100;
/** A revocation is kept this long: no token may be set to live longer (node/config bounds the lifetimes). */
export const REVOCATION_KEEP_MS = 31 * 24 * 60 * 60 * 1000;
/** A standing grant ends before a revocation of its consent is forgotten. */
export const STANDING_GRANT_MS_MAX = REVOCATION_KEEP_MS;
/**
 * Invitations of one organisation that wait for an answer. Each could become a user; more than an office asks on one
 * day.
 */
export const INVITATIONS_PENDING_MAX = 100;
/** Invitations of one organisation that are kept, answered ones too: they are one row of the store, some 50 KiB. */
export const INVITATIONS_KEPT_MAX = 200;
/**
 * Refused acceptances with the right code after which an invitation is revoked: the code is in other hands, or the
 * address was misspelt.
 */
export const INVITATION_ATTEMPTS_MAX = 5;
/** How long an invitation can be accepted, where the operator sets nothing else, and the longest that can be set. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;
export const INVITATION_MS_MAX = 31 * 24 * 60 * 60 * 1000;
export const INVITATION_DAYS_MAX = 31;
/** For so long after its expiry an invitation still says what became of it. */
export const INVITATION_KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** Bytes of a code: 192 bits cannot be guessed. */
export const INVITATION_CODE_BYTES = 24;
/** E-mail domains of the members of one organisation, in its row. */
export const EMAIL_DOMAINS_MAX = 100;
/** Fifty years: a trail need not be kept for longer. */
export const AUDIT_RETENTION_MONTHS_MAX = 600;
/** Service principals of one node, deleted ones too, which keep their client ids permanently: a few MiB of memory. */
export const SERVICE_PRINCIPALS_MAX = 10_000;
/** Scopes of one principal: they stand in each of its tokens. */
export const SERVICE_SCOPES_MAX = 20;
export const SCOPE_LENGTH_MAX = 64;
/** Bytes of a client secret: 256 bits cannot be guessed, so that a hash without a salt is enough to know it by. */
export const CLIENT_SECRET_BYTES = 32;
/** Wallets that a participant of an organisation links: reference-facts 8.2. */
export const WALLET_LINKS_MAX = 10;
/** How long a challenge to link a wallet is good, how often it may be answered, and how many are kept. */
export const LINK_CHALLENGE_MS = 5 * 60 * 1000;
export const LINK_CHALLENGE_ATTEMPTS = 5;
export const LINK_CHALLENGES_MAX = 10_000;
