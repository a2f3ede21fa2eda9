// A rehearsal by scenarios: which files of them let a draft be published, and which do not although each passes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { SCENARIO_PROBLEMS_MAX } from '../../../../core/base/limits/node/rehearsals.js';
import { isFailure } from '../../../../core/base/result.js';
import { type ScenarioVerdict, walkScenarios } from '../../../../core/scenario/rehearse.js';
import { good } from '../../../support/base/good.js';
import { asks, definitionOf, num, shows, to } from '../../../support/definitions/short-definitions.js';

const EXAMPLES = join(process.cwd(), 'docs/examples');
const readJson = (name: string): Json => JSON.parse(readFileSync(join(EXAMPLES, name), 'utf8')) as Json;

/** x opens, y answers or rejects for good. */
const TALK: JsonObject = definitionOf([
  { ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
  { sender: 'y', ...asks({ n: num }), rejectionConfig: { targetActionId: 1, isTerminal: true }, ...to() },
]);
const one = { action: 1, payload: { n: 1 } };
const two = { action: 2, payload: { n: 2 } };

function verdict(steps: readonly (readonly object[])[], more: { definition?: JsonObject; hasCycles?: boolean } = {}) {
  const scenarios = steps.map((some, i) => ({ name: `scenario ${i}`, steps: some })) as unknown as Json;
  const task = { kind: 'scenarios', definition: TALK, hasCycles: false, scenarios, ...more } as const;
  return good(walkScenarios(task, () => undefined)) as ScenarioVerdict;
}

describe('a rehearsal by scenarios', () => {
  for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.scenarios.json')))
    it(`lets the example be published: ${name}`, () => {
      const definition = readJson(name.replace('.scenarios', '')) as JsonObject;
      const found = good(
        walkScenarios({ kind: 'scenarios', definition, scenarios: readJson(name), hasCycles: false }, () => undefined),
      );
      expect(found.scenarios.flatMap(({ problems }) => problems)).to.deep.equal([]);
      expect(found.passed, found.reason).to.equal(true);
    });

  it('takes an end that the workflow comes to by its actions, and every scenario to come out as it says', () => {
    expect(verdict([[one, two]])).to.deep.equal({
      passed: true,
      reason: 'Every scenario passed, and one comes to the end of the workflow.',
      scenarios: [{ name: 'scenario 0', passed: true, steps: 2, state: 'Completed', problems: [] }],
    });
    expect(verdict([[one]]).passed, 'open').to.equal(false);
    expect(verdict([[one, { reject: 2, reason: 'No.' }]]).passed, 'rejected').to.equal(false);
    expect(verdict([[one, { cancel: true }]]).passed, 'cancelled').to.equal(false);
    expect(verdict([[one, two], [two]]).passed, 'one fails').to.equal(false);
    expect(verdict([[one, two], [one]]).passed, 'one is enough').to.equal(true);
  });

  it('passes over no gate, and takes nothing to be so', () => {
    const [first, second] = TALK.actions as readonly [JsonObject, JsonObject];
    const gated = {
      ...TALK,
      actions: [first, { ...second, credentialRequirements: [{ type: 'Licence', evidence: 'public' }] }],
    };
    expect(verdict([[one, two]], { definition: gated }).reason).to.contain('a credential');
    const spent = verdict([[one, { spend: 'x' }, two]]);
    expect([spent.passed, spent.scenarios[0]?.state]).to.deep.equal([false, 'Completed']);
    expect(spent.reason).to.contain('takes something to be so');
    const disputed = verdict([[one, two, { object: 2, as: 'x' }]]);
    expect(disputed.passed, disputed.reason).to.equal(false);
  });

  it('takes every action of a workflow that goes in circles for its end', () => {
    const circle: JsonObject = definitionOf([
      { ...asks({ n: num }), ...to(2) },
      { sender: 'y', ...asks({ n: num }), ...to(1) },
    ]);
    const of = { definition: circle, hasCycles: true };
    expect(verdict([[one, two]], of).passed).to.equal(true);
    expect(verdict([[one], [one, { ...two, expect: { refused: 'VAL_BP_002' }, as: 'x' }]], of).passed).to.equal(false);
  });

  it('says where a file is not of its form, and no more problems than an answer may hold', () => {
    const task = { kind: 'scenarios', definition: TALK, hasCycles: false, scenarios: [{ name: 'x' }] } as const;
    const found = walkScenarios(task as never, () => undefined);
    expect(isFailure(found) && found.issues.map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      'SCENARIO_INVALID /scenarios/0/steps',
    ]);
    const many = Array.from({ length: SCENARIO_PROBLEMS_MAX + 20 }, () => [two]);
    const told = verdict(many).scenarios.flatMap(({ problems }) => problems);
    expect(told).to.have.length(SCENARIO_PROBLEMS_MAX);
  });
});
