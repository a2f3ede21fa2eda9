// Ids that begin with their time, in the form of a UUID of version 7 (RFC 9562). That of a credential of a run is the
// same on every node: it follows from what all of them have sealed.
import { bytesToUuid, concat, utf8 } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import type { Hash } from '../../model/register.js';

/** Bytes behind the time. */
export const UUID_TAIL_BYTES = 10;

/** `tail` is UUID_TAIL_BYTES, of which six bits are lost. */
export function timedUuid(ms: number, tail: Uint8Array): string {
  const time = new Uint8Array(6);
  for (let i = 5, left = ms; i >= 0; i--, left = Math.floor(left / 256)) time[i] = left % 256;
  const bytes = concat(time, tail);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytesToUuid(bytes);
}

/**
 * Of the credential whose copies an Issuance seals: each node finds it by what is sealed. The run has an issuer of its
 * own: by the root alone somebody who repeats it elsewhere would give two credentials one id.
 */
export function issuanceCredentialId(
  validFromMs: number,
  { run, root }: { readonly run: Hash; readonly root: Hash },
): string {
  return timedUuid(validFromMs, sha256(utf8(`${run} ${root}`)).subarray(0, UUID_TAIL_BYTES));
}
