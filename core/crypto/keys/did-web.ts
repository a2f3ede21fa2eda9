// DIDs of the method did:web: the address of their document, and a key in it (did:web Method Specification, DID 1.0
// section 5). It fetches nothing: who reads the document at the address has it from the host that the DID names.
import { concat } from '../../base/bytes.js';
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { CURVES } from './curves.js';
import { keyOfDid } from './did-keys.js';
import { p256OfJwk } from './jwk.js';

const METHOD = 'did:web:';
const DID_LENGTH_MAX = 512;
/** More methods than any issuer has keys in use. */
const METHODS_MAX = 64;
/**
 * A domain name of two labels or more, in lower case. An address of the internet has no document: where the last label
 * begins with a digit, URLs may have one, in whatever base.
 */
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(%3A\d{1,5})?$/;
/** Dots alone would lead to another path. */
const SEGMENT = /^(?!\.+$)[\w.-]+$/;

export function isDidWeb(text: string): boolean {
  return text.startsWith(METHOD);
}

/** The address of the document (section 3.2); undefined for another text. */
export function didWebUrl(did: string): string | undefined {
  if (!isDidWeb(did) || did.length > DID_LENGTH_MAX) return undefined;
  const [host = '', ...path] = did.slice(METHOD.length).split(':');
  if (!HOST.test(host) || !path.every((segment) => SEGMENT.test(segment))) return undefined;
  const folder = path.length === 0 ? '.well-known' : path.join('/');
  const url = `https://${host.replace('%3A', ':')}/${folder}/did.json`;
  return URL.canParse(url) ? url : undefined;
}

/**
 * SubjectPublicKeyInfo of the key by which the DID asserts what the key id names, of P-256 alone; without an id of the
 * only such key. Undefined where the document is of another DID, or has no such key.
 */
export function keyInDidDocument(
  document: JsonObject,
  { did, keyId }: { readonly did: string; readonly keyId?: string | undefined },
): Uint8Array | undefined {
  const { id, verificationMethod: methods, assertionMethod: asserting } = document;
  if (id !== did || !isList(asserting)) return undefined;
  const known = isList(methods) ? methods : [];
  const keys = new Map<string, Uint8Array>();
  for (const entry of asserting) {
    const method = typeof entry === 'string' ? known.find((each) => nameOf(each, did) === absolute(entry, did)) : entry;
    const [name, key] = [nameOf(method, did), keyOf(method)];
    if (name !== undefined && key !== undefined) keys.set(name, key);
  }
  if (keyId !== undefined) return keys.get(absolute(keyId, did));
  return keys.size === 1 ? [...keys.values()][0] : undefined;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length <= METHODS_MAX;
}

function nameOf(method: Json | undefined, did: string): string | undefined {
  return isObject(method) && typeof method.id === 'string' ? absolute(method.id, did) : undefined;
}

/** Ids may be written without their DID (DID 1.0 section 3.2.2). */
function absolute(name: string, did: string): string {
  if (name.startsWith('did:')) return name;
  return name.startsWith('#') ? `${did}${name}` : `${did}#${name}`;
}

/** As `publicKeyJwk`, or as `publicKeyMultibase` in the form that did:key has. */
function keyOf(method: Json | undefined): Uint8Array | undefined {
  if (!isObject(method)) return undefined;
  const { publicKeyJwk: jwk, publicKeyMultibase: multibase } = method;
  if (typeof multibase === 'string') return jwk === undefined ? keyOfDid(`did:key:${multibase}`) : undefined;
  const { kty, crv, x, y, d } = isObject(jwk) ? jwk : {};
  const point = p256OfJwk({ kty, crv, x, y, ...(d !== undefined && { d }) });
  return point && concat(CURVES['P-256'].prefix, point);
}
