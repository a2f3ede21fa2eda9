// Telling people in their inboxes: in spite of a damaged row every commit is made, and each person is told.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import { Notices } from '../../../../actors/people/notices.js';
import type { Announcement } from '../../../../actors/ports.js';
import { entriesOf, type InboxNotice } from '../../../../core/tenant/inbox/entry.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';
import { PersonalInboxes } from '../../../../storage/tables/people/personal-inbox.js';
import { PreferenceStore } from '../../../../storage/tables/people/preferences.js';

describe('Notices', () => {
  it('goes on where rows of a person are damaged, and makes the head of the inbox again', async () => {
    const kv = memoryKv();
    const bad = (table: RowTable<string, unknown>): KvOp => ({ ...table.put('anne', {}), value: Buffer.alloc(9, 1) });
    const heads = new RowTable<string, unknown>(kv, defineTable('personal-heads'));
    const preferences = new RowTable<string, unknown>(kv, defineTable('preferences'));
    const told: string[] = [];
    const start = () => {
      const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
      const inboxes = new PersonalInboxes(kv, journal);
      const hub = announcementHub(quiet);
      hub.listen((fact) => told.push(textOf(fact)));
      const notices = new Notices({
        ...{ clock: { now: () => 100 }, inboxes, announcements: hub, log: quiet },
        preferences: new PreferenceStore(kv, journal),
        commit: (ops) => journal.commit(ops),
      });
      return { inboxes, notices };
    };
    const before = start();
    await before.notices.commit([], [aNotice('anne', 'one'), aNotice('anne', 'two'), aNotice('ben', 'one')]);
    await kv.write([bad(heads), bad(preferences)]);
    told.length = 0;
    const { inboxes, notices } = start();
    const row: KvOp = { key: Buffer.from('row'), value: Buffer.from('of the docket') };
    expect(await notices.commit([row], [aNotice('anne', 'three'), aNotice('ben', 'two')])).to.equal(2);
    expect(kv.getSync(row.key)).to.deep.equal(row.value);
    expect(told).to.deep.equal(['added ben', '2 unread ben', 'added anne', '3 unread anne']);
    const shown = await inboxes.read('anne', entriesOf(await inboxes.marksOf('anne'), {}));
    expect(shown.map(({ entry }) => entry.sourceEventId)).to.deep.equal(['three', 'two', 'one']);
    // As before in all that follows.
    expect(await notices.commit([], [aNotice('anne', 'one'), aNotice('anne', 'four')])).to.equal(1);
    expect(inboxes.unread('anne').Membership).to.equal(4);
  });
});

const silent = () => undefined;
const quiet = { debug: silent, info: silent, warn: silent, error: silent, child: () => quiet };

function aNotice(platformUserId: string, sourceEventId: string): InboxNotice {
  return { platformUserId, sourceEventId, category: 'Membership', type: 'told', occurredAtMs: 1, details: {} };
}

function textOf(fact: Announcement): string {
  if (fact.type === 'inbox-entry-added') return `added ${fact.platformUserId}`;
  return fact.type === 'inbox-unread-count' ? `${fact.unread} unread ${fact.platformUserId}` : fact.type;
}
