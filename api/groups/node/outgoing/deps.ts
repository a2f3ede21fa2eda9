// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type OutgoingDeps = Pick<ApiDeps, 'clock' | 'config' | 'outgoing' | 'mailer'>;
