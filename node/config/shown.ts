// The settings as an operator sees them while the node runs: the value of each but secrets, and where it came from.
import type { Config } from './schema.js';
import { SETTINGS } from './settings.js';

export type SettingOrigin = 'default' | 'file' | 'environment' | 'flag';
export type SettingOrigins = Map<string, SettingOrigin>;

/** By the part of the settings that stays the same object where a port is filled in. */
const known = new WeakMap<Config['node'], SettingOrigins>();

export function keepOrigins(config: Config, origins: SettingOrigins): void {
  known.set(config.node, origins);
}

/** Settings at these paths were taken from those that were read again. */
export function takeOrigins(running: Config, read: Config, paths: readonly string[]): void {
  const [old, fresh] = [known.get(running.node), known.get(read.node)];
  for (const path of paths) old?.set(path, fresh?.get(path) ?? 'default');
}

/** A password in an address is a secret too. */
const WITH_USER = /\/\/[^/\s]*@/;

export function shownSettings(config: Config) {
  const origins = known.get(config.node);
  const sections = config as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  return SETTINGS.map(({ section, key, path, env, description, fallback, secret, isLive }) => {
    const value = sections[section]?.[key];
    const text = value === undefined ? null : JSON.stringify(value);
    const isSecret = secret || (text !== null && WITH_USER.test(text));
    return {
      ...{ path, env, description, isSecret, isLive, value: isSecret ? null : text },
      standard: fallback === undefined ? null : JSON.stringify(fallback),
      isStated: value !== undefined,
      origin: origins?.get(path) ?? ('default' as const),
    };
  });
}
