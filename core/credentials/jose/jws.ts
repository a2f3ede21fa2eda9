// JWS in its compact form (RFC 7515), with ES256 alone. A key in a header, or the address of one, is refused: the key
// comes from the caller, who judged the certificates.
import { fromBase64, fromBase64Url, isBase64, toBase64, toBase64Url, toBase64UrlEach, utf8 } from '../../base/bytes.js';
import type { IssueCode } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject, parseJson } from '../../base/json.js';
import { CERTIFICATE_BYTES_MAX, CHAIN_CERTIFICATES_MAX } from '../../base/limits/ledger/certificates.js';
import { CREDENTIAL_DEPTH_MAX } from '../../base/limits/ledger/credentials.js';
import { isFailure } from '../../base/result.js';
import { verifyEs256 } from '../../crypto/signing/nist-p256.js';
import type { Draft } from '../draft.js';
import { FormatFault, need } from '../fault.js';

const ES256 = 'ES256';
/** They name a key of the signer's choice, or ask for rules that are not known here. */
const FORBIDDEN = ['jwk', 'jku', 'x5u', 'crit'];

/** The words of the parser quote the text, which may be a claim. */
const JSON_FAULTS: ReadonlyMap<IssueCode, string> = new Map([
  ['BODY_DUPLICATE_KEY', 'names a member twice'],
  ['BODY_TOO_DEEP', `nests deeper than ${CREDENTIAL_DEPTH_MAX} levels`],
  ['BODY_NUMBER_RANGE', 'has a number that other readers round'],
]);

export interface Jws {
  readonly header: JsonObject;
  readonly payload: JsonObject;
  /** The signed text: header and payload as they were written. */
  readonly input: string;
  readonly signature: Uint8Array;
}

/** The words of a signature about its maker: a caller finds the key by them, or trusts none. */
export interface StatedIssuer {
  /** Certificates in DER, the leaf first; none where the header has no `x5c`. */
  readonly chain: readonly Uint8Array[];
  /** Claim `iss`. */
  readonly issuer?: string;
  /** Header `kid`. */
  readonly keyId?: string;
}

/** Throws a fault on anything but a JWS of one of the types (header `typ`). Says nothing of its signature. */
export function readJws(text: string, types: readonly string[], forbidden: readonly string[] = FORBIDDEN): Jws {
  const [header = '', payload = '', signature = '', ...more] = text.split('.', 4);
  need(signature !== '' && more.length === 0, 'Expected three parts with dots between them.');
  const [read, claims] = [objectIn(header, 'header'), objectIn(payload, 'payload')];
  need(
    types.some((type) => read.typ === type),
    `The header has another typ than ${types.join(' or ')}.`,
  );
  for (const name of forbidden) need(!Object.hasOwn(read, name), `The header has ${name}.`);
  const bytes = fromBase64Url(signature);
  need(bytes !== undefined, 'The signature is not canonical base64url.');
  return { header: read, payload: claims, input: `${header}.${payload}`, signature: bytes };
}

function objectIn(segment: string, what: string): JsonObject {
  const value = jsonIn(segment, what);
  need(isObject(value), `The ${what} is not a JSON object.`);
  return value;
}

/** The JSON value in a segment: canonical base64url of strict JSON, no member named twice. Throws a fault. */
export function jsonIn(segment: string, what: string): Json {
  const bytes = fromBase64Url(segment);
  need(bytes !== undefined, `The ${what} is not canonical base64url.`);
  const value = parseJson(bytes, { levels: CREDENTIAL_DEPTH_MAX });
  if (isFailure(value)) throw new FormatFault(`The ${what} ${JSON_FAULTS.get(value.issue.code) ?? 'is not JSON'}.`);
  return value;
}

/** Whether the key, an uncompressed point of P-256, signed it with ES256. */
export function isSignedBy({ header, input, signature }: Jws, publicKey: Uint8Array): boolean {
  return header.alg === ES256 && verifyEs256(publicKey, utf8(input), signature);
}

/** The words of a JWS about who signed it. Throws a fault on a malformed `x5c`, `kid` or `iss`. */
export function statedIssuer({ header, payload }: Jws): StatedIssuer {
  const { x5c = [], kid } = header;
  const { iss } = payload;
  need(
    Array.isArray(x5c) && x5c.length <= CHAIN_CERTIFICATES_MAX,
    'The header has an x5c that is not a list, or too long.',
  );
  need(kid === undefined || typeof kid === 'string', 'The header has a kid that is not a text.');
  need(iss === undefined || typeof iss === 'string', 'The payload has an iss that is not a text.');
  need(header.x5c === undefined || x5c.length > 0, 'The header has an empty x5c.');
  return {
    chain: x5c.map(certificateIn),
    ...(iss !== undefined && { issuer: iss }),
    ...(kid !== undefined && { keyId: kid }),
  };
}

function certificateIn(text: Json): Uint8Array {
  // Padded, as RFC 7515 section 4.1.6 asks.
  const bytes = typeof text === 'string' && isBase64(text) ? fromBase64(text) : undefined;
  need(
    bytes !== undefined && bytes.length <= CERTIFICATE_BYTES_MAX,
    'A certificate in x5c is not base64, or too long.',
  );
  return bytes;
}

/** Before the others and instead of another: a text in order is written faster. */
const FIRST = { alg: ES256 };

/** The JWS of this header and payload, for the key of `header`; its algorithm is ES256. */
export function draftJws(header: JsonObject, payload: JsonObject): Draft<string> {
  const [head, body] = toBase64UrlEach([canonical({ ...FIRST, ...header, ...FIRST }), canonical(payload)]);
  const input = `${head}.${body}`;
  return { toSign: utf8(input), finish: (signature) => `${input}.${toBase64Url(signature)}` };
}

/** The maker of a signature as its header names it: by a chain without its anchor, by a key id, or by both. */
export type NamedIssuer = Omit<StatedIssuer, 'issuer'>;

/** The header of a JWS of the type, by this issuer. */
export function headerOf(typ: string, { chain, keyId }: NamedIssuer): JsonObject {
  return {
    ...(keyId !== undefined && { kid: keyId }),
    typ,
    ...(chain.length > 0 && { x5c: chain.map(toBase64) }),
  };
}
