// How a personal inbox grows: what goes for what when a quota is full, whatever others tell; and the same as a naive
// list of all entries, from whichever events it grew.
import { expect } from 'chai';
import { ENTRY_QUOTAS, PERSONAL_ENTRIES_MAX } from '../../../../../core/base/limits/node/people.js';
import { INBOX_CATEGORIES, type InboxCategory } from '../../../../../core/tenant/inbox/entry.js';
import {
  EMPTY_INBOX,
  headOf,
  type InboxHead,
  lookUpEntry,
  type NewEntry,
  type PlacedMark,
  placesOf,
  queueOf,
  unreadOf,
  withAllRead,
  withEntries,
  withState,
} from '../../../../../core/tenant/inbox/growth.js';
import { Dice } from '../../../../support/base/dice.js';

const nowMs = 1_000_000;

/** An inbox with its marks, as the store keeps them. */
class Kept {
  head: InboxHead = EMPTY_INBOX;
  nowMs = nowMs;
  readonly marks = new Map<string, PlacedMark>();

  add(...told: readonly NewEntry[]): readonly string[] {
    const isHeld = (entry: NewEntry) => this.ids.includes(entry.id);
    const added = told.filter((entry) => {
      const known = lookUpEntry(this.head, entry, this.nowMs);
      expect(known === 'no' && isHeld(entry), 'none is doubled').to.equal(false);
      return known === 'no' || (known === 'maybe' && !isHeld(entry));
    });
    const markAt = ({ queue, at }: { queue: string; at: number }) => this.marks.get(`${queue} ${at}`);
    const { head, fresh, gone } = withEntries(this.head, added, { nowMs: this.nowMs, markAt });
    this.head = head;
    for (const { queue, at, id } of gone) {
      expect(this.marks.get(`${queue} ${at}`)?.id).to.equal(id);
      this.marks.delete(`${queue} ${at}`);
    }
    for (const mark of fresh) this.marks.set(`${mark.queue} ${mark.at}`, mark);
    return fresh.map(({ id }) => id);
  }

  set(id: string, state: 'Read' | 'Dismissed'): void {
    const after = withState(this.head, this.all.find((mark) => mark.id === id)!, state);
    this.head = after.head;
    this.marks.set(`${after.mark.queue} ${after.mark.at}`, after.mark);
  }

  get all(): readonly PlacedMark[] {
    return [...this.marks.values()].sort((a, b) => a.sequence - b.sequence);
  }

  get ids(): readonly string[] {
    return this.all.map(({ id }) => id);
  }
}

const anEntry = (id: string, more: Partial<NewEntry> = {}): NewEntry => ({
  ...{ id, category: 'Action', type: 'action-available', occurredAtMs: 1, ...more },
});
const many = (count: number, more: Partial<NewEntry> = {}, name = 'e'): NewEntry[] =>
  Array.from({ length: count }, (_, i) => anEntry(`${name}${i}`, { occurredAtMs: i + 1, ...more }));

describe('core/tenant/inbox/growth', () => {
  it('keeps to each quota, and lets the oldest go', () => {
    const inbox = new Kept();
    const added = many(ENTRY_QUOTAS.Action + 3);
    for (const entry of added) inbox.add(entry);
    expect(inbox.ids).to.deep.equal(added.slice(3).map(({ id }) => id));
    expect(inbox.head.unread).to.deep.equal({ ...EMPTY_INBOX.unread, Action: ENTRY_QUOTAS.Action });
    expect(PERSONAL_ENTRIES_MAX).to.equal(300);
  });

  it('pushes no security entry out by actions, memberships or services, however many', () => {
    const inbox = new Kept();
    inbox.add(anEntry('password', { category: 'Security', type: 'PasswordChanged' }));
    const waiting = many(500);
    const members = many(500, { category: 'Membership', type: 'UserUpdatedInOrganization' }, 'm');
    const told = many(500, { producer: 'hostile' }, 's');
    // A service that could say so.
    const imitated = many(500, { category: 'Security', type: 'PasswordChanged', producer: 'hostile' }, 'i');
    for (const flood of [waiting, members, told, imitated]) inbox.add(...flood);
    expect(inbox.ids).to.include('password');
    const { Action, Membership, service } = ENTRY_QUOTAS;
    expect(inbox.ids).to.have.length(1 + Action + Membership + service);
  });

  it('pushes out no entry of another type by one that strangers cause', () => {
    const inbox = new Kept();
    inbox.add(...many(10, { category: 'Security', type: 'PasswordChanged' }, 'p'));
    inbox.add(...many(500, { category: 'Security', type: 'AccountLockedOut' }, 'l'));
    expect(inbox.ids.filter((id) => id.startsWith('p'))).to.have.length(10);
    expect(inbox.ids).to.have.length(ENTRY_QUOTAS.Security);
  });

  it('shares the quota of services among them, and forgets one that has no entry any more', () => {
    const inbox = new Kept();
    inbox.add(...many(ENTRY_QUOTAS.service, { producer: 'first' }, 'f'));
    inbox.add(...many(500, { producer: 'second' }, 's'));
    expect(inbox.ids.filter((id) => id.startsWith('f'))).to.have.length(ENTRY_QUOTAS.service / 2);
    for (let i = 0; i < 2 * ENTRY_QUOTAS.service; i++) {
      expect(inbox.add(anEntry(`of ${i}`, { producer: `p${i}` })), 'a new one stays').to.deep.equal([`of ${i}`]);
      expect(Object.keys(inbox.head.queues).length).to.be.at.most(ENTRY_QUOTAS.service);
    }
    expect(inbox.ids).to.have.length(ENTRY_QUOTAS.service);
  });

  it('counts no entry as unread that went, was read or dismissed', () => {
    const inbox = new Kept();
    inbox.add(...many(ENTRY_QUOTAS.Action));
    inbox.set('e0', 'Read');
    inbox.set('e1', 'Dismissed');
    inbox.set('e1', 'Read');
    expect(inbox.all[1]?.state, 'a dismissed one stays so').to.equal('Dismissed');
    expect(unreadOf(inbox.head)).to.equal(ENTRY_QUOTAS.Action - 2);
    inbox.add(...many(3, { occurredAtMs: nowMs }, 'new'));
    // The read one, the dismissed one and one unread went.
    expect(unreadOf(inbox.head)).to.equal(ENTRY_QUOTAS.Action);
    const part = withAllRead(inbox.head, inbox.all, 'Security');
    expect([part.changed.length, unreadOf(part.head)]).to.deep.equal([0, ENTRY_QUOTAS.Action]);
    const all = withAllRead(inbox.head, inbox.all);
    expect([all.changed.length, unreadOf(all.head)]).to.deep.equal([ENTRY_QUOTAS.Action, 0]);
  });

  it('brings back no action that went, when its docket is read again, and holds back none that comes', () => {
    const inbox = new Kept();
    const docket = many(ENTRY_QUOTAS.Action + 50, { occurredAtMs: 7 });
    expect(inbox.add(...docket)).to.have.length(ENTRY_QUOTAS.Action);
    const kept = inbox.ids;
    expect(inbox.add(...docket)).to.deep.equal([]);
    expect(inbox.ids).to.deep.equal(kept);
    // A register whose clock is ahead of all others fills the inbox; what others tell now comes all the same.
    inbox.add(...many(2 * ENTRY_QUOTAS.Action, { occurredAtMs: 9 * nowMs }, 'ahead'));
    expect(inbox.add(anEntry('now', { occurredAtMs: nowMs + 1 }))).to.deep.equal(['now']);
    expect(inbox.add(...docket), 'nor does the one ahead bring anything back').to.deep.equal([]);
    // A node whose own clock was ahead tells all, once that is set right.
    inbox.nowMs = 9 * nowMs;
    inbox.add(...many(ENTRY_QUOTAS.Action, { occurredAtMs: 9 * nowMs }, 'later'));
    inbox.nowMs = 2 * nowMs;
    expect(inbox.add(anEntry('right', { occurredAtMs: 2 * nowMs }))).to.deep.equal(['right']);
  });

  it('goes on where a mark is lost', () => {
    const inbox = new Kept();
    inbox.add(...many(ENTRY_QUOTAS.Action));
    const { fresh, gone, head } = withEntries(inbox.head, [anEntry('n', { occurredAtMs: 9e9 })], {
      ...{ nowMs, markAt: () => undefined },
    });
    expect([fresh.length, gone]).to.deep.equal([1, [{ queue: 'Action/action-available', at: 1 }]]);
    // A count that is too high is set right when its person reads all.
    expect(unreadOf(head)).to.equal(ENTRY_QUOTAS.Action + 1);
    expect(unreadOf(withAllRead(head, []).head)).to.equal(0);
  });

  it('is what a naive list of all entries is', () => {
    for (let seed = 0; seed < 4; seed++) sameAsNaive(new Dice(`inbox ${seed}`));
  });
});

/** Without when what went had happened, which no mark says, and without queues that are empty. */
function unheld({ unread, queues }: InboxHead) {
  const held = Object.entries(queues).filter(([, [from, next]]) => from < next);
  return { unread, queues: Object.fromEntries(held.map(([name, [from, next]]) => [name, [from, next]])) };
}

interface Naive extends NewEntry {
  state: 'Unread' | 'Read' | 'Dismissed';
}

interface NaiveInbox {
  readonly list: Naive[];
  /** Queues in the order in which they got their first entry. None of the test gets empty again. */
  readonly begun: string[];
}

/** The rules as said in words, by looking at everything. */
function grownNaively({ list, begun }: NaiveInbox, entry: NewEntry): void {
  list.push({ ...entry, state: 'Unread' });
  if (!begun.includes(queueOf(entry))) begun.push(queueOf(entry));
  const quota = (one: NewEntry) => (one.producer === undefined ? one.category : 'service');
  const own = list.filter((one) => quota(one) === quota(entry));
  if (own.length <= ENTRY_QUOTAS[quota(entry)]) return;
  const of = (queue: string) => own.filter((one) => queueOf(one) === queue);
  const most = Math.max(...own.map((one) => of(queueOf(one)).length));
  const grew = queueOf(entry);
  const goes = of(grew).length === most ? grew : begun.find((queue) => of(queue).length === most)!;
  list.splice(list.indexOf(of(goes)[0]!), 1);
}

function sameAsNaive(dice: Dice): void {
  const upTo = (sides: number) => Math.floor(dice.number() * sides);
  const inbox = new Kept();
  const expected: NaiveInbox = { list: [], begun: [] };
  const naive = expected.list;
  let clock = 1;
  const drawn = (): NewEntry => {
    const category = INBOX_CATEGORIES[upTo(4)] as InboxCategory;
    const producer = dice.chance(0.4) ? `s${upTo(3)}` : undefined;
    return { id: `${clock}`, category, type: 'one', producer, occurredAtMs: clock++ };
  };
  for (let step = 0; step < 250; step++) {
    const kind = dice.number();
    if (kind < 0.7) {
      const added = Array.from({ length: 1 + upTo(6) }, drawn);
      inbox.add(...added);
      for (const entry of added) grownNaively(expected, entry);
    } else if (kind < 0.95 && naive.length > 0) {
      const entry = naive[upTo(naive.length)] as Naive;
      const state = dice.chance(0.5) ? 'Read' : 'Dismissed';
      inbox.set(entry.id, state);
      if (entry.state !== 'Dismissed') entry.state = state;
    } else {
      const after = withAllRead(inbox.head, inbox.all);
      inbox.head = after.head;
      for (const mark of after.changed) inbox.marks.set(`${mark.queue} ${mark.at}`, mark);
      for (const entry of naive) if (entry.state === 'Unread') entry.state = 'Read';
    }
    expect(inbox.all.map(({ id, state }) => [id, state])).to.deep.equal(naive.map(({ id, state }) => [id, state]));
    for (const category of INBOX_CATEGORIES)
      expect(inbox.head.unread[category]).to.equal(
        naive.filter((one) => one.category === category && one.state === 'Unread').length,
      );
    expect(unheld(headOf(inbox.all))).to.deep.equal(unheld(inbox.head));
    expect(new Set(placesOf(inbox.head).map(({ queue, at }) => `${queue} ${at}`))).to.deep.equal(
      new Set(inbox.marks.keys()),
    );
  }
}
