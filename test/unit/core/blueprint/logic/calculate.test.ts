// Calculated fields: dependency order whatever the spelling.
import { expect } from 'chai';
import fc from 'fast-check';
import { cycleIssue, orderBy } from '../../../../../core/blueprint/logic/calculate.js';

const ordered = (waits: Readonly<Record<string, readonly string[]>>) =>
  orderBy(new Map(Object.entries(waits).map(([field, of]) => [field, new Set(of)])));

describe('calculations', () => {
  it('run after what they read, by code units among equals', () => {
    expect(ordered({ aTotal: ['net', 'tax'], z: [], net: [], tax: ['net'] })).to.deep.equal({
      fields: ['net', 'tax', 'aTotal', 'z'],
    });
    expect(ordered({})).to.deep.equal({ fields: [] });
  });

  it('that wait for each other have no order, and are named', () => {
    expect(ordered({ a: ['b'], b: ['c'], c: ['a'], d: [] })).to.deep.equal({ cycle: ['a', 'b', 'c'] });
    expect(cycleIssue(['a', 'b', 'c'])).to.deep.equal({
      ...{ code: 'LOGIC_INVALID', path: '/calculations' },
      message: 'Calculations wait for each other: a, b, c.',
    });
  });

  it('stand in the same order in every order of their members', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const reads = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.subarray(names.filter((other) => other < name))])),
    );
    fc.assert(
      fc.property(reads, fc.shuffledSubarray(names, { minLength: 5 }), (waits, order) => {
        const shuffled = Object.fromEntries(order.map((name) => [name, waits[name] ?? []]));
        expect(ordered(shuffled)).to.deep.equal(ordered(waits as Record<string, string[]>));
        expect(ordered(shuffled)).to.have.property('fields').with.length(5);
      }),
    );
  });
});
