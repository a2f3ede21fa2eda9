// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type WalletDeps = Pick<
  ApiDeps,
  'clock' | 'random' | 'config' | 'commit' | 'usage' | 'audit' | 'wallets' | 'keystore' | 'verifySignature'
>;
