// The transaction of a document: its bytes, its sender and signatures, and its leaf in the docket.
import { fromHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { verifyInclusion } from '../../base/merkle.js';
import { isFailure } from '../../base/result.js';
import type { DocketHeader, Hash } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { txLeaf } from '../../register/docket.js';
import type { VerifySync } from '../../register/genesis/payload.js';
import { PUBLISH_ACTION, senderOf } from '../../transaction/encode.js';
import { hasStatement } from '../../transaction/statement.js';
import { signatureTasks } from '../../validate/parts/signature.js';
import type { Evidence } from './evidence.js';
import { readTimer, saysTimer } from './timer.js';
import { transactionAt } from './transaction-at.js';

/** Issues of its form, hashes, sender, signatures and place; pointers into the document. */
export function verifyTransaction(document: Evidence, verify: VerifySync): Issue[] {
  const { header, index, path, bodyPath } = document.docket;
  const tx = transactionAt(document.transaction, '/transaction');
  if (isFailure(tx)) return [tx.issue];
  if (tx.txId !== document.txId) return [issue('VAL_HASH_002', '/txId', 'The transaction has another TxId.')];
  if (tx.header.registerId !== document.registerId)
    return [issue('VAL_STRUCT_002', '/transaction/header/registerId', 'The transaction is of another register.')];
  const unmade = saysTimer(tx) ? timerFault(tx, header) : signatureFault(tx, verify);
  if (unmade) return [unmade];
  if (tx.header.actionId === PUBLISH_ACTION && !hasStatement(tx))
    return [issue('VAL_SIG_002', '/transaction/header/metadata/statement', 'The statement does not verify.')];
  const leads = (leaf: Uint8Array, hashes: readonly Hash[], root: Hash): boolean =>
    verifyInclusion(leaf, index, header.txCount, hashes.map(fromHex), fromHex(root));
  if (!leads(txLeaf(tx), path, header.txRoot))
    return [
      issue('DOCKET_ROOT_MISMATCH', '/docket/path', 'The path does not lead from the transaction to the docket.'),
    ];
  if (!leads(tx.bytes, bodyPath, header.bodyRoot))
    return [issue('DOCKET_ROOT_MISMATCH', '/docket/bodyPath', 'The path does not lead from the bytes to the docket.')];
  if (header.txCount === 1 && header.bytes !== tx.bytes.length)
    return [issue('DOCKET_SIZE_INVALID', '/docket/header/bytes', 'The docket names another number of bytes.')];
  return [];
}

function timerFault(tx: Transaction, docket: DocketHeader): Issue | undefined {
  const fired = readTimer(tx, docket);
  return isFailure(fired) ? fired.issue : undefined;
}

function signatureFault(tx: Transaction, verify: VerifySync): Issue | undefined {
  if (senderOf(tx.signatures) !== tx.header.senderWallet)
    return issue('VAL_SIG_004', '/transaction/header/senderWallet', 'The sender is not the wallet that signed.');
  if (signaturesVerify(tx, verify)) return undefined;
  return issue('VAL_SIG_002', '/transaction/signatures', 'A signature does not verify.');
}

/** True where it has signatures, and all of them verify. */
export function signaturesVerify(tx: Transaction, verify: VerifySync): boolean {
  const tasks = signatureTasks(tx);
  return tasks.length > 0 && tasks.every((t) => verify(t.algorithm, t.publicKey, t.digest, t.signature));
}

export function below(at: string): (problem: Issue) => Issue {
  return (problem) => ({ ...problem, path: at + problem.path });
}

export function invalid(path: string, message: string): Issue {
  return issue('EVIDENCE_INVALID', path, message);
}
