// The actions of an instance that were done, for those who show its data or who stated it.
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import { isDoneBy } from '../../actors/workflow/instance/timer-view.js';
import { INSTANCE_READ_MAX } from '../../core/base/limits/ledger/disputes.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { instanceIdOf } from '../../core/instance/rows.js';
import { kindOf } from '../../core/kinds/index.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

/** The actions that were done, in ledger order. An opening one that names no instance is not in the index of names. */
export async function doneActions(
  { deps }: ApiCall<Pick<ApiDeps, 'ledger' | 'chain'>>,
  view: InstanceView,
): Promise<readonly SealedTransaction[]> {
  const record = deps.ledger.register(view.registerId);
  if (!record) return [];
  const page = { skip: 0, top: INSTANCE_READ_MAX };
  const { items } = await deps.chain.byInstance(record.reg, view.id, page);
  const plan = view.definition && planOf(view.definition);
  const own = items.filter(
    ({ transaction: tx }) =>
      kindOf(tx.header).kind === 'action' && instanceIdOf(tx) === view.id && isDoneBy(tx.header, plan),
  );
  const isNamed = own.some(({ transaction }) => transaction.txId === view.firstTransactionId);
  const opening = isNamed ? undefined : deps.chain.transaction(record.reg, view.firstTransactionId);
  return opening ? [opening, ...own] : own;
}
