// Transactions that the node's own wallet signs: register creation and publications (specification 5.13). Its caller has checked the rights.
import { fromHex } from '../../../core/base/bytes.js';
import { type Issue, isIssue } from '../../../core/base/issue.js';
import { type Draft, prepare } from '../../../core/transaction/build.js';
import { transactionOf } from '../../../core/transaction/encode.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';

/**
 * The one key that a register knows as its system wallet is the one that signed its genesis (core/transaction/validate/rights.ts), so publications
 * are signed with it too.
 */
export const SYSTEM_PURPOSE = 'quorate:register-control';

/** The signed transaction of a draft whose senderWallet is the system wallet's key. Issues of the draft and of the system wallet. */
export async function systemTransaction(
  { deps, caller }: Call<ApiDeps>,
  draft: Draft,
  transactionType: string,
): Promise<Transaction | readonly Issue[] | Issue> {
  const prepared = prepare(draft);
  if (Array.isArray(prepared)) return prepared;
  const { transactionId, digest, submission } = prepared as Exclude<typeof prepared, Issue[]>;
  const entry = await deps.systemWallet.sign({
    purpose: SYSTEM_PURPOSE,
    registerId: draft.registerId,
    transactionType,
    txId: transactionId,
    digest: fromHex(digest),
    caller: caller.subject,
  });
  return isIssue(entry) ? entry : transactionOf({ ...submission, signatures: [entry] });
}
