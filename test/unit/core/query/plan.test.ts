// Conditions of filters that an index can serve, and those that none can.
import { expect } from 'chai';
import { parseExpression } from '../../../../core/query/parser.js';
import { conditionsOf } from '../../../../core/query/plan.js';
import { good } from './query.js';

/** The lookup that can serve each condition of a filter, `-` for those that nothing serves. */
function served(text: string): readonly string[] {
  return conditionsOf(good(parseExpression(text))).map(({ serves }) => {
    if (serves === undefined) return '-';
    if (serves.kind === 'equal') return `${serves.member}=${serves.values.join('|')}`;
    return `${serves.member} ${serves.operator} ${serves.value}`;
  });
}

describe('core/query/plan', () => {
  const plans: readonly (readonly [string, readonly string[]])[] = [
    ["a eq 'x'", ['a=x']],
    ["'x' eq $it/a", ['a=x']],
    ["a eq 'x' and (b/c eq 'y' and d gt 3)", ['a=x', 'b/c=y', 'd gt 3']],
    ['3 lt d and 9 ge d', ['d gt 3', 'd le 9']],
    ["a in ('x','y')", ['a=x|y']],
    ["a eq 'x' or a eq 'y' or a in ('z')", ['a=x|y|z']],
    ["m/any(v:v eq 'x')", ['m=x']],
    ["m/any(v:'x' eq v or v eq 'y')", ['m=x|y']],
    ["'x' in m", ['m=x']],
    ['a eq null', ['a=']],
    // Served by nothing: alternatives about two members, negations, all of a collection, members of items, computed
    // values.
    ["a eq 'x' or b eq 'y'", ['-']],
    ["a eq 'x' or a gt 'y'", ['-']],
    ["not (a eq 'x')", ['-']],
    ["a ne 'x'", ['-']],
    ["m/all(v:v eq 'x')", ['-']],
    ["m/any(v:v/n eq 'x')", ['-']],
    ["m/any(v:a eq 'x')", ['-']],
    ['m/any()', ['-']],
    ['m/$count eq 2', ['-']],
    ["tolower(a) eq 'x'", ['-']],
    ['a eq b', ['-']],
    ["a in ('x',b)", ['-']],
    ['a add 1 eq 2 and c', ['-', '-']],
  ];
  for (const [text, plan] of plans) it(`of ${text}`, () => expect(served(text)).to.deep.equal(plan));

  it('of no filter is empty', () => expect(conditionsOf(undefined)).to.deep.equal([]));
});
