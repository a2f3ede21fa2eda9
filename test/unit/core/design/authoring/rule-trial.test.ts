// Rules that are tried on data: what they give, and where a fault is.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { ofTrial, RULE_RESULT, ruleTrial } from '../../../../../core/design/authoring/rule-trial.js';
import { runTask } from '../../../../../core/design/task.js';

function tried(rule: Json, data: JsonObject, schema?: JsonObject): Json {
  const definition = ruleTrial({ rule, data, schema });
  const value = runTask({ kind: 'calculate', definition, draft: true, actionId: '0', data }, () => undefined);
  if (!isFailure(value)) return value.data[RULE_RESULT] as Json;
  const { code, path } = ofTrial(value.issue);
  return `${code} ${path}`;
}

describe('a rule that is tried', () => {
  it('has the types of the data, or those of a schema', () => {
    const rule = { '<': [{ var: 'a' }, '10.00'] };
    expect(tried(rule, { a: '9.50' })).to.equal(true);
    const text = { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } };
    expect(tried(rule, { a: '9.50' }, text)).to.equal(false);
  });

  it('is told where it is wrong', () => {
    expect(tried({ plus: [1] }, {})).to.equal('LOGIC_INVALID /rule/plus');
    expect(tried({ '+': [{ var: 'b' }, 1] }, { a: 1 })).to.equal('LOGIC_INVALID /rule/+/0/var');
    expect(tried(true, {}, { pattern: '(' })).to.match(/^SCHEMA_INVALID \/schema/);
    const optional = { type: 'object', properties: { a: { type: 'integer' } } };
    expect(tried({ '+': [{ var: 'a' }, 1] }, {}, optional)).to.equal('LOGIC_ABSENT /rule');
    expect(tried(true, { [RULE_RESULT]: 1 })).to.not.equal(true);
  });
});
