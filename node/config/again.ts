// The settings of a running node, read again: those that it can take up are replaced in the settings that it has, and
// the others wait for a restart.
import type { Config } from './schema.js';
import { SETTINGS } from './settings.js';
import { takeOrigins } from './shown.js';

export interface Changed {
  /** Paths of settings that hold from now on. */
  readonly taken: readonly string[];
  /** Paths of settings that were changed too, and hold after a restart. */
  readonly needRestart: readonly string[];
}

type Sections = Record<string, Record<string, unknown>>;

/** Changes `running`, which the node was composed from. No value is told, because some are secrets. */
export function takeAgain(running: Config, read: Config): Changed {
  const [old, fresh] = [running as unknown as Sections, read as unknown as Sections];
  const changed = SETTINGS.filter(
    ({ section, key }) => JSON.stringify(old[section]?.[key]) !== JSON.stringify(fresh[section]?.[key]),
  );
  const live = changed.filter(({ isLive }) => isLive);
  for (const { section, key } of live) (old[section] as Record<string, unknown>)[key] = fresh[section]?.[key];
  const taken = live.map(({ path }) => path);
  takeOrigins(running, read, taken);
  return {
    taken,
    needRestart: changed.filter((setting) => !setting.isLive).map(({ path }) => path),
  };
}
