// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type RegistrationDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'usage'
  | 'sessions'
  | 'pendingAddresses'
  | 'passwords'
  | 'attempts'
  | 'audit'
  | 'mailer'
>;
