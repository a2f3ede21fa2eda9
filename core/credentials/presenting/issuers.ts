// Whom a verifier trusts for a credential: the policy of its request over what its node knows at the time.

import { sha256Hex } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { keyOfDid } from '../../crypto/keys/did-keys.js';
import { p256OfSpki } from '../../crypto/keys/jwk.js';
import { evaluateTrust, type ShownIssuer, type TrustEvidence, type TrustView } from '../../trust/policy.js';
import type { TrustPolicy } from '../../trust/policy-form.js';
import { type Anchor, readCertificate, type X509Certificate } from '../../trust/x509/certificate.js';
import { nameText } from '../../trust/x509/names.js';
import type { StatedIssuer } from '../jose/jws.js';
import type { TrustedLeaf } from '../mdoc/presentation.js';

/** The issuers that the node knows. */
export interface KnownIssuers {
  readonly view: TrustView;
  /** Of all lists of the view. */
  readonly anchors: readonly Anchor[];
  /**
   * The issuer of this node that published the key which a signature names, with its SubjectPublicKeyInfo. For one with
   * certificates: the issuer that the verifier is itself, where it published the key of the leaf.
   */
  keyOf(stated: StatedIssuer): { readonly issuer: string; readonly spki: Uint8Array } | undefined;
}

export interface FoundIssuer extends TrustedLeaf {
  /** A name that was proven: of its certificate, or of its key. */
  readonly name: string;
  readonly evidence: readonly TrustEvidence[];
  /** By certificates, whose path holds. */
  readonly hasChain: boolean;
  /** Authority key identifiers of its certificates. */
  readonly authorityKeys: readonly Uint8Array[];
}

interface Finding {
  readonly policy: TrustPolicy;
  readonly known: KnownIssuers;
  readonly atMs: number;
}

/** CREDENTIAL_REFUSED, as `evaluateTrust` says it, where the issuer is not trusted at the time. */
export function findIssuer(stated: StatedIssuer, { policy, known, atMs }: Finding): Result<FoundIssuer> {
  const shown = readShown(stated, known);
  if (shown === undefined)
    return refuse('The credential has no certificates, and its issuer no key that is known here.');
  const trust = evaluateTrust(policy, { shown, view: known.view, atMs });
  if (isFailure(trust)) return findOwn(stated, { policy, known, atMs }) ?? trust;
  const { evidence } = trust;
  if (!('chain' in shown)) return namedIssuer(shown, evidence, ALWAYS);
  const certificates: X509Certificate[] = [];
  for (const der of shown.chain) {
    const read = readCertificate(der);
    if (isFailure(read)) return read;
    certificates.push(read);
  }
  const [leaf] = certificates as [X509Certificate, ...X509Certificate[]];
  const publicKey = p256OfSpki(leaf.key.spki);
  if (publicKey === undefined) return refuse(NOT_P256);
  // A record vouches for the key alone: then its hash is in the place of an anchor.
  const anchor = evidence.find((each) => each.anchor !== undefined)?.anchor ?? sha256Hex(leaf.key.spki);
  return {
    ...{ publicKey, anchor, notBeforeMs: leaf.notBeforeMs, notAfterMs: leaf.notAfterMs },
    ...{ name: nameOf(leaf), evidence, hasChain: true },
    authorityKeys: certificates.flatMap(({ extensions }) => extensions.authorityKeyId ?? []),
  };
}

/** The verifier itself, whose published key is certified by an authority that the policy does not name. */
function findOwn(stated: StatedIssuer, { policy, known, atMs }: Finding): Result<FoundIssuer> | undefined {
  const [der] = stated.chain;
  const leaf = der && readCertificate(der);
  const own = known.keyOf(stated);
  if (leaf === undefined || isFailure(leaf) || own === undefined) return undefined;
  const trust = evaluateTrust(policy, { shown: own, view: known.view, atMs });
  return isFailure(trust) ? undefined : namedIssuer(own, trust.evidence, leaf);
}

const ALWAYS = { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: Number.POSITIVE_INFINITY };

/** An issuer whose key the policy trusts under its name; the dates are those of its certificate, where it shows one. */
function namedIssuer(
  { issuer: name, spki }: { readonly issuer: string; readonly spki: Uint8Array },
  evidence: readonly TrustEvidence[],
  { notBeforeMs, notAfterMs }: typeof ALWAYS,
): Result<FoundIssuer> {
  const publicKey = p256OfSpki(spki);
  if (publicKey === undefined) return refuse(NOT_P256);
  const anchor = sha256Hex(spki);
  return { ...{ notBeforeMs, notAfterMs, publicKey, anchor, name, evidence }, hasChain: false, authorityKeys: [] };
}

/**
 * The policy for a status token, which another certificate may sign: from whom it is taken says the anchor, which is
 * that of the credential.
 */
export function statusPolicyOf(policy: TrustPolicy): TrustPolicy {
  const sources = policy.sources.map((source) => {
    const { allowedIssuers: _, ...open } = source;
    // A DID that anybody can make is trusted where it is named alone.
    return source.kind === 'did-allowlist' ? source : open;
  });
  return { ...policy, sources, minAssuranceLevel: 'Low' };
}

function readShown(stated: StatedIssuer, { anchors, keyOf }: KnownIssuers): ShownIssuer | undefined {
  const { chain, keyId } = stated;
  if (chain.length > 0) return { chain, anchors };
  // A status token may name its signer by a DID URL alone.
  const issuer = stated.issuer ?? (keyId?.startsWith('did:') ? keyId.split('#')[0] : undefined);
  const own = issuer === undefined ? undefined : keyOfDid(issuer);
  return own === undefined
    ? keyOf({ ...stated, ...(issuer !== undefined && { issuer }) })
    : { issuer: issuer as string, spki: own };
}

/** The first alternative name, which policies name too, else the subject. */
function nameOf({ extensions, subject }: X509Certificate): string {
  for (const kind of ['uri', 'dns'] as const)
    for (const name of extensions.subjectAltName ?? []) if (name.kind === kind) return name.text;
  return nameText(subject);
}

const NOT_P256 = 'The key of the issuer is not one of P-256.';
const refuse = (message: string) => fail(issue('CREDENTIAL_REFUSED', '', message));
