// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type InvitationDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'usage'
  | 'invitations'
  | 'platform'
  | 'sessions'
  | 'tokens'
  | 'passwords'
  | 'attempts'
  | 'audit'
  | 'mailer'
  | 'mailRates'
>;
