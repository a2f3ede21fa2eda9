// Issue code to HTTP status, closed and complete: the compiler asks for a row for every code. Also the two error bodies there are:
// problem+json (RFC 9457) everywhere, and the OAuth shape (RFC 6749 section 5.2) of token endpoints. Never put secrets or payloads in a body.
import type { Issue, IssueCode } from '../core/base/issue.js';

export interface ErrorRow {
  readonly status: number;
  readonly title: string;
  /** Seconds of a Retry-After header. */
  readonly retryAfter?: number;
}

const bad = (title: string): ErrorRow => ({ status: 400, title });
const unauthenticated = (title: string): ErrorRow => ({ status: 401, title });
const forbidden = (title: string): ErrorRow => ({ status: 403, title });
const missing = (title: string): ErrorRow => ({ status: 404, title });
const conflict = (title: string): ErrorRow => ({ status: 409, title });
const unprocessable = (title: string): ErrorRow => ({ status: 422, title });
const busy = (title: string, retryAfter: number): ErrorRow => ({ status: 429, title, retryAfter });
const broken = (title: string): ErrorRow => ({ status: 500, title });
const unavailable = (title: string, retryAfter = 1): ErrorRow => ({ status: 503, title, retryAfter });

export const errorTable = {
  BODY_INVALID_JSON: bad('The body is not JSON'),
  BODY_DUPLICATE_KEY: bad('The body names a member twice'),
  BODY_TOO_DEEP: bad('The body nests too deep'),
  BODY_NUMBER_RANGE: bad('A number is outside the safe range'),
  BODY_TOO_LARGE: { status: 413, title: 'The body is too large' },
  BODY_TOO_COMPLEX: { status: 413, title: 'The body has too many values' },
  BODY_INVALID: bad('The body does not have the documented form'),
  QUERY_INVALID: bad('The query does not have the documented form'),
  PATH_INVALID: bad('The path does not have the documented form'),
  HEADER_INVALID: bad('A header does not have the documented form'),
  MEDIA_TYPE_UNSUPPORTED: { status: 415, title: 'The media type is not supported' },
  ROUTE_NOT_FOUND: missing('There is nothing at this path'),
  METHOD_NOT_ALLOWED: { status: 405, title: 'The method is not allowed here' },
  RATE_LIMITED: busy('Too many requests', 60),
  IDEMPOTENCY_KEY_REUSED: conflict('The idempotency key was used for another request'),
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'The first request with this idempotency key still runs',
    retryAfter: 1,
  },
  NOT_IMPLEMENTED: { status: 501, title: 'Not implemented' },
  INTERNAL: broken('An internal error'),
  NODE_UNAVAILABLE: unavailable('The node cannot answer now', 5),
  NODE_DRAINING: unavailable('The node is shutting down', 5),
  HUB_CONNECTION_UNKNOWN: missing('There is no such connection'),
  HUB_METHOD_UNKNOWN: missing('The hub has no such method'),
  HUB_ARGUMENTS_INVALID: bad('The arguments of a hub method do not have the documented form'),
  HUB_LIMIT: busy('The connection has reached a limit', 1),

  AUTH_REQUIRED: unauthenticated('A bearer token is required'),
  TOKEN_INVALID: unauthenticated('The token is not valid'),
  TOKEN_EXPIRED: unauthenticated('The token has expired'),
  TOKEN_REVOKED: unauthenticated('The token was revoked'),
  FORBIDDEN: forbidden('The caller may not do this'),
  ROSTER_ROLE_REQUIRED: forbidden('The roster of the register gives the caller no role for this'),
  LOGIN_FAILED: unauthenticated('The e-mail address or the password is wrong'),
  LOGIN_LOCKED: busy('The account is locked after failed logins', 300),
  ACCOUNT_SUSPENDED: forbidden('The account is suspended'),
  PASSWORD_WEAK: bad('The password is too easy to guess'),
  PASSWORD_CHANGE_REQUIRED: forbidden('The first password has to be changed before anything else'),
  ORGANISATION_NOT_FOUND: missing('There is no such organisation'),
  ORGANISATION_SUSPENDED: forbidden('The organisation is suspended'),
  ORGANISATION_PROTECTED: forbidden('A platform organisation cannot be suspended'),
  SUBDOMAIN_TAKEN: conflict('The subdomain is taken'),
  SUBDOMAIN_INVALID: bad('The subdomain is not usable'),
  USER_NOT_FOUND: missing('There is no such user'),
  EMAIL_TAKEN: conflict('The e-mail address is taken'),
  ROLE_INVALID: bad('The role cannot be given'),
  INVITATION_NOT_FOUND: missing('There is no such invitation'),
  INVITATION_USED: conflict('The invitation was answered before'),
  INVITATION_REVOKED: { status: 410, title: 'The invitation was revoked' },
  INVITATION_EXPIRED: { status: 410, title: 'The invitation has expired' },
  INVITATION_NOT_YOURS: forbidden('The invitation is for another address'),
  INVITATIONS_FULL: conflict('The organisation has as many open invitations as it may'),
  QUOTA_EXCEEDED: conflict('The organisation has as many of these as it may'),

  WALLET_NOT_FOUND: missing('There is no such wallet'),
  WALLET_EXISTS: conflict('The wallet exists already'),
  WALLET_LOCKED: conflict('The wallet is locked'),
  WALLET_ACCESS_DENIED: forbidden('The caller has no access to the wallet'),
  WALLET_ADDRESS_INVALID: bad('The text is not a wallet address'),
  MNEMONIC_INVALID: bad('The words are not a valid mnemonic'),
  ALGORITHM_UNSUPPORTED: bad('The algorithm is not supported'),
  DERIVATION_PATH_INVALID: bad('The derivation path is not valid'),
  GRANT_EXISTS: conflict('The grant exists already'),
  GRANT_NOT_FOUND: missing('There is no such grant'),
  GRANT_INVALID: bad('The grant is not valid'),
  SIGNING_PURPOSE_REFUSED: forbidden('The system wallet does not sign for this purpose'),
  SIGNING_RATE_EXCEEDED: busy('The system wallet signed too often for this register', 60),
  CIPHERTEXT_INVALID: bad('The ciphertext cannot be opened'),
  RECIPIENT_KEY_UNKNOWN: unprocessable('The key of a recipient is not known'),

  REGISTER_NOT_FOUND: missing('There is no such register'),
  REGISTER_OFFLINE: unavailable('The register is offline', 5),
  REGISTER_FORKED: unavailable('The register has forked', 3600),
  HEAD_UNCONFIRMED: unavailable('The head of the register is not believed yet', 60),
  REGISTER_LEFT: unavailable('This node reaches no validator of the register any more', 60),
  GENESIS_AMBIGUOUS: conflict('Several registers have this id'),
  REGISTER_IN_USE: conflict('The register is in use'),
  REGISTER_STATUS_INVALID: conflict('The register is not in a state that allows this'),
  REGISTRATION_NOT_FOUND: missing('There is no such pending registration'),
  REGISTRATION_EXPIRED: { status: 408, title: 'The pending registration has expired' },
  REGISTRATION_NONCE_INVALID: unauthenticated('The nonce of the registration is wrong'),
  ATTESTATION_MISSING: bad('An attestation is missing'),
  ATTESTATION_MISMATCH: bad('An attestation does not belong to this registration'),
  ATTESTATION_SIGNATURE_INVALID: unauthenticated('The signature of an attestation is wrong'),
  OWNER_DUPLICATE: bad('An owner is named twice'),
  OWNER_WALLET_UNKNOWN: bad('The wallet of an owner is not known'),
  TRANSACTION_NOT_FOUND: missing('There is no such transaction'),
  REGISTER_BEHIND: unavailable('This node may lack dockets of the register', 1),
  RECEIPT_NOT_FOUND: missing('There is no receipt for this transaction'),
  DOCKET_NOT_FOUND: missing('There is no such docket'),
  PUBLICATION_NOT_FOUND: missing('There is no such publication'),
  GOVERNANCE_ROSTER_NOT_SEALED: unavailable('The roster of the register is not sealed yet', 2),
  GOVERNANCE_ROSTER_UNAVAILABLE: unavailable('The roster of the register cannot be read', 2),
  HEIGHT_NOT_REACHED: missing('The register has not reached this height'),
  GOVERNANCE_PROPOSAL_NOT_FOUND: missing('There is no such governance proposal'),
  GOVERNANCE_PROPOSAL_CLOSED: conflict('The governance proposal is closed'),
  GOVERNANCE_PROPOSAL_EXISTS: conflict('The same governance act was proposed before'),
  GOVERNANCE_PROPOSALS_FULL: conflict('Too many governance proposals are open'),
  GOVERNANCE_VOTE_DUPLICATE: conflict('The member has voted on this proposal'),
  GOVERNANCE_SIGNATURE_INVALID: bad('The signature of an approval is wrong'),
  GOVERNANCE_CHANGE_PENDING: conflict('A docket changes roster or policy once'),
  GOVERNANCE_READINESS_INVALID: unprocessable('The readiness of the candidate is not proven'),

  VALIDATOR_NOT_RUNNING: conflict('The validator does not run'),
  VALIDATOR_NOT_FOUND: missing('There is no such validator'),
  VALIDATOR_FENCED: conflict('The validator is fenced after a restore'),
  CONFIG_INVALID: bad('The configuration is not valid'),
  POOL_FULL: unavailable('The pool of the register is full', 1),
  POOL_SENDER_FULL: busy('The sender has too many transactions in the pool', 1),
  TX_ID_CONFLICT: conflict('Another transaction with this id is known'),
  WAIT_TIMEOUT: { status: 504, title: 'The wait ended before the outcome' },

  VAL_STRUCT_001: bad('The transaction has no usable id'),
  VAL_STRUCT_002: bad('The transaction names no usable register'),
  VAL_STRUCT_003: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_004: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_005: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_006: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_007: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_008: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_009: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_010: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_011: bad('The structure of the transaction is wrong'),
  VAL_STRUCT_012: bad('The structure of the transaction is wrong'),
  VAL_SIZE_001: bad('The transaction is too large'),
  VAL_HASH_001: bad('A hash of the transaction is wrong'),
  VAL_HASH_002: bad('A hash of the transaction is wrong'),
  VAL_SCHEMA_001: bad('The payload does not fit its schema'),
  VAL_SCHEMA_002: bad('The payload does not fit its schema'),
  VAL_SCHEMA_003: bad('The payload does not fit its schema'),
  VAL_SCHEMA_004: bad('The payload does not fit its schema'),
  VAL_SCHEMA_005: bad('The payload does not fit its schema'),
  VAL_SCHEMA_006: bad('The encrypted payload is not a good envelope'),
  VAL_WORK_001: bad('The payload takes too many steps to check'),
  VAL_SCHEMA_007: bad('The payload has a member that the action may not state'),
  VAL_CALC_001: unprocessable('A calculated member is not what the calculation gives'),
  VAL_CELL_001: unprocessable('The envelope has another version than the language'),
  VAL_CELL_002: unprocessable('The envelope has other groups than the definition gives'),
  VAL_CELL_003: unprocessable('The envelope is for others than those who may receive it'),
  VAL_SIG_001: bad('A signature of the transaction is wrong'),
  VAL_SIG_002: bad('A signature of the transaction is wrong'),
  VAL_SIG_003: bad('A signature of the transaction is wrong'),
  VAL_SIG_004: bad('A signature of the transaction is wrong'),
  VAL_SIG_005: bad('The statement of the publication is missing or wrong'),
  VAL_POLICY_001: bad('The policy of the register refuses the transaction'),
  VAL_POLICY_002: bad('The policy of the register refuses the transaction'),
  VAL_CHAIN_001: conflict('The transaction does not fit the chain'),
  VAL_CHAIN_002: conflict('The transaction does not fit the chain'),
  VAL_CHAIN_003: conflict('The transaction does not fit the chain'),
  VAL_CHAIN_004: conflict('The transaction does not fit the chain'),
  VAL_CHAIN_005: conflict('The transaction does not fit the chain'),
  VAL_CHAIN_FORK: conflict('The previous transaction was continued already'),
  VAL_CHAIN_TRANSIENT: unavailable('The chain cannot be read now', 1),
  VAL_BP_001: unprocessable('The blueprint refuses the transaction'),
  VAL_BP_002: forbidden('The sender is not the participant of this action'),
  VAL_BP_003: unprocessable('The blueprint refuses the transaction'),
  VAL_BP_010: unprocessable('The blueprint refuses the transaction'),
  VAL_BP_011: conflict('The instance has ended'),
  VAL_BP_012: conflict('The deadline of the branch has passed'),
  VAL_BP_013: conflict('The action waits for others'),
  VAL_BP_014: unprocessable('The action cannot be rejected'),
  VAL_BP_015: unprocessable('The instance has its most moves'),
  BLUEPRINT_NOT_FOUND: missing('There is no such blueprint'),
  BLUEPRINT_EXISTS: conflict('There is a blueprint of this id'),
  BLUEPRINT_CHANGED: { status: 412, title: 'The blueprint changed since it was read' },
  BLUEPRINT_INVALID: bad('The blueprint cannot be published as it is'),
  BLUEPRINTS_FULL: conflict('The organisation has as many blueprints as it may'),
  BLUEPRINT_TOO_COSTLY: unprocessable('The blueprint takes more time or memory than it may'),
  VERSION_AMBIGUOUS: bad('Several registers have this version'),
  REHEARSAL_REQUIRED: conflict('The definition was not rehearsed'),
  REHEARSAL_NOT_FOUND: missing('There is no such rehearsal'),
  REHEARSAL_MODE_UNSUPPORTED: unprocessable('There is no such way of rehearsing'),
  REHEARSAL_BLOCKED: conflict('The blueprint has errors and cannot be rehearsed'),
  REHEARSAL_ROLE_UNKNOWN: unprocessable('The role is no participant'),
  REHEARSAL_STEP_REFUSED: unprocessable('The step is refused'),
  REHEARSALS_FULL: conflict('Too many rehearsals are under way'),
  SANDBOX_UNAVAILABLE: unavailable('The sandbox register is not ready', 5),
  ENGINE_BUSY: unavailable('The engine is busy', 2),
  INSTANCE_NOT_FOUND: missing('There is no such instance'),
  INSTANCE_TOO_LONG: unprocessable('The instance is longer than it may be'),
  INSTANCE_PIN_MISMATCH: conflict('The instance follows another definition'),
  FACT_VIOLATED: conflict('Something that was disclosed is suspect'),
  OPERATION_NOT_FOUND: missing('There is no such operation'),
  OPERATIONS_FULL: unavailable('Too many operations wait', 5),
  LOGIC_ABSENT: unprocessable('A rule of the blueprint reads what is not there'),
  LOGIC_CURRENCY: unprocessable('A rule of the blueprint mixes currencies'),
  LOGIC_INVALID: unprocessable('A rule of the blueprint has no value for this data'),
  LOGIC_LIMIT: unprocessable('A rule of the blueprint costs too much'),
  LOGIC_RANGE: unprocessable('A rule of the blueprint has no result in range for these values'),
  LOGIC_TABLE: unprocessable('A decision table of the blueprint has not the one row that is needed'),
  LOGIC_TYPE: unprocessable('A rule of the blueprint reads a value of another type than it takes'),
  SCENARIO_INVALID: unprocessable('The scenarios are not of their form'),
  TEMPLATE_INVALID: unprocessable('The template does not make a good blueprint'),
  TEMPLATE_LIMIT: unprocessable('The template makes more than it may'),
  TEMPLATE_PARAMETER_INVALID: bad('A parameter of the template is not what it must be'),
  TEMPLATE_NOT_FOUND: missing('There is no such template'),
  TEMPLATE_EXISTS: conflict('There is a template of this id'),
  TEMPLATES_FULL: conflict('The organisation has as many templates as it may'),
  VAL_BP_VERSION_001: unprocessable('The pinned definition cannot be resolved'),
  VAL_ROUTING_001: unprocessable('The routing decision is refused'),
  VAL_ROUTING_002: unprocessable('The routing decision is refused'),
  VAL_ROUTING_003: unprocessable('The routing decision is refused'),
  VAL_ROUTING_004: unprocessable('The routing decision is refused'),
  VAL_ROUTING_005: unprocessable('The routing decision is refused'),
  VAL_ROUTING_006: unprocessable('The routing decision is refused'),
  VAL_PARTICIPANT_001: bad('The participant record is wrong'),
  VAL_PARTICIPANT_002: conflict('The participant record has another version'),
  VAL_PARTICIPANT_003: conflict('The participant was revoked'),
  VAL_PARTICIPANT_004: conflict('The address belongs to another participant'),
  VAL_PARTICIPANT_005: unprocessable('A recipient was revoked'),
  PARTICIPANT_NOT_FOUND: missing('There is no such participant'),
  PARTICIPANT_REVOKED: { status: 410, title: 'The participant was revoked' },
  CREDENTIAL_REFUSED: forbidden('A credential that the action takes is missing or no good'),
  UPLOAD_NOT_FOUND: missing('There is no such upload'),
  UPLOAD_INCOMPLETE: conflict('The upload is not complete'),
  UPLOADS_FULL: conflict('Too many uploads wait for an action'),
  FILE_CHUNK_ORDER: conflict('The chunk before this one is missing'),
  FILE_CHUNK_CONFLICT: conflict('The upload has another chunk here'),
  FILE_CHUNK_CHECKSUM: bad('The chunk does not have its checksum'),
  FILE_CHUNK_UNAVAILABLE: missing('This node does not have a chunk of the file'),
  FILE_NOT_FOUND: missing('There is no such file'),
  VAL_GOV_DEF_001: unprocessable('The governance definition refuses the transaction'),
  VAL_PERM_001: forbidden('The sender lacks the right'),
  VAL_PERM_002: forbidden('The sender lacks the right'),
  VAL_PERM_003: forbidden('The sender lacks the right'),
  VAL_PERM_004: forbidden('The sender lacks the right'),
  VAL_PERM_005: forbidden('The sender lacks the right'),
  VAL_PERM_006: forbidden('The sender lacks the right'),
  VAL_TIME_001: bad('A time of the transaction is wrong'),
  VAL_TIME_002: bad('A time of the transaction is wrong'),
  VAL_TIME_003: bad('A time of the transaction is wrong'),
  VAL_REPLAY_001: conflict('The transaction is on the register already'),
  VAL_INTERNAL: broken('Validation failed inside'),

  DOCKET_PARENT_UNKNOWN: conflict('The docket before this one is not known'),
  DOCKET_HASH_MISMATCH: bad('The hash of the docket is wrong'),
  DOCKET_WORK: bad('The payloads of the docket take too many steps to check'),
  DOCKET_ROOT_MISMATCH: bad('The Merkle root of the docket is wrong'),
  DOCKET_ROSTER_MISMATCH: bad('The roster of the docket is wrong'),
  DOCKET_STATE_MISMATCH: bad('The state commitment of the docket is wrong'),
  DOCKET_HISTORY_MISMATCH: bad('The history root of the docket is wrong'),
  DOCKET_ANNEX_MISMATCH: bad('The annex of the docket is wrong'),
  DOCKET_TIME_INVALID: bad('The time of the docket is wrong'),
  DOCKET_SIZE_INVALID: bad('The size of the docket is wrong'),
  DOCKET_EMPTY: bad('The docket is empty'),
  DOCKET_DUPLICATE_TRANSACTION: bad('The docket holds a transaction twice'),
  DOCKET_RULES_UNKNOWN: bad('The rules of the docket are not known'),
  UPGRADE_NEEDED: unavailable('The register follows rules that this program does not know', 3600),
  DOCKET_CONFLICT: conflict('The height is sealed with another docket'),
  CERTIFICATE_INVALID: bad('The quorum certificate is not valid'),
  EVIDENCE_INVALID: bad('The evidence is not valid'),
  EVIDENCE_ANCHOR_MISMATCH: bad('The evidence contradicts the docket that is known'),
  EVIDENCE_TOO_OLD: bad('The head of the evidence is too old'),

  PEER_NOT_FOUND: missing('There is no such peer'),
  PEER_BANNED: conflict('The peer is banned'),
  PEER_NOT_BANNED: conflict('The peer is not banned'),
  PEER_IN_ROSTER: conflict('The peer holds a seat in a register of this node'),
  PEER_NOT_ADMITTED: forbidden('The peer is not admitted'),
  PEER_DESCRIPTOR_INVALID: bad('The descriptor of the peer is not valid'),
  MESH_OFF: unavailable('The peer mesh is switched off', 60),
  REGISTER_NOT_ADVERTISED: missing('No peer offers this register'),
  REGISTER_SEATED: conflict('This node holds a seat in the register'),
  REPLICATION_MODE_UNSUPPORTED: bad('This way of replicating is not supported'),
  SUBSCRIPTION_EXISTS: conflict('The register is replicated here already'),
  SUBSCRIPTION_NOT_FOUND: missing('The register is not replicated here'),

  FRAME_INVALID: bad('A message of a peer does not have its form'),
  FRAME_TOO_LARGE: { status: 413, title: 'A message of a peer is too large' },

  PEER_ID_INVALID: bad('The text is not a peer id'),
  PEER_CERTIFICATE_INVALID: forbidden('The certificate of the peer is not usable'),
  PEER_CERTIFICATE_EXPIRED: forbidden('The certificate of the peer is not valid now'),
  PEER_CERTIFICATE_REVOKED: forbidden('The certificate of the peer was revoked'),
  PEER_CERTIFICATE_UNTRUSTED: forbidden('No trusted organisation issued the certificate of the peer'),
  PEER_ORGANISATION_MISMATCH: forbidden('The certificate of the peer names another organisation than its issuer'),
  NODE_REQUEST_INVALID: bad('The request for a certificate is not good'),
  NODE_IDENTITY_MISSING: unavailable('The node has no identity yet', 60),
  NODE_IDENTITY_INVALID: unavailable('The identity of the node is not usable', 60),

  STORE_LOCKED: unavailable('The store is in use by another process', 5),
  STORE_DAMAGED: unavailable('The store is damaged', 60),
  STORE_VERSION: unavailable('The store has another version', 60),
  STORE_FULL: unavailable('The disk is full', 60),
  STORE_UNSAFE: unavailable('The disk of the store cannot be trusted'),
  BACKUP_UNDERWAY: conflict('A backup of this node is being taken'),
  KEYSTORE_KEY_WRONG: unavailable('The keystore cannot be opened', 60),
} as const satisfies Record<IssueCode, ErrorRow>;

export function errorRow(code: IssueCode): ErrorRow {
  return errorTable[code];
}

/** RFC 9457 members, then the stable `code`, the sentence as `error`, and what the specification adds for some codes. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: IssueCode;
  readonly error: string;
  /** JSON Pointer of the member at fault. */
  readonly path: string;
  /** One entry an issue; a handler may add members to each. */
  readonly errors: unknown;
  readonly traceId: string;
  /** Of a refused submission: see DEFINITIVE. */
  readonly definitive?: boolean;
  readonly [member: string]: unknown;
}

/** The member `definitive` of a refused submission, for the documentation. */
export const DEFINITIVE =
  'Of a refused submission. True: no node seals it as it was submitted. False: this node refused it by its own clock, by sealed state that a later docket may ' +
  'change (a right, a policy, a definition that is not published yet), or did not judge it; another node may have accepted it: ask for its receipt.';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** The body for one or more issues; the first one decides code and status. `members` are added and never replace a member of the standard. */
export function problem(
  issues: readonly Issue[],
  request: { readonly instance: string; readonly traceId: string },
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const first = issues[0] ?? { code: 'INTERNAL' as const, path: '', message: 'The reason is not known.' };
  const row = errorRow(first.code);
  return {
    ...members,
    type: `urn:quorate:problem:${first.code}`,
    title: row.title,
    status: row.status,
    detail: first.message,
    instance: request.instance,
    code: first.code,
    error: first.message,
    path: first.path,
    errors: members.errors ?? issues.map(({ code, path, message }) => ({ code, path, message })),
    traceId: request.traceId,
  };
}

/** RFC 6749 section 5.2, for token endpoints. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'slow_down'
  | 'temporarily_unavailable';

const OAUTH_STATUS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  slow_down: 429,
  temporarily_unavailable: 503,
} as const satisfies Record<OAuthErrorCode, number>;

export function oauthError(
  error: OAuthErrorCode,
  description: string,
): { readonly status: number; readonly body: string } {
  return { status: OAUTH_STATUS[error], body: JSON.stringify({ error, error_description: description }) };
}
