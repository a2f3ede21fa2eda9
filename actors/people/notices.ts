// Tells people in their personal inboxes what happened (specification section 6): an entry is written in the commit of
// what it tells of, and announced once it is durable. Told twice, it is one entry. It decides nothing about what it
// tells.
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import { DEFAULT_PREFERENCES } from '../../core/tenant/inbox/preferences.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import type { PersonalInboxes, PersonalNews } from '../../storage/tables/people/personal-inbox.js';
import type { PreferenceStore } from '../../storage/tables/people/preferences.js';
import type { Announcements, Clock, Log } from '../ports.js';

export interface NoticePorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly inboxes: PersonalInboxes;
  readonly preferences: Pick<PreferenceStore, 'of'>;
  readonly announcements: Announcements;
  readonly log: Log;
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
    const { ops: entryOps, added, damaged } = this.ports.inboxes.add(notices, this.ports.clock.now());
    await this.ports.commit([...ops, ...entryOps]);
    return this.tellAdded(added) + (await this.tellAgain(notices, damaged));
  }

  private tellAdded(added: ReadonlyMap<string, PersonalNews>): number {
    let count = 0;
    for (const [platformUserId, { entries, unread }] of added) {
      const { notificationsEnabled } = sound(() => this.ports.preferences.of(platformUserId)) ?? DEFAULT_PREFERENCES;
      const atMs = this.ports.clock.now();
      for (const { id: entryId, category, cause } of entries)
        if (category === 'Security' || notificationsEnabled)
          this.ports.announcements.announce({ type: 'inbox-entry-added', platformUserId, entryId, atMs, cause });
      count += entries.length;
      this.tellCount(platformUserId, unread, entries.at(-1)?.cause);
    }
    return count;
  }

  /**
   * People whose inboxes could not be added to: the commit went on without them. They are told in a commit of its own,
   * once what was damaged is made again.
   */
  private async tellAgain(notices: readonly InboxNotice[], damaged: readonly string[]): Promise<number> {
    if (damaged.length === 0) return 0;
    for (const platformUserId of damaged) {
      this.ports.log.warn(
        { platformUserId },
        'The head of a personal inbox is damaged, and made again from its marks.',
      );
      await this.ports.commit(await this.ports.inboxes.repairedHead(platformUserId));
    }
    const late = notices.filter(({ platformUserId }) => damaged.includes(platformUserId));
    const { ops, added } = this.ports.inboxes.add(late, this.ports.clock.now());
    await this.ports.commit(ops);
    return this.tellAdded(added);
  }

  /** Tells a person, on all its clients, how many entries are unread. */
  tellCount(platformUserId: string, unread: number, cause?: string): void {
    this.ports.announcements.announce({ type: 'inbox-unread-count', platformUserId, unread, cause });
  }
}
