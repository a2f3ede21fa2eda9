// THE list of hubs.
import { blueprintHub } from './blueprint.hub.js';
import { chatHub } from './chat.hub.js';
import type { Hub } from './define.js';
import { registerHub } from './register.hub.js';
import { tenantHub } from './tenant.hub.js';
import { walletHub } from './wallet.hub.js';

export const hubs: readonly Hub[] = [blueprintHub, chatHub, registerHub, tenantHub, walletHub];
