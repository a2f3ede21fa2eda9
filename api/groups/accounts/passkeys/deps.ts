// The ports that this group may touch, by itself and by what it calls.
import type { SignInDeps } from '../../../auth/sign-in.js';
import type { ApiDeps } from '../../../deps.js';

export type PasskeyDeps = SignInDeps & Pick<ApiDeps, 'config' | 'usage' | 'identities' | 'ceremonies'>;
