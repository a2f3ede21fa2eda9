// The conversations of a world: the real host on its memory store, whose providers a test adds.
import { ConversationHost } from '../../../actors/designer/conversations.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { passagesHere } from '../../../api/site/sources.js';
import type { DesignProvider } from '../../../core/designer/provider.js';
import { systemClock } from '../../../node/platform/clock.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { EncryptedTexts } from '../../../storage/secrets/encrypted-texts.js';
import { ConversationRows } from '../../../storage/tables/workflow/conversations.js';

export interface ConversationWorld {
  readonly conversations: ConversationHost;
  readonly rows: ConversationRows;
  readonly providers: Map<string, DesignProvider>;
  /** The host of a node that was killed and started again: it has the rows alone. */
  readonly restarted: () => ConversationHost;
}

type Deps = Pick<ApiDeps, 'clock' | 'random' | 'log' | 'engine' | 'announcements'> & {
  readonly kv: Kv;
  readonly journal: Journal;
};

export function conversationPart({ kv, journal, clock, random, log, engine, announcements }: Deps): ConversationWorld {
  const providers = new Map<string, DesignProvider>();
  const passages = passagesHere();
  const rows = new ConversationRows(kv, journal, new EncryptedTexts(new Uint8Array(32).fill(6), random));
  const make = () =>
    new ConversationHost({
      // Timers of a turn are real: those of this world end at once.
      ...{ clock: { now: clock.now, setTimer: systemClock.setTimer }, random, log, engine, announcements, providers },
      rows,
      commit: (ops) => journal.commit(ops),
      documents: (words) => passages.find(words),
    });
  return { conversations: make(), rows, providers, restarted: make };
}
