// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type PlatformDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'platform'
  | 'services'
  | 'sessions'
  | 'tokens'
  | 'passwords'
  | 'audit'
>;
