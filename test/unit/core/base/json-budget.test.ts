// The budget of a JSON text: counted before anything is made of it.
import { expect } from 'chai';
import { budgetIssue, valuesIn } from '../../../../core/base/json-budget.js';

describe('the budget of a JSON text', () => {
  const code = (text: string, max: number) => budgetIssue(valuesIn(text, max), max)?.code;

  it('counts every value at least once', () => {
    for (const [text, values] of [
      ['[1,2,3]', 4],
      ['{"a":1,"b":{"c":[]}}', 4],
      [JSON.stringify(Array(100).fill({ a: 1 })), 201],
    ] as const) {
      expect(code(text, values - 1), text).to.equal('BODY_TOO_COMPLEX');
      expect(code(text, values * 2), text).to.equal(undefined);
    }
  });

  it('counts no further than it has to', () => {
    expect(valuesIn('[1,2,3]', 10)).to.equal(4);
    expect(valuesIn(JSON.stringify(Array(100).fill(1)), 10)).to.equal(11);
  });

  it('counts nothing inside texts', () => {
    expect(code('["[,,,,{\\",,,[[", "\\\\"]', 3)).to.equal(undefined);
    expect(code('["\\\\",1,1]', 3)).to.equal('BODY_TOO_COMPLEX');
  });

  it('counts every level of nesting', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(code(nested(100), 100)).to.equal('BODY_TOO_COMPLEX');
    expect(code(nested(100), 101)).to.equal(undefined);
  });

  it('ends with a text that never closes', () => {
    expect(code('["abc', 10)).to.equal(undefined);
    expect(code(']]]]}}', 10)).to.equal(undefined);
  });
});
