// The check of decisions of several roles, what their rules may read, and how their control flow is searched.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { graphText } from '../../../../../core/design/authoring/graph-text.js';
import { checkBlueprint, checkExecution, checkersIn } from '../../../../../core/design/check/check.js';
import { asks, definitionOf, findingsOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';

const WAYS = [
  { id: 'granted', nextActionIds: [3] },
  { id: 'refused', nextActionIds: [4] },
];
const VOTES = { of: [{ role: 'x', weight: 2 }, { role: 'y' }, { role: 'z' }], need: 3, yes: 'granted', no: 'refused' };

/** One states a price, three decide, and one of them ends it. */
function definition(approval: object = {}, action: object = {}, more: JsonObject = {}): JsonObject {
  return definitionOf(
    [
      { ...asks({ price: num }), ...shows({ y: ['price'], z: ['price'] }), ...to(2) },
      { ...asks({ score: num }), routes: WAYS, approval: { ...VOTES, ...approval }, ...action } as JsonObject,
      { ...asks({ done: num }), ...to() },
      { ...asks({ filed: num }), ...to() },
    ],
    more,
  );
}

const codesOf = (of: JsonObject): string[] =>
  findingsOf(of)
    .filter(({ code }) => code !== 'BP_APPROVAL_WAITS' && code !== 'BP_UNCHECKED')
    .map(({ code, location }) => `${code} ${location}`);

describe('the check of decisions of several', () => {
  it('counts what is found for each vote, on ledgers too', () => {
    const of = Array.from({ length: 50 }, (_, i) => ({ role: `r${i}` }));
    const roles = of.map(({ role }) => ({ id: role }));
    const told = { disclosures: roles.map(({ id }) => ({ participantAddress: id, dataPointers: ['/v'] })) };
    const voted = (next: number, rule: object): JsonObject => ({
      ...{ sender: 'r0', ...asks({ v: num }), ...told, ...rule },
      approval: { of, need: 1, yes: 'y', no: 'n' },
      routes: ['y', 'n'].map((id) => ({ id, nextActionIds: [next] })),
    });
    const many = (count: number, rule: object = {}): JsonObject => {
      const votes = Array.from({ length: count }, (_, i) => voted(i + 3, rule));
      const actions = [{ sender: 'r0', ...asks({ a: num }), ...to(2) }, ...votes, { sender: 'r0', ...to() }];
      return { ...definitionOf(actions), participants: roles };
    };
    const refused = (definition: JsonObject): readonly string[] =>
      checkExecution(definition).flatMap(({ path, message }) => (path === '/actions' ? [message] : []));
    expect(refused(many(33)).join()).to.equal('');
    expect(refused(many(34)).join()).to.contain('All votes count 102000, and at most 100000');
    const rules = { calculations: { c: { '+': [{ var: 'in.v' }, 1] } } };
    expect(refused(many(32, rules)).join()).to.contain('All votes count 100800');
  });

  it('takes one with its two ways, on ledgers too, and warns that it may stay open', () => {
    expect(codesOf(definition())).to.deep.equal([]);
    expect(findingsOf(definition()).map(({ severity, code }) => `${severity} ${code}`)).to.deep.equal([
      'warning BP_APPROVAL_WAITS',
    ]);
    expect(checkExecution(definition())).to.deep.equal([]);
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'silence', after: 'P1D', then: { nextActionIds: [4] } }];
    expect(findingsOf(definition({}, { timers }))).to.deep.equal([]);
  });

  it('refuses roles, weights and ways that could never decide', () => {
    const rows: readonly (readonly [approval: object, action: object, found: string])[] = [
      [{ of: [{ role: 'x' }, { role: 'nobody' }], need: 2 }, {}, 'BP_APPROVAL /actions/1/approval/of/1/role'],
      [{ of: [{ role: 'x', weight: 3 }, { role: 'x' }] }, {}, 'BP_APPROVAL /actions/1/approval/of/1/role'],
      [{ veto: ['w'] }, {}, 'BP_APPROVAL /actions/1/approval/veto/0'],
      [{ of: [{ role: 'y', weight: 3 }] }, {}, 'BP_APPROVAL /actions/1/sender'],
      [{ need: 5 }, {}, 'BP_APPROVAL_NEED /actions/1/approval/need'],
      [{ yes: 'given' }, {}, 'BP_APPROVAL_ROUTE /actions/1/approval/yes'],
      [{ no: 'granted' }, {}, 'BP_APPROVAL_ROUTE /actions/1/approval/no'],
      [{}, { rejectionConfig: { targetActionId: 1 } }, 'BP_APPROVAL /actions/1/rejectionConfig'],
      [{}, { isStartingAction: true }, 'BP_APPROVAL /actions/1/isStartingAction'],
    ];
    for (const [approval, action, found] of rows) {
      const of = definition(approval, action);
      expect(codesOf(of), JSON.stringify([approval, action])).to.include(found);
      const paths = checkExecution(of).map(({ path }) => path);
      expect(paths, found).to.include(found.split(' ')[1]);
    }
    const other = { id: 'other', nextActionIds: [4] };
    expect(codesOf(definition({}, { routes: [...WAYS, other] }))).to.include('BP_APPROVAL_ROUTE /actions/1/routes/2');
    const conditional = { ...WAYS[0], condition: { '>': [{ var: 'in.score' }, 1] } };
    expect(codesOf(definition({}, { routes: [conditional, WAYS[1]] }))).to.include(
      'BP_APPROVAL_ROUTE /actions/1/routes/0/condition',
    );
    for (const bad of [{ need: 0 }, { need: 1.5 }, { settle: 'never' }, { of: [] }, { yes: 7 }])
      expect(checkBlueprint(definition(bad))[0]?.code, JSON.stringify(bad)).to.equal('BP_FORM');
  });

  it('counts a wallet once where the definition gives it several of the roles', () => {
    const participants = [{ id: 'x', walletAddress: 'ws11qqqq' }, { id: 'y', walletAddress: 'ws11qqqq' }, { id: 'z' }];
    expect(codesOf(definition({ need: 4 }, {}, { participants }))).to.deep.equal([
      'BP_APPROVAL_NEED /actions/1/approval/need',
    ]);
    expect(codesOf(definition({ need: 3 }, {}, { participants }))).to.deep.equal([]);
  });

  it('finds four eyes that no vote could keep', () => {
    expect(codesOf(definition({}, { notSameAs: [1] }))).to.deep.equal(['BP_FOUR_EYES_NEVER /actions/1/notSameAs/0']);
    const others = { of: [{ role: 'y' }, { role: 'z' }], need: 2 };
    expect(codesOf(definition(others, { sender: 'y', notSameAs: [1] }))).to.deep.equal([]);
  });

  it('searches both ways', () => {
    const joined = definitionOf([
      { ...asks({ price: num }), ...to(2) },
      { routes: WAYS, approval: VOTES } as unknown as JsonObject,
      { ...asks({ done: num }), ...to(5) },
      { ...asks({ filed: num }), ...to(5) },
      { ...asks({ last: num }), ...to(), requiredPriorActions: [3, 4] },
    ]);
    expect(codesOf(joined)).to.include('BP_DEADLOCK /actions/4/requiredPriorActions/0');
  });

  it('is drawn with those who vote, and what they need', () => {
    expect(graphText(definition() as unknown as Definition)).to.contain('[x, y, z: 3 of 4]');
  });
});

describe('the data of votes that rules read', () => {
  const calculating = (rule: object, action = 3): readonly string[] => {
    const of = definition({}, shows({ x: ['score'] })) as { actions: JsonObject[] };
    const actions = of.actions.map((one) => (one.id === action ? { ...one, calculations: { n: rule } } : one));
    return codesOf({ ...of, actions } as unknown as JsonObject);
  };

  it('is who voted how, of a decision of several alone', () => {
    const counted = { length: { filter: [{ var: 'votes.2' }, { '==': [{ var: 'item.vote' }, 'yes'] }] } };
    expect(calculating(counted)).to.deep.equal([]);
    expect(calculating({ length: { var: 'votes.1' } })).to.deep.equal([
      'BP_NAME_UNKNOWN /actions/2/calculations/n/length/var',
    ]);
    // A vote has a role and a vote, and no other member.
    expect(calculating({ map: [{ var: 'votes.2' }, { var: 'item.weight' }] })[0]).to.match(/^BP_READ_MAYBE_ABSENT/);
  });

  it('is the data of others where they disclose it alone', () => {
    expect(calculating({ var: ['act.2.score', 0] })).to.deep.equal([]);
    const hidden = definition({}, shows({ z: ['score'] })) as { actions: JsonObject[] };
    const actions = hidden.actions.map((one) =>
      one.id === 3 ? { ...one, calculations: { n: { var: ['act.2.score', 0] } } } : one,
    );
    // The role is a voter too, and sees its own vote: that of another it does not.
    expect(codesOf({ ...hidden, actions } as unknown as JsonObject)).to.deep.equal([
      'BP_READ_UNDISCLOSED /actions/2/calculations/n/var/0',
    ]);
  });

  it('is checked for each voter, who reads what it was shown', () => {
    const rule = { calculations: { worth: { '*': [{ var: 'in.score' }, { var: 'act.1.price' }] } } };
    expect(codesOf(definition({}, { ...rule, ...shows({ x: ['score', 'worth'] }) }))).to.deep.equal([]);
    const blind = definition({}, { ...rule, ...shows({ x: ['score', 'worth'] }) }) as { actions: JsonObject[] };
    const actions = blind.actions.map((one) => (one.id === 1 ? { ...one, ...shows({ y: ['price'] }) } : one));
    const of = { ...blind, actions } as unknown as JsonObject;
    expect(codesOf(of)).to.include('BP_READ_UNDISCLOSED /actions/1/calculations/worth/*/1/var');
    const checkers = checkersIn(definition({}, { ...rule, ...shows({ x: ['score', 'worth'] }) }));
    expect(checkers.map(({ sender, checkers: found }) => `${sender}: ${found}`)).to.deep.equal(['x: ', 'y: x', 'z: x']);
  });
});
