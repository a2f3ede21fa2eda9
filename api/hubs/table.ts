// THE list of hubs.
import { blueprintHub } from './blueprint.hub.js';
import type { Hub } from './define.js';
import { registerHub } from './register.hub.js';

export const hubs: readonly Hub[] = [blueprintHub, registerHub];
