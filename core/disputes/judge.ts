// Whether an objection proves that a run breaks the rules of its action. Pure, and the same on every validator and in a
// page: it executes the rule again, strictly, with the cells that are shown, in the state before the run. That state is
// the one that its sender saw. Of that it saw what was encrypted to its wallet: only what this denies is proven, so
// that no honest sender is ever found at fault.

import { type Issue, issue } from '../base/issue.js';
import { JUDGED_CONDITIONS_MAX, JUDGED_SCHEMA_STEPS_MAX, JUDGED_STEPS_MAX } from '../base/limits/ledger/disputes.js';
import { PUBLIC_GATE_STEPS } from '../base/limits/ledger/work.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { Action } from '../blueprint/definition/types.js';
import { resolveNames } from '../blueprint/names/resolve.js';
import { planOf } from '../blueprint/plan/plan.js';
import { dueRule, duesStatedBy, type StatedDue } from '../blueprint/plan/stated-dues.js';
import { gatePath } from '../credentials/gate/cells.js';
import { gateFaultAt } from '../credentials/gate/fault-place.js';
import { gateCellsOf, judgeGateGround } from '../credentials/gate/judge.js';
import { isOfData, layoutOf, ROUTE_MEMBER } from '../envelope/layout/layout.js';
import { nextOf } from '../instance/next.js';
import { boundsAt, DELEGATION, isDelegation, pathOf } from '../instance/people/amounts.js';
import { checkRun, type RuleVerdict } from '../instance/runs/check-run.js';
import { formatIn, gatePartsSeen, gateQuestion, statedGatesOf } from '../instance/runs/gates.js';
import { planFor } from '../transaction/stated-vote.js';
import type { Disputed, Needed, ShownCells, ShownRuns } from './disputed.js';
import type { Objection } from './objection-form.js';
import { cellsAt, type DisputedOperands, keyOf, operandsOf } from './operands.js';
import { shownRuns } from './shown.js';

/** The judgement on an objection, and how much work it was, in the steps of limits/ledger/work.ts. */
export interface JudgedObjection {
  readonly problem: Issue | undefined;
  readonly steps: number;
}

/** A judgement takes a hash for each leaf, in the time of so many steps. */
const LEAF_STEPS = 25;
/** A step of a rule takes as long as two of them. */
const LOGIC_STEP_STEPS = 2;

/**
 * No problem where the objection is proven. VAL_OBJ_003 an opening that does not give the root, of a run that the rule
 * does not read there, or a run twice; VAL_OBJ_004 with these values the rule holds, or what is shown does not say;
 * VAL_OBJ_005 more is shown than the ground needs.
 */
export function judge(of: Disputed, objection: Objection): JudgedObjection {
  const action = planFor(planOf(of.definition), of.run.header)?.action;
  if (!action) return { problem: unproven('the definition has no such action.'), steps: 0 };
  const operands = operandsFor(of, action, objection);
  if (isFailure(operands)) return { problem: operands.issue, steps: 0 };
  const shown = shownRuns(of, objection.shown, operands.runs);
  if (isFailure(shown)) return { problem: shown.issue, steps: 0 };
  const judging = new ObjectionJudge({ ...of, action, objection, operands, shown });
  const { ground } = objection;
  if (ground === 'undelivered') return { problem: unproven('the ledger proves it, and no cell.'), steps: 0 };
  const problem = judging[ground]();
  return { problem, steps: judging.steps + shown.leaves * LEAF_STEPS };
}

interface Case extends Disputed {
  readonly action: Action;
  readonly objection: Objection;
  readonly operands: DisputedOperands;
  readonly shown: ShownRuns;
}

const NO_TIME = 'the time that a rule reads cannot be told.';

/** The runs that the rules which the ground is about read. VAL_OBJ_004 where it names none, or a time is not known. */
export function operandsFor(of: Disputed, action: Action, { ground, at }: Objection): Result<DisputedOperands> {
  if (ground === 'calculation' && dueAt(of, action, at)) return operandsOf(of, []) ?? fail(unproven(NO_TIME));
  const { rules } = resolveNames(of.definition, action);
  const read = rules.filter((rule) => (ground === 'route' ? rule.gives === undefined : rule.at === at));
  if (ground === 'calculation' && read[0]?.gives === undefined)
    return fail(unproven('the action has no such calculation: expected /calculations/NAME.'));
  if (ground === 'route' && at !== '/routes') return fail(unproven('an objection to a decision is at /routes.'));
  const operands = operandsOf(of, ground === 'calculation' || ground === 'route' ? read : []);
  return operands ?? fail(unproven(NO_TIME));
}

/** The due time that the run states at a place, for a timer that takes it from the run. */
export function dueAt({ definition }: Pick<Disputed, 'definition'>, action: Action, at: string): StatedDue | undefined {
  return duesStatedBy(definition, action).find(({ key }) => dueRule(key) === at);
}

/** The cells that are taken for shown: all, or less. */
interface Taken {
  readonly own: ShownCells;
  readonly cellsOf: (txId: string) => ShownCells;
}

/** A ground each. */
class ObjectionJudge {
  steps = 0;
  /** Steps that rules may still take. */
  private left = JUDGED_STEPS_MAX;
  private readonly of: Case;

  constructor(of: Case) {
    this.of = of;
  }

  /** The result and every operand, and no other cell. */
  calculation(): Issue | undefined {
    const { action, objection, operands, shown } = this.of;
    const due = dueAt(this.of, action, objection.at);
    const needed = due ? this.own([due.member]) : operands.rules.flatMap((rule) => operands.operandCells(rule));
    const extra = shown.beyond(needed);
    if (extra) return extra;
    const verdict = this.verdicts(shown).find(({ rule }) => rule === objection.at)?.verdict;
    if (verdict === 'violated') return undefined;
    return unproven(
      verdict
        ? `${objection.at} gives what the run states.`
        : `the result of ${objection.at}, or not each of its operands, is shown.`,
    );
  }

  /** The members that the amounts of the deputy name, and no other cell. */
  delegation(): Issue | undefined {
    const { objection, row, shown } = this.of;
    if (!isDelegation(objection.at))
      return unproven(`an objection to how far a deputy reached is at ${DELEGATION}, or at ${DELEGATION}/ROLE.`);
    const max = boundsAt(row, objection.at);
    if (!max) return unproven('no deputy with an amount sealed the run, or confirmed it for this role.');
    const extra = shown.beyond(max.flatMap((bound) => this.own(pathOf(bound))));
    if (extra) return extra;
    const verdict = this.verdicts(shown).find(({ rule }) => rule === objection.at)?.verdict;
    if (verdict !== 'violated')
      return unproven(verdict ? 'the deputy kept its amount.' : 'not each member that its amounts name is shown.');
    return undefined;
  }

  /** The cells of one ground of a gate, and no other cell. */
  credential(): Issue | undefined {
    const { objection, shown, action, run, gateViewAt: viewAt } = this.of;
    const fault = gateFaultAt(objection.at);
    const gate = fault && statedGatesOf(run, { action }).find(({ id }) => id === fault.id);
    if (!fault || !gate)
      return unproven('an objection to a gate is at /gates/NAME/GROUND, of a gate that the run states.');
    if (gate.isPublic) return unproven('the evidence is in the clear, and every validator judged it.');
    if (viewAt === undefined) return unproven('the ledger that a gate is judged by is not here.');
    const layout = layoutOf(this.of.definition, action);
    const of = { tx: run, layout, seen: shown.own, hashes: shown.hashes ?? [], viewAt };
    const parts = gatePartsSeen(gate.id, of);
    const names = gateCellsOf(fault, formatIn(parts, gate.rule.formats));
    const needed = names.flatMap((name) => this.own(gatePath(gate.id, name)).slice(0, 1));
    const extra = shown.beyond(needed);
    if (extra) return extra;
    if (!needed.every(({ cell }) => shown.own.has(cell)))
      return unproven('not each part that the ground reads is shown.');
    this.steps += PUBLIC_GATE_STEPS;
    const refused = judgeGateGround(fault, parts, gateQuestion(gate, of));
    const isProven = refused?.ground === fault.ground && (fault.ground !== 'form' || refused.part === fault.part);
    return isProven ? undefined : unproven(`the gate ${gate.id} stands on this ground.`);
  }

  /** Conditions whose truth leaves no outcome that the run states. Each cell that is shown is needed for that. */
  route(): Issue | undefined {
    const { operands, shown } = this.of;
    if (!this.deniesRoute(shown)) return unproven('the conditions that are shown leave the decision.');
    const has = new Set(shown.all.map(keyOf));
    const rules = operands.rules.filter((rule) => operands.isCovered(rule, has));
    if (rules.length > JUDGED_CONDITIONS_MAX)
      return tooMuch(`at most ${JUDGED_CONDITIONS_MAX} conditions are shown at once.`);
    const covered = rules.map((rule) => operands.operandCells(rule));
    const decision = this.own([ROUTE_MEMBER]);
    const parts = [...covered, decision.filter((item) => has.has(keyOf(item)))].filter((cells) => cells.length > 0);
    for (const [i, cells] of parts.entries()) {
      const others = new Set(parts.flatMap((other, n) => (n === i ? [] : other.map(keyOf))));
      const only = cells.filter((cell) => !others.has(keyOf(cell)));
      if (only.length > 0 && this.deniesRoute(shown.without(only)))
        return tooMuch(`the decision is denied without ${only[0]?.cell.pointer}.`);
    }
    return shown.beyond(parts.flat());
  }

  /** A cell that is misplaced or says of a file what is false, with the one above it where that says so. */
  shape(): Issue | undefined {
    const { objection, shown } = this.of;
    const isAt = (taken: Taken): boolean => says(this.verdicts(taken), 'shape', objection.at);
    if (shown.isSealed && shown.own.size > 2) return tooMuch('a misplaced cell, and the one above it, are enough.');
    if (!isAt(shown)) return unproven(`${objection.at} stands where it may, and says of no file what is false.`);
    for (const item of shown.all)
      if (isAt(shown.without([item]))) return tooMuch(`${item.cell.pointer} is not needed.`);
    return shown.beyond(shown.all.filter(({ txId }) => txId === undefined));
  }

  /** A cell with all that stands in it, or the whole where no single cell says so. */
  schema(): Issue | undefined {
    const { objection, shown } = this.of;
    const { at } = objection;
    if (at !== '') {
      const extra = shown.beyond(this.below(at));
      if (extra) return extra;
      return says(this.verdicts(shown), 'schema', at) ? undefined : unproven(`${at} satisfies its schema.`);
    }
    const { cells } = layoutOf(this.of.definition, this.of.action);
    const all = cells.filter(isOfData);
    if (!all.every((cell) => shown.own.has(cell))) return unproven('not every member of the run is shown.');
    const broken = this.verdicts(shown).filter(({ rule }) => rule === 'schema');
    if (broken.length === 0) return unproven('the run satisfies its schemas.');
    const places = shown.isSealed ? broken.flatMap((verdict) => verdict.cells) : [];
    // They share what one of them may take: a definition can have hundreds that are broken only together.
    const each = Math.floor(JUDGED_SCHEMA_STEPS_MAX / Math.max(1, places.length));
    const alone = places.find((place) => this.isBrokenAlone(place, each));
    if (alone !== undefined) return tooMuch(`${alone} breaks its schema by itself.`);
    return shown.beyond(all.map((cell) => ({ txId: undefined, cell })));
  }

  private isBrokenAlone(at: string, schemaSteps: number): boolean {
    const within = new Set(this.below(at).map(({ cell }) => cell));
    const { shown } = this.of;
    if (within.size === 0 || within.size === shown.own.size) return false;
    const own = new Map([...shown.own].filter(([cell]) => within.has(cell)));
    return says(this.verdicts({ ...shown, own }, schemaSteps), 'schema', at);
  }

  private deniesRoute(taken: Taken): boolean {
    return this.verdicts(taken).some(({ rule, verdict }) => rule === '/routes' && verdict === 'violated');
  }

  private own(path: readonly string[]): readonly Needed[] {
    const { definition, action, shown } = this.of;
    if (!shown.isSealed) return [];
    return cellsAt(layoutOf(definition, action), path).map((cell) => ({ txId: undefined, cell }));
  }

  /** The cell at a pointer, and those in it. */
  private below(pointer: string): readonly Needed[] {
    const { cells } = layoutOf(this.of.definition, this.of.action);
    const at = cells.find((cell) => cell.pointer === pointer);
    const within = cells.filter((cell) => at?.path.every((token, i) => cell.path[i] === token) === true);
    return within.map((cell) => ({ txId: undefined, cell }));
  }

  private verdicts({ own, cellsOf }: Taken, most = JUDGED_SCHEMA_STEPS_MAX): readonly RuleVerdict[] {
    const { definition, action, run, row, operands, objection, shown } = this.of;
    const schemaSteps = objection.ground === 'schema' ? most : 0;
    this.steps += schemaSteps;
    const next = nextOf(planOf(definition), run.header);
    const state = operands.stateWith(cellsOf);
    const { verdicts, steps } = checkRun({
      definition,
      action,
      seen: own,
      files: shown.files,
      next,
      state,
      due: run.header.metadata?.due,
      max: row.max,
      answers: row.answers,
      schemaSteps,
      steps: this.left,
    });
    this.left -= steps;
    this.steps += LOGIC_STEP_STEPS * steps;
    return verdicts;
  }
}

function says(verdicts: readonly RuleVerdict[], rule: string, at: string): boolean {
  return verdicts.some(
    (verdict) => verdict.rule === rule && verdict.verdict === 'violated' && verdict.cells.includes(at),
  );
}

function unproven(why: string): Issue {
  return issue('VAL_OBJ_004', '/payload', `The objection is not proven: ${why}`);
}

function tooMuch(why: string): Issue {
  return issue('VAL_OBJ_005', '/payload/shown', `The objection shows more than its ground needs: ${why}`);
}
