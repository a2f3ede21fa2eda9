// DIDs that are their own key: did:key and did:jwk with a key of P-256. Nothing is fetched, and a key has one spelling.
import { base58 } from '@scure/base';
import { concat, fromBase64Url, fromUtf8, toBase64Url, utf8 } from '../../base/bytes.js';
import { canonical, isObject, parseJsonText } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { CURVES, isPointOf, uncompressedPoint } from './curves.js';
import type { p256Jwk } from './jwk.js';

/** Multicodec p256-pub as a varint, before a compressed point. */
const P256_PUB = [0x80, 0x24];
/** Longer than any key of P-256 is written. */
const DID_LENGTH_MAX = 512;

/** SubjectPublicKeyInfo of the key; undefined for another DID and for other keys. */
export function keyOfDid(did: string): Uint8Array | undefined {
  if (did.length > DID_LENGTH_MAX) return undefined;
  const point = did.startsWith('did:key:z') ? pointOfKey(did.slice(9)) : pointOfJwk(did);
  return point && isPointOf('P-256', point) ? concat(CURVES['P-256'].prefix, point) : undefined;
}

/** The did:jwk of a public key of P-256. */
export function didOfJwk(jwk: ReturnType<typeof p256Jwk>): string {
  return `did:jwk:${toBase64Url(utf8(canonical(jwk)))}`;
}

function pointOfKey(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return P256_PUB.every((byte, i) => bytes[i] === byte) ? uncompressedPoint('P-256', bytes.subarray(2)) : undefined;
}

function pointOfJwk(did: string): Uint8Array | undefined {
  const [, text = ''] = /^did:jwk:([\w-]+)$/.exec(did) ?? [];
  const jwk = parseJsonText(textOf(fromBase64Url(text)));
  if (isFailure(jwk) || !isObject(jwk) || jwk['kty'] !== 'EC' || jwk['crv'] !== 'P-256' || 'd' in jwk) return undefined;
  const [x, y] = [jwk['x'], jwk['y']].map((part) => (typeof part === 'string' ? fromBase64Url(part) : undefined));
  return x?.length === 32 && y?.length === 32 ? concat(Uint8Array.of(4), x, y) : undefined;
}

function textOf(bytes: Uint8Array | undefined): string {
  try {
    return fromUtf8(bytes ?? new Uint8Array(0));
  } catch {
    return '';
  }
}
