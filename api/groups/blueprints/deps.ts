// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type BlueprintDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'chain'
  | 'blueprints'
  | 'publications'
  | 'engine'
  | 'counters'
  | 'systemWallet'
  | 'verifySignature'
>;
