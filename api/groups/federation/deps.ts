// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type FederationDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'log'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'usage'
  | 'invitations'
  | 'identityProviders'
  | 'identities'
  | 'signIns'
  | 'sessions'
  | 'factors'
  | 'loginTokens'
  | 'tokens'
  | 'attempts'
  | 'audit'
  | 'isFull'
  | 'outgoing'
>;
