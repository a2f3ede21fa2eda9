// The runs that are wrong for a wallet, as tasks: what each breaks, until when an objection to it can be made, and what that has to name. What was undone since is no
// task any more. It reads rows, and judges nothing.
import type { Issue } from '../../core/base/issue.js';
import { FOUND_RUNS_WALKED_MAX } from '../../core/base/reading-limits.js';
import { disputeTermsOf } from '../../core/blueprint/disputes.js';
import { instanceAt, rowsIn } from '../../core/transaction/kinds/action.js';
import type { ChainStore } from '../../storage/chain-store.js';
import type { FoundRun, RunChecks } from '../../storage/run-checks.js';
import { definitionAt } from './definition-at.js';
import type { RegisterPlace } from './instance-view.js';

export interface SuspectRun extends FoundRun {
  readonly txId: string;
  /** Of the action, where the definition is on this node. */
  readonly title?: string;
  /** Time of a docket up to which an objection to the run is taken. */
  readonly objectUntilMs: number;
}

export interface SuspectRunReads {
  /**
   * Those in force, the newest first, of the first FOUND_RUNS_WALKED_MAX that were found, up to the head. NODE_UNAVAILABLE
   * where that takes too long; it goes on all the same.
   */
  suspectRuns(at: RegisterPlace, wallet: string): Promise<readonly SuspectRun[] | Issue>;
}

export async function suspectRunsOf(
  { chain, rows }: { readonly chain: Pick<ChainStore, 'view'>; readonly rows: Pick<RunChecks, 'foundBy'> },
  { reg }: RegisterPlace,
  wallet: string,
): Promise<readonly SuspectRun[]> {
  const view = chain.view(reg);
  const rowOf = rowsIn(view);
  const found = (await rows.foundBy(wallet, reg, FOUND_RUNS_WALKED_MAX)).flatMap(([txId, run]): SuspectRun[] => {
    const row = rowOf(txId);
    const instance = instanceAt(view, run.instanceId);
    if (!row || row.undone || instance?.language !== 2) return [];
    const definition = definitionAt(view, instance);
    const { windowMs } = disputeTermsOf(definition ?? {});
    const title = definition?.actions.find(({ id }) => id === run.actionId)?.title;
    const objectUntilMs = run.sealedMs + windowMs + (instance.pausedMs ?? 0);
    return [{ ...run, txId, objectUntilMs, ...(title !== undefined && { title }) }];
  });
  return found.sort((a, b) => b.sealedMs - a.sealedMs || (a.txId < b.txId ? -1 : 1));
}
