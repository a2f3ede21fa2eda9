// Walks through a scenario in memory, step by step, and compares what happens with what is expected.
import { type Issue, isIssues } from '../base/issue.js';
import { canonical, type Json, type JsonObject } from '../base/json.js';
import { actionOf } from '../blueprint/definition/conformance.js';
import { durationMs } from '../blueprint/definition/duration.js';
import type { Definition } from '../blueprint/definition/types.js';
import { asChecked } from '../blueprint/definition/without-nulls.js';
import type { Executed } from '../blueprint/execution/execute.js';
import { openBranches, waitingRuns } from '../blueprint/instance/branches.js';
import type { InstanceState } from '../blueprint/state/instance.js';
import { type Expected, SCENARIO_START, type Scenario, type ScenarioStep } from './form.js';
import { MemoryInstance, type ScenarioMove } from './memory-instance.js';
import { candidatesNamed, type DeputiesByRole } from './parties.js';

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
export function runScenario(definition: Definition, { name, start, steps }: Scenario): ScenarioResult {
  const of = { startMs: Date.parse(start ?? SCENARIO_START), deputies: deputiesIn(steps) };
  const walk = new Walk(asChecked(definition), of);
  const results: StepResult[] = [];
  for (const [i, step] of steps.entries()) {
    const { label, problems, ends } = walk.step(step);
    results.push({ step: i + 1, label, problems });
    if (ends) break;
  }
  const { row } = walk.instance;
  return {
    name,
    passed: results.length === steps.length && results.every(({ problems }) => problems.length === 0),
    steps: results,
    ...(row && { state: row.state }),
    ...walk.instance.open(),
  };
}

/** Those that act for a role somewhere. */
function deputiesIn(steps: readonly ScenarioStep[]): DeputiesByRole {
  const found = new Map<string, readonly string[]>();
  for (const { as, deputy } of steps)
    if (as !== undefined && deputy !== undefined) found.set(as, [...new Set([...(found.get(as) ?? []), deputy])]);
  return found;
}

interface Walked {
  readonly label: string;
  readonly problems: readonly string[];
  /** It could not be done as it stands there: what follows would mean something else. */
  readonly ends: boolean;
}

class Walk {
  readonly instance: MemoryInstance;
  private readonly definition: Definition;
  private nowMs: number;
  /** TxIds by number of their step, from 1; undefined for a step that sealed nothing. */
  private readonly sealed: (string | undefined)[] = [undefined];

  constructor(
    definition: Definition,
    { startMs, deputies }: { readonly startMs: number; readonly deputies: DeputiesByRole },
  ) {
    this.definition = definition;
    this.instance = new MemoryInstance(definition, deputies);
    this.nowMs = startMs - STEP_MS;
  }

  step(step: ScenarioStep): Walked {
    const label = labelOf(step, this.roleOf(step));
    const atMs = this.timeOf(step);
    if (typeof atMs === 'string') return { label, problems: [atMs], ends: true };
    this.nowMs = atMs;
    const { fired, reminded } = this.instance.pass(atMs);
    const walked = this.walked(step, { atMs, isFired: fired.length > 0 });
    const { expect = {} } = step;
    const passed = [...differs('fired', expect.fired, fired), ...differs('reminded', expect.reminded, reminded)];
    return { ...walked, label, problems: [...passed, ...walked.problems] };
  }

  private walked(
    step: ScenarioStep,
    { atMs, isFired }: { readonly atMs: number; readonly isFired: boolean },
  ): Omit<Walked, 'label'> {
    if (!isMove(step)) {
      this.sealed.push(isFired ? this.instance.moves.at(-1)?.transaction.txId : undefined);
      return { problems: this.standing(step.expect ?? {}), ends: false };
    }
    const move = this.moveOf(step, atMs);
    if (typeof move === 'string') return { problems: [move], ends: true };
    return this.taken(move, step.expect ?? {});
  }

  private taken(move: ScenarioMove, expected: Expected): Omit<Walked, 'label'> {
    const { instance } = this;
    const done = instance.take(move);
    const refused = typeof done === 'object' && isIssues(done) ? (done as readonly Issue[]) : undefined;
    this.sealed.push(refused ? undefined : instance.moves.at(-1)?.transaction.txId);
    if (refused) {
      const isExpected = refused.some(({ code }) => code === expected.refused);
      const texts = refused.map(({ code, path, message }) => `${code}${path === '' ? '' : ` at ${path}`}: ${message}`);
      const problems = isExpected ? [] : [`expected ${expected.refused ?? 'no refusal'}, found ${texts.join(' ')}`];
      return { problems: [...problems, ...(isExpected ? this.standing(expected) : [])], ends: !isExpected };
    }
    if (expected.refused !== undefined)
      return { problems: [`expected it to be refused with ${expected.refused}, and it was sealed`], ends: true };
    const recorded = done === 'recorded' ? [] : this.recorded(done as Executed, expected);
    return { problems: [...recorded, ...this.standing(expected)], ends: false };
  }

  private recorded({ data, decision }: Executed, { route, next, fields }: Expected): readonly string[] {
    const ids = decision.nextActions.map(({ actionId }) => actionId);
    return [
      ...differs('route', route, decision.routeId),
      ...differs('next', next && sorted(next), sorted(ids)),
      ...membersDiffer('the data', fields ?? {}, data),
    ];
  }

  /** What can be asked after any step. */
  private standing({ state, enabled, waiting, sees, hidden }: Expected): readonly string[] {
    const { instance } = this;
    const open = instance.open();
    const last = instance.moves.at(-1)?.transaction.txId ?? '';
    const seen = Object.entries(sees ?? {}).flatMap(([role, members]) =>
      membersDiffer(`what ${role} sees`, members, instance.seen(role, last)),
    );
    const told = Object.entries(hidden ?? {}).flatMap(([role, names]) => this.toldOf(role, names));
    return [
      ...differs('state', state, instance.row?.state),
      ...differs('enabled', enabled && sorted(enabled), open.enabled),
      ...differs('waiting', waiting && sorted(waiting), open.waiting),
      ...[...Object.keys(sees ?? {}), ...Object.keys(hidden ?? {})].flatMap((role) => this.unknownRole(role)),
      ...seen,
      ...told,
    ];
  }

  private toldOf(role: string, names: readonly string[]): readonly string[] {
    return this.instance.moves.flatMap(({ transaction: { txId, header } }) => {
      const shown = this.instance.seen(role, txId);
      return names
        .filter((name) => Object.hasOwn(shown, name))
        .map((name) => `expected ${name} to be hidden from ${role}, and action ${header.actionId} shows it`);
    });
  }

  private unknownRole(role: string): readonly string[] {
    const roles = this.definition.participants.map(({ id }) => id);
    return roles.includes(role) ? [] : [`the definition has no role ${role}: it has ${roles.join(', ')}`];
  }

  private moveOf(step: ScenarioStep, atMs: number): ScenarioMove | string {
    const { action, reject, cancel, vote, payload = {}, reason } = step;
    if (isAnswer(step)) return this.answerOf(step, atMs);
    if ([step.object, step.judge, step.resolve].some((one) => one !== undefined)) return this.disputed(step, atMs);
    const of = this.partyOf(step);
    if (typeof of === 'string') return of;
    const { role, candidate } = of;
    const last = this.instance.moves.at(-1)?.transaction;
    if (cancel) {
      if (!last) return 'there is nothing to cancel yet';
      const said = { type: 'cancellation', ...(reason !== undefined && { reason }) };
      const by = step.as ?? this.openerOf();
      return {
        type: 'Cancellation',
        actionId: Number(last.header.actionId),
        role: by,
        previous: last.txId,
        payload: said,
        atMs,
      };
    }
    const claimed = step.claim ?? step.release;
    const actionId = (action ?? reject ?? claimed) as number;
    const previous = claimed === undefined ? this.previousOf(step, actionId) : last?.txId;
    const { deputy } = step;
    const by = { ...(candidate !== undefined && { candidate }), ...(deputy !== undefined && { deputy }) };
    const common = { actionId, role: role ?? '', ...by, previous, atMs };
    if (claimed !== undefined) {
      const type = step.claim === undefined ? 'Release' : 'Claim';
      return { ...common, type, payload: { type: type.toLowerCase(), v: 1 } };
    }
    if (vote !== undefined) return { ...common, type: 'Vote', payload, vote };
    if (reject === undefined) return { ...common, type: 'Action', payload };
    return {
      ...common,
      type: 'Rejection',
      payload: { type: 'rejection', reason: reason ?? 'rejected by the scenario' },
    };
  }

  /** The answer to the run that waits, or to the newest move where none does: then the rules say why not. */
  private answerOf(step: ScenarioStep, atMs: number): ScenarioMove | string {
    const { confirm, decline, after, reason = 'not confirmed by the scenario' } = step;
    const actionId = (confirm ?? decline) as number;
    const waiting = this.instance.waitingFor(actionId);
    const role = step.as ?? waiting?.missing[0] ?? '';
    const [unknown] = step.as === undefined ? [] : this.unknownRole(role);
    if (unknown !== undefined) return unknown;
    const accept = confirm !== undefined;
    return {
      ...{ type: 'Confirmation', actionId, role, atMs, answer: { accept, role } },
      ...(step.deputy !== undefined && { deputy: step.deputy }),
      previous:
        after !== undefined ? this.sealed[after] : (waiting?.txId ?? this.instance.moves.at(-1)?.transaction.txId),
      payload: { type: 'confirmation', ...(!accept && { reason }) },
    };
  }

  /** An objection that is taken to be proven, or a word about the dispute that lasts, or about the newest move. */
  private disputed(step: ScenarioStep, atMs: number): ScenarioMove | string {
    const { object, judge, resolve } = step;
    const role = this.roleOf(step) ?? '';
    const [unknown] = this.unknownRole(role);
    if (unknown !== undefined) return unknown;
    const { row, moves } = this.instance;
    if (row?.language !== 2) return 'disputes are of an instance of language 2';
    const last = moves.at(-1)?.transaction;
    if (object !== undefined) {
      const previous = this.instance.newestRun(object) ?? last?.txId;
      const isPrivate = step.private === true;
      return { type: 'Objection', actionId: object, role, previous, payload: PROVEN, isPrivate, atMs };
    }
    const { action = Number(last?.header.actionId), objection = last?.txId } = row.dispute ?? {};
    const { ground, at: place } = PROVEN;
    const found = { proven: judge === true, ...(judge && { ground, at: place }) };
    const said = judge === undefined ? { outcome: resolve as string } : found;
    const payload: JsonObject = { type: 'resolution', v: 1, role, ...said };
    return { type: 'Resolution', actionId: action, role, previous: objection, payload, atMs };
  }

  /**
   * The newest branch that leads to the action. Where none does the newest run that will once it is confirmed, or else the
   * newest move: then the rules say why not.
   */
  private previousOf({ after }: ScenarioStep, actionId: number): string | undefined {
    if (after !== undefined) return this.sealed[after];
    const { row, moves } = this.instance;
    const branches = row ? openBranches(row).filter((branch) => branch.actionId === actionId) : [];
    const waiting = row ? waitingRuns(row).filter(({ leads }) => leads.includes(actionId)) : [];
    const newest = (all: readonly { readonly txId: string }[]) =>
      all
        .map(({ txId }) => txId)
        .sort()
        .at(-1);
    return newest(branches) ?? newest(waiting) ?? moves.at(-1)?.transaction.txId;
  }

  /** The role that does a step; where `as` is one of its candidates that, too. */
  private partyOf(step: ScenarioStep): { readonly role: string | undefined; readonly candidate?: string } | string {
    const role = this.roleOf(step);
    const { as: _, ...unnamed } = step;
    const own = this.roleOf(unnamed);
    const participant = this.definition.participants.find(({ id }) => id === own);
    const [unknown] = role === undefined ? [] : this.unknownRole(role);
    if (unknown === undefined) return { role };
    if (!participant || !candidatesNamed(participant).includes(role as string)) return unknown;
    return { role: own, candidate: role as string };
  }

  private roleOf({ action, reject, claim, release, judge, as }: ScenarioStep): string | undefined {
    if (judge !== undefined) return as ?? this.definition.disputes?.resolver;
    const id = action ?? reject ?? claim ?? release;
    return as ?? (id === undefined ? undefined : actionOf(this.definition, String(id))?.sender);
  }

  private openerOf(): string {
    const [first] = this.instance.moves;
    return actionOf(this.definition, first?.transaction.header.actionId ?? '')?.sender ?? '';
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

/** The walk has nothing false in it, so that a scenario says what is proven false. */
const PROVEN = { type: 'objection', v: 1, ground: 'schema', at: '', shown: [] } satisfies JsonObject;

function isAnswer({ confirm, decline }: ScenarioStep): boolean {
  return confirm !== undefined || decline !== undefined;
}

function isMove(step: ScenarioStep): boolean {
  const { action, reject, cancel, claim, release, object, judge, resolve } = step;
  return (
    [action, reject, cancel, claim, release, object, judge, resolve].some((one) => one !== undefined) || isAnswer(step)
  );
}

function labelOf(step: ScenarioStep, role: string | undefined): string {
  const { action, reject, cancel, claim, confirm, decline, judge, object, release, resolve, at, vote, deputy } = step;
  const stands = deputy === undefined ? '' : ` by its deputy ${deputy}`;
  const by = role === undefined ? '' : ` as ${role}${stands}`;
  if (vote !== undefined) return `vote ${vote} on action ${action}${by}`;
  if (action !== undefined) return `action ${action}${by}`;
  if (reject !== undefined) return `reject ${reject}${by}`;
  if (confirm !== undefined) return `confirm ${confirm}${by}`;
  if (decline !== undefined) return `decline ${decline}${by}`;
  if (claim !== undefined) return `claim ${claim}${by}`;
  if (release !== undefined) return `release ${release}${by}`;
  if (object !== undefined) return `object to ${object}${step.private ? ' in private' : ''}${by}`;
  if (judge !== undefined) return `judge it ${judge ? 'proven' : 'not proven'}${by}`;
  if (resolve !== undefined) return `resolve by ${resolve}${by}`;
  return cancel ? `cancel${by}` : `wait ${at}`;
}

function differs(what: string, expected: Json | undefined, found: Json | undefined): readonly string[] {
  if (expected === undefined || (found !== undefined && canonical(expected) === canonical(found))) return [];
  return [`expected ${what} ${canonical(expected)}, found ${found === undefined ? 'none' : canonical(found)}`];
}

function membersDiffer(where: string, expected: JsonObject, found: JsonObject): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const has = Object.hasOwn(found, name) ? (found[name] as Json) : undefined;
    return differs(`${name} of ${where}`, value, has);
  });
}

function sorted(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
