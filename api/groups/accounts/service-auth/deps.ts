// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type ServiceAuthDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'services'
  | 'sessions'
  | 'tokens'
  | 'audit'
  | 'ledger'
  | 'chain'
  | 'systemWallet'
  | 'isFull'
>;
