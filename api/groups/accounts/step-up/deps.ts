// The ports that this group may touch, by itself and by what it calls.
import type { LoginDeps } from '../../../auth/login.js';
import type { ApiDeps } from '../../../deps.js';

export type StepUpDeps = LoginDeps & Pick<ApiDeps, 'ceremonies'>;
