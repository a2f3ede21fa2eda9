// The ports that this group may touch, by itself and by what it calls.
import type { ShownCodeDeps } from '../../../auth/second-factor.js';

export type TotpDeps = ShownCodeDeps;
