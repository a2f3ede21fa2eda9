// The ports that this group may touch, by itself and by what it calls.
import type { FinishDeps } from '../../../federation/finish.js';

export type FederationDeps = FinishDeps;
