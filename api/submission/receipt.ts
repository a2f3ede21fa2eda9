// The fate of a submission, for a caller that knows its TxId.
import type { Receipt } from '../../actors/ledger-port.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { registerNotFound } from '../access/registers.js';
import { splitIssue } from '../access/split.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { receiptView } from '../views/transactions.js';

type Deps = Pick<ApiDeps, 'ledger' | 'chain'>;

interface ReceiptAsked {
  readonly registerId: string;
  readonly txId: string;
}

interface FoundReceipt {
  readonly record: RegisterRecord;
  readonly receipt: Receipt;
}

/**
 * A caller that knows a TxId, the hash of a whole transaction, may know what became of it: a participant of another
 * tenant can follow its submission.
 */
export function receiptOf(call: ApiCall<Deps>, asked: ReceiptAsked) {
  const value = receiptFound(call, asked);
  if (isFailure(value)) return value;
  const { record, receipt } = value;
  const docket = receipt.status === 'sealed' ? call.deps.chain.docket(record.reg, receipt.height) : undefined;
  return receiptView({ registerId: record.id, txId: asked.txId }, receipt, docket?.certificate);
}

/** The same without the certificate of its docket, which takes a thousand times as long to read. */
export function receiptFound({ deps }: ApiCall<Deps>, asked: ReceiptAsked): Result<FoundReceipt> {
  const record = deps.ledger.register(asked.registerId);
  if (!record || record.purging) return fail(registerNotFound());
  const receipt = deps.ledger.receipt(record.id, asked.txId);
  if (!receipt) return fail(issue('RECEIPT_NOT_FOUND', '/txId', 'This node never accepted a transaction of this id.'));
  const split = receipt.status === 'sealed' && splitIssue(deps, record, { height: receipt.height, path: '/txId' });
  return split ? fail(split) : { record, receipt };
}
