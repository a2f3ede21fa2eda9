// The codes by which a session is handed over to a program: the one that a person types (RFC 8628 section 6.1); the
// challenge of a program that proves by its verifier that it asked (RFC 7636). Pure: randomness is an argument.
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';

/** Consonants without those that look like others: no word comes of them. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Bytes from here on would make some letters likelier than others. */
const FAIR_BELOW = 240;

/** Bytes to draw a code from; one time in many thousand they are too few. */
export const USER_CODE_BYTES = 16;

/** Eight letters, of 25,600,000,000; undefined where too few of the bytes are good for one. */
export function userCodeOf(bytes: Uint8Array): string | undefined {
  const fair = [...bytes].filter((byte) => byte < FAIR_BELOW).slice(0, LENGTH);
  return fair.length < LENGTH ? undefined : fair.map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** As a person reads it. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** A code as it was typed: small letters, spaces and hyphens are passed over. */
export function typedCode(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase();
}

/** The challenge of a verifier (method S256). */
export function challengeOf(verifier: string): string {
  return toBase64Url(sha256(verifier));
}

/** Eight letters of a challenge that a program and the page both show, so that a person sees that they are the same. */
export function comparisonOf(challenge: string): string {
  const bytes = (fromBase64Url(challenge) ?? new Uint8Array(LENGTH)).subarray(0, LENGTH);
  return shownCode([...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join(''));
}
