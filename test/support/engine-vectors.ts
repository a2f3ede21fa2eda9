// Runs the vectors of the engine on an engine that is given, and says all results as one text, so that two platforms can be compared byte for byte. It imports
// no engine of its own: in a browser it stands beside the built one.

import type { Json, JsonObject } from '../../core/base/json.js';
import type * as Engine from '../../core/blueprint/browser.js';
import type { Executed } from '../../core/blueprint/execute.js';
import type { Template } from '../../core/blueprint/template.js';
import type { Blueprint, Definition } from '../../core/blueprint/types.js';
import type { TemplatePath } from '../vectors/template-path.js';

export interface EngineVectors {
  readonly paths: readonly TemplatePath[];
  /** Rule, data, and the value that the suite demands. */
  readonly logic: readonly (readonly [Json, Json, Json])[];
  /** Values that no blueprint is, and payloads that no action takes. */
  readonly bad: readonly Json[];
}

/** One line a result, in canonical JSON. */
export function engineResults(engine: typeof Engine, { paths, logic, bad }: EngineVectors): string {
  const lines = [
    ...engine.TEMPLATES.flatMap((template) => templateLines(engine, template)),
    ...paths.flatMap((path) => pathLines(engine, path, bad)),
    ...logic.map(([rule, data]) => engine.canonical([engine.checkLogic(rule), engine.evaluate(rule, data)])),
    ...bad.map((value) => engine.canonical([engine.checkBlueprint(value), engine.checkExecution(value)])),
  ];
  return `${lines.join('\n')}\n`;
}

function templateLines(engine: typeof Engine, template: Template): string[] {
  const made = template.examples.map(({ parameters }) => engine.instantiate(template, parameters));
  return [
    engine.canonical(engine.checkTemplate(template as unknown as Json)),
    ...made.flatMap((one) => [
      engine.canonical(one),
      engine.canonical(engine.checkBlueprint(one as unknown as Json)),
      engine.graphSvg(one as Definition),
      engine.graphMermaid(one as Definition),
      engine.executionHash(one as unknown as JsonObject, (kind, text) => `${kind} ${text.length}`),
    ]),
  ];
}

/** Each step with its payload, and with payloads that are wrong: places and messages of faults must agree too. */
function pathLines(engine: typeof Engine, path: TemplatePath, bad: readonly Json[]): string[] {
  const template = engine.shippedTemplate(path.template) as Template;
  const definition = engine.instantiate(template, path.parameters ?? {}) as Blueprint;
  const known: Record<string, JsonObject> = {};
  const lines: string[] = [];
  for (const { action, payload, rejected } of path.steps) {
    if (rejected) continue;
    const sender = definition.actions.find(({ id }) => id === action)?.sender as string;
    const run = (value: Json) =>
      engine.execute({ definition, actionId: String(action), payload: value, previous: known[sender] ?? {} });
    for (const value of bad) lines.push(engine.canonical(run(value)));
    const found = run(payload) as Executed;
    lines.push(engine.canonical(found));
    for (const { participantId, data } of found.disclosures)
      known[participantId] = { ...known[participantId], ...data };
  }
  return lines;
}
