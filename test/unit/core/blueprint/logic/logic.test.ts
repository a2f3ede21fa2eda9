// The form of rules: which may be published, with the place of each fault, and the names that they read.
import { expect } from 'chai';
import type { Json } from '../../../../../core/base/json.js';
import { LOGIC_DEPTH_MAX, LOGIC_NODES_MAX } from '../../../../../core/base/limits/ledger/definitions.js';
import { checkLogic } from '../../../../../core/blueprint/logic/logic.js';
import { variablesIn } from '../../../../../core/blueprint/logic/logic-reads.js';
import { RULE_OPERATORS } from '../../../../../core/blueprint/operators/evaluate.js';

describe('logic', () => {
  it('is checked before it is published, with the place of each fault', () => {
    const codes = (rule: Json) => checkLogic(rule, '/c', RULE_OPERATORS).map(({ code, path }) => `${code} ${path}`);
    expect(codes({ and: [{ '>': [{ var: 'a' }, 1] }, { oder: [1] }] })).to.deep.equal(['LOGIC_INVALID /c/and/1/oder']);
    expect(codes({ log: 1 })).to.deep.equal(['LOGIC_INVALID /c/log']);
    expect(codes({ a: 1, b: 2 })).to.deep.equal([]);
    expect(codes(Array.from({ length: LOGIC_NODES_MAX }, () => 1))).to.deep.equal(['LOGIC_LIMIT /c']);
    for (const levels of [LOGIC_DEPTH_MAX + 1, 5000]) {
      let deep: Json = 1;
      for (let i = 0; i < levels; i++) deep = [deep];
      expect(codes(deep)).to.deep.equal(['LOGIC_LIMIT /c']);
    }
    expect(checkLogic({ iff: [] }, '', RULE_OPERATORS)[0]?.message).to.contain('did you mean if');
    expect(checkLogic({ '/': [1, 2] }, '', RULE_OPERATORS)[0]?.message).to.contain('half-even');
  });

  it('tells which names a rule reads, those of the items of a list left out', () => {
    expect(
      variablesIn({ '+': [{ var: 'a.b' }, { var: ['c', { var: 'd' }] }, { missing: ['e', 'f.g'] }] }),
    ).to.deep.equal([...['a.b', 'c', 'd', 'e', 'f.g']]);
    expect(variablesIn({ map: [{ var: 'list' }, { var: 'inner' }] })).to.deep.equal(['list']);
    expect(variablesIn({ reduce: [{ var: 'list' }, { var: 'accumulator' }, { var: 'start' }] })).to.deep.equal([
      ...['list', 'start'],
    ]);
    expect(variablesIn({ missing_some: [1, ['a', 'b']] })).to.deep.equal(['a', 'b']);
    expect(variablesIn({ var: '' })).to.deep.equal([]);
  });
});
