// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type ProgramSignInDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'tenants'
  | 'sessions'
  | 'programSignIns'
  | 'tokens'
  | 'audit'
  | 'devices'
  | 'announcements'
>;
