// Tells people in their personal inboxes what happened (specification section 6): an entry is written in the commit of
// what it tells of, and announced once it is durable. Told twice, it is one entry. It decides nothing about what it
// tells.
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { PersonalInboxes } from '../../storage/tables/people/personal-inbox.js';
import type { PreferenceStore } from '../../storage/tables/people/preferences.js';
import type { Announcements, Clock } from '../ports.js';

export interface NoticePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly inboxes: PersonalInboxes;
  readonly preferences: Pick<PreferenceStore, 'of'>;
  readonly announcements: Announcements;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export class Notices {
  private readonly ports: NoticePorts;

  constructor(ports: NoticePorts) {
    this.ports = ports;
  }

  /** Commits the operations and the entries of the notices together. Gives how many entries are new. */
  async commit(ops: readonly KvOp[], notices: readonly InboxNotice[]): Promise<number> {
    if (notices.length === 0) {
      await this.ports.commit(ops);
      return 0;
    }
    // Read and queued in one turn, so that of two commits neither loses the entries of the other.
    const { ops: entryOps, added } = this.ports.inboxes.add(notices, this.ports.clock.now());
    await this.ports.commit([...ops, ...entryOps]);
    let count = 0;
    for (const [platformUserId, { entries, unread }] of added) {
      const { notificationsEnabled } = this.ports.preferences.of(platformUserId);
      const atMs = this.ports.clock.now();
      for (const { id: entryId, category } of entries)
        if (category === 'Security' || notificationsEnabled)
          this.ports.announcements.announce({ type: 'inbox-entry-added', platformUserId, entryId, atMs });
      count += entries.length;
      this.counted(platformUserId, unread);
    }
    return count;
  }

  /** Tells a person, on all its clients, how many entries are unread. */
  counted(platformUserId: string, unread: number): void {
    this.ports.announcements.announce({ type: 'inbox-unread-count', platformUserId, unread });
  }
}
