// The readers of the parts of a sealed transaction, as the ledger has them.
import type { Static } from 'typebox';
import { issue } from '../../../../core/base/issue.js';
import { INSTANCE_READ_MAX } from '../../../../core/base/limits/ledger/disputes.js';
import { fail, type Result } from '../../../../core/base/result.js';
import { readersOf } from '../../../../core/instance/deliveries/readers.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import { instanceAt, instanceIdOf, rowsIn } from '../../../../core/instance/rows.js';
import { isEncrypted } from '../../../../core/transaction/action-metadata.js';
import { moveTypeOf } from '../../../../core/transaction/move-type.js';
import type { ApiCall } from '../../../define.js';
import type { TransactionReaders } from '../../../schemas/registers/transactions.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import type { SealedFor } from './find-sealed-for.js';

/**
 * PUBLICATION_NOT_FOUND where this node lacks the definition that says which part is whose, INSTANCE_TOO_LONG above
 * INSTANCE_READ_MAX transactions.
 */
export async function transactionReaders(
  { deps: { chain } }: ApiCall<LedgerDeps>,
  { record, sealed: { transaction: tx } }: SealedFor,
): Promise<Result<Static<typeof TransactionReaders>>> {
  const transactionId = tx.txId;
  // A delivery has a group of its own form.
  if (!isEncrypted(tx.header) && moveTypeOf(tx.header) !== 'Delivery')
    return { transactionId, isPublic: true, groups: [], deliveries: [] };
  const view = chain.view(record.reg);
  const { blueprintId, publicationTxId = '' } = tx.header;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  const instanceId = instanceIdOf(tx);
  const instance = instanceAt(view, instanceId);
  if (!definition || !instance)
    return fail(issue('PUBLICATION_NOT_FOUND', '/txId', 'This node lacks the definition of the instance.'));
  const moves = await chain.byInstance(record.reg, instanceId, { skip: 0, top: INSTANCE_READ_MAX });
  if (moves.total > INSTANCE_READ_MAX)
    return fail(issue('INSTANCE_TOO_LONG', '/txId', `The instance has more than ${INSTANCE_READ_MAX} transactions.`));
  const row = rowsIn(view)(tx.txId);
  const { groups, deliveries } = readersOf({ definition, instance, tx, row, moves: moves.items });
  return {
    ...{ transactionId, isPublic: false },
    groups: groups.map(({ members, wallets }) => ({
      members: [...members],
      wallets: wallets.map(({ roles, ...its }) => ({ ...its, roles: [...roles] })),
    })),
    deliveries: deliveries.map(({ members, txId, atMs, ...its }) => ({
      ...{ ...its, members: [...members], transactionId: txId, at: isoTime(atMs) },
    })),
  };
}
