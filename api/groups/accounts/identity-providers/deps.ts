// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type IdentityProviderDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'log'
  | 'commit'
  | 'tenants'
  | 'identityProviders'
  | 'identities'
  | 'sessions'
  | 'audit'
  | 'outgoing'
>;
