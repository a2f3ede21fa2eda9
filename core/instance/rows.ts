// The instance that a transaction opens or meets, and the rows of its runs.
import { hashHex } from '../base/hash.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { RowOf, RunRow } from '../blueprint/state/run-row.js';
import type { StateView } from '../model/register.js';
import type { Transaction, TransactionHeader } from '../model/transaction.js';
import { STATE_KEY } from '../register/state-keys.js';

/** True for an action that opens an instance: it follows nothing, or the publication itself (reference-facts 1.3). */
export function isStart(header: TransactionHeader): boolean {
  return header.previousTransactionId === undefined || header.previousTransactionId === header.publicationTxId;
}

/** The instance that an action names, or for an opening action without a name the id that follows from its TxId. */
export function instanceIdOf(tx: Transaction): string {
  const { instanceId, registerId, blueprintId } = tx.header;
  return instanceId ?? hashHex('instance', registerId, blueprintId, tx.txId);
}

/**
 * The instance that an action meets. An action that opens an instance without naming it meets no instance: the id
 * follows from its own TxId, which is not sealed yet, so nothing needs to be read.
 */
export function instanceBefore(view: Pick<StateView, 'state'>, tx: Transaction): Instance | undefined {
  if (tx.header.instanceId === undefined && isStart(tx.header)) return undefined;
  return instanceAt(view, instanceIdOf(tx));
}

export function instanceAt(view: Pick<StateView, 'state'>, instanceId: string): Instance | undefined {
  return view.state(STATE_KEY.instance(instanceId)) as unknown as Instance | undefined;
}

/** The rows of runs that a view has. */
export function rowsIn(view: Pick<StateView, 'state'>): RowOf {
  return (txId) => view.state(STATE_KEY.run(txId)) as unknown as RunRow | undefined;
}
