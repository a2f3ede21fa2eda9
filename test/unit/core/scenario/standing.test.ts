// Where a scenario has come to: a rehearsal whose clock moves shows it after each step.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import type { ScenarioStep } from '../../../../core/scenario/form.js';
import { type ScenarioStanding, standingOf } from '../../../../core/scenario/standing.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, num, shows, to } from '../../../support/definitions/short-definitions.js';

const START = '2027-03-01T08:00:00.000Z';
const DAY_MS = 86_400_000;
const startMs = Date.parse(START);
const one = { action: 1, payload: { n: 1 } };
const THEN = 'then';

function stand(definition: JsonObject, steps: readonly ScenarioStep[], role = 'y') {
  return standingOf(definition as unknown as Definition, { name: 'x', start: START, steps }, role);
}

const at = (...of: Parameters<typeof stand>): ScenarioStanding => good(stand(...of)) as ScenarioStanding;

/** x opens; y answers within three days, z may after one, and nothing is done in the first hour. */
const TALK = definitionOf([
  { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
  {
    sender: 'y',
    ...asks({ m: num }),
    rejectionConfig: { targetActionId: 1 },
    timers: [
      { id: 'hold', after: 'PT1H', notBefore: true },
      { id: 'help', after: 'P1D', also: ['z'] },
      { id: 'over', after: 'P3D', [THEN]: { nextActionIds: [] } },
    ],
    ...to(),
  },
]);

describe('where a scenario has come to', () => {
  it('begins with the actions that open it, before any move', () => {
    const { open, state, events, runs, nextMs, steps } = at(TALK, []);
    expect({ open, state, events, runs, nextMs, steps }).to.eql({
      open: [{ actionId: 1, roles: ['x'], isRejectable: false }],
      ...{ state: undefined, events: [], runs: [], nextMs: undefined, steps: [] },
    });
  });

  it('goes on by time: an action opens, another role may do it, and a timer ends it', () => {
    const begun = at(TALK, [one]);
    expect(begun.atMs).to.equal(startMs);
    expect(begun).to.deep.include({ open: [], done: [1], nextMs: startMs + 3_600_000 });
    expect(begun.runs.map(({ data }) => data)).to.eql([{ n: 1 }]);
    expect(
      at(TALK, [one], 'z').runs.map(({ data }) => data),
      'z is told nothing',
    ).to.eql([{}]);
    const opened = at(TALK, [one, { at: 'PT2H' }]);
    expect(opened.open).to.eql([{ actionId: 2, roles: ['y'], isRejectable: true }]);
    expect(opened.nextMs).to.equal(startMs + DAY_MS);
    const helped = at(TALK, [one, { at: 'P2D' }]);
    expect(helped.open.map(({ roles }) => roles)).to.eql([['y', 'z']]);
    expect(helped.nextMs).to.equal(startMs + 3 * DAY_MS);
    const over = at(TALK, [one, { at: 'P4D' }]);
    expect(over).to.deep.include({ state: 'Completed', open: [], ever: [1, 2], atMs: startMs + 4 * DAY_MS });
    expect(over.events.at(-1)).to.eql({ atMs: startMs + 3 * DAY_MS + 1, actionId: 2, timer: 'over' });
    expect(over.nextMs).to.equal(undefined);
  });

  it('says why a step is refused, and the steps before it stand', () => {
    const early = stand(TALK, [one, { action: 2, payload: { m: 1 } }]);
    expect(isFailure(early) && early.issue.code).to.equal('REHEARSAL_STEP_REFUSED');
    expect(isFailure(early) && early.issue.message).to.contain('VAL_FLOW_');
    expect(isFailure(stand(TALK, [one, { at: 'PT2H' }, { action: 2, payload: { m: 'x' } }]))).to.equal(true);
    expect(at(TALK, [one, { at: 'P2D' }, { action: 2, as: 'z', payload: { m: 1 } }]).state).to.equal('Completed');
    expect(at(TALK, [one, { at: 'PT2H' }, { reject: 2 }]).open.map(({ actionId }) => actionId)).to.eql([1]);
  });

  it('has others confirm at once, each once, and keeps that in its steps', () => {
    const confirm = { by: ['y', 'z'], within: 'PT2H', otherwise: 'redo' };
    const actions = [
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), confirm, ...to(2) },
      { sender: 'y', ...asks({ m: num }), ...to() },
    ];
    const held = ['x', 'y', 'z'].map((id) => ({ id, walletAddress: `ws1${id}` }));
    const { steps, open } = at(definitionOf(actions, { participants: held }), [one]);
    expect(steps).to.eql([one, { confirm: 1, as: 'y' }, { confirm: 1, as: 'z' }]);
    expect(open.map(({ actionId }) => actionId)).to.eql([2]);
    const silent = at(definitionOf(actions), [one]);
    expect(silent.steps, 'no wallet holds y or z').to.eql([one]);
    expect(silent).to.deep.include({ open: [], nextMs: startMs + 7_200_000 });
  });

  it('lists the roles that have not voted', () => {
    const approval = { of: [{ role: 'x' }, { role: 'y' }, { role: 'z' }], need: 2, yes: 'granted', no: 'refused' };
    const routes = ['granted', 'refused'].map((id) => ({ id, nextActionIds: [] }));
    const definition = definitionOf([
      { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'] }), ...to(2) },
      { approval, ...asks({}), routes },
    ]);
    const yes = (as: string) => ({ action: 2, vote: 'yes' as const, as, payload: {} });
    expect(at(definition, [one]).open[0]?.roles).to.eql(['x', 'y', 'z']);
    expect(at(definition, [one, yes('y')]).open[0]?.roles).to.eql(['x', 'z']);
    expect(at(definition, [one, yes('y'), yes('x')]).state).to.equal('Completed');
  });
});
