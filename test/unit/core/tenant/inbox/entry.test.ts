// Which entries of a personal inbox are shown.
import { expect } from 'chai';
import {
  type EntryState,
  entriesOf,
  type InboxCategory,
  type InboxMark,
} from '../../../../../core/tenant/inbox/entry.js';

const aMark = (sequence: number, state: EntryState, category: InboxCategory = 'Action'): InboxMark => ({
  ...{ sequence, id: `${sequence}`, category, state },
  occurredAtMs: 1,
});

describe('core/tenant/inbox/entry', () => {
  it('lists the newest first, without what was dismissed unless that is asked for', () => {
    const marks = [aMark(2, 'Dismissed'), aMark(3, 'Read', 'Security'), aMark(1, 'Unread'), aMark(4, 'Unread')];
    const shown = (filter: Parameters<typeof entriesOf>[1]) => entriesOf(marks, filter).map(({ id }) => id);
    expect(shown({})).to.deep.equal(['4', '3', '1']);
    expect(shown({ state: 'Dismissed' })).to.deep.equal(['2']);
    expect(shown({ state: 'Unread' })).to.deep.equal(['4', '1']);
    expect(shown({ category: 'Security' })).to.deep.equal(['3']);
    expect(shown({ category: 'Membership' })).to.deep.equal([]);
  });
});
