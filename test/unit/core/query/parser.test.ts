// Trees of expressions by their precedence, faults by their place, and bounds.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import type { Expression } from '../../../../core/query/expression.js';
import { NESTING_MAX, TOKENS_MAX } from '../../../../core/query/limits.js';
import { parseExpression, parseOrder } from '../../../../core/query/parser.js';

describe('core/query/parser', () => {
  const shapes: readonly (readonly [string, string])[] = [
    ['a eq 1 and b eq 2 or c eq 3', '((a eq 1) and (b eq 2)) or (c eq 3)'],
    ['a add 1 mul 2 eq 3', '(a add (1 mul 2)) eq 3'],
    ['a sub 1 sub 2 eq 3', '((a sub 1) sub 2) eq 3'],
    ['-a mul 2 lt -3', '((-a) mul 2) lt -3'],
    ['not contains(a,b) and c', '(not contains(a, b)) and c'],
    ['not (a eq 1)', 'not (a eq 1)'],
    ["a in ('x','it''s')", "a in ('x', 'it's')"],
    ["'x' in b", "'x' in b"],
    ["b/any(r:r eq 'x')", "b/any(r: r eq 'x')"],
    ['b/any()', 'b/any()'],
    ['m/n/$count gt 2', '(m/n/$count) gt 2'],
    ['A EQ 1 AND B NE NULL', '(A eq 1) and (B ne null)'],
    ['a eq 2026-11-27T10:00:00.5Z', 'a eq 1795773600500'],
    ['a eq 2026-11-27T10:00:00+02:00', 'a eq 1795766400000'],
    ["a eq duration'-P1DT2H3M4.5S'", 'a eq -93784500'],
  ];
  for (const [text, shape] of shapes) it(`reads ${text}`, () => expect(written(treeOf(text))).to.equal(shape));

  const refusals: readonly (readonly [string, RegExp])[] = [
    ['', /character 1: a value is expected/],
    ['a eq', /character 5: a value is expected/],
    ['a eq eq', /character 1|member|expected/],
    ['(a eq 1', /character 8: \) is expected/],
    ['a eq 1)', /character 7: "\)" is not expected/],
    ["a eq 'x", /character 6: the text has no closing quote/],
    ['a eq 1 eq 2', /two ways/],
    ['not a eq 1', /two ways/],
    ['a eq 2026-02-30', /not of type date/],
    ['a eq 2026-11-27T25:00:00Z', /not of type timestamp/],
    ["a eq duration'P'", /not of type duration/],
    ['a eq 1e999', /not of type number/],
    ['a eq 12x', /has no meaning/],
    ['a eq @p', /@p is not in the query/],
    ['b/any(x:)', /a value is expected/],
    ['b/any(1:true)', /names a variable/],
    [' a', /no blank/],
    ['a;b', /";" has no meaning/],
  ];
  for (const [text, message] of refusals)
    it(`refuses ${JSON.stringify(text)}`, () => {
      const found = parseExpression(text);
      if (!isFailure(found)) {
        // `a eq eq` compares with a member of that name.
        expect(text).to.equal('a eq eq');
        return;
      }
      expect(found.issue.code).to.equal('QUERY_INVALID');
      expect(found.issue.message).to.match(message);
    });

  it('takes the text of a parameter as if it stood in brackets, and no parameter in it', () => {
    const aliases = new Map([
      ['@p', '5 add 3'],
      ['@q', '@p'],
      ['@r', '@r'],
    ]);
    expect(written(parsed(parseExpression('a mul @p eq 2', aliases)))).to.equal('(a mul (5 add 3)) eq 2');
    for (const name of ['@q', '@r']) expect(isFailure(parseExpression(`a eq ${name}`, aliases)), name).to.equal(true);
  });

  it('counts the words of an alias each time that it is named', () => {
    const words = (most: number) => Array.from({ length: most / 4 }, (_, i) => `a eq ${i}`).join(' or ');
    const aliases = new Map([['@p', words(200)]]);
    const named = (times: number) => parseExpression(Array.from({ length: times }, () => '@p').join(' or '), aliases);
    expect(isFailure(named(2))).to.equal(false);
    const refused = named(3);
    expect(isFailure(refused) && refused.issue.message).to.include(`more than ${TOKENS_MAX} words`);
  });

  it('orders by several expressions, each in its direction', () => {
    const order = parsed(parseOrder('a desc,b add 1 asc,c'));
    expect(order.map(({ by, isDescending }) => [written(by), isDescending])).to.deep.equal([
      ['a', true],
      ['b add 1', false],
      ['c', false],
    ]);
  });

  it('refuses what nests too deep and what is too long, at a cost of its length', () => {
    const deep = [
      `${'('.repeat(100_000)}a`,
      `${'not '.repeat(100_000)}a`,
      `${'-'.repeat(100_000)}a`,
      `${'concat('.repeat(100_000)}a`,
      `${'b/any(x:'.repeat(100_000)}a`,
      `${'a in ('.repeat(100_000)}a`,
    ];
    for (const text of deep) expect(isFailure(parseExpression(text)), text.slice(0, 10)).to.equal(true);
    for (const open of ['(', 'not (']) {
      const within = `${open.repeat(NESTING_MAX + 1)}a${')'.repeat(NESTING_MAX + 1)}`;
      expect(isFailure(parseExpression(within)), open).to.equal(true);
    }
    expect(isFailure(parseExpression(`${'('.repeat(NESTING_MAX - 1)}a${')'.repeat(NESTING_MAX - 1)}`))).to.equal(false);
    const long = Array.from({ length: TOKENS_MAX / 4 }, (_, i) => `a eq ${i}`);
    expect(isFailure(parseExpression(long.join(' or ')))).to.equal(false);
    expect(isFailure(parseExpression([...long, 'a eq 1'].join(' or ')))).to.equal(true);
  });
});

function parsed<T>(found: T): Exclude<T, { readonly isFinal: boolean }> {
  if (isFailure(found as never)) throw new Error(JSON.stringify(found));
  return found as never;
}

function treeOf(text: string): Expression {
  return parsed(parseExpression(text)) as Expression;
}

/** A tree with all brackets. */
function written(tree: Expression): string {
  const inner = (one: Expression): string =>
    one.kind === 'literal' || (one.kind === 'path' && !one.isCount) || one.kind === 'call' || one.kind === 'lambda'
      ? written(one)
      : `(${written(one)})`;
  switch (tree.kind) {
    case 'literal':
      return tree.type === 'string' ? `'${tree.value}'` : String(tree.value);
    case 'path':
      return `${tree.names.join('/')}${tree.isCount ? '/$count' : ''}`;
    case 'call':
      return `${tree.name}(${tree.args.map(written).join(', ')})`;
    case 'not':
      return `not ${inner(tree.of)}`;
    case 'minus':
      return `-${inner(tree.of)}`;
    case 'and':
    case 'or':
      return tree.of.map(inner).join(` ${tree.kind} `);
    case 'compare':
    case 'compute':
      return `${inner(tree.left)} ${tree.operator} ${inner(tree.right)}`;
    case 'in': {
      const { among } = tree;
      const list = Array.isArray(among) ? `(${among.map(written).join(', ')})` : written(among as Expression);
      return `${inner(tree.of)} in ${list}`;
    }
    case 'lambda': {
      const { quantifier, variable, test } = tree.lambda;
      return `${tree.over.join('/')}/${quantifier}(${test === undefined ? '' : `${variable}: ${written(test)}`})`;
    }
  }
}
