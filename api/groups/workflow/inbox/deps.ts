// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type InboxDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'config'
  | 'commit'
  | 'tokens'
  | 'audit'
  | 'wallets'
  | 'ledger'
  | 'chain'
  | 'workflow'
  | 'inbox'
  | 'runChecks'
  | 'openings'
>;
