// Keys out of entropy: HKDF with SHA-256 (RFC 5869). It never makes entropy: the same bytes, salt and label give the same key on every run.
import { hkdfSync } from 'node:crypto';

/** What a key is derived from. `label` names its one purpose; `salt` binds it to what is public about its use. */
export interface Expansion {
  readonly from: Uint8Array;
  readonly label: string;
  readonly salt?: Uint8Array;
}

/** `length` bytes (at most 8160) of HKDF-SHA256. */
export function expand({ from, label, salt = new Uint8Array(0) }: Expansion, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, salt, label, length));
}
