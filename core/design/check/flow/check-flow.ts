// Findings about the control flow of a blueprint: a way on which it hangs, actions that nothing comes to, branches that
// meet. Pure. An unsound definition cannot be published.

import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { Overrides } from '../../../blueprint/findings/overrides.js';
import { planOf } from '../../../blueprint/plan/plan.js';
import { routeIdOf } from '../../../blueprint/plan/routes.js';
import type { PathStep } from '../../../flow/search.js';
import { type SoundnessBounds, type SoundnessFault, soundnessOf } from '../../../flow/soundness.js';
import { checkStructure } from '../../../flow/structure.js';
import { isTimer, timerPlace } from '../../../flow/ways.js';
import { warnOfBackRoutes } from './check-back.js';

/** Steps of a path that a finding names. */
const PATH_STEPS_MAX = 12;

/** Adds the findings. The definition has no errors otherwise. `bounds` are those of the check unless stated. */
export function checkFlow(definition: Definition, findings: Findings, bounds?: SoundnessBounds): void {
  const telling = new NetFaults(definition);
  const { overrides } = definition;
  const overriding = new Overrides(overrides);
  const net = planOf(definition).net();
  const accepted = new Set(overrides?.map(({ code }) => code));
  const { faults, back } = soundnessOf(net, bounds, accepted);
  for (const fault of faults) {
    // A deadlock behind more states than are looked at would be published otherwise.
    const isUnknown = fault.code === 'BP_SOUNDNESS_UNKNOWN';
    const severity = isUnknown ? 'error' : fault.severity;
    overriding.add({ severity, code: fault.code, ...telling.of(fault) }, findings);
  }
  overriding.end(overrides, findings);
  warnOfBackRoutes(definition, back, findings);
}

/**
 * Adds the faults of its structure as errors: a rule of ledgers. Nothing where the definition has errors
 * otherwise.
 */
export function checkStructureOf(definition: Definition, findings: Findings): void {
  if (findings.errors > 0) return;
  const places = new Map(definition.actions.map(({ id }, place) => [id, place]));
  for (const { code, action, at, message } of checkStructure(planOf(definition).net()))
    findings.error(code, `/actions/${places.get(action)}${at}`, `${code}: ${message}`);
}

/** Says the faults of a net in the words of its definition. */
class NetFaults {
  readonly #definition: Definition;
  readonly #places: ReadonlyMap<number, number>;

  constructor(definition: Definition) {
    this.#definition = definition;
    this.#places = new Map(definition.actions.map(({ id }, place) => [id, place]));
  }

  of(fault: SoundnessFault): {
    readonly location: string;
    readonly message: string;
    readonly path?: readonly string[];
    readonly steps?: readonly number[];
  } {
    const path = this.#path(fault.path);
    const place = this.#places.get(fault.action);
    const location = place === undefined ? '' : `/actions/${place}${this.#below(fault)}`;
    const steps = fault.path.map(({ action }) => action);
    return { location, message: this.#message(fault, path), ...(path.length > 0 && { path, steps }) };
  }

  #below({ code, at, about, action }: SoundnessFault): string {
    if (code !== 'BP_DEADLOCK') return at;
    if (about.length === 0) return '/joins';
    const priors = this.#action(action)?.requiredPriorActions ?? [];
    return `/requiredPriorActions/${priors.indexOf(about[0] as number)}`;
  }

  #message(fault: SoundnessFault, path: readonly string[]): string {
    const { action, about } = fault;
    const on = path.length === 0 ? '' : ` on this path: ${path.join(', ')}`;
    switch (fault.code) {
      case 'BP_DEADLOCK':
        return about.length === 0
          ? `${this.#name(action)} waits for branches that stay open without end${on}.`
          : `${this.#name(action)} waits for action ${about.join(' and ')}, which does not come${on}. ${this.#remedy(fault)}`;
      case 'BP_BRANCHES_MEET':
        return `Two branches come to ${this.#name(action)}, and each would do it${on}. Join them there, or before.`;
      case 'BP_ACTION_DEAD':
        return `No run of the workflow comes to ${this.#name(action)}, whatever the data.`;
      case 'BP_NEVER_ENDS':
        return 'No run of the workflow ends, whatever the data.';
      case 'BP_LOOP_NO_EXIT':
        return `Nothing leads out of the circle of actions ${about.slice(0, PATH_STEPS_MAX).join(', ')}.`;
      case 'BP_REJECTION_NOT_BEFORE':
        return `${this.#name(action)} is rejected to action ${about.join()}, which need not have run before: then it goes forward.`;
      default:
        return fault.message ?? `${this.#name(action)} goes back and on to others${on}: lead back alone.`;
    }
  }

  #remedy({ about }: SoundnessFault): string {
    const [missing] = about;
    const forks = this.#definition.actions.filter(({ id }) => this.#forksBefore(id, missing as number));
    const instead = forks[0]
      ? `, or name "joins": {"fork": ${forks[0].id}} in its place, which waits for the branches that were opened`
      : '';
    return `Lead every way there through action ${missing}, or leave it out of requiredPriorActions${instead}.`;
  }

  #forksBefore(id: number, target: number): boolean {
    const planned = planOf(this.#definition).actions.get(String(id));
    const to = (planned?.outcomes ?? []).map(({ route }) => route?.nextActionIds ?? []);
    return to.some((ids) => ids.length > 1) && to.some((ids) => ids.includes(target));
  }

  /** Each step in words; of a long path its beginning and its end. */
  #path(steps: readonly PathStep[]): readonly string[] {
    const texts = steps.map((step) => this.#step(step));
    if (texts.length <= PATH_STEPS_MAX) return texts;
    const half = PATH_STEPS_MAX / 2;
    return [...texts.slice(0, half), `${texts.length - PATH_STEPS_MAX} more`, ...texts.slice(-half)];
  }

  #step({ action, by }: PathStep): string {
    const name = this.#name(action);
    if (by === 'rejection') return `${name} is rejected to ${this.#action(action)?.rejectionConfig?.targetActionId}`;
    const { outcomes = [], timers = [] } = planOf(this.#definition).actions.get(String(action)) ?? {};
    if (isTimer(by)) return `${name} ends by its timer "${timers[timerPlace(by)]?.id}"`;
    const { i = 0, route } = outcomes[by] ?? {};
    if (!route) return `${name} takes no route and ends its branch`;
    const to = route.nextActionIds.length === 0 ? 'and ends its branch' : `to ${route.nextActionIds.join(' and ')}`;
    return outcomes.length === 1 ? `${name} leads ${to}` : `${name} takes route "${routeIdOf(route, i)}" ${to}`;
  }

  #name(id: number): string {
    const title = this.#action(id)?.title;
    return title === undefined ? `action ${id}` : `action ${id} "${title}"`;
  }

  #action(id: number): Action | undefined {
    return this.#definition.actions[this.#places.get(id) ?? -1];
  }
}
