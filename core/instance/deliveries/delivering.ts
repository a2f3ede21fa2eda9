// The ground on which deliveries and challenges are judged: the instance, and the sealed runs of it.
import { INSTANCE_DELIVERIES_MAX } from '../../base/limits/ledger/disputes.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSealedRun, layoutOfRun } from './owed.js';

export interface Delivering {
  readonly tx: Pick<Transaction, 'header' | 'payload' | 'txId'>;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly instance: Instance;
  readonly rowOf: RowOf;
}

/** Deliveries that a role may have in an instance: what others do takes none from it. */
export function shareOf({ participants }: Definition): number {
  return Math.floor(INSTANCE_DELIVERIES_MAX / participants.length);
}

/** A sealed run of this instance. */
export function runOf(
  view: Pick<StateView, 'transaction'>,
  { definition, instance, instanceId, rowOf }: Delivering,
  txId: string,
): Transaction | undefined {
  const run = view.transaction(txId);
  const { header } = run ?? {};
  // An encrypted action names its instance.
  const isHere = header?.instanceId === instanceId && header.publicationTxId === instance.publicationTxId;
  return run && isHere && isSealedRun(run) && rowOf(txId) && layoutOfRun(definition, run) ? run : undefined;
}
