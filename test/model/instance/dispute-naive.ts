// The runs of an instance of the worlds of disputes by the words of the definition, from the moves alone: what an
// objection proves false, or a rejection sends back, goes with all that followed it; what is kept stands again.
import type { JsonObject } from '../../../core/base/json.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { LAPSE } from './dispute.js';
import type { State } from './world.js';

export interface NaiveRun {
  readonly txId: string;
  readonly action: number;
  /** The transaction that it follows: of one that was done again the one that gave its action again. */
  readonly previous: string | undefined;
  /** The objection or rejection that took it back. */
  undoneBy: string | undefined;
  /** The parties or the resolver kept it, false or not. */
  isKept: boolean;
  /** Until when it says that the third action is done. */
  readonly lapse: string | undefined;
}

/** All of them, in ledger order. */
export function naiveRuns(state: State, moves: readonly Transaction[] = state.moves): readonly NaiveRun[] {
  const runs: NaiveRun[] = [];
  // The actions stand in one line, so that what followed a run is all that was done later.
  const undo = (run: NaiveRun | undefined, by: string): void => {
    if (!run) return;
    for (const one of runs.slice(runs.indexOf(run))) one.undoneBy ??= by;
  };
  const find = (txId: string | undefined): NaiveRun | undefined => runs.find((one) => one.txId === txId);
  /** Runs that private objections are about. */
  const unproven = new Map<string, string>();
  for (const { txId, header, payload } of moves) {
    const previous = header.previousTransactionId ?? '';
    const { type, due, contentEncoding } = header.metadata ?? {};
    const said = payload as JsonObject;
    if (type === 'Action' || type === 'Timer') {
      // The last timer ends the instance, and states nothing.
      if (type === 'Timer' && header.actionId === '3') continue;
      const lapse = header.actionId === '2' ? (type === 'Timer' ? LAPSE : (due as JsonObject)['3.lapse']) : undefined;
      runs.push({
        ...{ txId, action: Number(header.actionId), previous: header.previousTransactionId },
        ...{ undoneBy: undefined, isKept: false, lapse: lapse as string | undefined },
      });
    } else if (type === 'Rejection')
      undo(
        runs.findLast(({ action, undoneBy }) => action === 2 && !undoneBy),
        txId,
      );
    else if (type === 'Objection' && contentEncoding === 'encrypted') unproven.set(txId, previous);
    else if (type === 'Objection') undo(find(previous), txId);
    else if (type === 'Resolution') resolved(state, { txId, previous, said, unproven }, { runs, undo, find });
  }
  return runs;
}

interface Said {
  readonly txId: string;
  readonly previous: string;
  readonly said: JsonObject;
  readonly unproven: ReadonlyMap<string, string>;
}

interface Runs {
  readonly runs: readonly NaiveRun[];
  readonly undo: (run: NaiveRun | undefined, by: string) => void;
  readonly find: (txId: string | undefined) => NaiveRun | undefined;
}

function resolved(state: State, { txId, previous, said, unproven }: Said, { runs, undo, find }: Runs): void {
  const proven = unproven.get(previous);
  if (said.proven === true && proven !== undefined) undo(find(proven), txId);
  // A word that did not decide changed nothing: the row of the one that did says it.
  const row = state.view.state(`run/${txId}`) as { readonly resolved?: string } | undefined;
  if (row?.resolved !== 'keep') return;
  for (const run of runs) {
    if (run.undoneBy !== previous) continue;
    run.undoneBy = undefined;
    run.isKept = true;
  }
}

/** Those that rules read. */
export function naivelyInForce(state: State): readonly NaiveRun[] {
  return naiveRuns(state).filter(({ undoneBy }) => undoneBy === undefined);
}
