// Whose key signed a credential: by its certificates, by a DID that is its own key, or by a document of the issuer.
// That is the one of its did:web, or that of SD-JWT VC ("JWT VC Issuer Metadata"). A trust list of the organisation
// makes the difference between a name that is authentic and one that is vouched for.
import { anchorsFor } from '../../../actors/trust/anchors.js';
import { toHex } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { issue } from '../../../core/base/issue.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import type { IssuerVerdict } from '../../../core/credentials/holding/kept.js';
import { wellKnown } from '../../../core/credentials/holding/metadata.js';
import type { StatedIssuer } from '../../../core/credentials/jose/jws.js';
import type { TrustedLeaf } from '../../../core/credentials/mdoc/presentation.js';
import { CURVES } from '../../../core/crypto/keys/curves.js';
import { keyOfDid } from '../../../core/crypto/keys/did-keys.js';
import { didWebUrl, isDidWeb, keyInDidDocument } from '../../../core/crypto/keys/did-web.js';
import { keyInIssuerDocument } from '../../../core/crypto/keys/issuer-address.js';
import { readCertificate, type X509Certificate } from '../../../core/trust/x509/certificate.js';
import { nameText } from '../../../core/trust/x509/names.js';
import { judgeChain } from '../../../core/trust/x509/path.js';
import { isNamed } from '../../../core/trust/x509/subject.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { HoldingCall } from './call.js';
import { answerInvalid, readRemote } from './remote.js';

export type IssuerCall = HoldingCall<Pick<ApiDeps, 'clock' | 'credentials' | 'trustLists'>>;

export interface KnownIssuer extends TrustedLeaf {
  readonly name: string;
  readonly verdict: IssuerVerdict;
}

/** CREDENTIAL_REFUSED where no key of the issuer is found; also the codes of its documents. */
export async function knowIssuer(call: IssuerCall, stated: StatedIssuer): Promise<Result<KnownIssuer>> {
  if (stated.chain.length > 0) return ofChain(call, stated);
  const { issuer } = stated;
  if (issuer === undefined) return refuse('The credential names no issuer.');
  const spki = keyOfDid(issuer);
  if (spki !== undefined) return ofName(issuer, spki.subarray(CURVES['P-256'].prefix.length));
  const key = await keyAt(call, issuer, stated.keyId);
  return isFailure(key) ? key : ofName(issuer, key);
}

function ofName(name: string, publicKey: Uint8Array): KnownIssuer {
  const always = { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: Number.POSITIVE_INFINITY };
  return { name, publicKey, anchor: `name ${name}`, verdict: 'AuthenticUntrusted', ...always };
}

async function ofChain(call: IssuerCall, { chain, issuer }: StatedIssuer): Promise<Result<KnownIssuer>> {
  const certificates = chain.map(readCertificate);
  const unread = certificates.find((certificate): certificate is Failure => isFailure(certificate));
  if (unread !== undefined) return refuse(`A certificate of the issuer is not of its form. ${unread.issue.message}`);
  const read = certificates as readonly X509Certificate[];
  const [leaf, last] = [read[0] as X509Certificate, read.at(-1) as X509Certificate];
  if (leaf.key.kind !== 'P-256') return refuse('The certificate of the issuer has no key of P-256.');
  if (issuer !== undefined && !isOf(leaf, issuer)) return refuse('The certificate is of another issuer (iss).');
  const publicKey = leaf.key.spki.subarray(CURVES['P-256'].prefix.length);
  const { deps, caller } = call;
  // An anchor that is not known is one thing; a chain that does not hold by itself says nothing of anybody.
  const judged = judgeChain({ chain, atMs: deps.clock.now() });
  if (isFailure(judged)) return refuse(`The certificates of the issuer do not hold. ${judged.issue.message}`);
  const { organisationId } = caller;
  const anchors = await anchorsFor({ lists: deps.trustLists, configured: [] }, { organisationId, chain });
  const path = judged.pathTo(anchors.map(({ anchor }) => anchor));
  const name = issuer ?? nameText(leaf.subject);
  const words = { name, publicKey, notBeforeMs: leaf.notBeforeMs, notAfterMs: leaf.notAfterMs };
  return isFailure(path)
    ? { ...words, anchor: `subject ${toHex(last.issuer.bytes)}`, verdict: 'AuthenticUntrusted' }
    : { ...words, anchor: path.anchor.hash, verdict: 'TrustedListVerified' };
}

/** By an alternative name: of an address its host, or the address itself. */
function isOf(leaf: X509Certificate, issuer: string): boolean {
  if (isNamed(leaf, { kind: 'uri', value: issuer })) return true;
  return URL.canParse(issuer) && isNamed(leaf, { kind: 'dns', value: new URL(issuer).hostname });
}

async function keyAt(call: IssuerCall, issuer: string, keyId: string | undefined): Promise<Result<Uint8Array>> {
  if (isDidWeb(issuer)) return keyOfDidWeb(call, issuer, keyId);
  const url = wellKnown(issuer, 'jwt-vc-issuer');
  if (url === undefined) return refuse('The issuer is neither an address nor a DID of the methods key, jwk and web.');
  const document = await keyDocument(call, url);
  if (isFailure(document)) return document;
  if (document?.issuer !== issuer) return answerInvalid('The document about its keys is of another issuer.');
  const { jwks, jwks_uri: uri } = document;
  const set = typeof uri === 'string' && jwks === undefined ? await keyDocument(call, uri) : jwks;
  if (set !== undefined && isFailure(set)) return set;
  const spki = keyInIssuerDocument({ ...document, jwks: set ?? null }, { issuer, keyId });
  return spki === undefined
    ? refuse('The issuer has no such key of P-256, or several without a kid.')
    : spki.subarray(CURVES['P-256'].prefix.length);
}

async function keyOfDidWeb(call: IssuerCall, did: string, keyId: string | undefined): Promise<Result<Uint8Array>> {
  const url = didWebUrl(did);
  if (url === undefined) return refuse('The issuer is a did:web that is not of its form.');
  const document = await keyDocument(call, url);
  if (isFailure(document)) return document;
  const spki = document && keyInDidDocument(document, { did, keyId });
  return spki === undefined
    ? refuse('The document of the issuer is of another DID, or has no such key of P-256 to assert with.')
    : spki.subarray(CURVES['P-256'].prefix.length);
}

/** Of the host that the address names, and of no other to which that leads: the issuer is known by its host alone. */
const keyDocument = (call: IssuerCall, url: string) => readRemote(call, { url, redirectsMax: 0 }, (json) => json);

export const issuerKey = ({ chain, issuer = '', keyId = '' }: StatedIssuer) =>
  JSON.stringify([chain.map(sha256Hex), issuer, keyId]);

const refuse = (message: string) => fail(issue('CREDENTIAL_REFUSED', '', message));
