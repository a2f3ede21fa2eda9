// Settings that are allowed and seldom meant: the log tells of them at each start. Settings that cannot hold are
// refused in check.ts.
import { isEveryAddress } from './check.js';
import { isNetwork } from './proxies.js';
import type { Config } from './schema.js';

export interface SettingWarning {
  /** As section.key. */
  readonly setting: string;
  readonly text: string;
}

interface Rule extends SettingWarning {
  readonly isMet: (config: Pick<Config, 'http'>) => boolean;
}

const RULES: readonly Rule[] = [
  {
    setting: 'http.trustedProxies',
    text: 'A network is trusted: every client in it can state any address in X-Forwarded-For, and evades the login lock and the rate limits. Name the single addresses of the proxies.',
    isMet: ({ http }) => http.trustedProxies.some(isNetwork),
  },
  {
    setting: 'http.host',
    text: 'The node listens at all addresses without TLS: whoever reaches the port goes past the proxies of http.trustedProxies, and passwords and tokens are readable on the way. Listen at the address alone that the proxies call, or state http.tlsCertFile and http.tlsKeyFile.',
    isMet: ({ http }) => isEveryAddress(http.host) && http.tlsCertFile === undefined && !http.insecure,
  },
];

/** An operator who states http.insecure took that risk, and is told nothing. */
export function settingWarnings(config: Pick<Config, 'http'>): readonly SettingWarning[] {
  return RULES.filter(({ isMet }) => isMet(config)).map(({ setting, text }) => ({ setting, text }));
}
