// A JWT that names its own key, and so shows that its sender has it: the proof for a credential, and DPoP. It says
// nothing of whose key that is.

import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { canonical, type JsonObject } from '../../base/json.js';
import { p256Jwk, p256OfJwk } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';
import { isSignedBy, type Jws, readJws } from '../jose/jws.js';

/** They name another key, the address of one, or rules that are not known here. */
const FORBIDDEN = ['kid', 'x5c', 'jku', 'x5u', 'crit', 'trust_chain'];

export type ProofJwk = ReturnType<typeof p256Jwk>;

export interface OwnKeyJwt {
  readonly jws: Jws;
  readonly payload: JsonObject;
  /** The uncompressed point of P-256. */
  readonly key: Uint8Array;
  readonly jwk: ProofJwk;
  /** RFC 7638, base64url. */
  readonly thumbprint: string;
}

/** Throws a fault on anything but a JWT of the type with a public key of P-256. Says nothing of its signature. */
export function readOwnKeyJwt(text: string, type: string): OwnKeyJwt {
  const jws = readJws(text, [type], FORBIDDEN);
  const key = p256OfJwk(jws.header.jwk);
  need(key !== undefined, 'The header has no jwk with a public key of P-256 alone.');
  const jwk = p256Jwk(key);
  return { jws, payload: jws.payload, key, jwk, thumbprint: thumbprintOf(jwk) };
}

/** Throws a fault unless the key in the header signed it with ES256. */
export function needOwnSignature({ jws, key }: OwnKeyJwt): void {
  need(isSignedBy(jws, key), 'It is not signed with ES256 by the key of its header.');
}

/** RFC 7638: the members in the order of their names are those of canonical JSON. */
export function thumbprintOf(jwk: ProofJwk): string {
  return toBase64Url(sha256(canonical(jwk)));
}

/**
 * Throws a fault unless it was made at this time, and holds then (RFC 7519 section 4.1), as far as clocks may differ.
 */
export function needMadeAt(
  { payload: { iat, nbf, exp } }: Pick<OwnKeyJwt, 'payload'>,
  atMs: number,
  clockMs: number,
): void {
  need(typeof iat === 'number', 'It has no iat.');
  need(nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= atMs + clockMs), 'It is not valid yet (nbf).');
  need(exp === undefined || (typeof exp === 'number' && atMs - clockMs < exp * 1000), 'It has expired (exp).');
  need(Math.abs(iat * 1000 - atMs) <= clockMs, `Its iat is not within ${clockMs / 1000} seconds of the present.`);
}
