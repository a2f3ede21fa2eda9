// The inbox of this node from what is open of it, and the counts of instances that it knows. It starts nothing.
import { Inbox } from '../../actors/workflow/inbox.js';
import type { InboxReads } from '../../actors/workflow/inbox-ports.js';
import type { Log } from '../../core/base/ports.js';
import { InboxRows } from '../../storage/inbox.js';
import type { Store } from '../../storage/open.js';
import { systemClock } from '../clock.js';
import type { HealthPart } from '../observe/health.js';
import type { OpenLedger } from './ledger.js';

export interface InboxInput {
  readonly store: Store;
  readonly opened: OpenLedger;
  readonly log: Log;
}

export function openInbox({ store, opened, log }: InboxInput): Inbox {
  const { announcements, chain, ledger } = opened;
  return new Inbox({
    ...{ clock: systemClock, log: log.child({ module: 'inbox' }), announcements, chain, ledger },
    rows: new InboxRows(store.kv),
    commit: (ops) => store.journal.commit(ops),
    damaged: (reg) => ledger.damage.suspect(reg),
  });
}

/** Instances of every register of the node, as GET /api/stats shows them. */
export function inboxHealth(inbox: () => Pick<InboxReads, 'figures'> | undefined): HealthPart {
  return {
    name: 'instances',
    needed: false,
    check: () => ({ status: 'healthy' }),
    counts: () => {
      const { instances, active } = inbox()?.figures() ?? { instances: 0, active: 0 };
      return { totalBlueprintInstances: instances, activeBlueprintInstances: active };
    },
  };
}
