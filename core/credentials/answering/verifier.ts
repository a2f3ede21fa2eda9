// The verifier that a request comes from (OpenID4VP 1.0 section 5.9): whose signature it has, under which name, and to
// which host the answer goes. A signature or a name that does not hold is refused for good; a name that nothing
// vouches for is told.
import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { CURVES } from '../../crypto/keys/curves.js';
import { type Anchor, isSelfIssued, readCertificate, type X509Certificate } from '../../trust/x509/certificate.js';
import { nameText } from '../../trust/x509/names.js';
import { verifyPath } from '../../trust/x509/path.js';
import { isNamed } from '../../trust/x509/subject.js';
import { FormatFault, faultOr } from '../fault.js';
import { isSignedBy, type Jws, statedIssuer } from '../jose/jws.js';
import type { MetRequest } from './met-request.js';

/** By a list that the own organisation imported, by a signature under its own name alone, by nothing. */
export const VERIFIER_VERDICTS = ['TrustedListVerified', 'AuthenticUntrusted', 'Unverifiable'] as const;
export type VerifierVerdict = (typeof VERIFIER_VERDICTS)[number];

export interface MetVerifier {
  readonly clientId: string;
  readonly verdict: VerifierVerdict;
  /** Host and port that the answer goes to. */
  readonly host: string;
  /** Subject and alternative names of its certificate; none where they are not vouched for. */
  readonly names: readonly string[];
}

export interface JudgedVerifier {
  /** Of the lists and pins of the organisation of the holder. */
  readonly anchors: readonly Anchor[];
  readonly atMs: number;
  /** The address that the request object came from; absent of one by value. */
  readonly fetchedFrom?: string;
}

/** Names for people, and no more than a page of them. */
const NAMES_TOLD_MAX = 8;

interface Signed {
  readonly request: MetRequest;
  readonly chain: readonly Uint8Array[];
  readonly leaf: X509Certificate;
  readonly by: JudgedVerifier;
}

/** By prefix: how the name is held to the certificate, and the hosts that the answer may go to. */
const SIGNED_PREFIXES: ReadonlyMap<string, (name: string, signed: Signed) => Result<void>> = new Map([
  ['x509_san_dns', needHostName],
  ['x509_hash', needHash],
]);

const REDIRECT_URI = 'redirect_uri';

/** REQUEST_OBJECT_INVALID or REQUEST_HOST_MISMATCH: hard refusals, which no consent overrides. */
export function judgeSigned(object: Jws, request: MetRequest, by: JudgedVerifier): Result<MetVerifier> {
  const stated = faultOr(() => statedIssuer(object));
  if (stated instanceof FormatFault) return invalid(stated.message);
  const { chain } = stated;
  const [leaf, ...others] = chain.map(readCertificate);
  if (leaf === undefined) return invalid('The request object has no certificates (x5c).');
  const unread = [leaf, ...others].find((each) => isFailure(each));
  if (isFailure(leaf) || unread !== undefined)
    return invalid('A certificate of the request object is not of its form.');
  const at = request.clientId.indexOf(':');
  const [prefix, name] = [request.clientId.slice(0, Math.max(at, 0)), request.clientId.slice(at + 1)];
  const needName = SIGNED_PREFIXES.get(prefix);
  if (needName === undefined)
    return invalid(
      `The client_id of a signed request has none of the prefixes ${[...SIGNED_PREFIXES.keys()].join(', ')}.`,
    );
  if (leaf.key.kind !== 'P-256' || !isSignedBy(object, leaf.key.spki.subarray(CURVES['P-256'].prefix.length)))
    return invalid('The request object is not signed with ES256 by the key of its certificate.');
  if (by.atMs < leaf.notBeforeMs || by.atMs > leaf.notAfterMs)
    return invalid('The certificate of the request object is not valid now.');
  const named = needName(name, { request, chain, leaf, by });
  if (isFailure(named)) return named;
  const isVouched = !isFailure(verifyPath({ chain, anchors: by.anchors, atMs: by.atMs })) && !hasOwnRoot(chain);
  return {
    ...{ clientId: request.clientId, verdict: isVouched ? 'TrustedListVerified' : 'AuthenticUntrusted' },
    ...{ host: new URL(request.responseUri).host, names: isVouched ? namesOf(leaf) : [] },
  };
}

/** An unsigned request: its name is the address of its answer (section 5.9.3), and nothing more is known of it. */
export function judgeUnsigned(request: MetRequest): Result<MetVerifier> {
  if (request.clientId !== `${REDIRECT_URI}:${request.responseUri}`)
    return request.clientId.startsWith(`${REDIRECT_URI}:`)
      ? mismatch('The response_uri is not the address in the client_id.')
      : invalid(`A request without a signature has a client_id of the prefix ${REDIRECT_URI}.`);
  const host = new URL(request.responseUri).host;
  return { clientId: request.clientId, verdict: 'Unverifiable', host, names: [] };
}

/** The host is one of the certificate, and the answer goes to it. */
function needHostName(host: string, { leaf, request }: Signed): Result<void> {
  if (!isNamed(leaf, { kind: 'dns', value: host, isPatternTaken: true }))
    return mismatch('The certificate of the request object is not of the host in the client_id.');
  return new URL(request.responseUri).hostname === host.toLowerCase()
    ? undefined
    : mismatch('The response_uri is at another host than the client_id names.');
}

/** The hash is of the leaf; the answer goes to a host of the certificate, or to where the request came from. */
function needHash(hash: string, { leaf, chain, request, by }: Signed): Result<void> {
  if (hash !== toBase64Url(sha256(chain[0] as Uint8Array)))
    return invalid('The certificate of the request object is not the one whose hash is in the client_id.');
  const { hostname, origin } = new URL(request.responseUri);
  const isOfCertificate = isNamed(leaf, { kind: 'dns', value: hostname, isPatternTaken: true });
  const isOfRequest = by.fetchedFrom !== undefined && new URL(by.fetchedFrom).origin === origin;
  return isOfCertificate || isOfRequest
    ? undefined
    : mismatch('The response_uri is neither at a host of the certificate nor where the request came from.');
}

/** A root that a request brings vouches for nothing. */
function hasOwnRoot(chain: readonly Uint8Array[]): boolean {
  const last = readCertificate(chain.at(-1) as Uint8Array);
  return isFailure(last) || isSelfIssued(last);
}

function namesOf({ subject, extensions }: X509Certificate): readonly string[] {
  const alternatives = (extensions.subjectAltName ?? []).flatMap((name) =>
    name.kind === 'dns' || name.kind === 'uri' ? [name.text] : [],
  );
  return [nameText(subject), ...alternatives].filter((name) => name !== '').slice(0, NAMES_TOLD_MAX);
}

const invalid = (message: string) => fail(issue('REQUEST_OBJECT_INVALID', '/request', message));
const mismatch = (message: string) => fail(issue('REQUEST_HOST_MISMATCH', '/request', message));
