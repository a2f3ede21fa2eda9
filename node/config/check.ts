// Rules between settings that no single bound can state. Called once, when every setting is known to be valid by itself.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import type { Config } from './schema.js';

interface Rule {
  /** The setting to change, as section.key. */
  readonly at: string;
  readonly reason: string;
  readonly holds: (config: Config) => boolean;
}

const RULES: readonly Rule[] = [
  {
    at: 'secrets.masterKeyFile',
    reason: 'state either a master secret or a master key file, not both',
    holds: ({ secrets }) => secrets.masterKeyFile === undefined || secrets.masterSecret === undefined,
  },
  {
    at: 'limits.poolNodeBytesMax',
    reason: 'must be at least limits.poolBytesMax',
    holds: ({ limits }) => limits.poolNodeBytesMax >= limits.poolBytesMax,
  },
  {
    at: 'consensus.roundCapMs',
    reason: 'must be at least consensus.roundMinMs',
    holds: ({ consensus }) => consensus.roundCapMs >= consensus.roundMinMs,
  },
  {
    at: 'http.publicUrl',
    reason: 'must be an origin such as https://ledger.example, without a path',
    holds: ({ http }) => http.publicUrl === undefined || isOrigin(http.publicUrl),
  },
  {
    at: 'http.corsOrigins',
    reason: 'must list origins such as https://console.example, without a path',
    holds: ({ http }) => http.corsOrigins.every(isOrigin),
  },
];

/** One issue for each rule that does not hold. */
export function crossCheck(config: Config): Issue[] {
  return RULES.filter((rule) => !rule.holds(config)).map(({ at, reason }) =>
    issue('CONFIG_INVALID', `/${at.replace('.', '/')}`, `${at}: ${reason}`),
  );
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}
