// Histories of edits: taken back, done again, bounded, and read from a document.
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, type Json, type JsonObject } from '../../../../core/base/json.js';
import { EDITS_KEPT_MAX } from '../../../../core/base/limits/node/designs.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { isSame } from '../../../../core/edits/draft.js';
import {
  doAgain,
  type EditHistory,
  editIn,
  newHistory,
  readHistory,
  replay,
  takeBack,
} from '../../../../core/edits/history.js';
import { EDIT_ROWS } from '../../../../core/edits/table.js';
import { draft } from './drafts.js';

function good<T>(result: Result<T>): T {
  if (isFailure(result)) throw new Error(JSON.stringify(result.issues));
  return result;
}

const codeOf = (result: Result<unknown>): string => (isFailure(result) ? result.issue.code : 'good');

describe('core/edits/history', () => {
  it('takes each edit back, byte for byte, and does it again', () => {
    const before = draft();
    for (const { name, example } of EDIT_ROWS) {
      const { history, edited } = good(editIn(newHistory(before), before, { edit: name, ...example }));
      const back = good(takeBack(history));
      expect(JSON.stringify(good(replay(back)).blueprint), name).to.equal(JSON.stringify(before.blueprint));
      expect(good(replay(back)).scenarios, name).to.deep.equal(before.scenarios);
      expect(canonical(good(replay(good(doAgain(back)))).blueprint), name).to.equal(canonical(edited.draft.blueprint));
    }
  });

  it('comes back to every draft on the way, whatever edits there were', () => {
    const edits: readonly JsonObject[] = EDIT_ROWS.map(({ name, example }) => ({ edit: name, ...example }));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...edits), { maxLength: 6 }), (chosen) => {
        let current = draft();
        let history = newHistory(current);
        const drafts = [current];
        for (const edit of chosen) {
          const next = editIn(history, current, edit);
          // An action that an edit before took away.
          if (isFailure(next)) continue;
          ({ history } = next);
          current = next.edited.draft;
          drafts.push(current);
        }
        for (const expected of drafts.reverse()) {
          expect(isSame(good(replay(history)), expected)).to.equal(true);
          history = history.done.length > 0 ? good(takeBack(history)) : history;
        }
      }),
      { numRuns: 10 },
    );
  });

  it('refuses to take back what is not there, and forgets what was taken back at the next edit', () => {
    const before = draft();
    const none = newHistory(before);
    expect([codeOf(takeBack(none)), codeOf(doAgain(none))]).to.deep.equal(['EDIT_REFUSED', 'EDIT_REFUSED']);
    const one = good(editIn(none, before, { edit: 'set_title', title: 'One' }));
    const two = good(editIn(good(takeBack(one.history)), before, { edit: 'set_title', title: 'Two' }));
    expect(codeOf(doAgain(two.history))).to.equal('EDIT_REFUSED');
  });

  it('keeps as many edits as it may, and begins later then', () => {
    const before = draft();
    const title = (i: number): Json => ({ edit: 'set_title', title: `Title ${i}` });
    const full: EditHistory = {
      ...newHistory(before),
      done: Array.from({ length: EDITS_KEPT_MAX }, (_, i) => title(i)),
    };
    const { history } = good(editIn(full, before, title(EDITS_KEPT_MAX)));
    expect(history.done.length).to.equal(EDITS_KEPT_MAX);
    expect(history.base.blueprint.title).to.equal('Title 0');
    expect(good(replay(history)).blueprint.title).to.equal(`Title ${EDITS_KEPT_MAX}`);
  });

  it('reads a history from its document, and no other document', () => {
    const history = { ...newHistory(draft()), done: [{ edit: 'set_title', title: 'One' }] };
    expect(good(readHistory(JSON.parse(JSON.stringify(history))))).to.deep.equal(history);
    const { base } = history;
    const many = Array.from({ length: EDITS_KEPT_MAX + 1 }, () => null);
    for (const document of [
      null,
      { ...history, base: null },
      { ...history, base: { ...base, blueprint: [] } },
      { ...history, base: { blueprint: base.blueprint } },
      { ...history, done: {} },
      { ...history, undone: 1 },
      { ...history, done: many },
    ])
      expect(codeOf(readHistory(document as Json))).to.equal('EDIT_INVALID');
    const broken = { ...history, done: [{ edit: 'remove_role', role: 'nobody' }] };
    expect(codeOf(replay(broken))).to.equal('EDIT_REFUSED');
  });
});
