// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type ValidationDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'usage'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'ledger'
  | 'chain'
  | 'uploads'
  | 'inbox'
  | 'blueprints'
  | 'counters'
  | 'validator'
  | 'verifySignature'
>;
