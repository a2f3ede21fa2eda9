// Issuers that are addresses: their form, and a key in the document at which they say their keys (SD-JWT VC, "JWT VC
// Issuer Metadata"). It fetches nothing: who reads the document has it from the host that the issuer names.
import { concat } from '../../base/bytes.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { CURVES } from './curves.js';
import { p256OfJwk } from './jwk.js';

/** More keys than any issuer has in use. */
const KEYS_MAX = 64;
const WEB = /^https?:$/;

/** Of the web, without query and fragment (OpenID4VCI 1.0 section 12.2.1). */
export function isIssuerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return WEB.test(protocol) && search === '' && hash === '' && username === '' && password === '';
}

/** The keys of a set (RFC 7517 section 5), whatever they are. */
export function keysOfSet(jwks: Json | undefined): readonly JsonObject[] {
  const keys = isObject(jwks) ? jwks.keys : undefined;
  return Array.isArray(keys) ? (keys as readonly Json[]).slice(0, KEYS_MAX).filter((key) => isObject(key)) : [];
}

/**
 * SubjectPublicKeyInfo of the key of P-256 that the key id names; without an id of the only key. Undefined where the
 * document is of another issuer, or has no such key.
 */
export function keyInIssuerDocument(
  document: JsonObject,
  { issuer, keyId }: { readonly issuer: string; readonly keyId?: string | undefined },
): Uint8Array | undefined {
  if (document.issuer !== issuer) return undefined;
  const keys = keysOfSet(document.jwks);
  const named = keyId === undefined ? keys : keys.filter(({ kid }) => kid === keyId);
  return named.length === 1 ? spkiOfJwk(named[0]) : undefined;
}

/** Undefined for a key that is not of P-256, or has its private part. */
export function spkiOfJwk(jwk: unknown): Uint8Array | undefined {
  const point = p256OfJwk(jwk);
  return point && concat(CURVES['P-256'].prefix, point);
}
