// Public RSA keys of SubjectPublicKeyInfo (RFC 8017 appendix A.1.1), and the operation with one. Only public values
// are handled, so it takes the time that it takes.

export interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** Big-endian, without a leading zero. */
  readonly modulusBytes: Uint8Array;
  /** The one DER of this key. */
  readonly der: Uint8Array;
}

/** AlgorithmIdentifier of rsaEncryption with its NULL, whole. */
const ALGORITHM = Uint8Array.of(0x30, 0x0d, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0);
const SEQUENCE = 0x30;
const INTEGER = 2;
const BIT_STRING = 3;
const NO_KEY = 'invalid key';
/** OpenSSL takes no longer exponent beside a modulus of this size: it would only cost time. */
const EXPONENT_BYTES_MAX = 8;

/** Throws on bytes that are not such a key in DER. */
export function readRsa(spki: Uint8Array): RsaKey {
  const outer = bodyOf(spki, SEQUENCE);
  if (!ALGORITHM.every((byte, i) => outer[i] === byte)) throw new Error(NO_KEY);
  const bits = bodyOf(outer.subarray(ALGORITHM.length), BIT_STRING);
  if (bits[0] !== 0) throw new Error(NO_KEY);
  const numbers = bodyOf(bits.subarray(1), SEQUENCE);
  const first = elementOf(numbers, INTEGER);
  const second = bodyOf(numbers.subarray(first.end), INTEGER);
  const modulusBytes = encodeUnsigned(first.body);
  const exponentBytes = encodeUnsigned(second);
  if (exponentBytes.length > EXPONENT_BYTES_MAX) throw new Error(NO_KEY);
  return {
    modulus: bigOf(modulusBytes),
    exponent: bigOf(exponentBytes),
    modulusBytes,
    // Lengths are read in their one spelling and nothing may follow: what was read is what DER writes.
    der: Uint8Array.from(spki),
  };
}

/** The signature to the power of the exponent, as many bytes as the modulus has. Throws where it is not below it. */
export function rsaRaised({ modulus, exponent, modulusBytes }: RsaKey, signature: Uint8Array): Uint8Array {
  let base = bigOf(signature);
  if (signature.length !== modulusBytes.length || base >= modulus) throw new Error('invalid signature');
  let power = 1n;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) power = (power * base) % modulus;
    base = (base * base) % modulus;
  }
  const hex = power.toString(16).padStart(2 * modulusBytes.length, '0');
  return Uint8Array.from({ length: modulusBytes.length }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}

/** The contents of an element that is all there is. */
function bodyOf(der: Uint8Array, tag: number): Uint8Array {
  const { body, end } = elementOf(der, tag);
  if (end !== der.length) throw new Error(NO_KEY);
  return body;
}

function elementOf(der: Uint8Array, tag: number): { readonly body: Uint8Array; readonly end: number } {
  if (der[0] !== tag) throw new Error(NO_KEY);
  const short = der[1] ?? 0x80;
  let [length, at] = [short, 2];
  if (short >= 0x80) {
    const bytes = der.subarray(2, 2 + (short & 0x7f));
    length = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    at += bytes.length;
    // Two bytes are enough for any key that is asked for, and the shortest spelling is the only one.
    if (bytes.length === 0 || bytes.length > 2 || length < 0x80 || bytes[0] === 0) throw new Error(NO_KEY);
  }
  const end = at + length;
  if (end > der.length || length === 0) throw new Error(NO_KEY);
  return { body: der.subarray(at, end), end };
}

/** Of a positive INTEGER in its shortest form. */
function encodeUnsigned(body: Uint8Array): Uint8Array {
  const [first = 0x80, second = 0] = body;
  if (first >= 0x80 || (first === 0 && second < 0x80)) throw new Error(NO_KEY);
  return first === 0 ? body.slice(1) : Uint8Array.from(body);
}

function bigOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}
