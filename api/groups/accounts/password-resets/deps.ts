// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type PasswordResetDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'sessions'
  | 'passwordResets'
  | 'passwords'
  | 'attempts'
  | 'audit'
  | 'forgetFirstPassword'
  | 'mailer'
>;
