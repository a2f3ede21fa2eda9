// Hand-overs in scenarios: a role passes with the word of its holder, or of the others after its wait. The new holder
// acts in it from then on.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { issuesOf } from '../../../support/base/results.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';

const num = { type: 'integer' };

/** x begins; y answers, y again, and z ends it. */
function definition(more: { readonly participants?: readonly object[]; readonly last?: object } = {}): unknown {
  const { last } = more;
  return {
    ...definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      { sender: 'y', ...asks({ m: num }), ...shows({ x: ['*'] }), ...to(3) },
      { sender: 'y', ...asks({ k: num }), ...shows({ x: ['*'] }), ...to(4) },
      { sender: 'z', ...asks({ end: num }), ...to(), ...last },
    ]),
    participants: more.participants ?? ['x', 'y', 'z'].map((id) => ({ id, walletAddress: `wallet of ${id}` })),
  };
}

function problems(steps: readonly JsonObject[], of: unknown = definition(), more: JsonObject = {}): readonly string[] {
  const scenario = { name: 'x', ...more, steps } as unknown as Scenario;
  expect(issuesOf(readScenarios([scenario] as unknown as Json))).to.deep.equal([scenario]);
  return runScenario(of as Definition, scenario).steps.flatMap(({ step, label, problems: found }) =>
    found.map((one) => `${step}, ${label}: ${one}`),
  );
}

const FIRST = { action: 1, payload: { n: 1 } };
const SECOND = { action: 2, payload: { m: 1 } };
const THIRD = { action: 3, payload: { k: 1 } };
const refused = (code: string) => ({ expect: { refused: code, state: 'Active' } });

describe('hand-overs of scenarios', () => {
  it('are signed by the holder, and the new holder acts from then on and reads what its role reads', () => {
    const passes = { handover: 'y', to: 'firm', expect: { enabled: [3] } };
    const done = { ...THIRD, expect: { enabled: [4], sees: { x: { k: 1 } } } };
    expect(problems([FIRST, SECOND, passes, done])).to.deep.equal([]);
    // It passes on from its new holder, and not to that one again.
    const again = { ...passes, ...refused('VAL_SCHEMA_004') };
    expect(problems([FIRST, SECOND, { ...again, to: 'y' }, passes, again])).to.deep.equal([]);
    expect(problems([FIRST, SECOND, passes, { handover: 'y', to: 'other' }, done])).to.deep.equal([]);
  });

  it('keep the one before from acting in the role, and the opener the right to cancel', () => {
    const participants = [{ id: 'x' }, { id: 'y', candidates: ['b', 'c'] }, { id: 'z' }];
    const of = definition({ participants });
    const passes = { handover: 'y', to: 'c', expect: { enabled: [3] } };
    const steps = [
      FIRST,
      { handover: 'y', to: 'c', ...refused('VAL_HAND_001') },
      { ...SECOND, as: 'b' },
      { handover: 'y', to: 'firm', ...refused('VAL_HAND_004') },
      passes,
      { ...THIRD, as: 'b', ...refused('VAL_BP_002') },
      { ...THIRD, as: 'c', expect: { enabled: [4] } },
    ];
    expect(problems(steps, of)).to.deep.equal([]);
    const given = [FIRST, { handover: 'x', to: 'firm' }];
    expect(problems([...given, { cancel: true, as: 'x', ...refused('VAL_BP_002') }])).to.deep.equal([]);
    expect(problems([...given, { cancel: true, expect: { state: 'Cancelled' } }])).to.deep.equal([]);
  });

  it('by others wait for seven days, in which the holder goes on and may refuse', () => {
    const others = { handover: 'y', to: 'firm', by: ['x', 'z'] };
    const late = { handover: 'y', to: 'firm', by: [], at: 'P7DT1H', expect: { enabled: [3] } };
    expect(
      problems([
        FIRST,
        { ...others, by: ['x'], ...refused('VAL_HAND_002') },
        { ...others, expect: { enabled: [2] } },
        { ...SECOND, expect: { enabled: [3] } },
        { ...others, at: 'P6D', ...refused('VAL_HAND_003') },
        { ...late, at: 'P2D' },
        { ...THIRD, expect: { enabled: [4] } },
      ]),
    ).to.deep.equal([]);
    const refuse = { handover: 'y', refuse: true };
    expect(problems([FIRST, { ...refuse, ...refused('VAL_HAND_001') }, others, refuse])).to.deep.equal([]);
    expect(problems([FIRST, others, refuse, { ...late, expect: { refused: 'VAL_HAND_002' } }])).to.deep.equal([]);
  });

  it('give an open role that no wallet took, at once', () => {
    const participants = [{ id: 'x' }, { id: 'y' }, { id: 'z', walletAddress: 'wallet of z' }];
    const of = definition({ participants });
    const given = { handover: 'y', to: 'firm', by: ['x', 'z'], expect: { enabled: [2] } };
    expect(problems([FIRST, given, SECOND, THIRD], of)).to.deep.equal([]);
    expect(problems([FIRST, { handover: 'y', to: 'firm', ...refused('VAL_HAND_002') }], of)).to.deep.equal([]);
    expect(problems([FIRST, { handover: 'y', to: 'firm', by: ['x'] }], of).join()).to.match(
      /VAL_HAND_002 at \/signatures: The role has no holder yet, and is taken by acting in it: .* The signature of wallet of z is missing/,
    );
  });

  it('keep apart who may not do both of two actions, also what the new holder did before', () => {
    const apart = definition({ last: { notSameAs: [2], notSameOrganisation: true } });
    const conflict = { handover: 'z', to: 'y', ...refused('VAL_FLOW_005') };
    const other = { handover: 'z', to: 'firm', expect: { enabled: [4] } };
    const begun = [FIRST, SECOND, THIRD];
    expect(problems([...begun, conflict, other], apart)).to.deep.equal([]);
    // It hands on the role in which it did the one, and is asked for what it did.
    const steps = [
      { handover: 'y', to: 'other' },
      { handover: 'y', to: 'firm' },
    ];
    const did = [FIRST, steps[0] as JsonObject, SECOND, steps[1] as JsonObject, THIRD];
    expect(problems([...did, { handover: 'z', to: 'other', ...refused('VAL_FLOW_005') }], apart)).to.deep.equal([]);
  });

  it('end what was delegated to the holder before', () => {
    const deputies = { y: [{ to: 'clerk' }] };
    const by = { as: 'y', deputy: 'clerk' };
    const passes = { handover: 'y', to: 'firm', expect: { enabled: [3] } };
    const steps = [FIRST, { ...SECOND, ...by }, passes, { ...THIRD, ...by, ...refused('VAL_BP_002') }, THIRD];
    expect(problems(steps, definition(), { deputies })).to.deep.equal([]);
  });

  it('name what is missing, and are of an instance that is there', () => {
    expect(problems([FIRST, { handover: 'y', to: 'firm', by: ['x'] }])).to.deep.equal([
      '2, hand y over to firm: expected no refusal, found VAL_HAND_002 at /signatures: The signature of wallet of z is missing, which holds a role that has to agree.',
    ]);
    expect(problems([{ handover: 'y', to: 'firm' }])).to.deep.equal(['1, hand y over to firm: no role is held yet']);
    expect(problems([FIRST, { handover: 'nobody', refuse: true }])).to.deep.equal([
      '2, keep the role nobody: the definition has no role nobody: it has x, y, z',
    ]);
    const invalid = (step: JsonObject) => JSON.stringify(readScenarios([{ name: 'x', steps: [step] }] as Json));
    for (const step of [
      { handover: 'y' },
      { handover: 'y', to: 'firm', refuse: true },
      { handover: 'y', to: 'firm', by: ['y'] },
      { action: 1, to: 'firm' },
    ])
      expect(invalid(step as JsonObject), JSON.stringify(step)).to.contain('SCENARIO_INVALID');
  });
});
