// A classical signature and an ML-DSA-65 signature over the same message, as one scheme: keys and signatures are the
// two joined, and both must verify.
import { concat } from '../../base/bytes.js';
import { ML_DSA_PUBLIC_BYTES, ML_DSA_SEED_BYTES, ML_DSA_SIGNATURE_BYTES, mlDsa65 } from './ml-dsa.js';
import { NO, type Scheme } from './scheme.js';

/** The scheme of a classical one joined with ML-DSA-65: in keys and signatures the classical part comes first. */
export function composite(classical: Scheme): Scheme {
  const publicKeyLength = classical.publicKeyLength + ML_DSA_PUBLIC_BYTES;
  const signatureLength = classical.signatureLength + ML_DSA_SIGNATURE_BYTES;
  const splitKey = (key: Uint8Array) => split(key, ML_DSA_PUBLIC_BYTES);
  const splitSignature = (signature: Uint8Array) => split(signature, ML_DSA_SIGNATURE_BYTES);
  const splitPrivate = (key: Uint8Array) => split(key, ML_DSA_SEED_BYTES);
  return {
    publicKeyLength,
    signatureLength,
    sign(privateKey, message) {
      const [first, second] = splitPrivate(privateKey);
      return concat(classical.sign(first, message), mlDsa65.sign(second, message));
    },
    verifySync(publicKey, message, signature) {
      if (publicKey.length !== publicKeyLength || signature.length !== signatureLength) return false;
      const [firstKey, secondKey] = splitKey(publicKey);
      const [first, second] = splitSignature(signature);
      return classical.verifySync(firstKey, message, first) && mlDsa65.verifySync(secondKey, message, second);
    },
    verify(publicKey, message, signature) {
      if (publicKey.length !== publicKeyLength || signature.length !== signatureLength) return NO;
      const [firstKey, secondKey] = splitKey(publicKey);
      const [first, second] = splitSignature(signature);
      // The classical half is cheap: garbage is refused before the lattice arithmetic starts.
      return classical
        .verify(firstKey, message, first)
        .then((good) => good && mlDsa65.verifySync(secondKey, message, second));
    },
    problem(publicKey) {
      if (publicKey.length !== publicKeyLength) return `The composite public key has ${publicKeyLength} bytes.`;
      const [first, second] = splitKey(publicKey);
      return classical.problem(first) ?? mlDsa65.problem(second);
    },
    generate: (entropy) => concat(classical.generate(entropy), mlDsa65.generate(entropy)),
    publicKeyOf(privateKey) {
      const [first, second] = splitPrivate(privateKey);
      return concat(classical.publicKeyOf(first), mlDsa65.publicKeyOf(second));
    },
  };
}

/** The part before, and the last `tail` bytes. */
function split(bytes: Uint8Array, tail: number): readonly [Uint8Array, Uint8Array] {
  const at = Math.max(0, bytes.length - tail);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
