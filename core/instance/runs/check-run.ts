// The verdict of a reader that executes again what it sees of a run: the same rules as the sender's, on the same
// values. It has no clock, no key and no state of a node, so that two readers of the same cells have the same verdict;
// it runs in a page too.

import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { CHECK_STATE_STEPS, CHECK_STEPS_MAX } from '../../base/limits/node/reading.js';
import { isFailure } from '../../base/result.js';
import { parsePointer, pointerText } from '../../blueprint/definition/pointer.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { type Facts, type RunFacts, runOfTurn } from '../../blueprint/logic/facts.js';
import { logicBudget } from '../../blueprint/logic/logic-values.js';
import { type RuleOfDefinition, typesOf } from '../../blueprint/names/definition-types.js';
import { knowledgeOf } from '../../blueprint/names/knowledge.js';
import { membersOf } from '../../blueprint/names/members.js';
import { type ResolvedRule, resolveNames } from '../../blueprint/names/resolve.js';
import { evaluateCondition, evaluateRule } from '../../blueprint/operators/evaluate.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { RouteOutcome } from '../../blueprint/plan/planned.js';
import { conditionAt, hasCondition, routeIdOf } from '../../blueprint/plan/routes.js';
import { dueRule, duesStatedBy } from '../../blueprint/plan/stated-dues.js';
import { seenFaults } from '../../blueprint/schemas/seen-schema.js';
import type { AmountBound, RunRow } from '../../blueprint/state/run-row.js';
import { type FileFacts, falseInFiles } from '../../envelope/file-objects.js';
import {
  type Cell,
  claimCells,
  insideOf,
  isOfData,
  layoutOf,
  partAt,
  ROUTE_MEMBER,
} from '../../envelope/layout/layout.js';
import { type CellValue, dataOf, decisionCell, statedData } from '../../envelope/layout/values.js';
import { confirmingPlace, DELEGATION, isStated, isWithin, pathOf } from '../people/amounts.js';

/** A member of a run: computed again here, its owner's word, denied by the rules, or not there for this reader. */
export type MemberVerdict = 'verified' | 'stated' | 'violated' | 'undelivered';

/** A run in force, with what the reader has of it. */
export interface SeenRun extends RunFacts {
  /** True where the reader has all that is at the path, or knows that nothing is. */
  readonly has: (path: readonly string[]) => boolean;
}

/** The state that the run's sender acted on: runs in force, and times of the ledger. */
export interface RunState {
  readonly runs: readonly SeenRun[];
  readonly time: Facts['time'];
}

export interface CheckedRun {
  readonly definition: Definition;
  readonly action: Action;
  /** The cells that the reader has. */
  readonly seen: ReadonlyMap<Cell, CellValue>;
  /** Manifests of the files that these cells name; undefined of a readable run, of which a docket judges that. */
  readonly files?: readonly FileFacts[] | undefined;
  /** Where the transaction says that it leads. */
  readonly next: readonly number[];
  readonly state: RunState;
  /** Due times that the transaction states (`metadata.due`), for timers that take them from the run. */
  readonly due?: Json | undefined;
  /** Amounts of which the run of a deputy keeps one, as its row has them. */
  readonly max?: readonly AmountBound[] | undefined;
  /** The same of deputies that confirmed it, by the role for which they did. */
  readonly answers?: RunRow['answers'] | undefined;
  /** Verdicts about the gates whose evidence the reader has (gates.ts). */
  readonly gates?: readonly RuleVerdict[];
  /** Steps that the schemas may take on parts of the run; those of a reader unless stated. 0: none is looked at. */
  readonly schemaSteps?: number;
  /** Steps that the rules may take; CHECK_STEPS_MAX unless stated. */
  readonly steps?: number;
}

/** The finding about one rule: a part of the schema, a calculation, a condition, the form. */
export interface RuleVerdict {
  /** JSON Pointer below the action, or `shape` and `schema`. */
  readonly rule: string;
  readonly verdict: 'verified' | 'violated';
  /** Pointers of the cells of the run that it is about. */
  readonly cells: readonly string[];
}

export interface RunVerdict {
  /** The data of the run that is seen, without its decision. */
  readonly data: JsonObject;
  readonly verdicts: readonly RuleVerdict[];
  /** By pointer of a cell that the reader has. */
  readonly members: ReadonlyMap<string, Exclude<MemberVerdict, 'undelivered'>>;
  /** As of a run that is seen so (`SeenRun`). */
  readonly has: SeenRun['has'];
  /** Steps that the rules took. */
  readonly steps: number;
}

/**
 * The verdict about a run that was delivered. A value that the reader cannot check is its owner's word; so is one with
 * which this reader would take more than CHECK_STEPS_MAX steps.
 */
export function checkRun(run: CheckedRun): RunVerdict {
  const layout = layoutOf(run.definition, run.action);
  const { data: all, misplaced } = dataOf(layout, run.seen);
  const decided = Object.hasOwn(all, ROUTE_MEMBER) ? all[ROUTE_MEMBER] : undefined;
  const data = statedData(all);
  const shapes = [...misplaced].map(({ pointer }) => violation('shape', [pointer]));
  const verdicts: RuleVerdict[] = [...shapes, ...(run.gates ?? [])];
  const most = run.steps ?? CHECK_STEPS_MAX;
  const work = { left: most };
  const own = partsOf(run.action, data);
  const has = isSeenIn(layout, run.seen);
  const checking: Checking = { data, own, decided, has, work, ...run };
  if (run.schemaSteps !== 0) verdicts.push(...schemaVerdicts(checking));
  verdicts.push(
    ...fileVerdicts(checking),
    ...calculationVerdicts(checking),
    ...routeVerdicts(checking),
    ...dueVerdicts(checking),
  );
  verdicts.push(...amountVerdicts(checking, DELEGATION, run.max));
  for (const [role, { max }] of Object.entries(run.answers ?? {}))
    verdicts.push(...amountVerdicts(checking, confirmingPlace(role), max));
  const members = new Map<string, Exclude<MemberVerdict, 'undelivered'>>();
  for (const { pointer } of run.seen.keys()) members.set(pointer, 'stated');
  for (const { verdict, cells } of verdicts)
    for (const pointer of cells) {
      // A run that is wrong by some rule stays so.
      const before = members.get(pointer);
      if (before !== undefined && before !== 'violated') members.set(pointer, verdict);
    }
  return { data, verdicts, members, has, steps: most - work.left };
}

interface Checking extends CheckedRun {
  /** The data of the run that is seen, without its decision. */
  readonly data: { readonly [name: string]: Json };
  /** The same as rules read it. */
  readonly own: Pick<Facts, 'input' | 'calculated'>;
  readonly decided: Json | undefined;
  readonly has: SeenRun['has'];
  /** Steps that all rules may still take. */
  readonly work: { left: number };
}

/** For who has these cells: whether all at a path is known. */
export function isSeenIn(
  { cells }: ReturnType<typeof layoutOf>,
  seen: ReadonlyMap<Cell, CellValue>,
): (path: readonly string[]) => boolean {
  return (path) => {
    const shown = claimCells(cells, path);
    if (shown) return shown.every((cell) => seen.has(cell));
    const { owner, inside } = partAt(cells, path);
    return owner !== undefined && seen.has(owner) && inside.every((cell) => seen.has(cell));
  };
}

function violation(rule: string, cells: readonly string[]): RuleVerdict {
  return { rule, verdict: 'violated', cells };
}

function schemaVerdicts({ definition, action, seen, data, schemaSteps }: Checking): readonly RuleVerdict[] {
  const { cells } = layoutOf(definition, action);
  const own = cells.filter(isOfData);
  const pointers = own.every((cell) => seen.has(cell)) ? [''] : wholeIn(cells, own, seen);
  const broken = seenFaults({ definition, action, stepsMax: schemaSteps }, data, pointers).map((path) =>
    cellAt(own, path),
  );
  // A calculated member that is absent is a wrong result.
  const { given, isCertain } = membersOf(action);
  const isMissed = ({ path }: Cell) => given.has(path[0] as string) && isCertain(path);
  const missing = own.filter((cell) => seen.has(cell) && seen.get(cell) === undefined && isMissed(cell));
  const at = new Set([...broken, ...missing.map(({ pointer }) => pointer)]);
  return [...at].map((pointer) => violation('schema', [pointer]));
}

/** Objects that the sender stated of files, and that say otherwise than the files that it sealed. */
function fileVerdicts({ definition, action, own, files }: Checking): readonly RuleVerdict[] {
  if (!files) return [];
  const { cells } = layoutOf(definition, action);
  const isApart = (pointer: string): boolean => cells.some((cell) => cell.pointer === pointer);
  const at = new Set(falseInFiles(own.input, { files, isApart }).map((pointer) => cellAt(cells, pointer)));
  return [...at].map((pointer) => violation('shape', [pointer]));
}

/** Pointers of the parts that the reader has whole. */
function wholeIn(all: readonly Cell[], own: readonly Cell[], seen: ReadonlyMap<Cell, CellValue>): readonly string[] {
  const isWhole = (item: Cell) => insideOf(all, item).every((cell) => !isOfData(cell) || seen.has(cell));
  return own.filter((cell) => seen.has(cell) && isWhole(cell)).map(({ pointer }) => pointer);
}

/** The cell in which the value at a pointer stands. */
function cellAt(cells: readonly Cell[], pointer: string): string {
  const path = parsePointer(pointer) ?? [];
  const above = cells.filter((cell) => cell.path.every((token, i) => path[i] === token));
  return above.sort((a, b) => b.path.length - a.path.length)[0]?.pointer ?? pointer;
}

function calculationVerdicts(checking: Checking): readonly RuleVerdict[] {
  const { definition, action, data, has } = checking;
  return resolveNames(definition, action).rules.flatMap((rule): readonly RuleVerdict[] => {
    const { gives, at } = rule;
    if (gives === undefined || !has([gives])) return [];
    const stated = Object.hasOwn(data, gives) ? canonical(data[gives]) : undefined;
    const verdict = checkCalculation(checking, rule, stated);
    return verdict ? [{ rule: at, verdict, cells: [pointerText([gives])] }] : [];
  });
}

/** Undefined where the reader does not know what the rule reads, or has looked at enough. */
function checkCalculation(
  checking: Checking,
  item: ResolvedRule,
  stated: string | undefined,
): RuleVerdict['verdict'] | undefined {
  const { definition, action } = checking;
  if (checking.work.left <= 0 || !knows(checking, item)) return undefined;
  const rule = typesOf(definition).rulesOf(action).get(item.at) as RuleOfDefinition;
  const value = spend(checking, (budget) => evaluateRule(rule, factsIn(checking), budget));
  return !isFailure(value) && canonical(value) === stated ? 'verified' : 'violated';
}

/** An evaluation has what an action has for all of its rules: an honest one needs no more. */
function spend<T>({ work }: Checking, evaluate: (budget: ReturnType<typeof logicBudget>) => T): T {
  const budget = logicBudget();
  const all = budget.steps;
  const value = evaluate(budget);
  work.left -= CHECK_STATE_STEPS + all - budget.steps;
  return value;
}

/** True where the reader has every operand of the rule. */
function knows({ definition, action, has, state: { runs, time } }: Checking, { uses }: ResolvedRule): boolean {
  return uses.every(({ read }) => {
    switch (read.kind) {
      case 'in':
      case 'calc':
        return has(read.path);
      case 'act':
        return runs.findLast((item) => item.action === read.action)?.has(read.path) ?? true;
      case 'turn':
        return runOfTurn(runs, read)?.has(read.path) ?? true;
      case 'fact':
        return runs.findLast((item) => read.actions.includes(item.action))?.has(read.path) ?? true;
      case 'runs':
        return runs.every((item) => item.action !== read.action || item.has(read.path));
      case 'time':
        // Nothing comes before what opens the instance.
        return read.of !== 'signed' || time.signed !== undefined;
      default:
        return knowledgeOf(definition).cellsOf(action, read).length === 0;
    }
  });
}

function factsIn({ own, state: { runs, time } }: Checking): Facts {
  return { runs, time, ...own };
}

function partsOf(action: Action, data: JsonObject): Checking['own'] {
  const { given } = membersOf(action);
  const input: (readonly [string, Json])[] = [];
  const calculated: (readonly [string, Json])[] = [];
  for (const name of Object.keys(data)) (given.has(name) ? input : calculated).push([name, data[name] as Json]);
  return { input: Object.fromEntries(input), calculated: Object.fromEntries(calculated) };
}

/**
 * Whether timers and votes that take their time or weight from the run have the one of the member that the reader sees.
 */
function dueVerdicts({ definition, action, data, due, has }: Checking): readonly RuleVerdict[] {
  if (due === undefined) return [];
  return duesStatedBy(definition, action).flatMap(({ key, member, dueOf, form }): readonly RuleVerdict[] => {
    if (!has([member])) return [];
    const dueMs = dueOf(Object.hasOwn(data, member) ? data[member] : undefined);
    const stated = isObject(due) && Object.hasOwn(due, key) ? due[key] : undefined;
    const isSame = dueMs !== undefined && stated === form.textOf(dueMs);
    const verdict = isSame ? 'verified' : 'violated';
    return [{ rule: dueRule(key), verdict, cells: isSame ? [] : [pointerText([member])] }];
  });
}

/**
 * Whether the deputy that sent or confirmed the run kept one of its amounts, as far as the reader sees the members that
 * they name. It says nothing of the members themselves, which are their owner's word.
 */
function amountVerdicts(
  { definition, action, data, has }: Checking,
  place: string,
  max: readonly AmountBound[] = [],
): readonly RuleVerdict[] {
  const known = max.filter((bound) => !isStated(action, bound) || has(pathOf(bound)));
  if (known.some((bound) => isWithin(bound, data))) return [{ rule: place, verdict: 'verified', cells: [] }];
  if (max.length === 0 || known.length < max.length) return [];
  const { cells } = layoutOf(definition, action);
  const owners = known.map((bound) => partAt(cells, pathOf(bound)).owner?.pointer ?? '');
  return [violation(place, [...new Set(owners)])];
}

const ROUTE_POINTER = pointerText([ROUTE_MEMBER]);

/** Whether the decision is one that the conditions leave, as far as the reader can say of each of them. */
function routeVerdicts(checking: Checking): readonly RuleVerdict[] {
  const { definition, action, decided, next, has } = checking;
  const planned = planOf(definition).actions.get(String(action.id));
  // A vote states no decision.
  if (!planned || planned.approval || planned.outcomes.length < 2) return [];
  const hasRoute = has([ROUTE_MEMBER]);
  const ids = idsOf(next);
  const cell = hasRoute && isObject(decided) ? canonical(decided) : '';
  const stated = planned.outcomes.filter((outcome) => leadsTo(outcome, ids) && (!hasRoute || isDecided(outcome, cell)));
  const left = possible(checking, planned.outcomes);
  const agreed = left.filter((outcome) => stated.includes(outcome));
  if (agreed.length === 0) return [routeVerdict('violated', hasRoute)];
  return left.length === 1 ? [routeVerdict('verified', hasRoute)] : [];
}

function routeVerdict(verdict: RuleVerdict['verdict'], hasRoute: boolean): RuleVerdict {
  return { rule: '/routes', verdict, cells: hasRoute ? [ROUTE_POINTER] : [] };
}

/** Outcomes that no condition which the reader can evaluate excludes. */
function possible(checking: Checking, outcomes: readonly RouteOutcome[]): readonly RouteOutcome[] {
  const { definition, action, work } = checking;
  const rules = typesOf(definition).rulesOf(action);
  const { rules: resolved } = resolveNames(definition, action);
  const routes = planOf(definition).actions.get(String(action.id))?.routes ?? [];
  const rows: (boolean | 'fails' | undefined)[] = [];
  for (const [i, route] of routes.entries()) {
    const at = conditionAt(action, i);
    const rule = resolved.find((item) => item.at === at);
    const isOpen = !hasCondition(route) || !rule || work.left <= 0 || !knows(checking, rule);
    rows[i] = isOpen ? undefined : evaluateFor(checking, rules.get(at) as RuleOfDefinition);
    // Conditions behind one that holds, or that has no value, are not looked at.
    if (rows[i] === true || rows[i] === 'fails') break;
  }
  return outcomes.filter(({ i, reasonCode }) =>
    rows.every((value, at) => {
      if (value === undefined) return true;
      if (reasonCode === 'ConditionMatched' && at === i) return value === true;
      // Conditions behind the route that is taken are not looked at.
      const isTried = reasonCode === 'DefaultRoute' || reasonCode === 'NoRoute' || at < i;
      return !isTried || value === false;
    }),
  );
}

function evaluateFor(checking: Checking, rule: RuleOfDefinition): boolean | 'fails' {
  const value = spend(checking, (budget) => evaluateCondition(rule, factsIn(checking), budget));
  return isFailure(value) ? 'fails' : value;
}

function idsOf(next: readonly number[]): string {
  return next.length < 2 ? next.join() : [...new Set(next)].sort((a, b) => a - b).join();
}

function leadsTo({ route }: RouteOutcome, ids: string): boolean {
  return idsOf(route?.nextActionIds ?? []) === ids;
}

function isDecided({ i, route, reasonCode }: RouteOutcome, cell: string): boolean {
  return cell === canonical(decisionCell({ reasonCode, routeId: route && routeIdOf(route, i) }));
}
