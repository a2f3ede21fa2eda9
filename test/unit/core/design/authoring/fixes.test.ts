// Fixes of findings: each leaves a blueprint without its finding, changes nothing else, and one after the other they
// leave none.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { applyPatch, fixBlueprint } from '../../../../../core/design/authoring/fixes.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { asks, definitionOf, num, to } from '../../../../support/definitions/short-definitions.js';

const ROUTED = [{ ...asks({ a: num }), ...to(2) }, { routes: [] }];
const REASON = 'The bank says that it comes.';

/** A change of a good definition, and the finding whose fix takes it back. */
const MISTAKES: Readonly<Record<string, JsonObject>> = {
  BP_MEMBER_UNKNOWN: definitionOf(ROUTED, { tabels: {} }),
  BP_OVERRIDE_UNUSED: definitionOf(ROUTED, { overrides: [{ code: 'BP_DEADLOCK', reason: REASON }] }),
  BP_SCHEMA_OPEN: definitionOf([
    { ...asks({ a: num }), ...to(2) },
    {
      dataSchemas: [
        { type: 'object', anyOf: [{ required: ['b'], additionalProperties: true }], properties: { b: num } },
      ],
    },
  ]),
  BP_START_MISSING: definitionOf([{ ...ROUTED[0], isStartingAction: false }, { routes: [] }]),
};

const codesOf = (blueprint: Json): readonly string[] => checkBlueprint(blueprint).map(({ code }) => code);

describe('fixBlueprint', () => {
  for (const [code, blueprint] of Object.entries(MISTAKES))
    it(`fixes ${code}, and nothing else`, () => {
      expect(codesOf(blueprint)).to.include(code);
      const { blueprint: fixed, fixed: told, findings } = fixBlueprint(blueprint);
      expect(told.map((one) => one.code)).to.deep.equal([code]);
      expect(findings).to.deep.equal(checkBlueprint(fixed));
      // Behind an error that leaves the rules unread, the others may be warnings.
      expect(codesOf(fixed)).to.not.include(code);
      expect(checkBlueprint(fixed).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
    });

  it('fixes several in one list, whose places move', () => {
    const overrides = ['BP_DEADLOCK', 'BP_ACTION_DEAD', 'BP_BRANCHES_MEET'].map((code) => ({ code, reason: REASON }));
    const { blueprint, fixed } = fixBlueprint(definitionOf(ROUTED, { overrides }));
    expect(fixed.length).to.equal(3);
    expect((blueprint as JsonObject).overrides).to.deep.equal([]);
  });

  it('has no fix where two changes could be meant', () => {
    const both = definitionOf(ROUTED, { tabels: {}, tables: {} });
    expect(fixBlueprint(both).fixed).to.deep.equal([]);
    const unrelated = definitionOf(ROUTED, { zzzzzzzz: 1 });
    expect(fixBlueprint(unrelated).fixed).to.deep.equal([]);
  });

  it('leaves what cannot be read as it is', () => {
    for (const value of [null, 1, 'text', [], {}] as Json[]) expect(fixBlueprint(value).blueprint).to.equal(value);
  });
});

describe('patched', () => {
  it('adds, moves and removes as RFC 6902 says', () => {
    const value = { a: [1, 2], b: { c: 3 } };
    expect(applyPatch(value, [{ op: 'add', path: '/a/1', value: 9 }])).to.deep.equal({ a: [1, 9, 2], b: { c: 3 } });
    expect(applyPatch(value, [{ op: 'remove', path: '/a/0' }])).to.deep.equal({ a: [2], b: { c: 3 } });
    expect(applyPatch(value, [{ op: 'move', from: '/b/c', path: '/b/d~1e' }])).to.deep.equal({
      a: [1, 2],
      b: { 'd/e': 3 },
    });
    expect(value).to.deep.equal({ a: [1, 2], b: { c: 3 } });
    expect(() => applyPatch(value, [{ op: 'move', from: '/b/x', path: '/b/y' }])).to.throw('which is not there');
  });
});
