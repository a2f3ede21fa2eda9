// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type AuthDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
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
  | 'config'
  | 'forgetFirstPassword'
>;
