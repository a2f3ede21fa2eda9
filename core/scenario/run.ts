// Walks through a scenario in memory, step by step, and compares what happens with what is expected.
import type { Issue } from '../base/issue.js';
import { isFailure } from '../base/result.js';
import { durationMs } from '../blueprint/definition/duration.js';
import type { Definition } from '../blueprint/definition/types.js';
import { asChecked } from '../blueprint/definition/without-nulls.js';
import type { Executed } from '../blueprint/execution/execute.js';
import type { InstanceState } from '../blueprint/state/instance.js';
import { differs, membersDiffer, sortedIds } from './comparing.js';
import {
  type ExpectedRefusal,
  type ExpectedStep,
  expectedRefusal,
  SCENARIO_START,
  type Scenario,
  type ScenarioStep,
} from './form.js';
import { labelOf } from './labels.js';
import { MemoryInstance } from './memory-instance.js';
import type { ScenarioMove } from './move.js';
import type { Cast, DeputiesByRole } from './parties.js';
import { isMove, moveOf, roleOf, unknownRole, type WalkNow } from './step-moves.js';

export interface StepResult {
  /** From 1. */
  readonly step: number;
  /** Such as `action 3 as planner`. */
  readonly label: string;
  /** Each says what was expected and what was found; none where all is as expected. */
  readonly problems: readonly string[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly passed: boolean;
  readonly steps: readonly StepResult[];
  /** After the last step that was done; absent where none was. */
  readonly state?: InstanceState;
  readonly enabled: readonly number[];
  readonly waiting: readonly number[];
}

/** Dockets of one scenario are a second apart where it does not say when a step is done. */
const STEP_MS = 1000;

/**
 * The definition has passed `checkBlueprint`, the scenario `readScenarios`. It ends at the first step that cannot be
 * done.
 */
export function runScenario(definition: Definition, scenario: Scenario): ScenarioResult {
  const { walk, results } = walkThrough(definition, scenario);
  const { row } = walk.instance;
  return {
    name: scenario.name,
    passed: results.length === scenario.steps.length && results.every(({ problems }) => problems.length === 0),
    steps: results,
    ...(row && { state: row.state }),
    ...walk.instance.open(),
  };
}

/** The same, with the walk as it stands after the last step that was done. */
export function walkThrough(definition: Definition, { start, deputies, steps }: Scenario): WalkedThrough {
  const of = {
    startMs: Date.parse(start ?? SCENARIO_START),
    cast: { deputies: deputiesIn(steps, deputies), receivers: receiversIn(steps) },
  };
  const walk = new Walk(asChecked(definition), of);
  const results: StepResult[] = [];
  const strangers = Object.keys(deputies ?? {}).flatMap((role) => unknownRole(walk.definition, role));
  if (strangers.length > 0) results.push({ step: 1, label: 'deputies', problems: strangers });
  for (const [i, step] of strangers.length > 0 ? [] : steps.entries()) {
    const { label, problems, ends } = walk.step(step);
    results.push({ step: i + 1, label, problems });
    if (ends) break;
  }
  return { walk, results };
}

interface WalkedThrough {
  readonly walk: Walk;
  readonly results: readonly StepResult[];
}

/** The delegations that are stated, and one without a bound to each other deputy that acts for a role somewhere. */
function deputiesIn(steps: readonly ScenarioStep[], stated: Scenario['deputies'] = {}): DeputiesByRole {
  const byKey = new Map(Object.entries(stated));
  for (const { as, deputy } of steps) {
    const lines = as === undefined ? [] : (byKey.get(as) ?? []);
    if (as === undefined || deputy === undefined || lines.some(({ to }) => to === deputy)) continue;
    byKey.set(as, [...lines, { to: deputy }]);
  }
  return byKey;
}

/** To whom roles are handed over; undefined where none is. */
function receiversIn(steps: readonly ScenarioStep[]): Cast['receivers'] {
  const handed = steps.filter(({ handover }) => handover !== undefined);
  return handed.length === 0 ? undefined : handed.flatMap(({ to }) => to ?? []);
}

function isRefusal({ code, path }: Issue, wanted: ExpectedRefusal): boolean {
  return code === wanted.code && (wanted.at === undefined || wanted.at === path);
}

function placeIssue(code: string, at: string | undefined): string {
  return at === undefined || at === '' ? code : `${code} at ${at}`;
}

interface Walked {
  readonly label: string;
  readonly problems: readonly string[];
  /** It could not be done as it stands there: what follows would mean something else. */
  readonly ends: boolean;
}

class Walk implements WalkNow {
  readonly instance: MemoryInstance;
  readonly definition: Definition;
  /** When the newest step was done. */
  nowMs: number;
  /** TxIds by number of their step, from 1; undefined for a step that sealed nothing. */
  readonly sealed: (string | undefined)[] = [undefined];

  constructor(definition: Definition, { startMs, cast }: { readonly startMs: number; readonly cast: Cast }) {
    this.definition = definition;
    this.instance = new MemoryInstance(definition, cast);
    this.nowMs = startMs - STEP_MS;
  }

  step(step: ScenarioStep): Walked {
    const label = labelOf(step, roleOf(this, step));
    const atMs = this.timeOf(step);
    if (typeof atMs === 'string') return { label, problems: [atMs], ends: true };
    this.nowMs = atMs;
    const { fired, reminded } = this.instance.pass(atMs);
    const walked = this.walkStep(step, { atMs, isFired: fired.length > 0 });
    const { expect = {} } = step;
    const passed = [...differs('fired', expect.fired, fired), ...differs('reminded', expect.reminded, reminded)];
    return { ...walked, label, problems: [...passed, ...walked.problems] };
  }

  private walkStep(
    step: ScenarioStep,
    { atMs, isFired }: { readonly atMs: number; readonly isFired: boolean },
  ): Omit<Walked, 'label'> {
    if (step.spend !== undefined) {
      const [unknown = this.instance.spend(step.spend) ? undefined : 'no open instance is there'] = unknownRole(
        this.definition,
        step.spend,
      );
      this.sealed.push(undefined);
      return unknown === undefined
        ? { problems: this.standing(step.expect ?? {}), ends: false }
        : { problems: [unknown], ends: true };
    }
    if (!isMove(step)) {
      this.sealed.push(isFired ? this.instance.moves.at(-1)?.transaction.txId : undefined);
      return { problems: this.standing(step.expect ?? {}), ends: false };
    }
    const move = moveOf(this, step, atMs);
    if (typeof move === 'string') return { problems: [move], ends: true };
    return this.takeMove(move, step.expect ?? {});
  }

  private takeMove(move: ScenarioMove, expected: ExpectedStep): Omit<Walked, 'label'> {
    const { instance } = this;
    const done = instance.take(move);
    const wanted = expectedRefusal(expected);
    const said = wanted && placeIssue(wanted.code, wanted.at);
    const refused = typeof done === 'object' && isFailure(done) ? done.issues : undefined;
    this.sealed.push(refused ? undefined : instance.moves.at(-1)?.transaction.txId);
    if (refused) {
      const isExpected = refused.some((issue) => wanted && isRefusal(issue, wanted));
      const texts = refused.map((issue) => `${placeIssue(issue.code, issue.path)}: ${issue.message}`);
      const problems = isExpected ? [] : [`expected ${wanted ? said : 'no refusal'}, found ${texts.join(' ')}`];
      return { problems: [...problems, ...(isExpected ? this.standing(expected) : [])], ends: !isExpected };
    }
    if (wanted) return { problems: [`expected it to be refused with ${said}, and it was sealed`], ends: true };
    const recorded = done === 'recorded' ? [] : this.outcomeProblems(done as Executed, expected);
    return { problems: [...recorded, ...this.standing(expected)], ends: false };
  }

  private outcomeProblems({ data, decision }: Executed, { route, next, fields }: ExpectedStep): readonly string[] {
    const ids = decision.nextActions.map(({ actionId }) => actionId);
    return [
      ...differs('route', route, decision.routeId),
      ...differs('next', next && sortedIds(next), sortedIds(ids)),
      ...membersDiffer('the data', fields ?? {}, data),
    ];
  }

  /** The expectations that can be checked after any step. */
  private standing({ state, enabled, waiting, sees, hidden }: ExpectedStep): readonly string[] {
    const { instance } = this;
    const open = instance.open();
    const last = instance.moves.at(-1)?.transaction.txId ?? '';
    const seen = Object.entries(sees ?? {}).flatMap(([role, members]) =>
      membersDiffer(`what ${role} sees`, members, instance.seenData(role, last)),
    );
    const facts = Object.entries(hidden ?? {}).flatMap(([role, names]) => this.leaks(role, names));
    return [
      ...differs('state', state, instance.row?.state),
      ...differs('enabled', enabled && sortedIds(enabled), open.enabled),
      ...differs('waiting', waiting && sortedIds(waiting), open.waiting),
      ...[...Object.keys(sees ?? {}), ...Object.keys(hidden ?? {})].flatMap((role) =>
        unknownRole(this.definition, role),
      ),
      ...seen,
      ...facts,
    ];
  }

  private leaks(role: string, names: readonly string[]): readonly string[] {
    return this.instance.moves.flatMap(({ transaction: { txId, header } }) => {
      const shown = this.instance.seenData(role, txId);
      return names
        .filter((name) => Object.hasOwn(shown, name))
        .map((name) => `expected ${name} to be hidden from ${role}, and action ${header.actionId} shows it`);
    });
  }

  private timeOf({ at }: ScenarioStep): number | string {
    const { nowMs } = this;
    if (at === undefined) return nowMs + STEP_MS;
    const after = durationMs(at);
    if (after !== undefined) return nowMs + after;
    const ms = Date.parse(at);
    if (Number.isNaN(ms)) return `expected a date with a time or a duration such as P2D in at, found ${at}`;
    return ms > nowMs ? ms : `expected a time after ${new Date(nowMs).toISOString()} in at, found ${at}`;
  }
}
