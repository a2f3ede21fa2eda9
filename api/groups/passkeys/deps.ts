// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type PasskeyDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'usage'
  | 'identities'
  | 'sessions'
  | 'factors'
  | 'loginTokens'
  | 'ceremonies'
  | 'tokens'
  | 'attempts'
  | 'audit'
>;
