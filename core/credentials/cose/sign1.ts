// COSE_Sign1 (RFC 9052 section 4.2): one signature of ES256 over bytes, with closed headers. A label that is not known
// is refused, `crit` among them; so is one where its use does not have it. The key comes from the caller, who judged
// the chain.
import { utf8 } from '../../base/bytes.js';
import { verifyEs256 } from '../../crypto/signing/nist-p256.js';
import { membersOf, valueAs } from '../cbor/members.js';
import { readCbor } from '../cbor/read.js';
import type { CborMap, CborValue } from '../cbor/value.js';
import { writeCbor } from '../cbor/write.js';
import type { Draft } from '../draft.js';
import { FormatFault, need } from '../fault.js';

/** Labels of headers: RFC 9052 section 3.1, RFC 9596, RFC 9360. */
const LABELS = { alg: 1, kid: 4, type: 16, x5chain: 33 } as const;
const HEADERS = { alg: 'any?', kid: 'bytes?', type: 'any?', x5chain: 'any?' } as const;
type HeaderName = keyof typeof LABELS;

/** ECDSA over P-256 with SHA-256 (RFC 9053 section 2.1). */
const ES256 = -7;

/** Which headers a use of the structure has, and where; the algorithm is always protected. */
export interface HeaderRules {
  readonly protected: readonly HeaderName[];
  readonly unprotected: readonly HeaderName[];
}

export interface Sign1 {
  readonly protectedHeader: Uint8Array;
  readonly alg: CborValue;
  readonly type?: CborValue;
  /** DER, the leaf first. */
  readonly chain?: readonly Uint8Array[];
  /** Null where it is detached. */
  readonly payload: Uint8Array | null;
  readonly signature: Uint8Array;
}

/** The structure in an item that was read. Throws a fault. Says nothing of its signature. */
export function sign1Of(value: CborValue, what: string, rules: HeaderRules): Sign1 {
  const parts = valueAs(value, 'list', what);
  const [first = null, second = null, payload = null, signature = null] = parts;
  need(parts.length === 4, `${what} is not a COSE_Sign1.`);
  const protectedHeader = valueAs(first, 'bytes', `The protected header of ${what}`);
  const signed = headersOf(readCbor(protectedHeader, `The protected header of ${what}`), what, rules.protected);
  const loose = headersOf(second, what, rules.unprotected);
  need(signed.alg !== undefined, `${what} names no algorithm.`);
  need(signed.x5chain === undefined || loose.x5chain === undefined, `${what} has two chains.`);
  const chain = signed.x5chain ?? loose.x5chain;
  return {
    protectedHeader,
    alg: signed.alg,
    ...(signed.type !== undefined && { type: signed.type }),
    ...(chain !== undefined && { chain: chainOf(chain, what) }),
    payload: payload === null ? null : valueAs(payload, 'bytes', `The payload of ${what}`),
    signature: valueAs(signature, 'bytes', `The signature of ${what}`),
  };
}

function headersOf(value: CborValue, what: string, allowed: readonly HeaderName[]) {
  const headers = membersOf(value, `The header of ${what}`, { shape: HEADERS, keys: LABELS });
  for (const name in HEADERS)
    if (headers[name as HeaderName] !== undefined && !allowed.includes(name as HeaderName))
      throw new FormatFault(`${what} has ${name} in a header.`);
  return headers;
}

/**
 * A certificate, or a list of two or more (RFC 9360 section 2). The judge of the path bounds their number and bytes.
 */
function chainOf(value: CborValue, what: string): readonly Uint8Array[] {
  if (!Array.isArray(value)) return [valueAs(value, 'bytes', `The certificate of ${what}`)];
  need(value.length > 1, `${what} has a list of less than two certificates.`);
  return value.map((item) => valueAs(item, 'bytes', `A certificate of ${what}`));
}

/**
 * Whether the key (an uncompressed point of P-256) signed it with ES256. `detached` is the payload of one that has
 * none; a structure that has its own is not signed over another.
 */
export function isSignedBy(sign1: Sign1, publicKey: Uint8Array, detached?: Uint8Array): boolean {
  if (sign1.alg !== ES256 || (sign1.payload === null) !== (detached !== undefined)) return false;
  const toSign = signatureInput(sign1.protectedHeader, sign1.payload ?? (detached as Uint8Array));
  return verifyEs256(publicKey, toSign, sign1.signature);
}

/** The bytes that its signature is over; of a detached payload those over none. */
export function signedBytesOf({ protectedHeader, payload }: Sign1): Uint8Array {
  return signatureInput(protectedHeader, payload ?? new Uint8Array());
}

/**
 * The structure, or what stands in its place, without a key id in its unprotected header. Wallets write one unsigned,
 * and the key is known without it.
 */
export function withoutKeyId(value: CborValue): CborValue {
  if (!Array.isArray(value)) return value;
  const parts = value as readonly CborValue[];
  return parts.map((part, i) =>
    i === 1 && part instanceof Map ? new Map([...(part as CborMap)].filter(([label]) => label !== LABELS.kid)) : part,
  );
}

export interface Sign1Content {
  readonly payload: Uint8Array;
  /** True where the payload stands elsewhere, and is signed all the same. */
  readonly isDetached?: true;
  readonly type?: string;
  readonly chain?: readonly Uint8Array[];
  /** Of the key, for readers that find it elsewhere. */
  readonly keyId?: string;
}

/** The structure over the payload, with ES256. */
export function draftSign1({ payload, isDetached, type, chain = [], keyId }: Sign1Content): Draft<CborValue> {
  const header = new Map<number, CborValue>([[LABELS.alg, ES256]]);
  if (type !== undefined) header.set(LABELS.type, type);
  if (keyId !== undefined) header.set(LABELS.kid, utf8(keyId));
  const protectedHeader = writeCbor(header);
  const loose: CborMap =
    chain.length === 0 ? new Map() : new Map([[LABELS.x5chain, chain.length === 1 ? (chain[0] as Uint8Array) : chain]]);
  return {
    toSign: signatureInput(protectedHeader, payload),
    finish: (signature) => [protectedHeader, loose, isDetached === true ? null : payload, signature],
  };
}

/** The Sig_structure (RFC 9052 section 4.4), without external data. */
function signatureInput(protectedHeader: Uint8Array, payload: Uint8Array): Uint8Array {
  return writeCbor(['Signature1', protectedHeader, new Uint8Array(), payload]);
}
