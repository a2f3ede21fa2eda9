// Wallet addresses: Bech32m (BIP 350), human part `qr`, data = algorithm byte ‖ tagged hash of the public key
// (docs/hashes.md 5). An address never contains the key itself, so it is equally short for every algorithm.
import { bech32m } from '@scure/base';
import { LRUCache } from 'lru-cache';
import { concat, fromBase64 } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { KEY_CACHE_MAX } from '../../base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';

const HUMAN_PART = 'qr';
/** `qr1`, 53 characters of data, 6 of checksum. */
const LENGTH = 62;

const NETWORK_BYTE: Readonly<Record<SignatureAlgorithm, number>> = {
  ED25519: 0x00,
  NISTP256: 0x01,
  'RSA-4096': 0x02,
  'ML-DSA-65': 0x10,
  'ED25519+ML-DSA-65': 0x20,
  'NISTP256+ML-DSA-65': 0x21,
  'RSA-4096+ML-DSA-65': 0x22,
};

/** All that keys may be of, without the means to sign. */
export const ADDRESS_ALGORITHMS = Object.keys(NETWORK_BYTE) as readonly SignatureAlgorithm[];

const ALGORITHM_OF = new Map(
  Object.entries(NETWORK_BYTE).map(([algorithm, byte]) => [byte, algorithm as SignatureAlgorithm]),
);

/** The address of a public key, in the encoding that algorithms.ts prescribes. The key itself is not checked here. */
export function addressOf(algorithm: SignatureAlgorithm, publicKey: Uint8Array): string {
  const data = concat(Uint8Array.of(NETWORK_BYTE[algorithm]), hash('address', publicKey));
  return bech32m.encode(HUMAN_PART, bech32m.toWords(data), LENGTH);
}

const addresses: Partial<Record<SignatureAlgorithm, LRUCache<string, string>>> = {
  ED25519: new LRUCache({ max: KEY_CACHE_MAX }),
  NISTP256: new LRUCache({ max: KEY_CACHE_MAX }),
};

/**
 * `addressOf` of a key in canonical base64 or base64url; undefined where the text is neither. Addresses of curve keys
 * come from a bounded cache; the kilobytes of the other keys would fill it without gain, since checking their
 * signatures costs a hundred times more.
 */
export function addressOfBase64(algorithm: SignatureAlgorithm, publicKeyBase64: string): string | undefined {
  const cache = addresses[algorithm];
  const known = cache?.get(publicKeyBase64);
  if (known !== undefined) return known;
  const publicKey = fromBase64(publicKeyBase64);
  if (!publicKey) return undefined;
  const address = addressOf(algorithm, publicKey);
  cache?.set(publicKeyBase64, address);
  return address;
}

export interface ParsedAddress {
  readonly algorithm: SignatureAlgorithm;
  readonly keyHash: Uint8Array;
}

/**
 * Good addresses only: an action names the same few again and again, and decoding one costs as much as a hash of ten
 * kilobytes.
 */
const parsed = new LRUCache<string, ParsedAddress>({ max: KEY_CACHE_MAX });

/**
 * The parts of an address; WALLET_ADDRESS_INVALID for another human part, length, checksum, letter case or algorithm
 * byte.
 */
export function parseAddress(text: string): Result<ParsedAddress> {
  const known = parsed.get(text);
  if (known) return known;
  const address = decodeAddress(text);
  if (!isFailure(address)) parsed.set(text, address);
  return address;
}

function decodeAddress(text: string): Result<ParsedAddress> {
  const invalid = issue('WALLET_ADDRESS_INVALID', '', 'The text is not a wallet address.');
  // The bound comes first; upper case is a second spelling of the same address, which identifiers cannot have.
  if (text.length !== LENGTH || !/^qr1[02-9ac-hj-np-z]+$/.test(text)) return fail(invalid);
  const data = bech32m.decodeUnsafe(text, LENGTH);
  const bytes = data && bech32m.fromWordsUnsafe(data.words);
  if (bytes?.length !== 33) return fail(invalid);
  const algorithm = ALGORITHM_OF.get(bytes[0]!);
  return algorithm ? { algorithm, keyHash: bytes.subarray(1) } : fail(invalid);
}

export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && !isFailure(parseAddress(text));
}
