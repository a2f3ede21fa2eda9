// Rules as formulas: each rule has a text that is that rule, also those of all templates.
import { expect } from 'chai';
import fc from 'fast-check';
import { isObject, type Json } from '../../../../../core/base/json.js';
import { TEMPLATES } from '../../../../../core/design/templates/shipped.js';
import { readRuleText, ruleText } from '../../../../../core/edits/view/rule-text.js';

const rule = (text: string): Json => {
  const read = readRuleText(text);
  if ('faultAt' in read) throw new Error(`${text} breaks off at ${read.faultAt}`);
  return read.rule;
};

/** One value of an operation may stand without its list: both are the same rule. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length !== 1) return value;
  const [[name, args] = ['', null]] = entries;
  return { [name]: (Array.isArray(args) ? (args as readonly Json[]) : [args as Json]).map(plain) };
}

describe('unit: a rule as a formula', () => {
  it('reads what people write', () => {
    expect(rule('storeys * 1.5 + div(floorArea, 500, 2, "half-even")')).to.deep.equal({
      '+': [{ '*': [{ var: 'storeys' }, 1.5] }, { div: [{ var: 'floorArea' }, 500, 2, 'half-even'] }],
    });
    expect(rule('a + b + c - d')).to.deep.equal({
      '-': [{ '+': [{ var: 'a' }, { var: 'b' }, { var: 'c' }] }, { var: 'd' }],
    });
    expect(rule('in.total >= "1000.00" and not has("act.1.note") or false')).to.deep.equal({
      or: [{ and: [{ '>=': [{ var: 'in.total' }, '1000.00'] }, { '!': { has: 'act.1.note' } }] }, false],
    });
    expect(rule('act.1.note ?? "none"')).to.deep.equal({ var: ['act.1.note', 'none'] });
    expect(rule('contains(["a", "b"], way)')).to.deep.equal({ contains: [['a', 'b'], { var: 'way' }] });
    expect(rule('-5 - -3')).to.deep.equal({ '-': [-5, -3] });
    expect(rule('"<"(1, 2, 3)')).to.deep.equal({ '<': [1, 2, 3] });
    expect(rule('{"a": 1, "b": {"c": [2]}}')).to.deep.equal({ a: 1, b: { c: [2] } });
  });

  it('says where a text breaks off', () => {
    const fault = (text: string) => readRuleText(text) as { readonly faultAt?: number };
    expect(fault('a + ').faultAt).to.equal(4);
    expect(fault('a b').faultAt).to.equal(2);
    expect(fault('a < b < c').faultAt).to.equal(6);
    expect(fault('(a').faultAt).to.equal(2);
    expect(fault('(').faultAt).to.equal(1);
    expect(fault('{"a": 1}').faultAt, 'an operation is a call').to.equal(0);
    expect(fault('('.repeat(1000)).faultAt).to.be.a('number');
  });

  it('writes each rule of the templates, and reads the same', () => {
    const rules: Json[] = [];
    const collect = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(collect);
      else if (isObject(value))
        for (const [name, its] of Object.entries(value as Readonly<Record<string, Json>>)) {
          if (name === 'condition') rules.push(its);
          if (name === 'calculations' && isObject(its)) rules.push(...(Object.values(its) as Json[]));
          collect(its);
        }
    };
    collect(TEMPLATES);
    expect(rules.length).to.be.greaterThan(20);
    for (const each of rules) expect(plain(rule(ruleText(each))), ruleText(each)).to.deep.equal(plain(each));
  });

  it('writes any rule, and reads the same', () => {
    const value = fc.oneof(fc.integer(), fc.boolean(), fc.string(), fc.constant(null), fc.constant({ a: 1, b: [2] }));
    const name = fc.constantFrom('in.a', 'act.1.b', '', 'not', 'a b', 'or', 'x-y.0');
    const { rules } = fc.letrec<{ rules: Json }>((tie) => ({
      rules: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        value as fc.Arbitrary<Json>,
        name.map((its): Json => ({ var: its })),
        fc.tuple(name, tie('rules')).map((its): Json => ({ var: its })),
        fc
          .tuple(
            fc.constantFrom('+', '-', '*', '%', 'and', 'or', '==', '<', '!', 'div', 'if', '?:', 'max', '!!'),
            fc.array(tie('rules'), { minLength: 1, maxLength: 3 }),
          )
          .map(([operator, args]): Json => ({ [operator]: args })),
        fc.array(tie('rules'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(rules, (each) => {
        expect(plain(rule(ruleText(each))), ruleText(each)).to.deep.equal(plain(each));
      }),
      { numRuns: 1000 },
    );
  });
});
