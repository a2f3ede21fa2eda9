// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type ODataDeps = Pick<
  ApiDeps,
  'audit' | 'chain' | 'clock' | 'commit' | 'config' | 'ledger' | 'tokens' | 'wallets'
>;
