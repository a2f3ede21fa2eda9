// Calculated fields: dependency order whatever the spelling, and nothing half calculated.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { type Calculated, calculate, calculationOrder } from '../../../../../core/blueprint/logic/calculate.js';
import { issuesOf, placesOf } from '../../../../support/results.js';

const FEES: Readonly<Record<string, Json>> = {
  aTotal: { '+': [{ var: 'net' }, { var: 'tax' }] },
  net: { '*': [{ var: 'price' }, { var: 'count' }] },
  tax: { '*': [{ var: 'net' }, 0.2] },
  z: 5,
};

describe('calculations', () => {
  it('run after what they read, and replace what was submitted', () => {
    const found = calculate({ calculations: FEES }, { price: 10, count: 3, net: 1, other: true });
    expect(found).to.deep.equal({
      data: { price: 10, count: 3, net: 30, other: true, tax: 6, aTotal: 36, z: 5 },
      calculated: ['net', 'tax', 'aTotal', 'z'],
    });
  });

  it('may read the submitted value of the field that they replace', () => {
    expect(calculate({ calculations: { n: { '+': [{ var: 'n' }, 1] } } }, { n: 1 })).to.deep.include({
      data: { n: 2 },
    });
  });

  it('are put in order once, and anew where an action has got others', () => {
    const action: { calculations?: Readonly<Record<string, Json>> } = { calculations: FEES };
    const order = calculationOrder(action);
    expect(calculationOrder(action)).to.equal(order);
    action.calculations = { b: { var: 'c' }, c: 1 };
    expect(calculationOrder(action)).to.deep.equal({ fields: ['c', 'b'] });
    delete action.calculations;
    expect(calculationOrder(action)).to.deep.equal({ fields: [] });
  });

  it('that read all of the data run last', () => {
    expect(calculationOrder({ calculations: { a: { var: '' }, b: 1 } })).to.deep.equal({ fields: ['b', 'a'] });
    expect(calculationOrder({ calculations: { a: { var: '' }, b: { var: '' } } })).to.deep.equal({ cycle: ['a', 'b'] });
  });

  it('copy the data once for all of them, and leave what was submitted', () => {
    const data = { a: 1, b: 2 };
    const { hasOwn } = Object;
    const read = new Set<object>();
    let found: ReturnType<typeof calculate>;
    // Rules look members up in the object that they are given: each copy would be another one.
    Object.hasOwn = (of, name) => {
      read.add(of);
      return hasOwn(of, name);
    };
    try {
      const calculations = { c: { var: 'a' }, b: 3, d: { var: 'c' }, e: { '+': [{ var: 'd' }, 1] } };
      found = calculate({ calculations }, data);
    } finally {
      Object.hasOwn = hasOwn;
    }
    expect(found).to.deep.include({ data: { a: 1, b: 3, c: 1, d: 1, e: 2 } });
    expect([read.size, data]).to.deep.equal([1, { a: 1, b: 2 }]);
  });

  it('may take all of the data as their value', () => {
    expect(calculate({ calculations: { all: { var: '' }, b: 2, n: { '+': [1, 1] } } }, { a: 1 })).to.deep.include({
      data: { a: 1, b: 2, n: 2, all: { a: 1, b: 2, n: 2 } },
    });
    const nested = calculate({ calculations: { all: { if: [true, [{ var: '' }]] } } }, { a: 1 });
    expect(nested).to.deep.include({ data: { a: 1, all: [{ a: 1 }] } });
  });

  it('that wait for each other have no value', () => {
    const calculations = { a: { var: 'b' }, b: { var: 'c.x' }, c: { missing: ['a'] }, d: 1 };
    expect(issuesOf(calculate({ calculations }, {}))).to.deep.equal([
      { code: 'LOGIC_INVALID', path: '/calculations', message: 'Calculations wait for each other: a, b, c.' },
    ]);
  });

  it('say which of them has no value', () => {
    const issues = (rule: Json) => placesOf(calculate({ calculations: { ok: 1, 'a/b': rule } }, {}));
    expect(issues({ '/': [1, 0] })).to.deep.equal(['LOGIC_INVALID /calculations/a~1b']);
  });

  it('give the same in every order of their members', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const rules = fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc
            .subarray(names.filter((other) => other < name))
            .map((reads): Json => ({ '+': [1, ...reads.map((read) => ({ var: read }))] })),
        ]),
      ),
    );
    fc.assert(
      fc.property(rules, fc.shuffledSubarray(names, { minLength: 5 }), (calculations, order) => {
        const shuffled = Object.fromEntries(order.map((name) => [name, calculations[name] as Json]));
        const [one, other] = [
          calculate({ calculations: calculations as JsonObject }, {}),
          calculate({ calculations: shuffled }, {}),
        ];
        expect(other).to.deep.equal(one);
        expect((one as Calculated).calculated).to.have.length(5);
      }),
    );
  });
});
