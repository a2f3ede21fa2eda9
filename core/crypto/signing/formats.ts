// Signatures of a wallet key as others define them: over the signing input of a JWS (RFC 7515 5.1) or the Sig_structure
// of a COSE_Sign1 (RFC 9052 4.4). The signed bytes are not a digest of ours, so they are read first. They must be of
// the format, with the algorithm of the key in their protected header. They can be nothing that this ledger signs: a
// digest has 32 bytes, and the bytes that ours are hashes of begin with "quorate:" (docs/hashes.md 3), these with "eyJ"
// or 0x84.
import { decode } from 'cborg';
import { fromBase64Url, fromUtf8 } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { isObject, parseJsonText } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { type KeyPair, sign, signMessage } from './algorithms.js';
import { signEs256 } from './nist-p256.js';

export type SignedFormat = 'jose' | 'cose';

interface Names {
  /** RFC 7518 3.1, RFC 8037 3.1, RFC 9864 2; the post-quantum one is of the registry of IANA. */
  readonly jose: readonly string[];
  /** RFC 9053 2, RFC 8812 2, RFC 9864. */
  readonly cose: readonly number[];
  /** The signature of a whole message. */
  readonly sign: (pair: KeyPair, message: Uint8Array) => Uint8Array;
}

const NAMES: Readonly<Partial<Record<SignatureAlgorithm, Names>>> = {
  ED25519: { jose: ['EdDSA', 'Ed25519'], cose: [-8, -19], sign: signWhole },
  NISTP256: { jose: ['ES256'], cose: [-7, -9], sign: signEs256 },
  'RSA-4096': { jose: ['RS256'], cose: [-257], sign: signHash },
  'ML-DSA-65': { jose: ['ML-DSA-65'], cose: [-49], sign: signWhole },
};

/** COSE header parameter 1: the algorithm (RFC 9052 3.1). */
const COSE_ALG = 1;

/**
 * The signature of the bytes by the pair, as the format wants it (r ‖ s for P-256). BODY_INVALID where the bytes are
 * not of the format or name another algorithm than that of the key; ALGORITHM_UNSUPPORTED for a key of two algorithms.
 */
export function signFormatted(pair: KeyPair, format: SignedFormat, bytes: Uint8Array): Result<Uint8Array> {
  const names = NAMES[pair.algorithm];
  if (names === undefined)
    return fail(
      issue('ALGORITHM_UNSUPPORTED', '', `${pair.algorithm} has no name in JOSE and COSE; sign with one key.`),
    );
  const problem = format === 'jose' ? joseProblem(names, bytes) : coseProblem(names, bytes);
  if (problem !== undefined) return fail(problem);
  return names.sign(pair, bytes);
}

/** By an algorithm that hashes what it signs by itself. */
function signWhole({ algorithm, privateKey }: KeyPair, message: Uint8Array): Uint8Array {
  return signMessage(algorithm, privateKey, message);
}

function signHash({ algorithm, privateKey }: KeyPair, message: Uint8Array): Uint8Array {
  return sign(algorithm, privateKey, sha256(message));
}

function joseProblem({ jose }: Names, bytes: Uint8Array): Issue | undefined {
  const [, header = '', payload] = /^(eyJ[A-Za-z0-9_-]*)\.([A-Za-z0-9_-]*)$/.exec(fromUtf8(bytes)) ?? [];
  const json = payload === undefined ? undefined : fromBase64Url(header);
  if (json === undefined)
    return invalid('Expected the signing input of a JWS: base64url(header), a dot, base64url(payload).');
  const parsed = parseJsonText(fromUtf8(json));
  const alg = !isFailure(parsed) && isObject(parsed) ? parsed.alg : undefined;
  return typeof alg === 'string' && jose.includes(alg)
    ? undefined
    : invalid(
        `The header of the JWS names the algorithm ${JSON.stringify(alg) ?? 'nowhere'}; this key signs ${jose.join(' or ')}.`,
      );
}

function coseProblem({ cose }: Names, bytes: Uint8Array): Issue | undefined {
  const structure = cbor(bytes);
  const isStructure =
    Array.isArray(structure) &&
    structure.length === 4 &&
    structure[0] === 'Signature1' &&
    structure.slice(1).every((part) => part instanceof Uint8Array);
  if (!isStructure)
    return invalid(
      'Expected the Sig_structure of a COSE_Sign1: ["Signature1", protected, external_aad, payload] as CBOR.',
    );
  const header = cbor(structure[1] as Uint8Array);
  const alg = header instanceof Map ? (header as ReadonlyMap<unknown, unknown>).get(COSE_ALG) : undefined;
  return typeof alg === 'number' && cose.includes(alg)
    ? undefined
    : invalid(`The protected header names the algorithm ${String(alg)}; this key signs ${cose.join(' or ')}.`);
}

/** Strict and bounded by the bytes: no indefinite lengths, no member twice, nothing behind the value. */
function cbor(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, {
      useMaps: true,
      strict: true,
      rejectDuplicateMapKeys: true,
      allowIndefinite: false,
      tags: {},
    });
  } catch {
    return undefined;
  }
}

const invalid = (message: string) => issue('BODY_INVALID', '/data', message);
