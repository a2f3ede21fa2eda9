// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type QueryDeps = Pick<ApiDeps, 'clock' | 'commit' | 'tokens' | 'audit' | 'wallets' | 'ledger' | 'chain'>;
