// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type ExecutionDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'chain'
  | 'blueprints'
  | 'engine'
  | 'counters'
  | 'systemWallet'
  | 'verifySignature'
>;
