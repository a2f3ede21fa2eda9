// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type ActionDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'chain'
  | 'uploads'
  | 'fileChecks'
  | 'workflow'
  | 'operations'
  | 'inbox'
>;
