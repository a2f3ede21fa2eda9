// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type TransactionDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'usage'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'mesh'
  | 'chain'
  | 'uploads'
  | 'inbox'
  | 'blueprints'
  | 'engine'
  | 'counters'
  | 'systemWallet'
  | 'validator'
  | 'verifySignature'
>;
