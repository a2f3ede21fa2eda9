// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type RegisterDeps = Pick<
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
  | 'registrations'
  | 'systemWallet'
  | 'validator'
  | 'seatKeys'
  | 'validatorSettings'
  | 'verifySignature'
>;
