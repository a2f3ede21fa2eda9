// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type GovernanceDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'commit'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'mesh'
  | 'chain'
  | 'systemWallet'
  | 'validator'
  | 'seatKeys'
  | 'verifySignature'
>;
