// The rules of an action: which there are, what they may read, the edit of one, and its result on sample data.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { shippedTemplate } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';
import { carryOut } from '../../../../../core/edits/apply.js';
import { type DraftRule, operandsOf, ruleEdit, rulesIn, tryRule } from '../../../../../core/edits/view/rule-trial.js';
import { type DraftAction, showDraft } from '../../../../../core/edits/view/shown-draft.js';

const organisations = { contractor: 'C', engineer: 'E', planner: 'P', environment: 'V', control: 'B' };
const template = shippedTemplate('construction-permit');
const made = template && instantiate(template, { organisations });
if (made === undefined || isFailure(made)) throw new Error('the template has no such parameters');
const permit = made as unknown as JsonObject;
const shown = showDraft(permit);

function actionOf(id: number, blueprint = permit): DraftAction {
  const action = showDraft(blueprint).actions.find((each) => each.id === id);
  if (!action) throw new Error(`no action ${id}`);
  return action;
}

function edited(id: number, name: string, rule: DraftRule['rule']): JsonObject {
  const action = actionOf(id);
  const its = rulesIn(action).find((each) => each.name === name);
  if (!its) throw new Error(`no rule ${name}`);
  const changed = carryOut({ blueprint: permit, scenarios: [] }, ruleEdit(action, its, rule));
  if (isFailure(changed)) throw new Error(changed.issue.message);
  return changed.parts.blueprint;
}

describe('unit: the rules of an action', () => {
  it('are its calculations, and the ways behind it', () => {
    expect(rulesIn(actionOf(2)).map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
      ...['calculation baseScore', 'calculation riskScore', 'condition review'],
    ]);
    const ways = rulesIn(actionOf(3));
    expect(ways.map(({ name, to, rule }) => [name, to, rule === undefined])).to.deep.equal([
      ['high-risk', [4], false],
      ['low-risk', [5], true],
    ]);
  });

  it('read what the role of the action is told, and its own members', () => {
    const names = operandsOf(actionOf(2), shown.actions, shown.roles).map(({ name }) => name);
    expect(names).to.include.members(['act.1.storeys', 'in.structuralNotes', 'calc.riskScore']);
    expect(names).to.not.include('act.1.bankReference');
  });

  it('change in their place, and go', () => {
    const rule = { '*': [2, { var: 'storeys' }] };
    const scores = rulesIn(actionOf(2, edited(2, 'baseScore', rule)));
    expect(scores.find(({ name }) => name === 'baseScore')?.rule).to.deep.equal(rule);
    expect(rulesIn(actionOf(2, edited(2, 'baseScore', undefined))).map(({ name }) => name)).to.not.include('baseScore');
    const open = edited(3, 'high-risk', undefined);
    expect(rulesIn(actionOf(3, open)).map(({ rule: its }) => its)).to.deep.equal([undefined, undefined]);
    const [way] = actionOf(3, open).action.routes as readonly JsonObject[];
    expect(way?.description, 'the rest of the route stays').to.be.a('string');
  });

  it('give a value or a way on sample data, or say why not', () => {
    const definition = (blueprint: JsonObject) => blueprint as unknown as Definition;
    const of = { kind: 'calculation', name: 'baseScore' } as const;
    expect(tryRule(definition(permit), 2, of)).to.have.property('value');
    const doubled = edited(2, 'baseScore', { '*': [2, { var: 'storeys' }] });
    expect(tryRule(definition(doubled), 2, of)).to.deep.equal({ value: 2 });
    const way = { kind: 'condition', name: 'high-risk' } as const;
    expect(tryRule(definition(permit), 3, way)).to.deep.equal({ next: [5] });
    const wrong = edited(2, 'baseScore', { '*': [2, { var: 'act.1.project' }] });
    expect(tryRule(definition(wrong), 2, of)).to.have.nested.property('issue.code', 'LOGIC_TYPE');
  });
});
