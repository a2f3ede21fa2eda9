// Scenarios of a blueprint, walked through in memory with a clock that the file moves: no node, no keys, and the rules
// of the ledger.
import { existsSync } from 'node:fs';
import { escapePointer } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { delegatedProblem } from '../../../core/blueprint/names/delegated-amount.js';
import { openRoles } from '../../../core/blueprint/plan/role-candidates.js';
import { readScenarios, type Scenario } from '../../../core/scenario/form.js';
import { runScenario, type ScenarioResult } from '../../../core/scenario/run.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { readDocument } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { definitionIn } from './blueprint.js';

const test: Command = {
  name: 'blueprint test',
  summary: 'walk through scenarios of a blueprint offline, and compare with what they expect',
  examples: ['quorate blueprint test permit.json', 'quorate blueprint test permit.json --scenarios late.json --json'],
  args: [{ name: '<file>', description: 'the blueprint as JSON; - is standard input' }],
  options: [
    {
      flags: '--scenarios <file>',
      description: 'the scenarios; permit.scenarios.json beside permit.json unless stated',
    },
  ],
  async run(context) {
    const definition = await definitionIn(context);
    const scenarios = await scenariosIn(context, fileOf(context));
    const results = scenarios.map((scenario) => runScenario(definition, scenario));
    const open = openRoles(definition);
    if (open.length > 0)
      context.out.note(
        `Reading is tested as if somebody held these roles from the start: ${open.join(', ')}. On a register each is claimed first (quorate action claim), and what came before is delivered to it (quorate instance deliver): name its walletAddress, or candidates, where that is not meant.`,
      );
    for (const note of boundNotes(definition, scenarios)) context.out.note(note);
    const failures = results.filter(({ passed }) => !passed).length;
    const text = (): string => [...results.map(resultText), countText(results.length, failures)].join('\n');
    context.out.show({ ok: failures === 0, scenarios: results }, text);
    if (failures > 0) throw new CommandError(countText(results.length, failures), { exit: EXIT.failed });
  },
};

export const blueprintTestCommands: readonly Command[] = [test];

/** The scenarios of a file, which are of their form. */
export async function scenariosIn(context: Context, file: string): Promise<readonly Scenario[]> {
  if (file !== '-' && !existsSync(file)) throw unwritten(file);
  const { value, source } = await readDocument(context, file);
  const scenarios = readScenarios(value);
  if (!isFailure(scenarios)) return scenarios;
  throw commandErrorOf(scenarios.issues, { hint: `${source} was not run. Its form is in docs/scenarios.md.` });
}

/** No template brings scenarios. */
function unwritten(file: string): CommandError {
  const hint =
    'Write the scenarios of the blueprint into it (docs/scenarios.md), or name another file: --scenarios FILE';
  return new CommandError(`${file}: there is no such file`, { exit: EXIT.failed, hint });
}

function fileOf({ input }: Context): string {
  const stated = input.text('scenarios');
  if (stated !== undefined) return stated;
  const blueprint = input.arg('file');
  if (blueprint.endsWith('.json')) return blueprint.replace(/\.json$/, '.scenarios.json');
  throw new CommandError('no file of scenarios is stated', { exit: EXIT.usage, hint: 'State one: --scenarios FILE' });
}

/** Bounds of deputies that none of their actions has an amount for: those deputies are refused whatever they do. */
function boundNotes(definition: Definition, scenarios: readonly Scenario[]): readonly string[] {
  return scenarios.flatMap(({ deputies = {} }, i) =>
    Object.entries(deputies).flatMap(([role, lines]) =>
      lines.flatMap((line, j) => {
        const problem = delegatedProblem(definition, role, line);
        return problem === undefined ? [] : [`/${i}/deputies/${escapePointer(role)}/${j}/max: ${problem}`];
      }),
    ),
  );
}

function resultText({ name, passed, steps, state, enabled, waiting }: ScenarioResult): string {
  if (passed) return `  passed  ${name} (${steps.length} steps)`;
  const lines = steps.flatMap(({ step, label, problems }) =>
    problems.map((problem) => `    step ${step}, ${label}: ${problem}`),
  );
  const ids = (list: readonly number[]): string => (list.length === 0 ? 'none' : list.join(', '));
  const stands = `    After the last step that was walked, the instance is ${state ?? 'not open'}; enabled: ${ids(enabled)}; waiting: ${ids(waiting)}.`;
  return [`  FAILED  ${name}`, ...lines, stands].join('\n');
}

function countText(all: number, failures: number): string {
  const scenarios = all === 1 ? 'scenario' : 'scenarios';
  return failures === 0 ? `${all} ${scenarios} passed.` : `${failures} of ${all} ${scenarios} failed.`;
}
