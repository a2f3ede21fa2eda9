// Parts of an action as forms, and the edits that a change of one makes.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { carryOut } from '../../../../../core/edits/apply.js';
import {
  isWhole,
  kindsFree,
  membersShown,
  newPart,
  type PartForm,
  type PartKind,
  partEdits,
  partForm,
  partRemoval,
  partsIn,
} from '../../../../../core/edits/view/part-form.js';
import { type DraftAction, showDraft } from '../../../../../core/edits/view/shown-draft.js';
import { permit } from '../drafts.js';

const actionIn = (blueprint: JsonObject, id: number) =>
  showDraft(blueprint).actions.find((action) => action.id === id) as DraftAction;
const partIn = (action: DraftAction, kind: PartKind) => {
  const part = partsIn(action).find((each) => each.kind === kind);
  if (part === undefined) throw new Error(`no ${kind}`);
  return part;
};
const withForm = (
  form: PartForm,
  { choice = form.choice, ...values }: { readonly choice?: string } & PartForm['values'],
) => ({
  choice,
  values: { ...form.values, ...values },
});

/** The action after a change of its part, which it has or not yet. */
function changed(id: number, kind: PartKind, change: Parameters<typeof withForm>[1], isNew = false) {
  const blueprint = permit();
  const action = actionIn(blueprint, id);
  const part = isNew ? newPart(action, kind) : partIn(action, kind);
  const edits = partEdits(action, part, withForm(partForm(part), change));
  const after = edits.reduce((draft, edit) => {
    const made = carryOut({ blueprint: draft, scenarios: [] }, edit);
    if (isFailure(made)) throw new Error(made.issue.message);
    return made.parts.blueprint;
  }, blueprint);
  return { edits, action: actionIn(after, id).action };
}

describe('unit: a part of an action as a form', () => {
  it('shows each part that an action has, and offers no second one where it can have one', () => {
    const kinds = (id: number) => partsIn(actionIn(permit(), id)).map(({ kind, name }) => `${kind}/${name}`);
    expect(kinds(3)).to.deep.equal(['route/high-risk', 'route/low-risk', 'rejection/']);
    expect(kinds(4)).to.deep.equal(['route/to-control', 'timer/silence', 'rejection/']);
    expect(kinds(6)).to.deep.equal(['issuance/BuildingPermitCredential']);
    expect(kindsFree(actionIn(permit(), 4)))
      .to.include('timer')
      .and.not.include('rejection');
    const nameless = { ...actionIn(permit(), 6), action: { routes: [{ nextActionIds: [] }] } };
    expect(partsIn(nameless)).to.deep.equal([]);
  });

  it('shows a timer, and keeps what its form does not show', () => {
    const form = partForm(partIn(actionIn(permit(), 4), 'timer'));
    expect(form).to.deep.include({ choice: 'then' });
    expect(form.values)
      .to.include({ after: '30' })
      .and.deep.include({ 'then.nextActionIds': ['5'] });
    expect(changed(4, 'timer', {}).edits).to.deep.equal([]);
    const [timer] = changed(4, 'timer', { after: '45' }).action.timers as readonly JsonObject[];
    expect(timer).to.include({ id: 'silence', after: 'P45D' }).and.have.property('data');
    const [hours] = changed(4, 'timer', { after: 'PT4H' }).action.timers as readonly JsonObject[];
    expect(hours).to.include({ after: 'PT4H' });
  });

  it('has one of the members that do not stand together', () => {
    const [reminds] = changed(4, 'timer', { choice: 'remind', remind: ['planner'], every: '7', times: '3' }).action
      .timers as readonly JsonObject[];
    expect(reminds)
      .to.include({ every: 'P7D', times: 3 })
      .and.deep.include({ remind: ['planner'] });
    expect(reminds).to.not.have.property('then');
    const [opens] = changed(4, 'timer', { choice: 'notBefore' }).action.timers as readonly JsonObject[];
    expect(opens).to.include({ notBefore: true }).and.not.have.any.keys('then', 'remind', 'also');
    const waits = changed(5, 'join', { choice: 'requiredPriorActions', requiredPriorActions: ['3', '4'] }, true);
    expect(waits.action.requiredPriorActions).to.deep.equal([3, 4]);
    expect(changed(5, 'join', { fork: '3', need: '2' }, true).action.joins).to.deep.equal({ fork: 3, need: 2 });
    const shown = membersShown('timer', partForm(newPart(actionIn(permit(), 4), 'timer'))).map(({ at }) => at);
    expect(shown).to.deep.equal(['after', 'then.nextActionIds']);
  });

  it('names a new part by what is free', () => {
    const names = (kind: PartKind) => changed(4, kind, { choice: 'remind', remind: ['planner'] }, true).edits[0]?.id;
    expect(names('timer')).to.equal('timer');
    const action = { action: { timers: [{ id: 'timer' }, { id: 'timer-2' }] } };
    expect(newPart(action, 'timer').name).to.equal('timer-3');
    const route = changed(5, 'route', { nextActionIds: ['4', '6'] }, true).action.routes as readonly JsonObject[];
    expect(route.at(-1)).to.deep.equal({ id: 'way', nextActionIds: [4, 6] });
  });

  it('puts a credential of another type in the place of the one before', () => {
    const { edits, action } = changed(6, 'issuance', { credentialType: 'Permit', expiryDuration: '365' });
    expect(edits.map(({ edit }) => edit)).to.deep.equal(['remove_part', 'add_issuance']);
    expect(action.credentialIssuanceConfig).to.include({ credentialType: 'Permit', expiryDuration: 'P365D' });
    const claims = changed(6, 'issuance', { claimMappings: ['permitNumber', 'until'] }).action;
    expect(claims.credentialIssuanceConfig).to.deep.include({
      claimMappings: [
        { claimName: 'permitNumber', sourceField: '/permitNumber' },
        { claimName: 'until', sourceField: '/until' },
      ],
    });
  });

  it('states votes, confirmations, requirements and rejections', () => {
    const vote = changed(3, 'vote', { of: ['planner', 'control'], need: '2', yes: 'low-risk', no: 'high-risk' }, true);
    expect(vote.action.approval).to.deep.equal({
      ...{ of: [{ role: 'planner' }, { role: 'control' }], need: 2 },
      ...{ yes: 'low-risk', no: 'high-risk' },
    });
    const confirm = changed(3, 'confirm', { by: ['control'], within: '2', otherwise: 'count' }, true);
    expect(confirm.action.confirm).to.deep.equal({ by: ['control'], within: 'P2D', otherwise: 'count' });
    const asked = changed(1, 'credential_requirement', { type: 'Licence', acceptedIssuers: ' did:web:a \n\n' }, true);
    expect(asked.action.credentialRequirements).to.deep.equal([
      { id: 'credential', type: 'Licence', acceptedIssuers: ['did:web:a'] },
    ]);
    const back = changed(3, 'rejection', { targetActionId: '2', requireReason: false });
    expect(back.action.rejectionConfig).to.deep.equal({ targetActionId: 2 });
  });

  it('is whole when what it needs is there', () => {
    const form = partForm(newPart(actionIn(permit(), 6), 'confirm'));
    expect(isWhole('confirm', form)).to.equal(false);
    const given = withForm(form, { by: ['control'], within: '2', otherwise: 'redo' });
    expect(isWhole('confirm', given)).to.equal(true);
    for (const lacking of [{ by: [] }, { within: ' ' }, { otherwise: '' }])
      expect(isWhole('confirm', withForm(given, lacking)), JSON.stringify(lacking)).to.equal(false);
  });

  it('takes each part away', () => {
    const blueprint = permit();
    for (const { id } of showDraft(blueprint).actions)
      for (const part of partsIn(actionIn(blueprint, id))) {
        const made = carryOut({ blueprint, scenarios: [] }, partRemoval({ id }, part));
        if (isFailure(made)) throw new Error(made.issue.message);
        const left = partsIn(actionIn(made.parts.blueprint, id));
        expect(left.some(({ kind, name }) => kind === part.kind && name === part.name)).to.equal(false);
      }
  });
});
