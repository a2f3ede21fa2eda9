// A request for a presentation (OpenID4VP 1.0 section 5) as this node keeps it: its state, and the object that a
// wallet gets.
import { toBase64Url, utf8 } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { REQUEST_MS, TRANSACTION_DATA_CHARACTERS_MAX } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import type { p256Jwk } from '../../crypto/keys/jwk.js';
import type { TrustPolicy } from '../../trust/policy-form.js';
import type { Draft } from '../draft.js';
import { ENCRYPTIONS } from '../jose/encryption.js';
import { draftJws, headerOf } from '../jose/jws.js';
import type { DcqlQuery } from '../query/dcql.js';

export const CLIENT_ID_PREFIXES = ['x509_san_dns', 'x509_hash'] as const;
export type ClientIdPrefix = (typeof CLIENT_ID_PREFIXES)[number];
export const RESPONSE_MODES = ['direct_post', 'direct_post.jwt'] as const;
export type ResponseMode = (typeof RESPONSE_MODES)[number];
export const REQUEST_FLOWS = ['cross-device', 'same-device'] as const;
const OUTCOMES = ['Verified', 'Refused', 'Declined'] as const;
/** `Answered`: the browser of the holder has not come back with the code of the answer. */
export const REQUEST_STATES = ['Pending', 'Answered', ...OUTCOMES, 'Expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const REQUEST_TYPE = 'oauth-authz-req+jwt';
/** OpenID4VP 1.0 section 5.8: of a wallet that was not discovered. */
export const WALLET_AUDIENCE = 'https://self-issued.me/v2';

/** The key that an answer is encrypted to: of this request alone. */
export interface AnswerKey {
  readonly jwk: ReturnType<typeof p256Jwk> & { readonly kid: string };
  /** Its private half, encrypted. */
  readonly sealed: string;
}

export interface RequestOutcome {
  readonly state: (typeof OUTCOMES)[number];
  readonly answeredAtMs: number;
  /** The result, encrypted. */
  readonly sealed: string;
  /** Hash of the code that the browser of the holder brings; gone once it came. */
  readonly codeHash?: string;
}

export interface RequestTarget {
  /** Address. */
  readonly wallet: string;
  readonly ownerId: string;
}

export interface PresentationRequest {
  readonly id: string;
  readonly organisationId: string;
  /** The account or service that asked, and its session. */
  readonly createdBy: string;
  readonly sessionId: string;
  readonly dcql: Json;
  /** Of a request for a gate none: its requirement has one, which the ledger judges by. */
  readonly policy?: TrustPolicy;
  /** The gate of a prepared action, where the answer is shown at it. */
  readonly gate?: { readonly gateId: string; readonly requirement: string };
  /** Encoded, as the request has them. */
  readonly transactionData: readonly string[];
  readonly nonce: string;
  readonly clientId: string;
  readonly responseUri: string;
  readonly responseMode: ResponseMode;
  /** Where the browser of the holder goes on: of the flow on one device. */
  readonly redirectUri?: string;
  readonly isPresentationKept: boolean;
  readonly key?: AnswerKey;
  /** Signs the request object, with the key of this path. */
  readonly wallet: string;
  readonly keyPath: string;
  /** Certificates of that wallet in DER as base64, the leaf first. */
  readonly chain: readonly string[];
  /** The wallet of this node that it is for, and the name under which its person owns it. */
  readonly target?: RequestTarget;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly outcome?: RequestOutcome;
}

/** Characters of an id that are told: its end, and 18 of its random bits. */
const TOLD_MAX = 13;

/** The beginning of the id, for logs and the audit trail: a reader of the whole may answer the request, or end it. */
export function toldRequestId(id: string): string {
  return id.slice(0, TOLD_MAX);
}

/** The state at the time: that of its outcome once its code came, where it takes one. */
export function requestState({ outcome, expiresAtMs }: PresentationRequest, nowMs: number): RequestState {
  if (outcome === undefined) return nowMs < expiresAtMs ? 'Pending' : 'Expired';
  return outcome.codeHash === undefined ? outcome.state : 'Answered';
}

/** REQUEST_EXPIRED unless the request waits for its answer. */
export function closedProblem(request: PresentationRequest, nowMs: number): Issue | undefined {
  const state = requestState(request, nowMs);
  if (state === 'Pending') return undefined;
  const message = state === 'Expired' ? 'The time of the request is over.' : 'The request has its answer.';
  return issue('REQUEST_EXPIRED', '', message);
}

/**
 * The request without the code of its answer, which the session that asked brings once, within the life of a request.
 * RESPONSE_CODE_REFUSED.
 */
export function redeemCode(
  request: PresentationRequest,
  brought: { readonly codeHash: string; readonly by: string; readonly sessionId: string; readonly nowMs: number },
): Result<PresentationRequest> {
  const { outcome, createdBy, sessionId } = request;
  const isSession = createdBy === brought.by && sessionId === brought.sessionId;
  const isCode = outcome?.codeHash !== undefined && outcome.codeHash === brought.codeHash;
  if (outcome === undefined || !isSession || !isCode || brought.nowMs >= outcome.answeredAtMs + REQUEST_MS)
    return fail(
      issue('RESPONSE_CODE_REFUSED', '/code', 'The code is not that of the answer, or another session asked.'),
    );
  const { codeHash: _, ...redeemed } = outcome;
  return { ...request, outcome: redeemed };
}

/** The prefixed name of a verifier (section 5.9.3): by the host of its certificate, or by the certificate itself. */
export function clientIdOf(
  prefix: ClientIdPrefix,
  { host, leaf }: { readonly host: string; readonly leaf: Uint8Array },
) {
  return `${prefix}:${prefix === 'x509_hash' ? toBase64Url(sha256(leaf)) : host}`;
}

/** The request object, for the key of the leaf of `chain`. */
export function draftRequestObject(
  request: PresentationRequest,
  { chain, atMs, walletNonce }: { chain: readonly Uint8Array[]; atMs: number; walletNonce?: string | undefined },
): Draft<string> {
  const { clientId, nonce, id, transactionData } = request;
  return draftJws(headerOf(REQUEST_TYPE, { chain }), {
    ...{ iss: clientId, aud: WALLET_AUDIENCE, client_id: clientId, response_type: 'vp_token', nonce, state: id },
    ...{ response_mode: request.responseMode, response_uri: request.responseUri },
    ...{ iat: Math.floor(atMs / 1000), exp: Math.floor(request.expiresAtMs / 1000) },
    ...{ dcql_query: request.dcql, client_metadata: metadataOf(request) },
    ...(transactionData.length > 0 && { transaction_data: transactionData }),
    ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
  });
}

/** ES256 alone; by its number (RFC 9053) where the format is one of COSE. */
export const VP_FORMATS: JsonObject = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
  jwt_vc_json: { alg_values: ['ES256'] },
};

function metadataOf({ key }: PresentationRequest): JsonObject {
  if (key === undefined) return { vp_formats_supported: VP_FORMATS };
  return {
    vp_formats_supported: VP_FORMATS,
    jwks: { keys: [{ ...key.jwk, use: 'enc', alg: 'ECDH-ES' }] },
    encrypted_response_enc_values_supported: ENCRYPTIONS,
  };
}

/** The address that starts a wallet (section 5.10). */
export function authorizationUri(
  { clientId }: Pick<PresentationRequest, 'clientId'>,
  { requestUri, isPosted }: { readonly requestUri: string; readonly isPosted: boolean },
): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, request_uri: requestUri },
    ...(isPosted && { request_uri_method: 'post' }),
  });
  return `openid4vp://authorize?${query}`;
}

/**
 * Transaction data (section 8.4), encoded. Each is for one credential in SD-JWT, which has to sign it: with several,
 * the wallet would choose, and of an mdoc the issuer would have to agree. BODY_INVALID.
 */
export function encodeTransactionData(data: readonly JsonObject[], query: DcqlQuery): Result<readonly string[]> {
  const encoded: string[] = [];
  for (const [i, each] of data.entries()) {
    const problem = dataProblem(each, query);
    if (problem !== undefined) return fail(issue('BODY_INVALID', `/transactionData/${i}`, problem));
    encoded.push(toBase64Url(utf8(canonical(each))));
  }
  return encoded;
}

function dataProblem(data: JsonObject, { credentials }: DcqlQuery): string | undefined {
  const { type, credential_ids: ids } = data;
  if (typeof type !== 'string') return 'Transaction data has a type.';
  const [id, ...others] = Array.isArray(ids) ? (ids as readonly Json[]) : [];
  const asked = credentials.find((each) => each.id === id);
  if (asked === undefined || others.length > 0) return 'Its credential_ids name one query.';
  if (asked.format !== 'dc+sd-jwt' || !asked.needsHolderKey || asked.isMultiple)
    return 'Its query is for one credential of the format dc+sd-jwt, with a proof of its holder.';
  return canonical(data).length <= TRANSACTION_DATA_CHARACTERS_MAX
    ? undefined
    : `It has over ${TRANSACTION_DATA_CHARACTERS_MAX} characters.`;
}

/** The transaction data that the presentation of a query signs. */
export function dataOfQuery(encoded: readonly string[], queryId: string): readonly string[] {
  return encoded.filter((text) => {
    const { credential_ids: ids } = JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject;
    return (ids as readonly string[]).includes(queryId);
  });
}
