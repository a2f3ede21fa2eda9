// Makes a request for a presentation and its request object. It commits nothing.
import encode from 'qr';
import type { Static } from 'typebox';
import { fromBase64, toBase64, toBase64Url } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { REQUEST_MS } from '../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { questionOf } from '../../core/credentials/presenting/question.js';
import {
  type AnswerKey,
  authorizationUri,
  type ClientIdPrefix,
  clientIdOf,
  draftRequestObject,
  encodeTransactionData,
  type PresentationRequest,
  type ResponseMode,
} from '../../core/credentials/presenting/request.js';
import { p256Jwk, p256Thumbprint } from '../../core/crypto/keys/jwk.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { idByEnd } from '../credentials/ids.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { type CreatePresentationRequest, requestView } from '../schemas/accounts/presentation.js';

type Deps = Pick<ApiDeps, 'clock' | 'config' | 'keystore' | 'random' | 'verifier'>;
type Asked = Static<typeof CreatePresentationRequest>;

const NONCE_BYTES = 32;

function requestUrl({ config }: Pick<Deps, 'config'>, id: string): string {
  return `${config.publicUrl}/api/v1/verifier/requests/${id}`;
}

/** BODY_INVALID, CERTIFICATE_MISSING or QUOTA_EXCEEDED. */
export function makeRequest(
  call: ApiCall<Deps>,
  asked: Asked,
  more: Pick<RequestContent, 'target' | 'endsAtMs'> = {},
): Result<PresentationRequest> {
  const question = questionOf({
    ...asked,
    trustPolicy: asked.trustPolicy as Json | undefined,
    dcqlQuery: (asked.dcqlQuery ?? asked.declaredQuery) as Json | undefined,
  });
  if (isFailure(question)) return question;
  const { query, dcql, policy } = question;
  const transactionData = encodeTransactionData((asked.transactionData ?? []) as readonly JsonObject[], query);
  return isFailure(transactionData)
    ? transactionData
    : requestFor(call, asked, { ...more, dcql, policy, transactionData });
}

/** The ways of a request, beside its question. */
export type RequestWays = Pick<
  Asked,
  'flow' | 'redirectUri' | 'responseMode' | 'clientIdPrefix' | 'profile' | 'keepPresentation'
>;

export interface RequestContent
  extends Pick<PresentationRequest, 'dcql' | 'policy' | 'transactionData' | 'gate' | 'target'> {
  /** Drawn when absent. */
  readonly nonce?: string;
  /** It ends then at the latest. */
  readonly endsAtMs?: number;
}

/** BODY_INVALID, CERTIFICATE_MISSING or QUOTA_EXCEEDED. */
export function requestFor(
  { deps, caller }: ApiCall<Deps>,
  asked: RequestWays,
  { nonce, endsAtMs = Number.POSITIVE_INFINITY, ...content }: RequestContent,
): Result<PresentationRequest> {
  const { clock, config, random, verifier } = deps;
  const { organisationId } = caller;
  const redirect = redirectOf(deps, asked);
  if (isFailure(redirect)) return redirect;
  const ways = waysOf(deps, asked);
  const certificate = verifier.certificates.of(organisationId);
  if (certificate === undefined)
    return fail(issue('CERTIFICATE_MISSING', '', 'The organisation has no active certificate for requests.'));
  const [leaf] = certificate.chain as readonly [Uint8Array, ...Uint8Array[]];
  const createdAtMs = clock.now();
  if (!verifier.open.hasRoom(organisationId, createdAtMs))
    return fail(issue('QUOTA_EXCEEDED', '', 'The organisation has as many requests that wait as it may.'));
  const expiresAtMs = Math.min(createdAtMs + REQUEST_MS, endsAtMs);
  const id = idByEnd(expiresAtMs, random);
  return {
    ...{ id, organisationId, createdBy: caller.subject, sessionId: caller.sessionId, ...content },
    nonce: nonce ?? toBase64Url(random.bytes(NONCE_BYTES)),
    clientId: clientIdOf(ways.clientIdPrefix, { host: new URL(config.publicUrl).hostname, leaf }),
    ...{ responseUri: `${requestUrl(deps, id)}/direct-post`, responseMode: ways.responseMode },
    ...(redirect !== undefined && { redirectUri: redirect }),
    isPresentationKept: asked.keepPresentation === true,
    ...(ways.responseMode === 'direct_post.jwt' && { key: answerKey(deps, id) }),
    ...{ wallet: certificate.wallet, keyPath: certificate.path, chain: certificate.chain.map(toBase64) },
    ...{ createdAtMs, expiresAtMs },
  };
}

/** HAIP 1.0 section 5 names both; else each is stated, or a setting. */
function waysOf({ verifier }: Deps, { profile, clientIdPrefix, responseMode }: RequestWays) {
  const { settings } = verifier;
  const haip = profile === 'haip';
  return {
    clientIdPrefix: clientIdPrefix ?? (haip ? 'x509_hash' : settings.clientIdPrefix),
    responseMode: responseMode ?? (haip ? 'direct_post.jwt' : settings.responseMode),
  } as const satisfies { clientIdPrefix: ClientIdPrefix; responseMode: ResponseMode };
}

/** The browser goes on to a page of https, or to one of this node. */
function redirectOf({ config }: Deps, { flow, redirectUri }: RequestWays): Result<string | undefined> {
  if (flow !== 'same-device')
    return redirectUri === undefined ? undefined : wrongRedirect('A redirectUri is for the flow same-device.');
  if (redirectUri === undefined)
    return wrongRedirect('The flow same-device has a redirectUri, to which the browser goes on.');
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
  const isTaken = url?.protocol === 'https:' || url?.origin === config.publicUrl;
  if (url === undefined || !isTaken || url.hash !== '' || url.username !== '')
    return wrongRedirect('Expected an address of https without a fragment.');
  return url.href;
}

function wrongRedirect(message: string) {
  return fail(issue('BODY_INVALID', '/redirectUri', message));
}

function answerKey({ random, verifier }: Deps, id: string): AnswerKey {
  const { publicKey, privateKey } = generate('NISTP256', random.bytes(NONCE_BYTES));
  const jwk = p256Jwk(publicKey);
  const whole = JSON.stringify({ ...jwk, d: toBase64Url(privateKey) });
  privateKey.fill(0);
  return {
    jwk: { ...jwk, kid: p256Thumbprint(publicKey) },
    sealed: verifier.secrets.encrypt(keyName(id), whole),
  };
}

/** The name under which the key is encrypted: it opens in its own row alone. */
export const keyName = (id: string) => `presentation-requests/${id}/key`;
export const resultName = (id: string) => `presentation-requests/${id}/result`;

/** As who asked for it gets it: with its address for a wallet, also as a picture. */
export function madeView(deps: Deps, request: PresentationRequest, requestUriMethod: 'get' | 'post' = 'get') {
  const { id, nonce } = request;
  const requestUri = `${requestUrl(deps, id)}/request-object`;
  const authorizationRequestUri = authorizationUri(request, { requestUri, isPosted: requestUriMethod === 'post' });
  const qr = encode(authorizationRequestUri, 'svg', { ecc: 'low' });
  return { ...requestView(request, deps.clock.now()), authorizationRequestUri, requestUri, qr, nonce };
}

/** The request object, signed by the wallet of the organisation. */
export async function signRequestObject(
  { clock, keystore }: Deps,
  request: PresentationRequest,
  walletNonce?: string,
): Promise<Result<string>> {
  const chain = request.chain.map((certificate) => fromBase64(certificate) as Uint8Array);
  const { toSign, finish } = draftRequestObject(request, { chain, atMs: clock.now(), walletNonce });
  const key = { address: request.wallet, algorithm: 'NISTP256', path: request.keyPath, hybrid: false } as const;
  const signed = await keystore.signFormatted(key, 'jose', toSign);
  return isFailure(signed) ? signed : finish(signed.signature);
}
