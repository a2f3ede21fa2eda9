// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type UserDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'commit'
  | 'tenants'
  | 'walletLinks'
  | 'sessions'
  | 'tokens'
  | 'attempts'
  | 'audit'
  | 'wallets'
  | 'organisationKeys'
>;
