// Transactions that the node's own wallet signs: register creation and publications (specification 5.13). Its caller
// has checked the rights.
import { fromHex } from '../core/base/bytes.js';
import { isFailure, type Result } from '../core/base/result.js';
import { type DraftSubmission, prepare, withSignedStatement } from '../core/kinds/build.js';
import type { Transaction } from '../core/model/transaction.js';
import { signedTransaction } from '../core/transaction/encode.js';
import type { SystemWallet } from '../storage/secrets/system-wallet.js';

/**
 * A register knows as its system wallet only the key that signed its genesis (core/validate/records/rights.ts), so
 * publications are signed with it too.
 */
export const SYSTEM_PURPOSE = 'quorate:register-control';

export interface SystemAct {
  /** Its senderWallet is the key of SYSTEM_PURPOSE. */
  readonly draft: DraftSubmission;
  readonly transactionType: string;
  /** Subject of who asked, for the audit log. */
  readonly caller: string;
}

/** The signed transaction. Issues of the draft and of the system wallet. */
export async function signBySystem(
  systemWallet: Pick<SystemWallet, 'sign'>,
  { draft, transactionType, caller }: SystemAct,
): Promise<Result<Transaction>> {
  const prepared = prepare(draft);
  if (isFailure(prepared)) return prepared;
  const { statementDigest } = prepared;
  const signed = await systemWallet.sign({
    purpose: SYSTEM_PURPOSE,
    registerId: draft.registerId,
    transactionType,
    txId: prepared.transactionId,
    digest: fromHex(prepared.digest),
    ...(statementDigest !== undefined && { statementDigest: fromHex(statementDigest) }),
    caller,
  });
  if (isFailure(signed)) return signed;
  const { entry, statement } = signed;
  const { unsigned } = statement === undefined ? prepared : withSignedStatement(prepared, statement);
  return signedTransaction(unsigned, [entry]);
}
