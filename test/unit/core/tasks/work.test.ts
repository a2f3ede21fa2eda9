// Edits as a task of the engine: all of them or none, with places in the list.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { emptyBlueprint } from '../../../../core/edits/empty.js';
import { runWork } from '../../../../core/tasks/work.js';
import { good } from '../../../support/base/good.js';

const blueprint = emptyBlueprint('Permit', 'A permit.');
const run = (edits: readonly JsonObject[], of: JsonObject = blueprint) =>
  runWork({ kind: 'edits', blueprint: of, scenarios: [], edits }, () => undefined);
const role = (id: string) => ({ edit: 'add_role', id, name: id });

describe('work of the engine', () => {
  it('makes edits in their order, and tells the findings of the whole list', () => {
    const act = { edit: 'add_action', title: 'Apply', sender: 'first' };
    const { draft, words, findings } = good(run([act, role('first'), role('second')]));
    expect(words.join(' ')).to.match(/Apply.*first.*second/);
    expect(draft.blueprint.participants).to.have.length(2);
    expect(findings.made.map(({ code }) => code)).to.not.contain('BP_SENDER_UNKNOWN');
  });

  it('makes none where one is refused, and names it', () => {
    const refused = run([role('first'), { edit: 'remove_role', role: 'none' }]);
    expect(isFailure(refused) && [refused.issue.code, refused.issue.path]).to.deep.equal([
      'EDIT_REFUSED',
      '/edits/1/role',
    ]);
  });

  it('refuses a draft that edits do not work on', () => {
    const refused = run([role('first')], { title: 'Old', participants: [], actions: [] });
    expect(isFailure(refused) && [refused.issue.code, refused.issue.path]).to.deep.equal(['EDIT_REFUSED', '/language']);
  });
});
