// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type CitizenWalletDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'tenants'
  | 'wallets'
  | 'pendingApplications'
  | 'presentationHistory'
  | 'tokens'
  | 'keystore'
>;
