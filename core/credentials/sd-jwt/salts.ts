// Salts of disclosures and texts of decoys, drawn and written together: two calls of the platform for each would cost
// more than its digest.
import { toBase64Url } from '../../base/bytes.js';

/** RFC 9901 section 9.3 asks for 16. So many are whole groups of base64, and the text of all has those of each. */
const SALT_BYTES = 18;
const SALT_LENGTH = 24;
/** Drawn where more are asked for than was said: decoys of claims that nest. */
const MORE = 16;

/** Fresh salts in base64url, one a call. `count` is about how many will be asked for. */
export function saltsOf(random: (length: number) => Uint8Array, count: number): () => string {
  let drawn = toBase64Url(random(SALT_BYTES * count));
  let at = 0;
  return () => {
    if (at === drawn.length) {
      drawn = toBase64Url(random(SALT_BYTES * MORE));
      at = 0;
    }
    at += SALT_LENGTH;
    return drawn.slice(at - SALT_LENGTH, at);
  };
}
