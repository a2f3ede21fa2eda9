// Conversations with the designer, with their place among the other parts: behind the engine that runs their tools, and
// in front of the listeners, so that a turn ends once none can be asked for.
import { ConversationHost } from '../../../actors/designer/conversations.js';
import { passagesHere } from '../../../api/site/sources.js';
import { ConversationRows } from '../../../storage/tables/workflow/conversations.js';
import { designProviders } from '../../designer/providers.js';
import { systemClock, systemRandom } from '../../platform/clock.js';
import type { Part } from '../lifecycle.js';
import type { OpenParts } from '../open-parts.js';

export function designerPart(open: OpenParts): Part {
  return {
    name: 'designer',
    start: async () => {
      const { config, store, keys, ledger, engine, leaving, metrics, world } = open;
      const { kv, journal } = store!;
      const passages = passagesHere();
      open.conversations = new ConversationHost({
        ...{ clock: systemClock, random: systemRandom, log: world.log.child({ module: 'designer' }) },
        rows: new ConversationRows(kv, journal, keys!.accountSecrets),
        commit: (ops) => journal.commit(ops),
        engine: engine!,
        announcements: ledger!.announcements,
        documents: (words) => passages.find(words),
        providers: designProviders(config.designer, {
          outgoing: leaving.ports.outgoing,
          metrics: metrics?.designer ?? null,
        }),
      });
    },
    stop: async () => open.conversations?.stop(),
  };
}
