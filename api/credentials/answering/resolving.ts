// Reads the request that a person was shown: takes its object of where it is, judges its verifier, and keeps it for the
// consent of the person. It shows nothing to anybody.
import { anchorsFor } from '../../../actors/trust/anchors.js';
import { toBase64Url } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { type AuthorizationUri, readAuthorizationUri } from '../../../core/credentials/answering/authorization-uri.js';
import {
  type MetRequest,
  readRequest,
  readRequestObject,
  readSignedRequest,
} from '../../../core/credentials/answering/met-request.js';
import { judgeSigned, judgeUnsigned, type MetVerifier } from '../../../core/credentials/answering/verifier.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { statedIssuer } from '../../../core/credentials/jose/jws.js';
import { VP_FORMATS } from '../../../core/credentials/presenting/request.js';
import type { Anchor } from '../../../core/trust/x509/certificate.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { askRemote } from '../holding/remote.js';

export type ResolveCall = ApiCall<Pick<ApiDeps, 'certificates' | 'clock' | 'credentials' | 'random' | 'trustLists'>>;

export interface ReadAndJudged {
  readonly request: MetRequest;
  readonly verifier: MetVerifier;
}

const OBJECT_TYPE = 'application/oauth-authz-req+jwt';
const NONCE_BYTES = 16;
/** OpenID4VP 1.0 section 10: what this wallet can, for a verifier that chooses by it. */
const WALLET_METADATA = {
  vp_formats_supported: VP_FORMATS,
  client_id_prefixes_supported: ['x509_san_dns', 'x509_hash'],
  request_object_signing_alg_values_supported: ['ES256'],
  response_types_supported: ['vp_token'],
  response_modes_supported: ['direct_post', 'direct_post.jwt'],
};

/** REQUEST_OBJECT_INVALID, REQUEST_HOST_MISMATCH, REQUEST_EXPIRED, and the codes of outgoing requests. */
export async function resolveRequest(call: ResolveCall, text: string): Promise<Result<ReadAndJudged>> {
  const { clock, credentials } = call.deps;
  const uri = faultOr(() => readAuthorizationUri(text));
  if (uri instanceof FormatFault) return invalid(uri.message);
  const { allowUnverifiable, transactionDataTypes: dataTypes } = credentials.settings;
  const as = { clientId: uri.clientId, atMs: clock.now(), dataTypes };
  if ('members' in uri) {
    if (!allowUnverifiable) return invalid('A request without a signature is not taken by this node.');
    const request = faultOr(() => readRequest(uri.members, as));
    if (request instanceof FormatFault) return invalid(request.message);
    const verifier = judgeUnsigned(request);
    return isFailure(verifier) ? verifier : { request, verifier };
  }
  const fetched = 'object' in uri ? { text: uri.object } : await fetchObject(call, uri);
  if (isFailure(fetched)) return fetched;
  return judgeObject(call, uri.clientId, fetched);
}

interface FetchedObject {
  readonly text: string;
  readonly walletNonce?: string;
  readonly fetchedFrom?: string;
}

/** REQUEST_OBJECT_INVALID, REQUEST_HOST_MISMATCH. */
export async function judgeObject(
  call: ResolveCall,
  clientId: string,
  { text, walletNonce, fetchedFrom }: FetchedObject,
): Promise<Result<ReadAndJudged>> {
  const { clock, credentials } = call.deps;
  const as = { clientId, atMs: clock.now(), dataTypes: credentials.settings.transactionDataTypes };
  const read = faultOr(() => {
    const object = readRequestObject(text);
    const request = readSignedRequest(object.payload, { ...as, ...(walletNonce !== undefined && { walletNonce }) });
    return { object, request, chain: statedIssuer(object).chain };
  });
  if (read instanceof FormatFault) return invalid(read.message);
  const anchors = await anchorsOf(call, read.chain);
  const by = { anchors, atMs: as.atMs, ...(fetchedFrom !== undefined && { fetchedFrom }) };
  const verifier = judgeSigned(read.object, read.request, by);
  return isFailure(verifier) ? verifier : { request: read.request, verifier };
}

/** By GET, or by POST with a nonce that the object has to repeat: so that it cannot be replayed (section 5.10). */
async function fetchObject(
  call: ResolveCall,
  { url, isPosted }: Extract<AuthorizationUri, { readonly url: string }>,
): Promise<Result<FetchedObject>> {
  const walletNonce = isPosted ? toBase64Url(call.deps.random.bytes(NONCE_BYTES)) : undefined;
  const form = walletNonce && {
    ...{ wallet_nonce: walletNonce, wallet_metadata: JSON.stringify(WALLET_METADATA) },
  };
  const answer = await askRemote(call, {
    ...{ url, headers: { accept: OBJECT_TYPE } },
    ...(form && {
      ...{ method: 'POST', body: new URLSearchParams(form).toString() },
      headers: { accept: OBJECT_TYPE, 'content-type': 'application/x-www-form-urlencoded' },
    }),
  });
  if (isFailure(answer)) return answer;
  const { status, text } = answer;
  if (status === 404 || status === 410)
    return fail(issue('REQUEST_EXPIRED', '/request', 'The verifier has the request no more.'));
  if (status !== 200) return invalid(`The request object came with status ${status}.`);
  return { text, fetchedFrom: url, ...(walletNonce !== undefined && { walletNonce }) };
}

/** Of the lists of the organisation of the caller, and of the pins that all organisations here have. */
async function anchorsOf({ deps, caller }: ResolveCall, chain: readonly Uint8Array[]): Promise<readonly Anchor[]> {
  const { organisationId } = caller;
  const listed = await anchorsFor({ lists: deps.trustLists, configured: [] }, { organisationId, chain });
  return [...listed.map(({ anchor }) => anchor), ...deps.certificates.tenantAnchors()];
}

const invalid = (message: string) => fail(issue('REQUEST_OBJECT_INVALID', '/request', message));
