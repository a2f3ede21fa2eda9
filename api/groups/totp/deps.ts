// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type TotpDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'sessions'
  | 'factors'
  | 'factorSecrets'
  | 'loginTokens'
  | 'tokens'
  | 'passwords'
  | 'attempts'
  | 'audit'
  | 'isFull'
  | 'mailer'
>;
