// The check about four eyes: names that lead nowhere, and pairs that one party has to do.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { apartIn } from '../../../../../core/blueprint/plan/four-eyes.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { asks, definitionOf, findingsOf, to } from '../../../../support/definitions/short-definitions.js';

const text = { type: 'string' };

function kept(rule: object, participants: readonly object[] = [{ id: 'x' }, { id: 'y' }], sender = 'y'): JsonObject {
  const actions = [
    { ...asks({ plan: text }), ...to(2) },
    { sender, ...asks({ answer: text }), ...to(), ...rule },
  ];
  return { ...definitionOf(actions), participants } as unknown as JsonObject;
}

const codesOf = (definition: JsonObject): string[] =>
  findingsOf(definition)
    .filter(({ code }) => code.startsWith('BP_FOUR_EYES') || code === 'BP_FORM' || code === 'BP_MEMBER_UNREAD')
    .map(({ severity, code, location }) => `${severity} ${code} ${location}`);

describe('the check of four eyes', () => {
  it('takes a pair of two roles, and tells it in both directions', () => {
    const good = kept({ notSameAs: [1] });
    expect(codesOf(good)).to.deep.equal([]);
    expect(checkExecution(good)).to.deep.equal([]);
    const { ofAction, ofRole } = apartIn(good as unknown as Definition);
    expect(ofAction.get(1)).to.deep.equal([{ action: 2, role: 'y', byOrganisation: false }]);
    expect(ofRole.get('y')).to.deep.equal([{ action: 1, role: 'x', byOrganisation: false }]);
  });

  it('refuses names that lead nowhere, on ledgers too', () => {
    for (const [rule, at] of [
      [{ notSameAs: [7] }, '/notSameAs/0'],
      [{ notSameAs: [2] }, '/notSameAs/0'],
      [{ notSameAs: [1, 1] }, '/notSameAs/1'],
      [{ notSameOrganisation: true }, '/notSameOrganisation'],
      [{ notSameAs: [], notSameOrganisation: true }, '/notSameOrganisation'],
    ] as const) {
      expect(codesOf(kept(rule)), JSON.stringify(rule)).to.deep.equal([`error BP_FOUR_EYES /actions/1${at}`]);
      expect(checkExecution(kept(rule)).map(({ path }) => path)).to.deep.equal([`/actions/1${at}`]);
    }
    expect(codesOf(kept({ notSameAs: [1.5] }))[0]).to.contain('BP_FORM');
    expect(codesOf(kept({ notSameAs: Array(17).fill(1) }))[0]).to.contain('BP_FORM');
  });

  it('refuses what could never be done: one role, or one wallet, for both', () => {
    const never = ['error BP_FOUR_EYES_NEVER /actions/1/notSameAs/0'];
    expect(codesOf(kept({ notSameAs: [1] }, undefined, 'x'))).to.deep.equal(never);
    const walletAddress = 'ws11qqqq';
    const same = [
      { id: 'x', walletAddress },
      { id: 'y', walletAddress },
    ];
    expect(codesOf(kept({ notSameAs: [1] }, same))).to.deep.equal(never);
    expect(checkExecution(kept({ notSameAs: [1] }, same))).to.have.length(1);
  });

  it('warns where both roles are stated to be of one organisation', () => {
    const participants = [
      { id: 'x', organisation: 'Bank' },
      { id: 'y', organisation: 'Bank' },
    ];
    const rule = { notSameAs: [1], notSameOrganisation: true };
    expect(codesOf(kept(rule, participants))).to.deep.equal([
      'warning BP_FOUR_EYES_ORGANISATION /actions/1/notSameAs/0',
    ]);
    expect(codesOf(kept({ notSameAs: [1] }, participants))).to.deep.equal([]);
  });

  it('names at most 100 actions in all', () => {
    const participants = ['x', 'y'].map((id) => ({ id }));
    const makers = Array.from({ length: 16 }, (_, i) => ({ ...asks({ [`m${i}`]: text }), ...to(i + 2) }));
    const rule = { sender: 'y', notSameAs: makers.map((_, i) => i + 1) };
    const checks = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...asks({ c: text }),
        ...to(...(i < count - 1 ? [18 + i] : [])),
        ...rule,
      }));
    const of = (count: number) => ({ ...definitionOf([...makers, ...checks(count)]), participants }) as JsonObject;
    expect(codesOf(of(6))).to.deep.equal([]);
    expect(codesOf(of(7))).to.deep.equal(['error BP_FOUR_EYES /actions']);
  });

  it('keeps an action that is voted on apart from at most 16 others, whichever of them says so', () => {
    const of = (count: number, isVoted: boolean): JsonObject => {
      const approval = { of: [{ role: 'y' }, { role: 'z' }], need: 1, yes: 'r', no: 'n' };
      const routes = [
        { id: 'r', nextActionIds: [3] },
        { id: 'n', nextActionIds: [3] },
      ];
      const others = Array.from({ length: count }, (_, i) => ({
        ...asks({ [`o${i}`]: text }),
        ...to(...(i < count - 1 ? [4 + i] : [])),
        notSameAs: [2],
      }));
      const voted = { sender: 'y', ...asks({ v: text }), ...(isVoted ? { approval, routes } : to(3)) };
      const roles = ['x', 'y', 'z'].map((id) => ({ id }));
      return {
        ...definitionOf([{ ...asks({ a: text }), ...to(2) }, voted, ...others] as JsonObject[]),
        participants: roles,
      };
    };
    expect(codesOf(of(16, true))).to.deep.equal([]);
    expect(codesOf(of(17, false))).to.deep.equal([]);
    expect(codesOf(of(17, true))).to.deep.equal(['error BP_FOUR_EYES /actions/1']);
    expect(checkExecution(of(17, true)).map(({ path }) => path)).to.deep.equal(['/actions/1']);
  });
});
