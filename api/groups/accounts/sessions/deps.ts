// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type SessionDeps = Pick<ApiDeps, 'clock' | 'commit' | 'tenants' | 'sessions' | 'audit'>;
