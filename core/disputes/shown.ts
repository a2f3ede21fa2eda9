// The cells that an objection shows, each proven to be what its run committed. Pure.
import { type Issue, issue } from '../base/issue.js';
import { isObject, type Json } from '../base/json.js';
import { fail, isFailure, type Result } from '../base/result.js';
import { planOf } from '../blueprint/plan/plan.js';
import { type ProvenCells, verifyOpening } from '../envelope/cells/opening.js';
import type { FileManifest } from '../envelope/files.js';
import { type Cell, isOfData, type Layout, layoutOf } from '../envelope/layout/layout.js';
import { type CellValue, valuesOf } from '../envelope/layout/values.js';
import type { Transaction } from '../model/transaction.js';
import { isEncrypted } from '../transaction/action-metadata.js';
import { planFor } from '../transaction/stated-vote.js';
import type { Disputed, ShownCells, ShownRuns } from './disputed.js';
import { leavesIn } from './objection-form.js';
import { type DisputedOperands, keyOf } from './operands.js';

/** VAL_OBJ_003 as `judge` has it. `runs` are the sealed runs that the ground may read. */
export function shownRuns(of: Disputed, shown: readonly Json[], runs: DisputedOperands['runs']): Result<ShownRuns> {
  const { definition, run } = of;
  const isSealed = isEncrypted(run.header);
  const action = planFor(planOf(definition), run.header)?.action;
  if (!action) return fail(shownIssue('', 'The definition has no such action.'));
  const layout = layoutOf(definition, action);
  const known = new Map<string, ShownCells>();
  const files: FileManifest[] = [];
  let hashes: readonly Uint8Array[] | undefined;
  // Whether it may be shown at all is asked first: it costs no hash.
  for (const [i, opening] of shown.entries()) {
    const txId = isObject(opening) ? opening.txId : undefined;
    if (typeof txId !== 'string' || !(runs.has(txId) || (isSealed && txId === run.txId)))
      return fail(shownIssue(`/${i}/txId`, 'The rule reads no sealed run of this TxId where the disputed run stands.'));
    if (known.has(txId)) return fail(shownIssue(`/${i}/txId`, 'Another opening is of the same run.'));
    known.set(txId, new Map());
  }
  for (const [i, opening] of shown.entries()) {
    const { txId } = opening as { readonly txId: string };
    const operand = runs.get(txId);
    const at = operand ? { tx: operand.tx, layout: operand.layout } : { tx: run, layout };
    const cells = proven(opening, at);
    if (isFailure(cells)) return cells.mapIssues((cell) => ({ ...cell, path: `/payload/shown/${i}${cell.path}` }));
    known.set(txId, cells.shown);
    if (operand) continue;
    hashes = cells.hashes;
    files.push(...cells.manifests);
  }
  const own = isSealed ? (known.get(run.txId) ?? new Map<Cell, CellValue>()) : plainCells(run, layout);
  const nameOf = (txId: string): string | undefined => (txId === run.txId ? undefined : txId);
  const all = [...known].flatMap(([txId, cells]) => [...cells.keys()].map((cell) => ({ txId: nameOf(txId), cell })));
  const cellsOf = (txId: string): ShownCells => known.get(txId) ?? new Map();
  return {
    own,
    files: isSealed ? files : undefined,
    hashes,
    isSealed,
    all,
    leaves: leavesIn(shown),
    cellsOf,
    beyond: (needed) => {
      const wanted = new Set(needed.map(keyOf));
      const extra = all.find((item) => !wanted.has(keyOf(item)));
      const message = `The objection shows more than its ground needs: leave ${extra?.cell.pointer} of ${extra?.txId ?? run.txId} out.`;
      return extra && issue('VAL_OBJ_005', '/payload/shown', message);
    },
    without: (cells) => {
      const dropped = new Set(cells.map(keyOf));
      const leaveOut = (txId: string | undefined, of: ShownCells): ShownCells =>
        new Map([...of].filter(([cell]) => !dropped.has(keyOf({ txId, cell }))));
      return { own: leaveOut(undefined, own), cellsOf: (txId) => leaveOut(txId, cellsOf(txId)) };
    },
  };
}

function proven(
  opening: Json,
  { tx, layout }: { readonly tx: Transaction; readonly layout: Layout },
): Result<Pick<ProvenCells, 'manifests' | 'hashes'> & { readonly shown: ShownCells }> {
  const outcome = verifyOpening(opening, tx, layout);
  if (isFailure(outcome)) return outcome.mapIssues(({ path, message }) => issue('VAL_OBJ_003', path, message));
  const { manifests } = opening as { readonly manifests?: readonly Json[] };
  if ((manifests?.length ?? 0) !== outcome.manifests.length)
    return fail(issue('VAL_OBJ_005', '/manifests', 'A manifest is shown of a file that no shown value names.'));
  const byPointer = new Map(layout.cells.map((cell) => [cell.pointer, cell]));
  const shown = new Map(outcome.cells.map(({ pointer, value }) => [byPointer.get(pointer) as Cell, value]));
  return { shown, manifests: outcome.manifests, hashes: outcome.hashes };
}

function plainCells({ payload }: Transaction, layout: Layout): ShownCells {
  const names = new Set(layout.cells.filter(isOfData).map(({ path }) => path[0]));
  const members = isObject(payload) ? Object.entries(payload).filter(([name]) => names.has(name)) : [];
  const values = valuesOf(layout, Object.fromEntries(members));
  return new Map(layout.cells.filter(isOfData).map((cell) => [cell, values[cell.at]]));
}

function shownIssue(path: string, message: string): Issue {
  return issue('VAL_OBJ_003', `/payload/shown${path}`, message);
}
