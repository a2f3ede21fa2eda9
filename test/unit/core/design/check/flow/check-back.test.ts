// Warnings about routes that go back: a run that took one and is proven false is void, and is not done again.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../../core/base/json.js';
import { about, asks, found, num, read, to } from '../../../../../support/definitions/short-definitions.js';

const BACK = 'BP_DISPUTE_BACK';
const states = asks({ n: num });
const ends = { id: 'end', nextActionIds: [], isDefault: true };

function ways(condition: JsonObject, ...routes: readonly (readonly [string, number])[]): JsonObject {
  return { routes: [...routes.map(([id, target]) => ({ id, nextActionIds: [target], condition })), ends] };
}

const more = (target: number, name = 'in.n') => ways({ '>': [read(name), 0] }, ['more', target]);
const pay = { ...states, ...more(2) };

function backIn(...actions: readonly JsonObject[]): readonly string[] {
  return found(actions).filter((text) => text.includes(BACK));
}

describe('findings about routes that go back', () => {
  it('are the first route of each action that leads back with data that can be proven false', () => {
    const report = { sender: 'y', ...states, ...to(1) };
    expect(backIn(pay, report)).to.deep.equal(['W BP_DISPUTE_BACK /actions/1/routes/0']);
    expect(about([pay, report], BACK).message).to.equal(
      'The route "r" of action 2 goes back to action 1: a run that took it and is proven false is void then, and is not done again. ' +
        'Let an action of another role that states no data lead back in its place, or let others confirm it (confirm).',
    );
    const calculates = { sender: 'y', calculations: { m: read('act.1.n') }, ...to(1) };
    expect(backIn(pay, { ...calculates, ...asks({ m: num }) })).to.have.length(1);
    // The run that leads on can be given again; the one that leads back cannot.
    expect(backIn(pay, { sender: 'y', ...states, ...to(3) }, report)).to.deep.equal([
      'W BP_DISPUTE_BACK /actions/2/routes/0',
    ]);
  });

  it('are routes that data decides, where the action states none', () => {
    expect(backIn(pay, { sender: 'y', ...more(1, 'act.1.n') })).to.have.length(1);
    expect(backIn(pay, { sender: 'y', ...to(1) })).to.deep.equal([]);
  });

  it('are gone by either remedy that they name', () => {
    const confirm = { by: ['x'], within: 'P2D', otherwise: 'redo' };
    const shown = { disclosures: [{ participantAddress: 'x', dataPointers: ['/*'] }] };
    expect(backIn(pay, { sender: 'y', ...states, ...shown, ...to(1), confirm })).to.deep.equal([]);
    expect(backIn(pay, { sender: 'y', ...states, ...to(3) }, { sender: 'x', ...to(1) })).to.deep.equal([]);
  });

  it('are no route to its own action, no rejection and no timer', () => {
    expect(backIn({ ...states, ...more(1) })).to.deep.equal([]);
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    const timers = [{ id: 'late', after: 'P1D', then: { nextActionIds: [1] } }];
    expect(backIn({ ...states, ...to(2) }, { sender: 'y', ...states, ...to(), timers })).to.deep.equal([]);
    const rejectionConfig = { targetActionId: 1 };
    expect(backIn({ ...states, ...to(2) }, { sender: 'y', ...states, ...to(), rejectionConfig })).to.deep.equal([]);
  });

  it('are no route to what never ran before, though routes lead from there', () => {
    // From 2 the way to 4 goes back to 1 first, so that 2 has not run when 4 leads there.
    const choice = { ...states, ...ways({ '>': [read('in.n'), 0] }, ['two', 2], ['four', 4]) };
    const plain = { sender: 'y', ...states, ...to(2) };
    expect(
      backIn(choice, { sender: 'y', ...states, ...to(3) }, { sender: 'y', ...more(1, 'act.1.n') }, plain),
    ).to.deep.equal(['W BP_DISPUTE_BACK /actions/2/routes/0']);
  });
});
