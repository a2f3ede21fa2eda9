// RSA-4096 keys made deterministically from a secret, so that recovery from words gives the same key. It never uses
// randomness of its own.
import { checkPrimeSync, createPrivateKey, hkdfSync } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { fromHex, toBase64Url, toHex } from '../../base/bytes.js';

export const RSA_EXPONENT = 65537n;
const PRIME_BYTES = 256;
/**
 * Sieving up to here leaves about one candidate in seventy a prime; more sieving costs more than the tests it saves.
 */
const SIEVE_LIMIT = 65_536;
/** Odd numbers looked at from one start: about 23 times the mean gap between primes of this size. */
const SIEVE_SPAN = 16_384;
/** Two primes fail to be 2^1948 apart (FIPS 186-5 A.1.3) with probability 2^-100. */
const MIN_DISTANCE = 1n << 1948n;

let smallPrimes: readonly number[] | undefined;

/**
 * PKCS#8 DER of an RSA-4096 private key with exponent 65537, the same for the same secret (32 bytes or more) on every
 * run and machine. Takes seconds of processor time: callers on a node run it in a worker thread. Conditions on the
 * primes: FIPS 186-5 A.1.3.
 */
export function rsaPrivateKeyOf(secret: Uint8Array): Uint8Array {
  assert(secret.length >= 32, 'an RSA key takes 32 bytes of secret or more');
  const p = primeOf(secret, 'p', undefined);
  const q = primeOf(secret, 'q', p);
  return p > q ? pkcs8Of(p, q) : pkcs8Of(q, p);
}

/** The first fitting prime in the stream of starts of `label`; `other` is the prime to keep clear of. */
function primeOf(secret: Uint8Array, label: string, other: bigint | undefined): bigint {
  for (let counter = 0; ; counter++) {
    const start = new Uint8Array(hkdfSync('sha256', secret, '', `quorate:rsa-4096:${label}:${counter}`, PRIME_BYTES));
    // The two top bits make the product of two such primes exactly 4096 bits long; the last one makes it odd.
    start[0] = start[0]! | 0xc0;
    start[PRIME_BYTES - 1] = start[PRIME_BYTES - 1]! | 1;
    const prime = primeFrom(BigInt(`0x${toHex(start)}`));
    if (prime === undefined || prime >> 2048n !== 0n) continue;
    if (other !== undefined && distance(prime, other) < MIN_DISTANCE) continue;
    return prime;
  }
}

/** The smallest prime from `start` on, within the span, for which the exponent is invertible. */
function primeFrom(start: bigint): bigint | undefined {
  const composite = new Uint8Array(SIEVE_SPAN);
  smallPrimes ??= oddPrimesBelow(SIEVE_LIMIT);
  for (const prime of smallPrimes) {
    const rest = Number(start % BigInt(prime));
    // start + 2i is divisible by the prime at i = -rest / 2 modulo the prime.
    let i = ((prime - rest) * ((prime + 1) / 2)) % prime;
    for (; i < SIEVE_SPAN; i += prime) composite[i] = 1;
  }
  for (let i = 0; i < SIEVE_SPAN; i++) {
    if (composite[i] === 1) continue;
    const candidate = start + BigInt(2 * i);
    if (candidate % RSA_EXPONENT !== 1n && checkPrimeSync(candidate)) return candidate;
  }
  return undefined;
}

function oddPrimesBelow(limit: number): readonly number[] {
  const composite = new Uint8Array(limit);
  const primes: number[] = [];
  for (let n = 3; n < limit; n += 2) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let m = n * n; m < limit; m += 2 * n) composite[m] = 1;
  }
  return primes;
}

function pkcs8Of(p: bigint, q: bigint): Uint8Array {
  const lambda = ((p - 1n) * (q - 1n)) / greatestCommonDivisor(p - 1n, q - 1n);
  const d = inverse(RSA_EXPONENT, lambda);
  const jwk = {
    kty: 'RSA',
    n: base64(p * q),
    e: base64(RSA_EXPONENT),
    d: base64(d),
    p: base64(p),
    q: base64(q),
    dp: base64(d % (p - 1n)),
    dq: base64(d % (q - 1n)),
    qi: base64(inverse(q, p)),
  };
  return Uint8Array.from(createPrivateKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'pkcs8' }));
}

function base64(value: bigint): string {
  const hex = value.toString(16);
  return toBase64Url(fromHex(hex.length % 2 === 0 ? hex : `0${hex}`));
}

function distance(a: bigint, b: bigint): bigint {
  return a > b ? a - b : b - a;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r0, r1, t0, t1] = [modulus, value % modulus, 0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1, t0, t1] = [r1, r0 - q * r1, t1, t0 - q * t1];
  }
  return t0 < 0n ? t0 + modulus : t0;
}
