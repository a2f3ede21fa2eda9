// A rule about an action that its definition does not state: judged with the types of the definition, and true or not.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { isAddedRuleTrue, placeInRule, withAddedRule } from '../../../../../core/blueprint/execution/added-rule.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';

const action = (id: number, sender: string, properties: object, more: object = {}) => ({
  ...{ id, title: `Action ${id}`, sender, isStartingAction: id === 0 },
  dataSchemas: [{ type: 'object', required: Object.keys(properties), properties, additionalProperties: false }],
  ...more,
});
const DEFINITION = {
  ...{ id: 'orders', language: 2, title: 'Orders', description: 'Orders are approved.' },
  participants: ['buyer', 'clerk', 'approver'].map((id) => ({ id, name: id })),
  actions: [
    action(
      0,
      'buyer',
      { amount: { type: 'string', format: 'decimal' }, note: { type: 'string' } },
      {
        disclosures: [
          { participantAddress: 'approver', dataPointers: ['/amount'] },
          { participantAddress: 'clerk', dataPointers: ['/note'] },
        ],
        routes: [{ id: 'on', nextActionIds: [1] }],
      },
    ),
    action(
      1,
      'approver',
      { fee: { type: 'string', format: 'decimal' } },
      {
        disclosures: [{ participantAddress: 'buyer', dataPointers: ['/fee'] }],
      },
    ),
  ],
} as unknown as Definition;

describe('core/blueprint/execution/added-rule', () => {
  const errorsOf = (rule: Json) =>
    checkBlueprint(withAddedRule(DEFINITION, [1], rule) as never)
      .filter(({ severity, code }) => severity === 'error' && code !== 'BP_RESULT_REFUSED')
      .map(({ code, location }) => `${code} ${placeInRule(location)}`);
  const isTrue = (rule: Json, payload: { fee: string }, amount = '1.00') => {
    const runs = [{ action: 0, txId: 'a', data: { amount } }] as never;
    const value = isAddedRuleTrue(rule, { definition: DEFINITION, actionId: '1', payload, facts: { runs, time: {} } });
    return isFailure(value) ? value.issue.code : value;
  };

  it('is checked as a rule of the definition is, for what the sender sees', () => {
    expect(checkBlueprint(DEFINITION as never).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    expect(errorsOf({ '<=': [{ var: 'fee' }, '10.00'] })).to.deep.equal([]);
    expect(errorsOf({ '<=': [{ var: 'act.0.amount' }, '10.00'] })).to.deep.equal([]);
    expect(errorsOf({ '==': [{ var: 'act.0.note' }, 'x'] })).to.have.length(1);
    expect(errorsOf({ '<=': [{ var: 'price' }, '10.00'] })).to.deep.equal(['BP_NAME_UNKNOWN /<=/0/var']);
    expect(errorsOf({ '<=': [{ var: 'fee' }, true] })).to.have.length(1);
    expect(errorsOf({ var: 'fee' })).to.have.length(1);
    expect(errorsOf({ nothing: [] })).to.have.length(1);
    expect(errorsOf({ var: 'x-added-rule' })).to.have.length(1);
  });

  it('is true of exact decimals, of this action and of earlier ones', () => {
    const most = { '<=': [{ var: 'fee' }, '9007199254740993.00'] };
    expect(isTrue(most, { fee: '9007199254740993.00' })).to.equal(true);
    // The same number as a double.
    expect(isTrue(most, { fee: '9007199254740993.01' })).to.equal(false);
    const ofAmount = { '<=': [{ var: 'fee' }, { var: 'act.0.amount' }] };
    expect(isTrue(ofAmount, { fee: '0.99' }, '1.00')).to.equal(true);
    expect(isTrue(ofAmount, { fee: '1.01' }, '1.00')).to.equal(false);
  });

  it('is no yes where it cannot be judged', () => {
    expect(isTrue({ '<=': [{ var: 'fee' }, '1'] }, {} as never)).to.equal('LOGIC_ABSENT');
    expect(isTrue({ '<=': [{ var: 'unknown' }, '1'] }, { fee: '1' })).to.be.a('string');
    expect(isTrue('yes', { fee: '1' })).to.not.equal(true);
  });

  it('leaves other actions as they are', () => {
    const added = withAddedRule(DEFINITION, [1], true);
    expect(added.actions[0]).to.equal(DEFINITION.actions[0]);
    expect(DEFINITION.actions[1]).to.not.have.property('calculations');
  });
});
