// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type ParticipantDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'chain'
  | 'inbox'
  | 'verifySignature'
>;
