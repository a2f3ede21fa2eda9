// Devices from which the owner of an account signed in, and the tokens that they keep (OWASP, device cookies). Nothing
// is stored here: a token is signed, for one account and its password of then. It opens nothing; a login with it waits
// behind no stranger, and its failures are counted for the device alone. Pure.
import { fromBase64, toBase64Url } from '../../base/bytes.js';
import { sha256Hex } from '../../base/hash.js';
import { hmacSha256 } from '../../crypto/signing/hmac.js';

/** Half a year after the last sign-in. */
export const KNOWN_DEVICE_MS = 180 * 24 * 60 * 60 * 1000;
/** Accounts of one browser that it is known by. */
export const KNOWN_ACCOUNTS_MAX = 5;
/** Id, time and signature. */
export const DEVICE_TOKEN_MAX = 100;

export interface DeviceAccount {
  readonly id: string;
  /** Absent of an account without a password, which cannot be guessed. */
  readonly passwordHash?: string;
}

export interface KnownDevice {
  /** 16 random bytes, base64url. */
  readonly id: string;
  readonly expiresAtMs: number;
}

/** The token that the device keeps. `key` is of the node, and of nothing else. */
export function deviceToken(key: Uint8Array, account: DeviceAccount, device: KnownDevice): string {
  const expiry = device.expiresAtMs.toString(36);
  return `${device.id}.${expiry}.${toBase64Url(signature(key, account, `${device.id}.${expiry}`))}`;
}

/** The device of the first token that is of the account, with its password, and not over. */
export function knownDevice(
  key: Uint8Array,
  account: DeviceAccount,
  { tokens, nowMs }: { readonly tokens: readonly string[]; readonly nowMs: number },
): string | undefined {
  if (account.passwordHash === undefined) return undefined;
  for (const token of tokens.slice(0, KNOWN_ACCOUNTS_MAX)) {
    const [, id = '', expiry = '', signed = ''] = FORM.exec(token) ?? [];
    const given = fromBase64(signed);
    if (given?.length !== 32 || !(Number.parseInt(expiry, 36) > nowMs)) continue;
    // Hashes are compared: how many of their digits agree tells nothing of the signature.
    if (sha256Hex(given) === sha256Hex(signature(key, account, `${id}.${expiry}`))) return id;
  }
  return undefined;
}

const FORM = /^([A-Za-z0-9_-]{22})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

function signature(key: Uint8Array, { id, passwordHash = '' }: DeviceAccount, device: string): Uint8Array {
  return hmacSha256(key, `quorate:known-device:v1\n${id}\n${passwordHash}\n${device}`);
}
