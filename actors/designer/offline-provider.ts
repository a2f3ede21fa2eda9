// The provider of conversations that needs no model and no key: the rules are those of core/designer/offline/.
import { offlineTurn } from '../../core/designer/offline/turn.js';
import type { DesignProvider } from '../../core/designer/provider.js';

export const offlineProvider: DesignProvider = {
  id: 'offline',
  async *turn(context, signal) {
    const parts = offlineTurn(context);
    for (let next = parts.next(); !next.done && !signal.aborted; ) next = parts.next(yield next.value);
  },
};
