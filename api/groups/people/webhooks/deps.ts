// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type WebhookDeps = Pick<
  ApiDeps,
  'clock' | 'random' | 'commit' | 'tenants' | 'tokens' | 'audit' | 'ledger' | 'webhooks'
>;
