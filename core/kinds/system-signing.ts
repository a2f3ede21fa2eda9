// The transactions that the node's own wallet signs for a service (specification 5.13). Register, kind and purpose are
// those of the transaction itself: nothing that its asker states beside it is believed. Pure.
import { issue } from '../base/issue.js';
import { fail, isFailure, type Result } from '../base/result.js';
import type { TransactionHeader, TransactionKind } from '../model/transaction.js';
import { signedTransaction } from '../transaction/encode.js';
import type { SystemPurpose } from '../wallet/system-purposes.js';
import { type DraftSubmission, prepare } from './build.js';
import { kindOf } from './index.js';

/**
 * The kinds that it signs. A register knows one key as its system wallet, that of its genesis (docs/decisions/0022):
 * all three are signed with it.
 */
const SIGNED: Readonly<Partial<Record<TransactionKind, string>>> = {
  genesis: 'Genesis',
  publication: 'BlueprintPublish',
  governance: 'Governance',
};
const PURPOSE: SystemPurpose = 'quorate:register-control';

export interface SystemSignable {
  readonly header: TransactionHeader;
  readonly txId: string;
  /** 64 hex digits: the 32 bytes to sign. */
  readonly digest: string;
  readonly purpose: SystemPurpose;
  readonly transactionType: string;
}

/** The belief of its asker: compared, and used for nothing. */
export interface TakenFor {
  readonly transactionId?: string | undefined;
  readonly payloadHash?: string | undefined;
  readonly purpose?: SystemPurpose | undefined;
}

/**
 * The transaction of a draft, if the system wallet signs its kind and it is what its asker takes it for. Issues: those
 * of `prepare` and of the kind, SIGNING_PURPOSE_REFUSED, VAL_HASH_001, VAL_HASH_002.
 */
export function systemSignable(draft: DraftSubmission, taken: TakenFor): Result<SystemSignable> {
  const prepared = prepare(draft);
  if (isFailure(prepared)) return prepared;
  const { transactionId: txId, payloadHash, digest, unsigned } = prepared;
  const { header } = unsigned;
  const { kind, check } = kindOf(header);
  const transactionType = SIGNED[kind];
  if (transactionType === undefined || (taken.purpose !== undefined && taken.purpose !== PURPOSE))
    return fail(signingIssue(`The system wallet signs no transaction of the kind ${kind} for this purpose.`));
  if (taken.payloadHash !== undefined && taken.payloadHash !== payloadHash)
    return fail(issue('VAL_HASH_001', '/payloadHash', 'The payload hash is not the hash of the canonical payload.'));
  if (taken.transactionId !== undefined && taken.transactionId !== txId)
    return fail(issue('VAL_HASH_002', '/transactionId', 'The TxId is not the one that the header gives.'));
  const tx = signedTransaction(unsigned, []);
  if (isFailure(tx)) return tx;
  const issues = check(tx);
  return issues.length > 0 ? fail(issues) : { header, txId, digest, purpose: PURPOSE, transactionType };
}

function signingIssue(message: string) {
  return issue('SIGNING_PURPOSE_REFUSED', '', message);
}
