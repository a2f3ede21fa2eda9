// Eight letters of a challenge, which the program of this computer shows too: another program does not have the
// challenge.
import { bytesOf } from '../parts/base64url.js';

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

export function comparisonOf(challenge: string): string {
  const text = [...bytesOf(challenge).slice(0, 8)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
