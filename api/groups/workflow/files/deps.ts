// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type FileDeps = Pick<
  ApiDeps,
  'clock' | 'commit' | 'audit' | 'wallets' | 'keystore' | 'ledger' | 'chain' | 'uploads' | 'files'
>;
