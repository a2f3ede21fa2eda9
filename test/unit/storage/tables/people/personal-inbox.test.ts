// Rows of personal inboxes: an event has one entry with all of its rows or none, whenever power is lost and whatever is
// under way; a docket that tells many people reads none of their inboxes; and what is read is what the rules say.
import { expect } from 'chai';
import { ENTRY_QUOTAS } from '../../../../../core/base/limits/node/people.js';
import { entriesOf, type InboxNotice } from '../../../../../core/tenant/inbox/entry.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { type MemoryKv, memoryKv } from '../../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../../storage/engine/table.js';
import { entryId, PersonalInboxes } from '../../../../../storage/tables/people/personal-inbox.js';

const ANNE = 'anne';
const marks = defineTable<readonly [string, string, number], unknown>('personal-marks');
const entries = defineTable<readonly [string, string], unknown>('personal-entries');

const aNotice = (sourceEventId: string, more: Partial<InboxNotice> = {}): InboxNotice => ({
  ...{ platformUserId: ANNE, sourceEventId, category: 'Security', type: 'PasswordChanged' },
  ...{ occurredAtMs: 1, details: {}, ...more },
});
const many = (count: number, more: Partial<InboxNotice> = {}): InboxNotice[] =>
  Array.from({ length: count }, (_, i) => aNotice(`e${i}`, { occurredAtMs: i + 1, ...more }));

function opened(kv: MemoryKv = memoryKv()) {
  const journal = new Journal(kv, { onFatal: () => undefined });
  const inboxes = new PersonalInboxes(kv, journal);
  const tell = (...notices: InboxNotice[]) => journal.commit(inboxes.add(notices, 1e9).ops);
  const shown = async (person = ANNE) => entriesOf(await inboxes.marksOf(person), {});
  /** The contents of the rows, counted apart. */
  const held = async () => {
    const rows = { marks: 0, entries: 0 };
    for await (const _ of new RowTable(kv, marks).keys()) rows.marks++;
    for await (const _ of new RowTable(kv, entries).keys()) rows.entries++;
    const unread = (await inboxes.marksOf(ANNE)).filter(({ state }) => state === 'Unread').length;
    return { ...rows, unread };
  };
  const unread = () => Object.values(inboxes.unread(ANNE)).reduce((sum, count) => sum + count, 0);
  return { kv, journal, inboxes, tell, shown, held, unread };
}

describe('PersonalInboxes', () => {
  it('keeps one entry an event, also of two that are under way', async () => {
    const { tell, inboxes, journal, held, unread } = opened();
    await Promise.all([tell(aNotice('a'), aNotice('a', { title: 'again' })), tell(aNotice('a'), aNotice('b'))]);
    await tell(aNotice('b'));
    expect(await held()).to.deep.equal({ marks: 2, entries: 2, unread: 2 });
    expect(unread()).to.equal(2);
    expect(inboxes.find(ANNE, entryId(ANNE, 'a'))?.entry).not.to.have.property('title');
    const both = [inboxes.setState(ANNE, entryId(ANNE, 'a'), 'Read')!];
    const commits = both.map(({ ops }) => journal.commit(ops));
    // Read a second time before the first is durable: it is counted once.
    for (const state of ['Read', 'Dismissed'] as const) {
      const after = inboxes.setState(ANNE, entryId(ANNE, 'a'), state)!;
      commits.push(journal.commit(after.ops));
    }
    await Promise.all(commits);
    expect([unread(), (await held()).unread]).to.deep.equal([1, 1]);
  });

  it('leaves no row of what went, and counts what is left', async () => {
    const { tell, held, unread, inboxes, journal } = opened();
    const all = many(2 * ENTRY_QUOTAS.Security + 7);
    for (const notice of all) {
      await tell(notice);
      if (Number(notice.sourceEventId.slice(1)) % 3 === 0)
        await journal.commit(inboxes.setState(ANNE, entryId(ANNE, notice.sourceEventId), 'Read')!.ops);
      expect(unread()).to.equal((await held()).unread);
    }
    const { marks, entries } = await held();
    expect([marks, entries]).to.deep.equal([ENTRY_QUOTAS.Security, ENTRY_QUOTAS.Security]);
    expect(inboxes.find(ANNE, entryId(ANNE, 'e0'))).to.equal(undefined);
    expect(inboxes.setState(ANNE, entryId(ANNE, 'e0'), 'Read')).to.equal(undefined);
  });

  it('holds of more than it can keep the newest, of one commit too', async () => {
    const { tell, shown, held } = opened();
    await tell(...many(ENTRY_QUOTAS.service + 5, { producer: 'one', category: 'Action' }));
    await tell(
      ...many(2, { producer: 'two', category: 'Action' }).map((one) => ({
        ...one,
        sourceEventId: `two/${one.sourceEventId}`,
      })),
    );
    expect((await shown()).at(-1)?.id).to.equal(entryId(ANNE, 'e7'));
    expect(await held()).to.deep.equal({
      marks: ENTRY_QUOTAS.service,
      entries: ENTRY_QUOTAS.service,
      unread: ENTRY_QUOTAS.service,
    });
  });

  it('marks all in one commit, and what is lost is counted no longer', async () => {
    const { tell, inboxes, journal, held, unread, kv } = opened();
    await tell(...many(5), aNotice('m', { category: 'Membership' }));
    const table = new RowTable(kv, marks);
    await journal.commit([table.del([ANNE, 'Security/PasswordChanged', 2])]);
    const part = inboxes.readAll(ANNE, 'Membership');
    expect([part.count, part.unread]).to.deep.equal([1, 5]);
    await journal.commit(part.ops);
    expect(inboxes.readAll(ANNE, 'Action')).to.deep.equal({ ops: [], unread: 5, count: 0 });
    const all = inboxes.readAll(ANNE);
    expect([all.count, all.unread]).to.deep.equal([4, 0]);
    await journal.commit(all.ops);
    expect([unread(), (await held()).unread]).to.deep.equal([0, 0]);
  });

  it('has all rows of an entry or none, whenever power is lost', async () => {
    for (let keep = 0; keep <= 3; keep++) {
      const kv = memoryKv();
      const { tell } = opened(kv);
      await tell(...many(ENTRY_QUOTAS.Security));
      kv.hold();
      const under: Promise<void>[] = [];
      for (let i = 0; i < 3; i++) {
        under.push(tell(aNotice(`late ${i}`, { occurredAtMs: 1000 + i })).catch(() => undefined));
        await Promise.resolve();
      }
      const after = opened(kv.crash(keep));
      const { marks, entries, unread } = await after.held();
      expect([marks, entries, unread]).to.deep.equal([entries, unread, after.unread()]);
      expect(marks).to.equal(ENTRY_QUOTAS.Security);
      // Told again after the start: nothing is lost, nothing is double.
      await after.tell(...[0, 1, 2].map((i) => aNotice(`late ${i}`, { occurredAtMs: 1000 + i })));
      const newest = (await after.shown()).slice(0, 3).map(({ id }) => id);
      expect(newest).to.deep.equal([2, 1, 0].map((i) => entryId(ANNE, `late ${i}`)));
      expect(after.unread()).to.equal(ENTRY_QUOTAS.Security);
    }
  });

  it('reads and writes for each person a docket tells a few small rows, however full the inbox is', async () => {
    const kv = memoryKv();
    const full = opened(kv);
    const people = ['anne', 'ben', 'cleo'];
    for (const platformUserId of people)
      await full.tell(...many(500, { platformUserId, category: 'Action', type: 'action-available' }));
    let reads = 0;
    const counted = {
      getSync: (key: Uint8Array) => {
        reads++;
        return kv.getSync(key);
      },
    };
    const inboxes = new PersonalInboxes(kv, counted);
    const late = { category: 'Action', type: 'action-available', occurredAtMs: 1e6 } as const;
    const { ops, added } = inboxes.add(
      people.map((platformUserId) => aNotice('late', { ...late, platformUserId })),
      1e9,
    );
    expect(added.size).to.equal(3);
    // The head, and the mark of the one that goes.
    expect(reads).to.equal(2 * people.length);
    // The head, a mark and an entry that come, and two that go.
    expect(ops).to.have.length(5 * people.length);
    const bytes = ops.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
    expect(bytes / people.length).to.be.lessThan(900);
  });
});
