// The rules of the personal inbox: one entry an event, and what goes for what when it is full.
import { expect } from 'chai';
import { PERSONAL_ENTRIES_MAX } from '../../../../../core/base/limits/node/people.js';
import {
  EMPTY_INBOX,
  entriesOf,
  type InboxCategory,
  type InboxIndex,
  unreadOf,
  withAllRead,
  withEntries,
  withState,
} from '../../../../../core/tenant/inbox/entry.js';

const added = (index: InboxIndex, id: string, category: InboxCategory = 'Action'): InboxIndex =>
  withEntries(index, [{ id, category }]).index;
const filled = (count: number, category: InboxCategory = 'Action', from = EMPTY_INBOX): InboxIndex => {
  let index = from;
  for (let i = 0; i < count; i++) index = added(index, `${category}-${i}`, category);
  return index;
};
const ids = (index: InboxIndex) => index.marks.map(({ id }) => id);

describe('core/tenant/inbox', () => {
  it('takes an event once', () => {
    const index = filled(2);
    const again = withEntries(index, [{ id: 'Action-1', category: 'Security' }]);
    expect(again).to.deep.equal({ index, fresh: [], gone: [] });
    expect(ids(index)).to.deep.equal(['Action-0', 'Action-1']);
  });

  it('keeps to its bound, and lets the oldest dismissed one go first, then the oldest read one', () => {
    const full = filled(PERSONAL_ENTRIES_MAX);
    const marked = withState(withState(full, 'Action-7', 'Read')!, 'Action-9', 'Dismissed')!;
    const first = withEntries(marked, [{ id: 'a', category: 'Action' }]);
    expect(first.gone).to.deep.equal(['Action-9']);
    const second = withEntries(first.index, [{ id: 'b', category: 'Action' }]);
    expect(second.gone).to.deep.equal(['Action-7']);
    expect(withEntries(second.index, [{ id: 'c', category: 'Action' }]).gone).to.deep.equal(['Action-0']);
    expect(second.index.marks).to.have.length(PERSONAL_ENTRIES_MAX);
  });

  it('adds many at once as it adds them one by one', () => {
    const marked = withState(filled(PERSONAL_ENTRIES_MAX - 2), 'Action-3', 'Read')!;
    const names = Array.from({ length: PERSONAL_ENTRIES_MAX + 5 }, (_, i) => `n${i}`);
    const many = withEntries(
      marked,
      names.map((id) => ({ id, category: 'Action' as const })),
    );
    expect(many.index).to.deep.equal(names.reduce((index, id) => added(index, id), marked));
    expect(many.fresh).to.deep.equal(names);
    expect(many.gone.slice(0, 2), 'the read one, then the oldest').to.deep.equal(['Action-3', 'Action-0']);
    expect(many.gone.slice(-5), 'of more than it holds').to.deep.equal(names.slice(0, 5));
  });

  it('pushes nothing out of one category by a flood of another', () => {
    let index = added(EMPTY_INBOX, 'password', 'Security');
    index = filled(2 * PERSONAL_ENTRIES_MAX, 'Action', index);
    expect(ids(index)).to.include('password').and.have.length(PERSONAL_ENTRIES_MAX);
  });

  it('never gives a place twice', () => {
    const index = filled(PERSONAL_ENTRIES_MAX + 5);
    const places = index.marks.map(({ sequence }) => sequence);
    expect(places.at(-1)).to.equal(PERSONAL_ENTRIES_MAX + 5);
    expect(new Set(places).size).to.equal(places.length);
  });

  it('lists the newest first, without what was dismissed unless that is asked for', () => {
    const index = withState(filled(3), 'Action-1', 'Dismissed')!;
    const shown = (state?: 'Dismissed' | 'Unread') => entriesOf(index, { state }).map(({ id }) => id);
    expect(shown()).to.deep.equal(['Action-2', 'Action-0']);
    expect(shown('Dismissed')).to.deep.equal(['Action-1']);
    expect(entriesOf(index, { category: 'Security' })).to.deep.equal([]);
  });

  it('marks all of a category, or all, and brings nothing back that was dismissed', () => {
    let index = added(filled(2), 'm', 'Membership');
    index = withState(index, 'Action-0', 'Dismissed')!;
    const part = withAllRead(index, 'Action');
    expect([part.count, unreadOf(part.index).map(({ id }) => id)]).to.deep.equal([1, ['m']]);
    expect(withAllRead(index).count).to.equal(2);
    expect(withState(index, 'Action-0', 'Read')!.marks[0]?.state).to.equal('Dismissed');
    expect(withState(index, 'none', 'Read')).to.equal(undefined);
  });
});
