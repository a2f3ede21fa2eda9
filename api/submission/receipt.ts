// The fate of a submission, for a caller that knows its TxId.
import { issue } from '../../core/base/issue.js';
import { fail } from '../../core/base/result.js';
import { registerNotFound } from '../access/registers.js';
import { splitIssue } from '../access/split.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps.js';
import { receiptView } from '../views/transactions.js';

type Deps = Pick<ApiDeps, 'ledger' | 'chain'>;

/**
 * A caller that knows a TxId, the hash of a whole transaction, may know what became of it: a participant of another
 * tenant can follow its submission.
 */
export function receiptOf({ deps }: ApiCall<Deps>, asked: { readonly registerId: string; readonly txId: string }) {
  const record = deps.ledger.register(asked.registerId);
  if (!record || record.purging) return fail(registerNotFound());
  const receipt = deps.ledger.receipt(record.id, asked.txId);
  if (!receipt) return fail(issue('RECEIPT_NOT_FOUND', '/txId', 'This node never accepted a transaction of this id.'));
  const split = receipt.status === 'sealed' && splitIssue(deps, record, { height: receipt.height, path: '/txId' });
  if (split) return fail(split);
  const docket = receipt.status === 'sealed' ? deps.chain.docket(record.reg, receipt.height) : undefined;
  return receiptView({ registerId: record.id, txId: asked.txId }, receipt, docket?.certificate);
}
