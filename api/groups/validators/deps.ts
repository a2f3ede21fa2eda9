// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../deps.js';

export type ValidatorDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'clockWatch'
  | 'random'
  | 'config'
  | 'commit'
  | 'usage'
  | 'audit'
  | 'wallets'
  | 'ledger'
  | 'chain'
  | 'uploads'
  | 'inbox'
  | 'blueprints'
  | 'counters'
  | 'validator'
  | 'validatorSettings'
  | 'applyValidatorSettings'
  | 'verifySignature'
>;
