// The budget of a JSON text: counted before anything is made of it.
import { expect } from 'chai';
import { budgetIssue, isWithin, valuesIn } from '../../../../core/base/json-budget.js';

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

describe('what a JSON text may hold', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  it('is so many values, as they are counted', () => {
    for (const text of ['[1,2,3]', '{"a":1,"b":{"c":[]}}', '["[,{",1]', nested(10)]) {
      const values = valuesIn(text, 100);
      expect(isWithin(text, { values, levels: 100 }), text).to.equal(true);
      expect(isWithin(text, { values: values - 1, levels: 100 }), text).to.equal(false);
    }
  });

  it('is so many levels, beside one another as often as there are values', () => {
    expect(isWithin(nested(5), { values: 100, levels: 5 })).to.equal(true);
    expect(isWithin(nested(6), { values: 100, levels: 5 })).to.equal(false);
    expect(isWithin(`[${Array(9).fill(nested(4)).join()}]`, { values: 100, levels: 5 })).to.equal(true);
    expect(isWithin('{"a":{"b":[{}]}}', { values: 100, levels: 3 })).to.equal(false);
  });

  it('is so many values in its outer levels, whatever is below', () => {
    const budget = (levels: number, values: number) => ({ values: 100, levels: 10, outer: { levels, values } });
    // One list, and in it two with a comma between them: three values begin in the levels 0 and 1 beside the first.
    const text = '[[1,2,3,4],[5]]';
    expect(isWithin(text, budget(1, 4))).to.equal(true);
    expect(isWithin(text, budget(1, 3))).to.equal(false);
    expect(isWithin(text, budget(0, 1))).to.equal(true);
    expect(isWithin(text, budget(0, 0))).to.equal(false);
    expect(isWithin(text, budget(2, 6))).to.equal(false);
  });

  it('is looked for no further than to the first that is too much, and makes nothing', () => {
    expect(isWithin(`${nested(6)}"`, { values: 100, levels: 5 })).to.equal(false);
    expect(isWithin('["abc', { values: 10, levels: 5 })).to.equal(true);
    expect(isWithin(']]]]}}[', { values: 10, levels: 1 })).to.equal(true);
  });
});
