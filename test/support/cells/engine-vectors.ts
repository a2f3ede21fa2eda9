// Runs the vectors of the engine on an engine that is given. All results are one text, so that two platforms can be
// compared byte for byte. It imports no engine of its own: in a browser it stands beside the built one.

import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Blueprint, Definition } from '../../../core/blueprint/definition/types.js';
import type { Executed } from '../../../core/blueprint/execution/execute.js';
import type { RunFacts } from '../../../core/blueprint/logic/facts.js';
import type * as Engine from '../../../core/design/browser.js';
import type { Template } from '../../../core/design/templates/template.js';
import type { TemplatePath } from '../../vectors/template-path.js';

export interface EngineVectors {
  /** Of the shipped templates. */
  readonly paths: readonly TemplatePath[];
  /** Rule, data, and the value that the suite demands. */
  readonly logic: readonly (readonly [Json, Json, Json])[];
  /** Values that a rule hashes. */
  readonly hashed: readonly Json[];
  /** Values that no blueprint is, and payloads that no action takes. */
  readonly bad: readonly Json[];
}

const HASHING = {
  language: 2,
  title: 'Hashes',
  description: 'A rule hashes what it is given.',
  participants: [{ id: 'a' }, { id: 'b' }],
  actions: [
    {
      id: 1,
      sender: 'a',
      dataSchemas: [{ type: 'object', properties: { values: { type: 'array' } }, required: ['values'] }],
      calculations: { digest: { hash: [{ var: 'in.values' }] } },
    },
  ],
} as unknown as Definition;

/** The findings of a rule, and what it gives. */
function calculated(engine: typeof Engine, rule: Json, data: Json): Json {
  const [action] = HASHING.actions;
  const definition = { ...HASHING, actions: [{ ...action, calculations: { given: rule } }] } as unknown as Definition;
  const facts = { runs: [], time: {} };
  const run = engine.execute({ definition, actionId: '1', payload: { values: [data] }, facts });
  return [engine.checkBlueprint(definition as unknown as Json), run] as unknown as Json;
}

/** One line a result, in canonical JSON. */
export function engineResults(engine: typeof Engine, vectors: EngineVectors): string {
  const { paths, logic, hashed, bad } = vectors;
  const lines = [
    ...engine.TEMPLATES.flatMap((template) => templateLines(engine, template)),
    ...paths.flatMap((path) => pathLines(engine, { path, template: engine.shippedTemplate(path.template), bad })),
    ...logic.map(([rule, data]) => engine.canonical(calculated(engine, rule, data))),
    ...hashed.map((value) => {
      const payload = { values: [value] };
      return engine.canonical(
        engine.execute({ definition: HASHING, actionId: '1', payload, facts: { runs: [], time: {} } }),
      );
    }),
    ...bad.map((value) => engine.canonical([engine.checkBlueprint(value), engine.checkExecution(value)])),
  ];
  return `${lines.join('\n')}\n`;
}

function templateLines(engine: typeof Engine, template: Template): string[] {
  const made = template.examples.map(({ parameters }) => engine.instantiate(template, parameters));
  return [
    engine.canonical(engine.checkTemplate(template as unknown as Json)),
    ...made.flatMap((one) =>
      isRefused(one) ? [engine.canonical(one.issues as unknown as Json)] : definitionLines(engine, one),
    ),
  ];
}

/** A template of language 1 may lift to what its author has to decide. */
function isRefused(made: object): made is { readonly issues: readonly unknown[] } {
  return 'issues' in made;
}

function definitionLines(engine: typeof Engine, one: unknown): string[] {
  return [
    engine.canonical(one as Json),
    engine.canonical(engine.checkBlueprint(one as unknown as Json)),
    engine.graphSvg(one as Definition),
    engine.graphMermaid(one as Definition),
    engine.executionHash(one as unknown as JsonObject, (kind, text) => `${kind} ${text.length}`),
  ];
}

interface Walked {
  readonly path: TemplatePath;
  readonly template: Template | undefined;
  readonly bad: readonly Json[];
}

/** Each step with its payload, and with payloads that are wrong: places and messages of faults must agree too. */
function pathLines(engine: typeof Engine, { path, template, bad }: Walked): string[] {
  const made = engine.instantiate(template as Template, path.parameters ?? {});
  if (isRefused(made)) return [];
  const definition = made as Blueprint;
  const sealed: (Executed & { readonly action: number })[] = [];
  const lines: string[] = [];
  for (const { action, payload, rejected } of path.steps) {
    if (rejected) continue;
    const sender = definition.actions.find(({ id }) => id === action)?.sender as string;
    const shown = sealed.map(({ action: of, disclosures }, i): RunFacts => {
      const data = disclosures.find(({ participantId }) => participantId === sender)?.data ?? {};
      return { txId: String(i), action: of, data };
    });
    const run = (value: Json) => {
      const asked = { definition, actionId: String(action), payload: value };
      return engine.execute({ ...asked, facts: { runs: shown, time: {} } });
    };
    for (const value of bad) lines.push(engine.canonical(run(value)));
    const found = run(payload) as Executed;
    lines.push(engine.canonical(found));
    sealed.push({ ...found, action });
  }
  return lines;
}
