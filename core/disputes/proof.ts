// Makes the objection that proves what is wrong with a run: it looks for the cells that its ground needs, and for no
// other. Pure; the wallet that objects opens them. `judge` has the last word, as it has it on every validator.

import { type Issue, issue } from '../base/issue.js';
import type { Json } from '../base/json.js';
import { PROOF_TRIES_MAX } from '../base/limits/ledger/disputes.js';
import { fail, failIf, isFailure, type Result } from '../base/result.js';
import { planOf } from '../blueprint/plan/plan.js';
import { gatePointer } from '../credentials/gate/cells.js';
import { gateFaultAt } from '../credentials/gate/fault-place.js';
import { gateCellsOf } from '../credentials/gate/judge.js';
import { GATE_FORMATS } from '../credentials/gate/rule.js';
import { isOfData, layoutOf, ROUTE_MEMBER } from '../envelope/layout/layout.js';
import { boundsAt, pathOf } from '../instance/people/amounts.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import { planFor } from '../transaction/stated-vote.js';
import type { Disputed, Needed } from './disputed.js';
import { dueAt, judge, operandsFor } from './judge.js';
import { type Objection, readObjection } from './objection-form.js';
import { cellsAt, keyOf } from './operands.js';

export type About = Pick<Objection, 'ground' | 'at'>;

/** The opening of cells of a run, by their pointers; an issue where the wallet does not read one of them. */
export type OpensCells = (txId: string, pointers: readonly string[]) => Result<Json>;

/**
 * The objection, or VAL_OBJ_004 where the cells that the wallet reads do not prove it, and the other issues of `judge`
 * and of `opens`. At most PROOF_TRIES_MAX sets of cells are judged.
 */
export function proofOf(of: Disputed, about: About, opens: OpensCells): Result<Objection> {
  const tries = new Tries(of, about, opens);
  for (const cells of candidates(of, about)) {
    if (isFailure(cells)) return cells;
    const objection = tries.judgeCells(cells);
    if (objection) return tries.without(objection, cells);
    if (tries.isOver) break;
  }
  return fail(tries.problem);
}

/** The sets that may prove it, the smallest first. */
function* candidates(of: Disputed, about: About): Iterable<Result<readonly Needed[]>> {
  const action = planFor(planOf(of.definition), of.run.header)?.action;
  const operands = action ? operandsFor(of, action, { ...about, type: 'objection', v: 1, shown: [] }) : undefined;
  if (!action || !operands) return;
  if (isFailure(operands)) {
    yield operands;
    return;
  }
  // Cells of a run that everybody reads are shown already.
  const layout = isEncrypted(of.run.header) ? layoutOf(of.definition, action) : undefined;
  const own = (wanted: readonly (typeof cells)[number][]): readonly Needed[] =>
    layout ? wanted.map((cell) => ({ txId: undefined, cell })) : [];
  const { cells } = layoutOf(of.definition, action);
  const due = about.ground === 'calculation' ? dueAt(of, action, about.at) : undefined;
  if (about.ground === 'delegation') {
    const wanted = (boundsAt(of.row, about.at) ?? []).flatMap((bound) =>
      cellsAt(layoutOf(of.definition, action), pathOf(bound)),
    );
    yield distinct(own(wanted));
  } else if (about.ground === 'credential') {
    for (const pointers of gateCellSets(about.at)) yield own(cells.filter(({ pointer }) => pointers.includes(pointer)));
  } else if (due) yield layout ? own(cellsAt(layout, [due.member])) : [];
  else if (about.ground === 'calculation')
    yield distinct(operands.rules.flatMap((rule) => operands.operandCells(rule)));
  else if (about.ground === 'route') {
    const way = layout ? own(cellsAt(layout, [ROUTE_MEMBER])) : [];
    for (const rule of operands.rules) {
      yield operands.operandCells(rule);
      if (way.length > 0) yield distinct([...operands.operandCells(rule), ...way]);
    }
    yield distinct([...operands.rules.flatMap((rule) => operands.operandCells(rule)), ...way]);
  } else {
    const at = cells.find(({ pointer }) => pointer === about.at);
    if (about.at === '') yield own(cells.filter(isOfData));
    else if (about.ground === 'schema') yield own(cells.filter(({ path }) => at && isBelow(path, at.path)));
    else if (at) {
      yield own([at]);
      for (const above of cells.filter(({ path }) => path.length < at.path.length && isBelow(at.path, path)))
        yield own([above, at]);
    }
  }
}

/** The cells of the ground, which are fewer in some formats. */
function gateCellSets(at: string): readonly (readonly string[])[] {
  const fault = gateFaultAt(at);
  if (!fault) return [];
  const sets = GATE_FORMATS.map((format) => gateCellsOf(fault, format).map((name) => gatePointer(fault.id, name)));
  return sets.sort((a, b) => a.length - b.length);
}

function isBelow(path: readonly string[], above: readonly string[]): boolean {
  return above.every((token, i) => path[i] === token);
}

function distinct(cells: readonly Needed[]): readonly Needed[] {
  return [...new Map(cells.map((cell) => [keyOf(cell), cell])).values()];
}

class Tries {
  private left = PROOF_TRIES_MAX;
  /** Of the last set that the wallet could show; else of the last one. */
  problem: Issue = unproven('there is nothing that could be shown.');
  private readonly of: Disputed;
  private readonly about: About;
  private readonly opens: OpensCells;
  /** The judgement on each objection that may be the one. */
  private readonly problems = new Map<Objection, Issue | undefined>();

  constructor(of: Disputed, about: About, opens: OpensCells) {
    this.of = of;
    this.about = about;
    this.opens = opens;
  }

  get isOver(): boolean {
    return this.left <= 0;
  }

  /** The objection that shows these cells where it is proven, or shows too much. */
  judgeCells(cells: readonly Needed[]): Objection | undefined {
    const shown = this.showCells(cells);
    if (isFailure(shown)) return this.keepProblem(shown.issue);
    const objection = readObjection({ type: 'objection', v: 1, ...this.about, shown });
    if (isFailure(objection)) return this.keepProblem(objection.issue);
    this.left -= 1;
    const { problem } = judge(this.of, objection);
    if (problem && problem.code !== 'VAL_OBJ_005') return this.keepProblem(problem);
    this.problems.set(objection, problem);
    return objection;
  }

  /** The same with no cell that is not needed: of several that deny it together, one after the other is left out. */
  without(objection: Objection, cells: readonly Needed[]): Result<Objection> {
    let [best, needed] = [objection, cells];
    for (const cell of cells) {
      if (this.isOver || !this.problems.get(best)) break;
      const fewer = needed.filter((item) => item !== cell);
      const smaller = this.judgeCells(fewer);
      if (smaller) [best, needed] = [smaller, fewer];
    }
    return failIf(this.problems.get(best)) ?? best;
  }

  private keepProblem(problem: Issue): undefined {
    this.problem = problem;
    return undefined;
  }

  private showCells(cells: readonly Needed[]): Result<Json[]> {
    const byRun = new Map<string, string[]>();
    for (const { txId = this.of.run.txId, cell } of cells) byRun.set(txId, [...(byRun.get(txId) ?? []), cell.pointer]);
    const shown: Json[] = [];
    for (const [txId, pointers] of byRun) {
      const opening = this.opens(txId, pointers);
      if (isFailure(opening))
        return fail(unproven(`the wallet does not read ${pointers.join(', ')} of transaction ${txId}.`));
      shown.push(opening);
    }
    return shown;
  }
}

function unproven(why: string): Issue {
  return issue('VAL_OBJ_004', '/at', `The objection is not proven: ${why}`);
}
