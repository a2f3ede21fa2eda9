// The scenario of a case, told by roles, walked through the draft: each step is the action of that role which is open.
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { payloadOf } from '../../core/designer/offline/scenario.js';
import { itemsOf } from '../../core/edits/draft.js';
import { fieldNamesOf, fieldOf } from '../../core/edits/fields.js';
import type { ScenarioStep } from '../../core/scenario/form.js';
import { runScenario, type ScenarioResult } from '../../core/scenario/run.js';
import type { Case, CaseStep } from './case.js';
import { rolesLike } from './facts.js';

/** Steps that a draft may have beside those of the case: it may be finer. */
const EXTRA_MAX = 2;

/** Why the scenario does not run as the case says; undefined where it does. */
export function walkProblem(blueprint: JsonObject, { steps, ends }: Case['scenario']): string | undefined {
  const walk = new Walk(blueprint);
  for (const step of steps) {
    const problem = walk.take(step);
    if (problem !== undefined) return problem;
  }
  return walk.end(ends);
}

class Walk {
  private readonly done: ScenarioStep[] = [];
  private readonly blueprint: JsonObject;

  constructor(blueprint: JsonObject) {
    this.blueprint = blueprint;
  }

  take(step: CaseStep): string | undefined {
    for (let extra = 0; ; extra++) {
      const enabled = this.enabled();
      const own = enabled.find((action) => rolesLike(this.blueprint, step.as).includes(String(action.sender)));
      if (own) return this.go(own, step);
      const [other] = enabled;
      if (!other || extra >= EXTRA_MAX)
        return `nothing is open for ${step.as}, but ${enabled.map(({ id, sender }) => `${id} ${sender}`).join(', ') || 'nothing'}`;
      const problem = this.go(other, { as: '' });
      if (problem !== undefined) return problem;
    }
  }

  end(ends: 'done' | 'refused'): string | undefined {
    for (let extra = 0; extra <= EXTRA_MAX; extra++) {
      const { state } = this.result();
      if (state === 'Completed' || (ends === 'refused' && state === 'Rejected')) return undefined;
      const [open] = this.enabled();
      if (!open || extra === EXTRA_MAX)
        return `it ends as ${state}, with ${
          this.enabled()
            .map(({ id, sender }) => `${id} ${sender}`)
            .join(', ') || 'nothing'
        } open`;
      const problem = this.go(open, { as: '' });
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  private result(): ScenarioResult {
    return runScenario(this.blueprint as unknown as Definition, { name: 'case', steps: this.done });
  }

  private enabled(): readonly JsonObject[] {
    const actions = itemsOf(this.blueprint, 'actions');
    if (this.done.length === 0) return actions.filter(({ isStartingAction }) => isStartingAction === true);
    const { enabled } = this.result();
    return actions.filter(({ id }) => enabled.includes(Number(id)));
  }

  private go(action: JsonObject, { says, give = {} }: CaseStep): string | undefined {
    const id = Number(action.id);
    const step =
      says === 'no' && action.rejectionConfig !== undefined
        ? { reject: id, reason: 'No.' }
        : { action: id, payload: this.payload(action, says !== 'no', give) };
    this.done.push(step as ScenarioStep);
    const problems = this.result().steps.at(-1)?.problems ?? [];
    return problems.length > 0 ? problems.join(' ') : undefined;
  }

  private payload(action: JsonObject, isYes: boolean, give: Readonly<Record<string, number | boolean>>): Json {
    const payload = { ...payloadOf(action, this.blueprint.currencies as JsonObject | undefined) } as Record<
      string,
      Json
    >;
    for (const name of fieldNamesOf(action)) {
      const schema = fieldOf(action, name) ?? {};
      const label = `${name} ${schema.title ?? ''}`;
      if (
        schema.type === 'boolean' &&
        payload[name] !== undefined &&
        /approv|accept|grant|agree|genehm|zustimm|bewillig/i.test(label)
      )
        payload[name] = isYes;
      const given = Object.entries(give).find(([words]) => new RegExp(words, 'i').test(label))?.[1];
      if (given === undefined || payload[name] === undefined) continue;
      payload[name] = asValue(schema, given, payload[name]);
    }
    return payload;
  }
}

function asValue({ type, format }: JsonObject, given: number | boolean, before: Json): Json {
  if (format === 'money') return { ...(before as JsonObject), amount: Number(given).toFixed(2) };
  if (format === 'decimal') return String(given);
  return type === 'boolean' || type === 'integer' || type === 'number' ? given : before;
}
