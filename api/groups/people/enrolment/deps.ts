// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type EnrolmentDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'log'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'sessions'
  | 'tokens'
  | 'audit'
  | 'devices'
  | 'enrolCodes'
  | 'pairingLinks'
  | 'mailer'
  | 'mailRates'
  | 'announcements'
>;
