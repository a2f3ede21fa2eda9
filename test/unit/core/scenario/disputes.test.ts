// Disputes in scenarios: a run is taken to be proven false, and roles say how the dispute ends.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../../core/scenario/form.js';
import { runScenario } from '../../../../core/scenario/run.js';
import { good } from '../../../support/base/good.js';
import { issuesOf } from '../../../support/base/results.js';
import { asks, definitionOf as language2, shows, to } from '../../../support/definitions/short-definitions.js';
import { wallet } from '../../../support/register/ledger.js';

function problems(definition: unknown, steps: readonly JsonObject[]): readonly string[] {
  const [scenario] = good(readScenarios([{ name: 'x', steps }] as Json));
  const result = runScenario(definition as Definition, scenario as Scenario);
  return result.steps.flatMap(({ step, problems: found }) => found.map((one) => `${step}: ${one}`));
}

/** x begins, y does the rest, z resolves. */
function disputedBy(disputes: JsonObject): unknown {
  const num = { type: 'integer' };
  return {
    ...language2([
      { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
      { sender: 'y', ...asks({ m: num }), ...shows({ x: ['*'] }), ...to(3) },
      { sender: 'y', ...asks({ last: num }), ...to() },
    ]),
    participants: [{ id: 'x' }, { id: 'y' }, { id: 'z', walletAddress: wallet('z').address }],
    disputes,
  };
}

describe('scenarios of disputes', () => {
  it('has runs objected to, and disputes resolved', () => {
    const definition = disputedBy({ onFault: 'stop', redoWithin: 'P1D', resolver: 'z' });
    const first = { action: 1, payload: { n: 1 } };
    const second = { action: 2, payload: { m: 1 } };
    const stopped = { object: 2, as: 'x', expect: { state: 'Disputed', enabled: [] } };
    const third = { action: 3, payload: { last: 1 } };
    const end = { ...third, expect: { state: 'Completed' } };
    expect(
      problems(definition, [
        ...[first, second, stopped],
        { ...third, at: 'P30D', expect: { refused: 'VAL_BP_017' } },
        { resolve: 'keep', as: 'y', expect: { refused: 'VAL_RES_002' } },
        { resolve: 'keep', as: 'x', expect: { state: 'Disputed' } },
        { resolve: 'keep', as: 'z', expect: { state: 'Active', enabled: [3] } },
        { object: 2, as: 'x', expect: { refused: 'VAL_OBJ_007' } },
        end,
      ]),
    ).to.deep.equal([]);
    expect(
      problems(definition, [
        ...[first, second, stopped],
        { resolve: 'redo', as: 'z', expect: { enabled: [2] } },
        ...[second, end],
      ]),
    ).to.deep.equal([]);
    const cancel = { cancel: true, at: 'P2D', expect: { state: 'Cancelled' } };
    expect(problems(definition, [first, second, stopped, cancel])).to.deep.equal([]);
    expect(
      problems(definition, [first, second, stopped, { resolve: 'end', as: 'z', expect: { state: 'Rejected' } }]),
    ).to.deep.equal([]);
    expect(issuesOf(readScenarios([{ name: 'x', steps: [{ object: 1 }] }] as Json))).to.have.nested.property(
      '[0].code',
      'SCENARIO_INVALID',
    );
  });

  it('has runs objected to in private, which the resolver finds proven or not', () => {
    const definition = disputedBy({ redoWithin: 'P1D', judgeWithin: 'P2D', window: 'P3D', resolver: 'z' });
    const begins = [
      { action: 1, payload: { n: 1 } },
      { action: 2, payload: { m: 1 } },
    ];
    const hidden = { object: 2, private: true, as: 'x', expect: { state: 'Disputed', enabled: [] } };
    const third = { action: 3, payload: { last: 1 } };
    const steps = (...more: readonly JsonObject[]) => problems(definition, [...begins, ...more]);
    expect(
      steps(
        hidden,
        { ...third, expect: { refused: 'VAL_BP_017' } },
        { resolve: 'keep', as: 'z', expect: { refused: 'VAL_RES_004' } },
        { judge: true, as: 'x', expect: { refused: 'VAL_RES_002' } },
        { judge: true, expect: { state: 'Disputed', enabled: [2] } },
        { judge: true, expect: { refused: 'VAL_RES_004' } },
        { resolve: 'keep', as: 'z', expect: { state: 'Active', enabled: [3] } },
        { ...third, expect: { state: 'Completed' } },
      ),
    ).to.deep.equal([]);
    const again = { ...hidden, expect: { refused: 'VAL_OBJ_009' } };
    const publicly = { object: 2, as: 'x', expect: { state: 'Disputed', enabled: [2] } };
    const refused = { judge: false, expect: { state: 'Active', enabled: [3] } };
    expect(steps(hidden, refused, again, publicly)).to.deep.equal([]);
    // No judge hears it, and behind the window its party has time to object in public.
    const late = { ...publicly, at: 'P2D' };
    expect(steps({ ...hidden, at: 'P3D' }, late)).to.deep.equal([
      '4: expected no refusal, found VAL_BP_017 at /header/instanceId: The instance is disputed: its resolver judges 0000000000000000000000000000000000000000000000000000000000000003. After 2026-01-10T09:00:01.000Z everything else goes on.',
    ]);
    expect(steps({ ...hidden, at: 'P3D' }, { ...late, at: 'P4D' })).to.deep.equal([]);
    expect(
      steps({ ...hidden, at: 'P3D' }, { ...late, as: 'z', at: 'P4D', expect: { refused: 'VAL_OBJ_002' } }),
    ).to.deep.equal([]);
    expect(steps({ ...hidden, as: 'z', expect: { refused: 'VAL_OBJ_009' } })).to.deep.equal([]);
    expect(
      issuesOf(readScenarios([{ name: 'x', steps: [{ resolve: 'end', as: 'x', private: true }] }] as Json)),
    ).to.have.nested.property('[0].code', 'SCENARIO_INVALID');
  });

  it('gives a role its word once somebody holds it: by a wallet, or from its first act on', () => {
    const num = { type: 'integer' };
    const of = (resolver: JsonObject) => ({
      ...language2([
        { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
        { sender: 'y', ...asks({ m: num }), ...shows({ x: ['*'], z: ['*'] }), ...to(3) },
        { sender: 'z', ...asks({ last: num }), ...to() },
      ]),
      participants: [{ id: 'x' }, { id: 'y' }, { id: 'z', ...resolver }],
      disputes: { onFault: 'stop', redoWithin: 'P1D', resolver: 'z' },
    });
    const steps = [
      { action: 1, payload: { n: 1 }, expect: { sees: { z: { n: 1 } } } },
      { action: 2, payload: { m: 1 }, expect: { sees: { z: { m: 1 } } } },
      { object: 2, as: 'x', expect: { state: 'Disputed' } },
    ];
    const open = [...steps, { resolve: 'keep', as: 'z' }];
    expect(problems(of({}), open)).to.deep.equal([
      '4: expected no refusal, found VAL_RES_002 at /payload/role: No wallet holds the role "z": it has no word.',
    ]);
    // The other parties, which are one here, decide without it.
    const alone = [...steps, { resolve: 'keep', as: 'x', expect: { state: 'Active', enabled: [3] } }];
    expect(problems(of({}), alone)).to.deep.equal([]);
    const held = [...steps, { resolve: 'keep', as: 'z', expect: { state: 'Active', enabled: [3] } }];
    expect(problems(of({ walletAddress: wallet('z').address }), held)).to.deep.equal([]);
  });
});
