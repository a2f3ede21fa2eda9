// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type PreferenceDeps = Pick<ApiDeps, 'clock' | 'commit' | 'tenants' | 'audit' | 'preferences' | 'wallets'>;
