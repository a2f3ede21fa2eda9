// The tool that walks through a scenario in memory, and tells what happens.
import { issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { CheckedDraft } from '../../edits/draft.js';
import { readScenarios, type Scenario } from '../../scenario/form.js';
import { runScenario, type ScenarioResult } from '../../scenario/run.js';
import { accept, type DraftTool, draftTool, refuse } from './define.js';

export const simulatingTools: readonly DraftTool[] = [
  draftTool<{ readonly scenario: Json }>({
    name: 'draft_simulate',
    about:
      'Walks through a scenario of the draft, by its name, or one that is given as docs/scenarios.md says its form. The draft has no errors then. It keeps nothing: the edit add_scenario does.',
    input: {
      type: 'object',
      properties: { scenario: { type: ['string', 'object'] } },
      required: ['scenario'],
      additionalProperties: false,
    },
    run(bench, { scenario }) {
      const walked = walk(bench.draft, scenario);
      if (isFailure(walked)) return refuse(bench, walked);
      return { ...accept(bench, storyOf(walked), walked as unknown as Json), ok: walked.passed };
    },
  }),
];

function walk({ blueprint, scenarios, findings }: CheckedDraft, scenario: Json): Result<ScenarioResult> {
  if (findings.some(({ severity }) => severity === 'error'))
    return fail(issue('EDIT_REFUSED', '', 'The draft has errors: correct them before a scenario is walked through.'));
  const chosen = typeof scenario === 'string' ? scenarios.find((item) => isNamed(item, scenario)) : scenario;
  if (chosen === undefined) return fail(issue('EDIT_REFUSED', '/scenario', 'The draft has no scenario of this name.'));
  const read = readScenarios([chosen]);
  return isFailure(read) ? read : runScenario(blueprint as unknown as Definition, read[0] as Scenario);
}

function isNamed(item: Json, name: string): boolean {
  return isObject(item) && item.name === name;
}

function storyOf({ name, passed, steps, state, enabled }: ScenarioResult): string {
  const lines = steps.map(
    ({ step, label, problems }) => `${step}. ${label}${problems.length === 0 ? '' : `: ${problems.join('; ')}`}`,
  );
  const open = enabled.length === 0 ? '' : ` Next may come action ${enabled.join(' or ')}.`;
  const end = `${name}: ${passed ? 'as expected' : 'not as expected'}, and the workflow is ${state ?? 'not begun'}.${open}`;
  return [...lines, end].join('\n');
}
