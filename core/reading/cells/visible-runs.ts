// The runs of an instance as everything that shows an instance knows them: by TxId, flat by name, with
// the files that they name. Nothing is added, and nothing that was committed is left out.
import { isFailure } from '../../base/result.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import type { FileReference } from '../../envelope/envelope.js';
import { filesNamedIn } from '../../envelope/files.js';
import type { Disclosed } from '../../envelope/open.js';
import type { Transaction } from '../../model/transaction.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { suspicionsIn } from './findings.js';
import { flatOf, type ReadRun } from './run-fold.js';
import type { InstanceReading } from './states.js';
import { UNDELIVERED } from './undelivered.js';
import type { Source, Visible, VisibleFile } from './visible.js';

/** `endings` are what rejections and cancellations show the wallet, by TxId. */
export function visibleRuns(
  { definition, moves }: Pick<InstanceReading, 'definition' | 'moves'>,
  runs: readonly ReadRun[],
  endings: ReadonlyMap<string, readonly Disclosed[]>,
): Visible {
  const sealed = new Map(moves.map(({ transaction }) => [transaction.txId, transaction]));
  const flat = [...flatOf(definition, runs)];
  const opened = new Map(endings);
  const files = new Map<string, VisibleFile>();
  for (const run of runs) {
    const tx = sealed.get(run.txId) as Transaction;
    if (!isEncrypted(tx.header) || isClosed(run)) continue;
    opened.set(run.txId, run.members.size === 0 ? [] : [{ fields: run.data, files: run.files }]);
    // A later one of the same id replaces none.
    for (const file of filesIn(run, tx))
      if (!files.has(file.manifest.fileId)) files.set(file.manifest.fileId, { ...sourceOf(run), ...file });
  }
  const closed = runs.flatMap((run) => (isClosed(run) ? [[run.txId, UNDELIVERED] as const] : []));
  return {
    fields: Object.fromEntries(flat.map(([name, run]) => [name, run.data[name] ?? null])),
    facts: new Map(runs.map((run) => [run.txId, run.data])),
    suspect: suspicionsIn(runs),
    files,
    opened,
    closed: new Map(closed),
    runs,
  };
}

/** True where nothing of it opens. */
function isClosed({ undelivered, members }: ReadRun): boolean {
  return undelivered !== undefined && [...members.values()].every((verdict) => verdict === 'undelivered');
}

function sourceOf({ txId, action }: ReadRun): Source {
  return { txId, actionId: String(action) };
}

/** The files that the data of a run names, with all their chunks on the ledger. */
export function filesIn(
  { data, files }: Pick<ReadRun, 'data' | 'files'>,
  { payload }: Pick<Transaction, 'payload'>,
): readonly Pick<VisibleFile, 'manifest' | 'reference'>[] {
  if (files.length === 0) return [];
  const envelope = readEnvelope(payload);
  const references: readonly FileReference[] = isFailure(envelope) ? [] : (envelope.files ?? []);
  return filesNamedIn(data, files).flatMap((manifest) => {
    const reference = references.find(({ fileId }) => fileId === manifest.fileId);
    return reference?.chunks.length === manifest.total ? [{ manifest, reference }] : [];
  });
}
