// Wallet keys from one seed: derivation paths, the fixed slots of purposes, and a key pair of every algorithm at a
// path. The same seed and path give the same key forever: golden tests hold every line of this to it.
import { hkdfSync } from 'node:crypto';
import { assert } from '../../base/assert.js';
import { concat } from '../../base/bytes.js';
import { hash } from '../../base/hash.js';
import { issue } from '../../base/issue.js';
import { DERIVATION_DEPTH_MAX } from '../../base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { type EncapsulationPair, encapsulationPair, ML_KEM_SEED_BYTES } from '../encryption/ml-kem.js';
import { expand } from '../keys/expand.js';
import { rsaPrivateKeyOf } from '../keys/rsa.js';
import { type KeyPair, keyPairFromPrivate } from '../signing/algorithms.js';
import { HARDENED, type Slip10Curve, slip10 } from './slip10.js';

export const DEFAULT_PATH = "m/44'/0'/0'/0/0";

/** Slots of fixed purposes (reference-facts 4.4.1). A slot is never given to another purpose. */
export const PURPOSE_PATHS: ReadonlyMap<string, string> = new Map([
  ['quorate:register-attestation', "m/44'/0'/0'/0/100"],
  ['quorate:register-control', "m/44'/0'/0'/0/101"],
  ['quorate:docket-signing', "m/44'/0'/0'/0/102"],
  ['quorate:blueprint-publish', "m/44'/0'/0'/0/103"],
  ['quorate:citizen-holder', "m/44'/0'/0'/0/108"],
  ['quorate:haip-issuer-signing', "m/44'/0'/0'/0/109"],
]);

/**
 * The slot of the key that a wallet receives with (ML-KEM-768). Nothing signs at it, so it is not a purpose that a
 * request could name.
 */
const ENCAPSULATION_PATH = "m/44'/0'/0'/0/120";

/**
 * Indexes of a path such as m/44'/0'/0'/0/0, HARDENED added where marked by an apostrophe. DERIVATION_PATH_INVALID for
 * another text.
 */
export function parsePath(path: string): Result<readonly number[]> {
  const invalid = issue(
    'DERIVATION_PATH_INVALID',
    '',
    `A derivation path is m and up to ${DERIVATION_DEPTH_MAX} indexes below 2^31, such as ${DEFAULT_PATH}.`,
  );
  // A slash, ten digits and an apostrophe are the longest step: the bound comes before any work.
  if (path.length > 1 + 12 * DERIVATION_DEPTH_MAX || !/^m(\/(0|[1-9][0-9]{0,9})'?)*$/.test(path)) return fail(invalid);
  const steps = path.split('/').slice(1);
  if (steps.length > DERIVATION_DEPTH_MAX) return fail(invalid);
  const indexes: number[] = [];
  for (const step of steps) {
    const index = Number.parseInt(step, 10);
    if (index >= HARDENED) return fail(invalid);
    indexes.push(step.endsWith("'") ? index + HARDENED : index);
  }
  return indexes;
}

/**
 * The path that a purpose name or a path means; DERIVATION_PATH_INVALID for another text. Paths have one spelling, so
 * it is also a stable name.
 */
export function resolvePath(text: string): Result<string> {
  const slot = PURPOSE_PATHS.get(text);
  if (slot !== undefined) return slot;
  const indexes = parsePath(text);
  return isFailure(indexes) ? indexes : text;
}

/**
 * The key pair of an algorithm at a resolved path of a 64-byte BIP39 seed. Ed25519 and P-256: SLIP-0010, for Ed25519
 * with every step hardened, as that curve demands (docs/hashes.md 5). ML-DSA-65: HKDF-SHA256 of seed and path.
 * RSA-4096: primes searched from a hash of seed and path, which takes seconds: run it in a worker thread. Composites:
 * the two keys of the same path.
 */
export function deriveKeyPair(algorithm: SignatureAlgorithm, seed: Uint8Array, path: string): KeyPair {
  return keyPairFromPrivate(algorithm, derivePrivateKey(algorithm, seed, path));
}

/** The private key of `deriveKeyPair` alone. */
export function derivePrivateKey(algorithm: SignatureAlgorithm, seed: Uint8Array, path: string): Uint8Array {
  const indexes = parsePath(path);
  assert(!isFailure(indexes), 'a path is resolved before keys are derived at it');
  return privateKeyAt(algorithm, seed, { path, indexes });
}

/**
 * The ML-KEM-768 pair of a wallet: HKDF-SHA256 of its 64-byte BIP39 seed and the fixed slot. A key for a wallet,
 * whatever its algorithm.
 */
export function deriveEncapsulationPair(seed: Uint8Array): EncapsulationPair {
  const label = `quorate:wallet:ML-KEM-768:${ENCAPSULATION_PATH}`;
  return encapsulationPair(expand({ from: seed, label }, ML_KEM_SEED_BYTES));
}

interface DerivationPath {
  readonly path: string;
  readonly indexes: readonly number[];
}

function privateKeyAt(algorithm: SignatureAlgorithm, seed: Uint8Array, place: DerivationPath): Uint8Array {
  switch (algorithm) {
    case 'ED25519':
      return curveKey('ed25519', seed, place.indexes.map(hardenIndex));
    case 'NISTP256':
      return curveKey('nist256p1', seed, place.indexes);
    case 'RSA-4096':
      return rsaPrivateKeyOf(hash('wallet-rsa', seed, place.path));
    case 'ML-DSA-65':
      return new Uint8Array(hkdfSync('sha256', seed, '', `quorate:wallet:ML-DSA-65:${place.path}`, 32));
    case 'ED25519+ML-DSA-65':
    case 'NISTP256+ML-DSA-65':
    case 'RSA-4096+ML-DSA-65': {
      const classical = algorithm.slice(0, -'+ML-DSA-65'.length) as 'ED25519' | 'NISTP256' | 'RSA-4096';
      return concat(privateKeyAt(classical, seed, place), privateKeyAt('ML-DSA-65', seed, place));
    }
  }
}

function curveKey(curve: Slip10Curve, seed: Uint8Array, indexes: readonly number[]): Uint8Array {
  return Uint8Array.from(slip10(curve, seed, indexes).privateKey);
}

function hardenIndex(index: number): number {
  return index < HARDENED ? index + HARDENED : index;
}
