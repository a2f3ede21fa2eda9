// The ports that this group may touch, by itself and by what it calls.
import type { ApiDeps } from '../../../deps.js';

export type TemplateDeps = Pick<ApiDeps, 'clock' | 'commit' | 'tokens' | 'templates' | 'engine'>;
