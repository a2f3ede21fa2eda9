// A transaction of a document of evidence, read strictly: its TxId is recomputed.
import { utf8 } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { canonical, type JsonObject } from '../../base/json.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Transaction } from '../../model/transaction.js';
import { decodeTransaction } from '../../transaction/encode.js';

/** Issues have pointers below `at`. */
export function transactionAt(document: JsonObject, at: string): Result<Transaction> {
  let text: string;
  try {
    text = canonical(document);
  } catch {
    return fail(issue('EVIDENCE_INVALID', at, 'The transaction is not JSON.'));
  }
  const tx = decodeTransaction(utf8(text));
  return isFailure(tx) ? tx.mapIssues((problem) => ({ ...problem, path: at + problem.path })) : tx;
}
