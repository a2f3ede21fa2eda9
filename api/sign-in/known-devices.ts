// The tokens of known devices as they come and go: a browser keeps them in a cookie, a program where it likes.
import { toBase64Url } from '../../core/base/bytes.js';
import {
  type DeviceAccount,
  deviceToken,
  KNOWN_ACCOUNTS_MAX,
  KNOWN_DEVICE_MS,
  knownDevice,
} from '../../core/tenant/devices/known-device.js';
import type { ApiDeps } from '../deps/deps.js';
import { cookieLine } from './cookies.js';

type Deps = Pick<ApiDeps, 'tokens' | 'clock' | 'random'>;

/** As a caller sends them; nothing of it is checked yet. */
export interface StatedDevice {
  /** The header Cookie. */
  readonly cookie?: string | undefined;
  readonly token?: string | undefined;
}

/** The device that a login comes from, where it is one of the account. */
export function deviceOf(
  { tokens: { deviceKey }, clock }: Pick<Deps, 'tokens' | 'clock'>,
  account: DeviceAccount | undefined,
  { cookie, token }: StatedDevice = {},
): string | undefined {
  if (account === undefined) return undefined;
  const tokens = [...(token === undefined ? [] : [token]), ...tokensIn(cookie)];
  return knownDevice(deviceKey, account, { tokens, nowMs: clock.now() });
}

/** The token by which the device is known from now on: with the id of before, so that it has one count of failures. */
export function nextDeviceToken({ tokens: { deviceKey }, clock, random }: Deps, account: DeviceAccount, id?: string) {
  const device = { id: id ?? toBase64Url(random.bytes(16)), expiresAtMs: clock.now() + KNOWN_DEVICE_MS };
  return deviceToken(deviceKey, account, device);
}

/**
 * For Set-Cookie: the token before those that the browser has of other accounts. Strict: pages of this node alone send
 * logins.
 */
export function deviceCookie(publicUrl: string, token: string, before: string | undefined): string {
  const [id = ''] = token.split('.');
  const others = tokensIn(before).filter((entry) => !entry.startsWith(`${id}.`));
  const value = [token, ...others].slice(0, KNOWN_ACCOUNTS_MAX).join('~');
  return cookieLine({ name: NAME, sameSite: 'Strict', publicUrl }, value, KNOWN_DEVICE_MS / 1000);
}

const NAME = 'quorate-device';

/**
 * A cookie with the prefix is of this host alone. A cookie without it may come from a neighbour (RFC 6265 section 8.6),
 * whose tokens would take the places of ours: it is read only where the other one is absent.
 */
function tokensIn(header = ''): readonly string[] {
  const values = new Map(
    header.split(';').map((pair) => {
      const [name = '', value = ''] = pair.trim().split('=');
      return [name, value] as const;
    }),
  );
  const value = values.get(`__Host-${NAME}`) ?? values.get(NAME) ?? '';
  return value === '' ? [] : value.split('~').slice(0, KNOWN_ACCOUNTS_MAX);
}
