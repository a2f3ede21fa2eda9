// Finds the issuer of a credential that was shown at a gate, and the signer of its status. Both are judged by the
// policy of the requirement and the ledger as of the stated height. At most one anchor is tried, and no path twice.
import { equalBytes } from '../../base/bytes.js';
import { sha256Hex } from '../../base/hash.js';
import { isFailure } from '../../base/result.js';
import { CURVES, isPointOf } from '../../crypto/keys/curves.js';
import { evaluateTrust, type ShownIssuer, type Trust, type TrustView } from '../../trust/policy.js';
import type { TrustPolicy } from '../../trust/policy-form.js';
import { readCertificate } from '../../trust/x509/certificate.js';
import type { StatedIssuer } from '../jose/jws.js';
import type { TrustedLeaf } from '../mdoc/presentation.js';
import type { GateFrame } from './parts.js';

interface Asking {
  readonly policy: TrustPolicy | undefined;
  readonly frame: GateFrame;
  readonly view: TrustView;
  readonly atMs: number;
}

interface Found {
  readonly stated: StatedIssuer;
  readonly leaf: TrustedLeaf | undefined;
}

export class GateIssuers {
  readonly #asking: Asking;
  /** The credential first: its status token is often of the same issuer. */
  #first: Found | undefined;
  #trust: Trust | undefined;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  /** The trust in the issuer that was found first; undefined before, and for one that is not trusted. */
  get trust(): Trust | undefined {
    return this.#trust;
  }

  /** Undefined for an issuer that the policy does not accept at the time of the judgement. */
  find(stated: StatedIssuer): TrustedLeaf | undefined {
    if (this.#first !== undefined && isSame(this.#first.stated, stated)) return this.#first.leaf;
    const leaf = this.#leafOf(stated);
    this.#first ??= { stated, leaf };
    return leaf;
  }

  #leafOf(stated: StatedIssuer): TrustedLeaf | undefined {
    const { policy, frame, view, atMs } = this.#asking;
    const shown = shownIssuer(stated, frame);
    const key = shown && keyOf(shown);
    if (policy === undefined || shown === undefined || key === undefined) return undefined;
    const trust = evaluateTrust(policy, { shown, view, atMs });
    if (isFailure(trust)) return undefined;
    this.#trust ??= trust;
    const hash = sha256Hex(key.spki);
    return { ...key, anchor: trust.evidence.map(({ anchor = hash }) => anchor).join() };
  }
}

/** A status token that names no issuer is of the issuer of its credential: it verifies by that key, or not at all. */
function isSame(a: StatedIssuer, b: StatedIssuer): boolean {
  const isOneChain = a.chain.length === b.chain.length && a.chain.every((der, i) => equalBytes(der, b.chain[i]!));
  return isOneChain && (a.chain.length > 0 || b.issuer === undefined || a.issuer === b.issuer);
}

/** A chain with the anchor of the frame, or a name with the key that the frame has. */
function shownIssuer({ chain, issuer }: StatedIssuer, { anchor, issuerKey }: GateFrame): ShownIssuer | undefined {
  if (chain.length > 0) return { chain, anchors: anchor ? [anchor] : [] };
  return issuer !== undefined && issuerKey !== undefined ? { issuer, spki: issuerKey } : undefined;
}

/** Signatures of credentials are ES256; a name with a key has no dates. */
function keyOf(shown: ShownIssuer): (Omit<TrustedLeaf, 'anchor'> & { readonly spki: Uint8Array }) | undefined {
  if ('issuer' in shown) {
    const publicKey = pointIn(shown.spki);
    const always = { notBeforeMs: Number.NEGATIVE_INFINITY, notAfterMs: Number.POSITIVE_INFINITY };
    return publicKey && { ...always, publicKey, spki: shown.spki };
  }
  const leaf = readCertificate(shown.chain[0] ?? new Uint8Array(0));
  if (isFailure(leaf) || leaf.key.kind !== 'P-256') return undefined;
  const { notBeforeMs, notAfterMs, key } = leaf;
  return { notBeforeMs, notAfterMs, publicKey: key.spki.subarray(PREFIX.length), spki: key.spki };
}

const PREFIX = CURVES['P-256'].prefix;

function pointIn(spki: Uint8Array): Uint8Array | undefined {
  const point = spki.subarray(PREFIX.length);
  return equalBytes(spki.subarray(0, PREFIX.length), PREFIX) && isPointOf('P-256', point) ? point : undefined;
}
