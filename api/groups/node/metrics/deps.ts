// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type MetricsDeps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger'>;
