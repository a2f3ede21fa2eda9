// The example of docs/examples: a committee decides by votes, in the memory of `blueprint test` and in a rehearsal.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { readScenarios, type Scenario } from '../../../core/scenario/form.js';
import { runScenario } from '../../../core/scenario/run.js';
import { ask } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { lines, rehearsing, statuses } from './rehearsing.js';

const read = (name: string): Json => JSON.parse(readFileSync(`docs/examples/${name}`, 'utf8')) as Json;
const AWARD = read('award.json') as JsonObject;

describe('the award of the examples', () => {
  const world = worldOfAll();

  it('passes its scenarios', () => {
    const scenarios = readScenarios(read('award.scenarios.json')) as readonly Scenario[];
    const results = scenarios.map((one) => runScenario(AWARD as unknown as Definition, one));
    expect(results.flatMap(({ steps }) => steps.flatMap(({ problems }) => problems))).to.deep.equal([]);
    expect(results.map(({ passed }) => passed)).to.deep.equal(scenarios.map(() => true));
  });

  it('is rehearsed vote by vote', async () => {
    const { aDraft, begun } = rehearsing(() => world);
    const id = await aDraft(AWARD);
    const { play, as, rehearsalId } = await begun(id);
    const params = { id, rehearsalId };
    const vote = async (role: string, cast: string, score: number) => {
      await as(role);
      const body = { actionId: 2, vote: cast, payload: { score } };
      return ask(world, 'submitRehearsalStep', { params, body });
    };
    const proposed = await play(1, { supplier: 'Brooks', price: 70_000 });
    expect(proposed.json.currentActions[0]).to.deep.include({
      actionId: 2,
      participantId: 'chair',
      voters: ['chair', 'engineer', 'lawyer', 'treasurer', 'works'],
    });
    const first = await vote('engineer', 'yes', 7);
    expect(first.status, first.text).to.equal(200);
    expect(statuses(first)).to.equal('Done Current Pending Pending');
    expect(first.json.currentActions[0].voters).to.deep.equal(['chair', 'lawyer', 'treasurer', 'works']);
    expect((await vote('engineer', 'no', 1)).status).to.equal(422);
    expect((await vote('buyer', 'yes', 1)).status).to.equal(422);
    const decided = await vote('chair', 'yes', 9);
    expect(decided.status, decided.text).to.equal(200);
    expect(statuses(decided)).to.equal('Done Done Current Pending');
    expect(lines(decided, 'Sealed').at(-1)).to.contain('The vote yes of chair on action 2 (Decide) is sealed');
    expect(lines(decided, 'Routed').at(-1)).to.equal('It is granted: on to action 3 (Order) of buyer.');
    expect(lines(decided, 'Delivered')).to.include('buyer reads score.');
    const ended = await play(3, { order: 'A-17' });
    expect(ended.json.outcome, ended.text).to.equal('Passed');
    // The rules read the votes, which everybody sees, and the scores, which were disclosed.
    expect(ended.json.view.data).to.deep.include({ for: 2, scores: 16, order: 'A-17' });
  });
});
