// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type WalletLinkDeps = Pick<
  ApiDeps,
  'clock' | 'random' | 'config' | 'commit' | 'tenants' | 'walletLinks' | 'linkChallenges' | 'audit' | 'verifySignature'
>;
