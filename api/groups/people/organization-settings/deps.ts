// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type OrganizationSettingsDeps = Pick<
  ApiDeps,
  'clock' | 'config' | 'commit' | 'tenants' | 'invitations' | 'identityProviders' | 'sessions' | 'audit'
>;
